"""Runs ironbusd for the demonstration, in a temporary folder."""

import os
import shutil
import subprocess
import tempfile
import threading


class Failed(Exception):
    """A failure that the user sees as one message, without a traceback."""


class Daemon:
    """Use as a context manager: starts ironbusd on entry, stops it and deletes its folder on exit.
    `settings`: YAML, empty for no configuration file."""

    def __init__(self, binary, settings="", patience=30, listen="127.0.0.1:0", further=()):
        self.binary = os.path.abspath(binary)
        self.settings = settings
        self.listen = listen
        self.further = further
        self.patience = patience
        self.folder = tempfile.mkdtemp(prefix="ironbus-demo.")
        self.log_path = os.path.join(self.folder, "log")
        self.process = None
        self.ready_line = ""
        self.url = ""

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind, *_):
        code = self._end()
        if kind is None and code != 0:
            raise Failed(f"ironbusd returned exit code {code} after SIGTERM")

    def _start(self):
        data = os.path.join(self.folder, "data")
        further = list(self.further)
        if self.settings:
            path = os.path.join(self.folder, "ironbus.yaml")
            further += ["--config", path]
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.settings)
        try:
            with open(self.log_path, "wb") as log:
                self.process = subprocess.Popen(
                    [self.binary, "--data", data, "--listen", self.listen, *further], text=True,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        except OSError as error:
            raise Failed(f"Cannot start {self.binary}: {error.strerror}") from None
        reader = threading.Thread(target=self._read_ready_line, daemon=True)
        reader.start()
        reader.join(self.patience)
        if not self.ready_line:
            raise Failed(f"ironbusd was not ready within {self.patience} s. Its last log lines:\n{self.log_tail()}")
        fields = dict(word.split("=", 1) for word in self.ready_line.split() if "=" in word)
        self.url = "http://" + fields["listen"]

    def _read_ready_line(self):
        for line in self.process.stdout:
            if line.startswith("ironbusd ready"):
                self.ready_line = line.strip()
                return

    def _end(self):
        """Returns the exit code, or None if the process was not started."""
        code = None
        if self.process:
            self.process.terminate()
            try:
                code = self.process.wait(self.patience)
            except subprocess.TimeoutExpired:
                self.process.kill()
                code = self.process.wait()
            self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return code

    def alive(self):
        return self.process.poll() is None

    def log_tail(self, lines=15):
        try:
            with open(self.log_path, encoding="utf-8", errors="replace") as log:
                return "".join(log.readlines()[-lines:])
        except OSError:
            return ""
