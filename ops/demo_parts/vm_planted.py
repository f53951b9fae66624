"""Data that a former tenant has left on a disk, and whether it is still there."""

import os

MARK = b"-- what the former tenant has left --"
MIB = 1 << 20
PLACES = (0, 17 * MIB, 1024 * MIB, -MIB)  # from the end if negative


def _offset(path, place):
    return place if place >= 0 else os.path.getsize(path) + place


def plant(path):
    """While the machine is off."""
    with open(path, "r+b") as disk:
        for place in PLACES:
            disk.seek(_offset(path, place))
            disk.write(MARK * 100)


def found(path):
    """The offsets of all places that still hold it, wherever they are. Holes are not read."""
    out = []
    with open(path, "rb") as disk:
        size = os.path.getsize(path)
        at = 0
        while at < size:
            try:
                at = os.lseek(disk.fileno(), at, os.SEEK_DATA)
            except OSError:  # nothing but a hole until the end
                break
            ends = os.lseek(disk.fileno(), at, os.SEEK_HOLE)
            while at < ends:
                block = os.pread(disk.fileno(), min(4 * MIB, ends - at) + len(MARK), at)
                if MARK in block:
                    out.append(at + block.index(MARK))
                at += min(4 * MIB, ends - at)
    return out
