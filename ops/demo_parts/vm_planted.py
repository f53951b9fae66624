"""Data that a former tenant has left all over a disk, and whether any of it is still there."""

import os

MARK = b"-- what the former tenant has left --"
MIB = 1 << 20
EVERY = 128 * MIB


def _places(path):
    """From the first sector to the last one."""
    size = os.path.getsize(path)
    return [*range(0, size, EVERY), 17 * MIB, size - MIB]


def plant(path):
    """While the machine is off."""
    with open(path, "r+b") as disk:
        for place in _places(path):
            disk.seek(place)
            disk.write(MARK * 100)


def found(path):
    """The places that still hold it, in their first MiB."""
    out = []
    with open(path, "rb") as disk:
        for place in _places(path):
            disk.seek(place)
            if MARK in disk.read(MIB):
                out.append(place)
    return out
