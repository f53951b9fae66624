"""Reads the dependencies and device aliases of kernel modules from the module files."""

import glob
import os
import re

from packages import Failed


class Modules:
    """The modules below a folder, by kernel name."""

    def __init__(self, folder):
        self.files = {}
        for path, _, names in os.walk(folder):
            for name in names:
                if name.endswith(".ko"):
                    self.files[name.removesuffix(".ko").replace("-", "_")] = os.path.join(path, name)
        if not self.files:
            raise Failed(f"Found no kernel modules below {folder}.")
        self.built_in = set()
        for path in glob.glob(os.path.join(folder, "*", "modules.builtin")):
            with open(path, encoding="utf-8") as file:
                self.built_in |= {os.path.basename(line).strip().removesuffix(".ko").replace("-", "_") for line in file}
        self.known = {}

    def facts(self, name):
        """Returns (modules to load first, aliases of the devices it drives)."""
        if name not in self.known:
            with open(self.files[name], "rb") as file:
                body = file.read()
            needed = re.search(rb"\0depends=([^\0]*)\0", body)
            soft = re.findall(rb"\0softdep=pre: ([^\0]*)\0", body)
            first = needed[1].decode().split(",") if needed and needed[1] else []
            first += [one for line in soft for one in line.decode().split(" post:")[0].split()]
            self.known[name] = (
                [one.replace("-", "_") for one in first],
                [alias.decode() for alias in re.findall(rb"\0alias=([^\0]*)", body)])
        return self.known[name]

    def with_what_they_need(self, names):
        """Returns the modules and all dependencies, in load order. Skips built-in modules."""
        ordered = []

        def add(name, above=()):
            if name in ordered or name in above or name not in self.files:
                return
            for needed in self.facts(name)[0]:
                add(needed, (*above, name))
            ordered.append(name)

        for name in names:
            add(name.replace("-", "_"))
        return ordered

    def missing(self, names):
        """Returns the names that the kernel has neither as a module nor built in."""
        return sorted(name for name in {one.replace("-", "_") for one in names}
                      if name not in self.files and name not in self.built_in)

    def firmware(self, name):
        """Returns the firmware files that the module may load, below lib/firmware."""
        with open(self.files[name], "rb") as file:
            return sorted({path.decode() for path in re.findall(rb"\0firmware=([^\0]+)", file.read())})

    def below(self, *folders):
        """Returns the names of the modules whose path contains one of the folders, such as drivers/net/ethernet/intel."""
        return sorted(name for name, path in self.files.items() if any(f"/{folder}/" in path for folder in folders))
