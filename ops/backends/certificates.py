"""Certificates for the backends of one folder: an authority, a server's and a client's, by openssl."""

import os
import subprocess

from backends.processes import Failed

# Without it openssl would take what the system's own file says of extensions.
CONFIGURATION = """\
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[holder]
basicConstraints = critical, CA:FALSE
subjectAltName = {names}
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
"""


def make(folder, names):
    """Writes ca, server and client, each as .crt and .key; `names` are the server's, as OpenSSL
    writes them. What is there from an earlier start stays: clients know it."""
    os.makedirs(folder, exist_ok=True)
    if os.path.exists(os.path.join(folder, "client.crt")):
        return
    with open(os.path.join(folder, "openssl.cnf"), "w", encoding="ascii") as file:
        file.write(CONFIGURATION.format(names=names))
    issue(folder, "ca", "authority", [])
    signed = ["-CA", "ca.crt", "-CAkey", "ca.key"]
    issue(folder, "server", "holder", signed)
    issue(folder, "client", "holder", signed)


def issue(folder, name, kind, signed):
    made = subprocess.run(
        ["openssl", "req", "-x509", "-config", "openssl.cnf", "-extensions", kind, "-days", "30",
         "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN=ironbus test {name}",
         "-keyout", name + ".key", "-out", name + ".crt", *signed],
        cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=30, check=False)
    if made.returncode != 0:
        raise Failed(f"openssl makes no certificate '{name}': {made.stderr.strip()}")
