"""One run by several processes that MPI starts: ``mpirun -n 4 python3 experiment.py`` (docs/clusters.md).

>>> import sharegnn as sg
>>> with sg.Cluster() as ranks:
...     ranks.rank, ranks.size
(0, 1)
"""
from __future__ import annotations

from typing import Any, Optional

from ._library import Handle, lib, opened


class Cluster:
    """The processes, ranks from 0, that this one was started with; alone, there is one.

    All of them make the same calls: ``sg.run(experiment, folder, cluster=ranks)`` divides the trainings of a run among
    them.  MPI allows one cluster in the life of a process.
    """

    def __init__(self) -> None:
        self.handle: Optional[Handle] = None

    def __enter__(self) -> "Cluster":
        self.handle = opened(lib.sg_cluster_close, lib.sg_cluster_open)
        return self

    def __exit__(self, *_: Any) -> None:
        if self.handle is not None:
            self.handle.close()
            self.handle = None

    def _joined(self) -> Handle:
        if self.handle is None:
            raise ValueError("cluster: it is joined by `with sharegnn.Cluster() as ranks:`")
        return self.handle

    @property
    def rank(self) -> int:
        """The number of this process."""
        return int(lib.sg_cluster_rank(self._joined()))

    @property
    def size(self) -> int:
        """How many processes there are."""
        return int(lib.sg_cluster_size(self._joined()))

    @property
    def threads(self) -> int:
        """How many threads this one should use, so that all processes of a machine use every core once."""
        return int(lib.sg_cluster_threads(self._joined()))
