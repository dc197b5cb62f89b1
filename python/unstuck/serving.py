"""The web UI of this process: with the domains that it has registered."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Optional, Union

from . import _unstuck


def serve(
    *,
    port: Optional[int] = None,
    store: Optional[Union[str, PathLike[str]]] = None,
    threads: Optional[int] = None,
    json: bool = False,
) -> int:
    """Serves the web UI until Ctrl-C, as `unstuck serve` does, and gives the exit code.

    Domains that were registered before are domains like any other: they are played, solved, raced, analysed and evolved
    for. The port is that of `unstuck serve` if none is given, and any free one for 0. `json` prints the address as JSON.

    >>> counting.register()  # doctest: +SKIP
    >>> unstuck.serve()  # doctest: +SKIP
    """
    words = ["serve"] if threads is None else ["serve", "--threads", str(threads)]
    words += [] if port is None else ["--port", str(port)]
    words += [] if store is None else ["--store", fspath(store)]
    return _unstuck.main([*words, "--json"] if json else words)
