"""Prints the seconds of a build by library and by unit, from ninja's own log of it.

Seconds are those that passed while a unit was compiled. They depend on the machine and on what else it
did, so compare them within one build."""

import collections
import os
import sys

LOG_VERSION = "# ninja log v"
SLOWEST = 15


def rows(folder):
    """(output, seconds) of the last time each output was made."""
    last = {}
    with open(os.path.join(folder, ".ninja_log"), encoding="utf-8") as log:
        for line in log:
            if line.startswith(LOG_VERSION):
                continue
            begin, end, _, output, *_ = line.rstrip("\n").split("\t")
            last[output] = (int(end) - int(begin)) / 1000
    return [(output, seconds) for output, seconds in last.items()
            if output.endswith((".o", ".gch", ".pch"))]


def library_of(output):
    """The target that an object file belongs to: …/CMakeFiles/TARGET.dir/…"""
    return output.partition("CMakeFiles/")[2].partition(".dir/")[0]


def print_times(folder):
    found = rows(folder)
    libraries = collections.defaultdict(list)
    for output, seconds in found:
        libraries[library_of(output)].append(seconds)
    print(f"{'library':36} units  seconds  longest")
    for name, seconds in sorted(libraries.items(), key=lambda row: -sum(row[1])):
        print(f"{name:36} {len(seconds):5} {sum(seconds):8.1f} {max(seconds):8.1f}")
    print(f"\n{'unit':72} seconds")
    for output, seconds in sorted(found, key=lambda row: -row[1])[:SLOWEST]:
        unit = library_of(output) + "/" + output.rpartition("/")[2]
        print(f"{unit:72} {seconds:7.1f}")
    print(f"build: {len(found)} units, {sum(seconds for _, seconds in found):.0f} s of compilers")


if __name__ == "__main__":
    print_times(sys.argv[1])
