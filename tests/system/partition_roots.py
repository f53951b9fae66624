"""The possible root file systems of a partition image. Says how each is made from a folder, without a mount and
without root, and which kernel modules read it."""

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
    # Without this option it makes no file system below 300 MiB.
    run("mkfs.xfs", "-q", "-f", "--unsupported", "-m", "uuid=" + UUID, "-L", LABEL, "-p", listing, output)
    os.unlink(listing)


def xfs_listing(folder):
    """Lists a folder in the form that mkfs.xfs reads: name, kind and mode, user, group, and source."""
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
    make: Callable  # Makes it from a folder, in a file of the final size.
    modules: tuple
    spare_mib: int  # Space for its own data.


FILE_SYSTEMS = {
    "ext4": FileSystem(make_ext4, ("crc32c_generic", "ext4"), 12),
    "xfs": FileSystem(make_xfs, ("crc32c_generic", "xfs"), 24),
    "btrfs": FileSystem(make_btrfs, ("crc32c_generic", "btrfs"), 40),
}
