"""Samples the resident memory of each process."""

import collections
import os
import time

from background import Background

PAGE = os.sysconf("SC_PAGE_SIZE")
WARM_UP = 60  # seconds after the start of a process that do not count

# In MiB. The slope, in MiB per hour, is that of the second half, when caches are full.
Row = collections.namedtuple("Row", "name lives seconds first last highest slope")


def resident(pid):
    """Returns MiB, or None for a process that has ended."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * PAGE / (1 << 20)
    except OSError:
        return 0.0


def slope_of(samples):
    """Returns the slope per hour, by least squares."""
    count = len(samples)
    middle = sum(at for at, _ in samples) / count
    spread = sum((at - middle) ** 2 for at, _ in samples)
    return spread and 3600 * sum((at - middle) * size for at, size in samples) / spread


class Memory(Background):
    """`start`, later `stop` and `rows`. A restarted process counts as a new one."""

    def __init__(self, processes, every=10.0):
        super().__init__("memory")
        self.processes = processes  # returns the current processes
        self.every = every
        self.samples = collections.defaultdict(list)  # (name, pid) → (time, MiB)

    def work(self):
        while not self.ended.is_set():
            for process in self.processes():
                pid = process.pid()
                size = resident(pid) if pid else 0.0
                if size:
                    self.samples[process.name, pid].append((time.monotonic(), size))
            self.ended.wait(self.every)

    def rows(self):
        """Returns the longest life for each name."""
        lives = collections.defaultdict(list)
        for (name, _), samples in self.samples.items():
            lives[name].append(samples)
        return [self._row(name, each) for name, each in sorted(lives.items())]

    def _row(self, name, lives):
        longest = max(lives, key=lambda samples: samples[-1][0] - samples[0][0])
        began = longest[0][0]
        warm = [x for x in longest if x[0] - began >= WARM_UP] or longest
        return Row(name, len(lives), longest[-1][0] - began, warm[0][1], warm[-1][1],
                   max(size for _, size in longest), slope_of(warm[len(warm) // 2:]))
