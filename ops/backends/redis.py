"""A private Redis on loopback with an append-only file. On a second port it speaks TLS and asks for a client
certificate; there is a user with a password beside the default one."""

import os
import socket

from backends import certificates
from backends.processes import Process, free_port

USER, PASSWORD = "fleet", "s3cret"


def answers(port):
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(5) == b"+PONG"
    except OSError:
        return False


def start(directory, port=None, fsync="everysec"):
    """Its port and that for TLS are returned before it is ready."""
    port = port or free_port()
    tls_port = free_port()
    tls = certificates.folder_of(directory)
    data = os.path.join(os.path.abspath(directory), "store")
    os.makedirs(data, exist_ok=True)
    Process(directory, "store").start([
        "redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", data,
        "--appendonly", "yes", "--appendfsync", fsync, "--save", "", "--daemonize", "no",
        "--tls-port", str(tls_port), "--tls-auth-clients", "yes", "--tls-ca-cert-file", f"{tls}/ca.crt",
        "--tls-cert-file", f"{tls}/server.crt", "--tls-key-file", f"{tls}/server.key",
        "--user", USER, "on", f">{PASSWORD}", "~*", "&*", "+@all"])
    return port, tls_port


def wait_ready(directory, port, patience=30):
    Process(directory, "store").wait_until(lambda: answers(port), patience)
