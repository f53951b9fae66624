"""The file systems that the root of a partition image may have: how each is made from a folder, without mounting it and
without being root, and with which modules of the kernel it is read."""

import os
import stat
import subprocess
from dataclasses import dataclass
from typing import Callable

UUID = "8f3a5c52-6f0b-4c0e-9d57-7d3a1b6a2e11"
LABEL = "target"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


def make_ext4(folder, output):
    run("mke2fs", "-q", "-F", "-t", "ext4", "-U", UUID, "-L", LABEL, "-E", "root_owner=0:0", "-d", folder, output)


def make_btrfs(folder, output):
    run("mkfs.btrfs", "-q", "-f", "-U", UUID, "-L", LABEL, "-m", "single", "-r", folder, output)


def make_xfs(folder, output):
    listing = output + ".listing"
    with open(listing, "w", encoding="utf-8") as file:
        file.write("\n".join(["/", "0 0", "d--755 0 0", *xfs_listing(folder), "$", ""]))
    # Without that word it makes none of less than 300 MiB.
    run("mkfs.xfs", "-q", "-f", "--unsupported", "-m", "uuid=" + UUID, "-L", LABEL, "-p", listing, output)
    os.unlink(listing)


def xfs_listing(folder):
    """What is in a folder, as mkfs.xfs reads it: name, kind and mode, user, group, and what it is made of."""
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        mode = stat.S_IMODE(entry.stat(follow_symlinks=False).st_mode)
        if entry.is_symlink():
            yield f"{entry.name} l--777 0 0 {os.readlink(entry.path)}"
        elif entry.is_dir():
            yield f"{entry.name} d--{mode & 0o777:03o} 0 0"
            yield from xfs_listing(entry.path)
            yield "$"
        else:
            yield f"{entry.name} ---{mode & 0o777:03o} 0 0 {entry.path}"


@dataclass(frozen=True)
class FileSystem:
    make: Callable  # of a folder, in a file that has the size already
    modules: tuple
    spare_mib: int  # for what it needs itself


FILE_SYSTEMS = {
    "ext4": FileSystem(make_ext4, ("crc32c_generic", "ext4"), 12),
    "xfs": FileSystem(make_xfs, ("crc32c_generic", "xfs"), 24),
    "btrfs": FileSystem(make_btrfs, ("crc32c_generic", "btrfs"), 40),
}
