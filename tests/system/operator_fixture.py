"""Shared code of the tests of `ironbus`: the command, and a terminal for it."""

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from harness import daemon_path

DAEMON = daemon_path()
IRONBUS = os.path.join(os.path.dirname(DAEMON), "ironbus")
ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def environment(url=None, **variables):
    """The environment of the tests, without the variables of the caller's own clients."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("OS_", "IRONBUS_")) and name != "NO_COLOR"}
    kept["PATH"] = os.path.dirname(IRONBUS) + ":" + kept["PATH"]
    return {**kept, **({"OS_ENDPOINT": url} if url else {}), **variables}


def run(argv, url=None, **variables):
    return subprocess.run(argv, env=environment(url, **variables), capture_output=True, text=True, timeout=60,
                          stdin=subprocess.DEVNULL)


class Operator:
    """`ironbus` with one service."""

    def __init__(self, url):
        self.url = url

    def call(self, *words, **variables):
        return run([IRONBUS, *words], self.url, **variables)

    def text(self, *words):
        done = self.call(*words)
        assert done.returncode == 0, done
        assert not done.stderr, done.stderr
        return done.stdout

    def json(self, *words):
        text = self.text(*words, "--json")
        assert text.isascii(), text
        return json.loads(text)

    def begin(self, *words):
        return subprocess.Popen([IRONBUS, *words], env=environment(self.url), text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Terminal:
    """A program in a terminal with a given size. `shown` is its whole output."""

    def __init__(self, argv, env, rows=20, columns=100):
        outer, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(argv, env=env, stdin=inner, stdout=inner, stderr=inner,
                                        start_new_session=True)
        os.close(inner)
        self.outer = outer
        self.shown = ""

    def send(self, text):
        os.write(self.outer, text.encode())

    def until(self, pattern, limit=30):
        """Reads until the output since the last call contains the pattern."""
        begin, ends = len(self.shown), time.monotonic() + limit
        while not re.search(pattern, self.shown[begin:]):
            assert time.monotonic() < ends, f"no {pattern!r} in {self.shown[begin:]!r}"
            if select.select([self.outer], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.outer, 65536).decode(errors="replace")
                except OSError:  # The other end is closed.
                    assert re.search(pattern, self.shown[begin:]), self.shown[begin:]

    def end(self, how=signal.SIGINT):
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        code = self.process.wait(20)
        os.close(self.outer)
        return code


def screen_of(shown):
    """Returns the final screen of a terminal, for the codes of tables only: cursor up, clear, and lines."""
    lines, row = [""], 0
    for part in re.split(r"(\x1b\[[0-9;]*[A-Za-z]|\n|\r)", shown):
        if part == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif part.endswith("A") and part.startswith("\x1b["):
            row = max(0, row - int(part[2:-1]))
        elif part == "\x1b[2K":
            lines[row] = ""
        elif part == "\x1b[J":
            lines = lines[:row + 1]
        elif part != "\r" and not ESCAPE.fullmatch(part):
            lines[row] += part
    return lines
