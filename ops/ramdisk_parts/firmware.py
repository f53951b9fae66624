"""Copies the firmware that the ramdisk's drivers may load, and notes the files that no package has."""

import os
import subprocess

from packages import Failed

PLACES = ("lib/firmware", "usr/lib/firmware")


class Firmware:
    """Firmware files by name, from packages and folders."""

    def __init__(self):
        self.files = {}

    def add_folder(self, folder):
        """The folder is like /lib/firmware. The first folder with a file counts."""
        if not os.path.isdir(folder):
            raise Failed(f"There is no firmware folder {folder}.")
        for path, _, names in os.walk(folder):
            for name in names:
                full = os.path.join(path, name)
                if os.path.isfile(full):
                    self.files.setdefault(os.path.relpath(full, folder), full)

    def add_package(self, packages, name):
        found = [os.path.join(packages.unpacked(name), place) for place in PLACES]
        for folder in filter(os.path.isdir, found):
            self.add_folder(folder)

    def copy_for(self, modules, names, tree):
        """Returns {module: its firmware files that are missing}."""
        missing = {}
        for name in names:
            for wanted in modules.firmware(name):
                matches = self.matching(wanted)
                if not matches:
                    missing.setdefault(name, []).append(wanted)
                for one in matches:
                    tree.copy(os.path.realpath(self.files[one]), "lib/firmware/" + one)
        return missing

    def matching(self, wanted):
        """A module may name a pattern, such as intel/ice/ddp/ice-*.pkg."""
        if "*" not in wanted:
            return [wanted] if wanted in self.files else []
        start, _, end = wanted.partition("*")
        return sorted(one for one in self.files if one.startswith(start) and one.endswith(end.rpartition("*")[2]))


def available(names):
    """Returns which of the packages apt knows."""
    done = subprocess.run(("apt-cache", "pkgnames"), capture_output=True, text=True, check=False)
    known = set(done.stdout.split())
    return [name for name in names if name in known]
