"""Lists the tests of the last run by duration, from CTest's own log of it."""

import os
import re
import sys

TIME = re.compile(r"^(\d+)/(\d+) Testing: (\S+)$.*?^Test time =\s+([\d.]+) sec$", re.MULTILINE | re.DOTALL)


def print_times(folder):
    with open(os.path.join(folder, "Testing", "Temporary", "LastTest.log"), encoding="utf-8",
              errors="replace") as log:
        text = log.read()
    found = sorted(((float(seconds), name) for _, _, name, seconds in TIME.findall(text)), reverse=True)
    for seconds, name in found:
        print(f"{seconds:8.1f}  {name}")
    print(f"tests: {len(found)}, {sum(seconds for seconds, _ in found):.0f} s one after another")


if __name__ == "__main__":
    print_times(sys.argv[1])
