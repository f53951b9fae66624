"""The planted bugs: the headers of their patches and the files that they change."""

import dataclasses
import os
import random
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = "tests/mutants"
SUITES = ("simulation", "contract", "unit", "chaos")
HEADER = ("title", "area", "expected")
TOUCHED = re.compile(r"^\+\+\+ b/(\S+)$", re.MULTILINE)


class Wrong(Exception):
    """An error message for the user, without a traceback."""


@dataclasses.dataclass
class Patch:
    name: str      # "node/abort_forgotten": its path in tests/mutants without .patch
    path: str
    header: dict   # The lines "key: value" above the diff.
    files: list    # Changed files, relative to the root.

    @property
    def title(self):
        return self.header.get("title", "")

    @property
    def expected(self):
        return self.header.get("expected", "")

    def apply(self, tree, *further):
        """Applies the patch to the work tree. Returns the error of git, empty on success."""
        done = subprocess.run(["git", "apply", *further, self.path], cwd=tree,
                              capture_output=True, text=True, check=False)
        return done.stderr.strip() if done.returncode else ""


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    above = text.partition("\n--- ")[0]
    header = dict(line.split(": ", 1) for line in above.splitlines() if ": " in line)
    name = os.path.splitext(os.path.relpath(path, os.path.join(ROOT, FOLDER)))[0]
    return Patch(name, os.path.abspath(path), header, TOUCHED.findall(text))


def all_patches():
    found = (os.path.join(folder, file) for folder, _, files in os.walk(os.path.join(ROOT, FOLDER))
             for file in files if file.endswith(".patch"))
    return sorted(map(read, found), key=lambda patch: patch.name)


def choose(patches, names=(), sample=None, seed=0):
    """Returns the patches with these names or in these folders, or all. `sample` chooses that many at random."""
    def is_named(patch):
        return patch.name in names or os.path.dirname(patch.name) in names
    missing = [name for name in names
               if name not in {patch.name for patch in patches}
               and name not in {os.path.dirname(patch.name) for patch in patches}]
    if missing:
        raise Wrong(f"found neither {FOLDER}/{missing[0]}.patch nor a folder {FOLDER}/{missing[0]}")
    chosen = [patch for patch in patches if not names or is_named(patch)]
    if sample is None or sample >= len(chosen):
        return chosen
    picked = random.Random(seed).sample(chosen, sample)
    return sorted(picked, key=lambda patch: patch.name)
