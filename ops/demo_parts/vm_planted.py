"""Writes marker data of a former tenant to a disk, and finds the rest of it after cleaning."""

import os

MARK = b"-- what the former tenant has left --"
MIB = 1 << 20
EVERY = 128 * MIB


def _places(path):
    """Offsets from the first sector to the last MiB."""
    size = os.path.getsize(path)
    return [*range(0, size, EVERY), 17 * MIB, size - MIB]


def plant(path):
    """Writes the markers. The machine must be off."""
    with open(path, "r+b") as disk:
        for place in _places(path):
            disk.seek(place)
            disk.write(MARK * 100)


def found(path):
    """Returns the offsets whose first MiB still contains the marker."""
    out = []
    with open(path, "rb") as disk:
        for place in _places(path):
            disk.seek(place)
            if MARK in disk.read(MIB):
                out.append(place)
    return out
