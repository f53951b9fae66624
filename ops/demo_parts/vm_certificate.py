"""The operator's key, and the certificates that are signed with it: checked as an auditor would, offline."""

import os
import subprocess

from daemon import Failed


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{os.path.basename(command[0])}: {done.stderr.strip()[-500:]}")
    return done.stdout


class Auditor:
    """`binary`: ironbusd; `folder`: where the keys are."""

    def __init__(self, binary, folder):
        self.binary = os.path.abspath(binary)
        self.folder = folder
        self.key = os.path.join(folder, "certificates.pem")
        self.public_key = os.path.join(folder, "certificates.pub.pem")
        run("openssl", "genpkey", "-algorithm", "ed25519", "-out", self.key)
        run("openssl", "pkey", "-in", self.key, "-pubout", "-out", self.public_key)

    def check(self, url, node):
        """What the certificate of the node's last cleaning says; Failed if it does not hold."""
        path = os.path.join(self.folder, "certificate.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(run(self.binary, "certificate", node, "--url", url))
        return run(self.binary, "certificate", "--verify", path, "--public-key", self.public_key)
