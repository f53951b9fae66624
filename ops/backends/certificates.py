"""Certificates for the backends of one folder: an authority, the servers' and a client's, by openssl."""

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
subjectAltName = IP:127.0.0.1, DNS:rabbitmq.test
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
"""


def folder_of(directory):
    """Where they are, a client's and the authority's key among them."""
    return os.path.join(os.path.abspath(directory), "tls")


def make(directory):
    """Writes ca, server and client, each as .crt and .key. What is there from an earlier start
    stays: clients know it."""
    folder = folder_of(directory)
    os.makedirs(folder, exist_ok=True)
    if os.path.exists(os.path.join(folder, "client.crt")):
        return
    with open(os.path.join(folder, "openssl.cnf"), "w", encoding="ascii") as file:
        file.write(CONFIGURATION)
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
