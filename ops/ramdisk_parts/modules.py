"""Reads the dependencies and device aliases of kernel modules from the module files."""

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

    def below(self, *folders):
        """Returns the names of the modules whose path contains one of the folders, such as drivers/net/ethernet/intel."""
        return sorted(name for name, path in self.files.items() if any(f"/{folder}/" in path for folder in folders))
