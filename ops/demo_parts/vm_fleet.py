"""One virtual machine with a BMC, run by `ironbusd simulate --vm`."""

import json
import os
import re
import ssl
import subprocess
import threading
import urllib.request

from daemon import Failed

CONTROL_SEQUENCE = re.compile(r"\x1b(\[[0-9;?=]*[A-Za-z]|[@-_])")


def unverified():
    """A TLS context without verification: each machine has its own self-signed certificate."""
    out = ssl.create_default_context()
    out.check_hostname = False
    out.verify_mode = ssl.CERT_NONE
    return out


def as_text(console):
    """Returns the text of a serial console, without control sequences."""
    text = CONTROL_SEQUENCE.sub("", console.decode(errors="replace")).replace("\r", "\n")
    return "\n".join(line.rstrip() for line in text.split("\n") if line.strip())


class VirtualMachine:
    """Use as a context manager: the simulator runs inside it. The machine starts powered off."""

    def __init__(self, binary, firmware, *further):
        self.command = [os.path.abspath(binary), "simulate", "--vm", "--firmware", firmware, *further]
        self.process = None
        self.place = ""
        self.errors = []  # lines that the simulator wrote to stderr

    def __enter__(self):
        self.process = subprocess.Popen(self.command, text=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        ready = dict(word.split("=", 1) for word in self.process.stdout.readline().split() if "=" in word)
        if "listen" not in ready:
            why = self.process.stderr.read().strip()
            self.__exit__()
            raise Failed(f"Cannot start the virtual machine: {why}")
        self.place = ready["listen"]
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def shown(self):
        """Returns the machine's entry in the simulator's list."""
        with urllib.request.urlopen(f"https://{self.place}/simulate/machines", context=unverified(),
                                    timeout=20) as answer:
            return json.load(answer)["machines"][0]

    def console(self, path):
        """Returns everything that the machine wrote to its serial console."""
        try:
            with open(path, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b""
