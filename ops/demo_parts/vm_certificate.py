"""Checks cleaning certificates offline with the operator's public key."""

import os
import subprocess

from daemon import Failed


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{os.path.basename(command[0])}: {done.stderr.strip()[-500:]}")
    return done.stdout


class Auditor:
    """Creates a key pair in `folder` and checks certificates with it. `binary`: path of ironbusd."""

    def __init__(self, binary, folder):
        self.ironbus = os.path.join(os.path.dirname(os.path.abspath(binary)), "ironbus")
        self.folder = folder
        self.key = os.path.join(folder, "certificates.pem")
        self.public_key = os.path.join(folder, "certificates.pub.pem")
        run("openssl", "genpkey", "-algorithm", "ed25519", "-out", self.key)
        run("openssl", "pkey", "-in", self.key, "-pubout", "-out", self.public_key)

    def check(self, url, node):
        """Returns the text of the certificate of the node's last cleaning. Raises Failed if it is invalid."""
        path = os.path.join(self.folder, "certificate.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(run(self.ironbus, "certificate", node, "--url", url))
        return run(self.ironbus, "certificate", "--verify", path, "--public-key", self.public_key)
