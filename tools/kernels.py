"""Kernels that are copies of one process, which has imported what most notebooks do: each start
saves two seconds.

Only on Linux: elsewhere such a copy is not safe, and each kernel imports for itself.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import LocalProvisioner

ROOT = Path(__file__).resolve().parent.parent
CONTEXT = get_context("forkserver" if sys.platform == "linux" else "spawn")
# Not pyplot: it chooses how pictures are drawn when it is imported, and must be asked by the
# kernel.
CONTEXT.set_forkserver_preload(
    ["anywidget", "gensim.models", "ipykernel.kernelapp", "ipywidgets", "torch"]
)


class Copy:
    """A kernel's process, with what jupyter_client asks of one that ``subprocess`` has started."""

    stdin = stdout = stderr = None

    def __init__(self, arguments: Sequence[str], cwd: str, env: Mapping[str, str]) -> None:
        self.process = CONTEXT.Process(target=_kernel, args=(list(arguments), cwd, dict(env)))
        self.process.start()
        self.pid = self.process.pid
        self.kill, self.terminate = self.process.kill, self.process.terminate

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self) -> int | None:
        self.process.join()
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class Provisioner(LocalProvisioner):
    """Starts a kernel as a copy."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> dict[str, Any]:
        arguments = cmd[cmd.index("ipykernel_launcher") + 1 :]
        self.process = Copy(arguments, options["cwd"], options["env"])
        self.pid = self.process.pid
        return self.connection_info


class Manager(AsyncKernelManager):
    """Starts its kernel as a copy where it can."""

    async def _async_pre_start_kernel(self, **options: Any) -> Any:
        if CONTEXT.get_start_method() == "forkserver" and self.provisioner is None:
            self.provisioner = Provisioner(
                kernel_id=self.kernel_id, kernel_spec=self.kernel_spec, parent=self
            )
        return await super()._async_pre_start_kernel(**options)


def _kernel(arguments: list[str], cwd: str, env: dict[str, str]) -> None:
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()  # Ctrl-C is for the one who started it
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.path[:] = [place for place in sys.path if place not in ("", str(ROOT))]
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()
    IPKernelApp.launch_instance(argv=[*arguments, f"--IPKernelApp.parent_handle={os.getppid()}"])


def _end_with(process: Any) -> None:
    process.join()
    os._exit(1)
