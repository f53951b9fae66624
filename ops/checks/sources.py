"""The project's files as the checks see them: tracked, or new and not ignored."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CPP = (".hpp", ".cpp")


def files(*suffixes):
    """Paths relative to the root, sorted; with no suffix all."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT,
                            check=True, capture_output=True, text=True).stdout.split("\0")
    existing = (name for name in set(listed) if name and os.path.isfile(os.path.join(ROOT, name)))
    return sorted(name for name in existing if not suffixes or name.endswith(suffixes))


def text(name):
    with open(os.path.join(ROOT, name), encoding="utf-8", errors="replace") as file:
        return file.read()


def functions(names):
    """(file, line, name, lines, signature) of every function with a body, found by ctags."""
    listed = subprocess.run(
        ["ctags", "-f", "-", "-L", "-", "--sort=no", "--fields=+neS", "--extras=-F",
         "--kinds-C++=f", "--kinds-Python=fm", "--langmap=C++:.hpp.cpp"],
        cwd=ROOT, input="\n".join(names), check=True, capture_output=True, text=True)
    for line in listed.stdout.splitlines():
        name, file, *_, rest = line.split("\t", 2)
        fields = dict(field.split(":", 1) for field in rest.split("\t") if ":" in field)
        if "end" in fields:
            first, last = int(fields["line"]), int(fields["end"])
            yield file, first, name, last - first + 1, fields.get("signature", "")
