"""Creates TLS certificates for a local cluster with openssl: a CA, one for the servers, one for a client."""

import os
import subprocess

from backends.processes import Failed

# Explicit, so that openssl does not use the extensions of the system's openssl.cnf.
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
    """Returns the folder of the certificates and keys."""
    return os.path.join(os.path.abspath(directory), "tls")


def make(directory):
    """Writes ca, server and client, each as .crt and .key. Keeps files of an earlier start, because
    clients may use them."""
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
        raise Failed(f"openssl could not create the certificate '{name}': {made.stderr.strip()}")
