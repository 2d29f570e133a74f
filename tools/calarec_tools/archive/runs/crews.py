"""Executors for commands: this process, more processes, or workers of Dask."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import Words
from calarec_tools.archive.runs.driver import process_pool
from calarec_tools.archive.runs.workers import Crew
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

_ANSWER_SECONDS: Final = 20
"""Seconds in which a scheduler has to answer, and to have a worker."""
_NO_DASK: Final = Words("`--scheduler` needs Dask: `pip install 'calarec[cluster]'`.")
_NO_ANSWER: Final = Words("`{address}`: no scheduler answers there.")
_NO_ADDRESS: Final = Words("`{address}` is not an address of a scheduler, as tcp://host:8786 is one.")
_NO_CERTIFICATE: Final = Words("`{address}`: Dask's configuration names no certificate that can be used.")
_NOT_ENCRYPTED: Final = Words("`{address}`: Dask's configuration asks for encryption; use an address with tls://.")
_NO_WORKER: Final = Words("`{address}`: the scheduler has no worker; start one with `dask worker {address}`.")
_ONE_OF_TWO: Final = Words("`--jobs` is for this machine, `--scheduler` for others; choose one.")


@contextmanager
def crew(jobs: int, scheduler: str | None, parts: str | None, *, useful: int) -> Iterator[Crew]:
    """Start the executor that was asked for; otherwise `useful` processes."""
    if parts:
        from calarec_tools.archive.runs.parts import readable_parts

        with readable_parts(parts), _crew(jobs, scheduler, parts, useful) as who:
            yield who
        return
    with _crew(jobs, scheduler, "", useful) as who:
        yield who


@contextmanager
def _crew(jobs: int, scheduler: str | None, parts: str, useful: int) -> Iterator[Crew]:
    if scheduler is None:
        workers = jobs or useful
        with process_pool(workers) as executor:
            yield Crew(executor, workers, parts)
        return
    if jobs:
        raise RefusalError(_ONE_OF_TWO)
    import warnings

    with warnings.catch_warnings():
        # What Dask warns of (large tasks, other versions) is nothing that a user of calarec can change.
        warnings.simplefilter("ignore")
        client = _client(scheduler)
        try:
            yield Crew(client.get_executor(pure=False), _workers(client, scheduler), parts)
        finally:
            client.close()


def _client(address: str) -> Any:
    try:
        import logging

        import distributed
    except ImportError:
        raise RefusalError(_NO_DASK) from None
    if "://" not in address:
        raise RefusalError(_NO_ADDRESS, address=address)
    _refuse_encryption(address)
    # What goes wrong there is told by whoever asked for it, in one line.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client: Any = distributed.Client
        return client(address, timeout=_ANSWER_SECONDS, set_as_default=False)
    except OSError:
        raise RefusalError(_NO_ANSWER, address=address) from None
    except (ValueError, TypeError):
        raise RefusalError(_NO_ADDRESS, address=address) from None


def _refuse_encryption(address: str) -> None:
    """Refuse an address that contradicts Dask's TLS settings, before connecting."""
    from distributed import security

    configured: Any = security.Security
    try:
        asked = configured().get_connection_args("client")
    except OSError:
        raise RefusalError(_NO_CERTIFICATE, address=address) from None
    if address.startswith("tls://") and asked["ssl_context"] is None:
        raise RefusalError(_NO_CERTIFICATE, address=address)
    if address.startswith("tcp://") and asked["require_encryption"]:
        raise RefusalError(_NOT_ENCRYPTED, address=address)


def _workers(client: Any, address: str) -> int:
    try:
        client.wait_for_workers(1, timeout=_ANSWER_SECONDS)
    except TimeoutError:
        raise RefusalError(_NO_WORKER, address=address) from None
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))
