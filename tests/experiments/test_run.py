"""The recipe of the experiments: seeds, training, and records that say how they were made."""

import json
import runpy
import sys

import numpy as np
import pytest
import torch
from refusals import refusals
from torch import nn

from whichbank.experiments import (
    _run,
    ablation,
    circuit,
    induction,
    news,
    peeking,
    recall,
    sides,
    translator,
    writer,
)
from whichbank.experiments._model import SmallTransformer, next_token_loss
from whichbank.experiments._run import RECORDS, Recipe, repeat, seeded
from whichbank.experiments.news import News

TRAININGS = {
    recall: lambda **how: recall.train("RNN", 4, **how)[0],
    sides: lambda **how: sides.train(2, **how),
    circuit: lambda **how: circuit.train(2, **how)[0],
    induction: lambda **how: induction.train(2, **how)[0],
    peeking: lambda **how: peeking.train("open", **how)[0],
    translator: lambda **how: translator.train(**how)[0],
    ablation: lambda **how: ablation.train(ablation.Parts(), 2, **how)[0],
    writer: lambda **how: writer.train(measure=lambda model: 0.0, **how)[0],
}
each_experiment = pytest.mark.parametrize(
    "module", TRAININGS, ids=lambda module: module.__name__.rpartition(".")[2]
)


@pytest.fixture
def recipe(tmp_path, monkeypatch):
    monkeypatch.setattr(_run, "RECORDS", tmp_path)
    return Recipe("trial", steps=4, batch_size=2, lr=0.1, every=2, sizes=(3, 1))


def test_the_seed_decides_and_random_numbers_outside_stay():
    before = torch.get_rng_state()
    one, other, third = (seeded(seed, nn.Linear, 3, 2) for seed in (1, 1, 2))
    assert torch.equal(torch.get_rng_state(), before)
    assert torch.equal(one.weight, other.weight)
    assert not torch.equal(one.weight, third.weight)


@each_experiment
def test_training_follows_its_seed_and_leaves_random_numbers_alone(module):
    before = torch.get_rng_state()
    one, other, third = (
        list(TRAININGS[module](seed=seed, steps=2).parameters()) for seed in (1, 1, 2)
    )
    assert torch.equal(torch.get_rng_state(), before)
    assert all(torch.equal(a, b) for a, b in zip(one, other, strict=True))
    assert not torch.equal(one[-1], third[-1])


test_what_does_not_exist_is_refused_by_name = refusals(
    """
recall.Recaller("GRU") → ValueError: reader must be one of 'RNN', ...; got 'GRU'
recall.sentences(0, 3) → ValueError: distance
recall.sentences(1001, 3) → ValueError: distance
recall.sentences(4, -1) → ValueError: n must
peeking.train("half") → ValueError: setting must be one of 'masked', 'open'; got 'half'
peeking.write_on(peeking.untrained("masked"), "") → ValueError: beginning must be 1 to 32 of the signs
peeking.write_on(peeking.untrained("masked"), "THE") → ValueError: beginning must be 1 to 32 of the signs
peeking.write_on(peeking.untrained("masked"), "a" * 33) → ValueError: beginning must be 1 to 32 of the signs
translator.train("both") → ValueError: setting must be one of 'looks across', 'does not'; got 'both'
ablation.Parts(mlp="gelu") → ValueError: mlp must be one of ...; got 'gelu'
ablation.Parts(norm="both") → ValueError: norm must be one of ...; got 'both'
ablation.recorded(3) → ValueError: n_layers must be one of 2, 12; got 3
ablation.train(ablation.Parts(), 2, warm=-1) → ValueError: warm must not be negative; got -1
news.printed().encode("5 €") → ValueError: ...no id: '€'
news.printed().part("all") → ValueError: part must be one of 'read', 'tune', 'held out'; got 'all'
""",
    globals(),
)


def test_training_measures_on_its_way_in_one_thread_and_ends_the_same_each_time(recipe):
    threads, measured = torch.get_num_threads(), []

    def measure(model):
        measured.append(torch.get_num_threads())
        return model.weight.sum().item()

    models = [seeded(0, nn.Linear, 3, 1) for _ in range(2)]
    data = seeded(5, torch.randn, 8, 3)
    runs = [
        recipe.fit(m, lambda m, x: (m(x) ** 2).mean(), [data], seed=3, measure=measure, steps=steps)
        for m, steps in zip(models, (None, 2), strict=True)
    ]
    assert [run.snapshot_steps for run in runs] == [[0, 2, 4], [0, 2]]
    assert runs[0].snapshots[:2] == runs[1].snapshots, "a short run is the beginning of a long one"
    assert set(measured) == {1}
    assert torch.get_num_threads() == threads


def test_a_record_says_where_and_how_it_was_made_and_comes_back(recipe):
    runs = {"a": {"loss": [[0.5, 0.25], [1.0, 2.0]], "samples": ["[one]  two", "three"], "n": 2}}
    recipe.record(runs)
    stored = json.loads(recipe.file.read_text(encoding="utf-8"))
    assert stored["runs"] == runs
    assert stored["recipe"] == recipe.settings
    assert stored["machine"]["cpu"]
    assert stored["machine"]["torch"] == torch.__version__
    found = recipe.recorded()["a"]
    np.testing.assert_array_equal(found["loss"], runs["a"]["loss"])
    assert (found["samples"], found["n"]) == (runs["a"]["samples"], 2)


@pytest.mark.parametrize("change", [{"steps": 5}, {"lr": 0.2}, {"sizes": (3, 2)}, {"layers": 1}])
def test_a_record_of_another_recipe_is_not_read(recipe, change):
    recipe.record({})
    settings = {"steps": 4, "batch_size": 2, "lr": 0.1, "every": 2, "sizes": (3, 1)}
    name = next(iter(change))
    with pytest.raises(
        RuntimeError,
        match=rf"trial\.json was made with other settings of {name}; python -m .*trial ",
    ):
        Recipe("trial", **(settings | change)).recorded()


def test_repeat_gathers_the_seeds_of_each_setting():
    found = repeat(
        lambda setting, seed: {"a": (setting, seed), "b": seed}, iter("xy"), iter(range(2))
    )
    assert found == {
        "x": {"a": [("x", 0), ("x", 1)], "b": [0, 1]},
        "y": {"a": [("y", 0), ("y", 1)], "b": [0, 1]},
    }


@each_experiment
def test_records_are_fresh_and_small_and_name_their_machine(module):
    recipe = module.RECIPE
    assert recipe.file == RECORDS / f"{module.__name__.rpartition('.')[2]}.json"
    assert recipe.recorded()
    machine = json.loads(recipe.file.read_text(encoding="utf-8"))["machine"]
    assert machine == "not known: recorded before records named their machine" or machine["cpu"]
    assert recipe.file.stat().st_size < 20_000


@each_experiment
def test_running_the_module_records_what_recorded_reads(module, tmp_path, monkeypatch):
    """On a little text, and with nothing trained: each model is measured as often as in a whole
    run.
    """

    def fit(self, model, loss, data, *, steps=None, measure=None, **_):
        steps = self.steps if steps is None else steps
        stops = range(0, steps + 1, self.every) if measure else []
        found = [measure(model)] * len(stops) if measure else []
        return _run.History(np.ones(steps), list(stops), found)

    which = [2] if module is ablation else []
    stored = module.recorded(*which)
    monkeypatch.setattr(_run, "RECORDS", tmp_path)
    monkeypatch.setattr(_run, "N_SEEDS", 1)
    few = News(**{part: news.printed().part(part)[:500] for part in ("read", "held out")})
    monkeypatch.setattr(news, "printed", lambda: few)
    four = [x[:4] for x in news.pieces()]
    monkeypatch.setattr(news, "pieces", lambda **_: four)
    monkeypatch.setattr(Recipe, "fit", fit)
    monkeypatch.delitem(sys.modules, module.__name__)
    made = runpy.run_module(module.__name__, run_name="__main__")
    assert list(tmp_path.glob(f"{module.RECIPE.name}.*"))
    assert shapes(made["recorded"](*which)) == shapes(stored)


def shapes(found):
    """What a record holds, without its numbers and without how many seeds there were."""
    if isinstance(found, dict):
        return {name: shapes(some) for name, some in found.items()}
    return (type(found).__name__, np.ndim(found))


def test_a_loss_is_minus_the_logarithm_of_the_probability_of_what_follows():
    ids = seeded(0, torch.randint, 5, (4, 6))
    following = ids.flip(1)
    likely = nn.functional.one_hot(following, 5) * 2.0  # every next token two points ahead

    def model(given):
        assert given is ids
        return likely

    probability = 1 / (1 + 4 * torch.exp(torch.tensor(-2.0)))
    torch.testing.assert_close(next_token_loss(model, ids, following), -probability.log())


def test_the_small_transformer_attends_where_its_mask_lets_it():
    allowed = torch.ones(6, 6, dtype=torch.bool).tril()
    allowed[5, 2] = False
    model = seeded(0, SmallTransformer, 5, 8, 2, 16, n_layers=1, mask=allowed).eval()
    ids = torch.tensor([[0, 1, 2, 3, 4, 0]])
    changed = torch.tensor([[0, 1, 3, 3, 4, 0]])
    with torch.no_grad():
        moved = (model(ids) - model(changed)).abs().amax(dim=-1)[0] > 0
        assert moved.tolist() == [False, False, True, True, True, False]
        torch.testing.assert_close(model(ids[:, :4]), model(ids)[:, :4])
