"""Private Redis servers on loopback with append-only files: a single one, or a primary and a replica under a Sentinel.

The second port of the single server or the primary uses TLS and requires a client certificate. It has a user with a
password in addition to the default user."""

import os
import socket

from backends import certificates
from backends.processes import Process, free_port

USER, PASSWORD = "fleet", "s3cret"
SERVICE = "ironbus"  # the Sentinel's name for the pair
STORE, REPLICA, SENTINEL = "store", "store-replica", "sentinel"

# Written to a file, because the Sentinel makes the server store its new role there.
SERVER = """\
port {port}
bind 127.0.0.1
dir {data}
appendonly yes
appendfsync {fsync}
save ""
"""
ENCRYPTED = """\
tls-port {tls_port}
tls-auth-clients yes
tls-ca-cert-file {tls}/ca.crt
tls-cert-file {tls}/server.crt
tls-key-file {tls}/server.key
user {user} on >{password} ~* &* +@all
"""
FOLLOWER = """\
replicaof 127.0.0.1 {primary_port}
repl-diskless-sync-delay 0
"""
WATCH = """\
port {port}
bind 127.0.0.1
dir {data}
sentinel monitor {service} 127.0.0.1 {primary_port} 1
sentinel down-after-milliseconds {service} 3000
sentinel failover-timeout {service} 10000
"""


def says(port, command, expected):
    """Returns whether the server's response to `command` contains `expected`."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(command + b"\r\n")
            return expected in connection.recv(4096)
    except OSError:
        return False


def answers(port):
    return says(port, b"PING", b"+PONG")


def follows(port):
    """Returns whether a replica is in sync with its primary."""
    return says(port, b"INFO replication", b"master_link_status:up")


def launch(directory, name, text, port=None, **values):
    """Starts a server with this configuration. Returns its port."""
    port = port or free_port()
    data = os.path.join(os.path.abspath(directory), name)
    os.makedirs(data, exist_ok=True)
    path = os.path.join(data, "redis.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.format(port=port, data=data, **values))
    mode = ["--sentinel"] if name == SENTINEL else []
    Process(directory, name).start(["redis-server", path, *mode])
    return port


def start(directory, port=None, fsync="everysec"):
    """Starts a single server. Returns its port and its TLS port without waiting until it is ready."""
    tls_port = free_port()
    tls = certificates.folder_of(directory)
    return launch(directory, STORE, SERVER + ENCRYPTED, port, fsync=fsync, tls_port=tls_port, tls=tls,
                  user=USER, password=PASSWORD), tls_port


def start_pair(directory, port=None, fsync="everysec"):
    """Starts a primary, a replica and a Sentinel that handles failover. Returns their ports, and the TLS port of
    the primary."""
    primary_port, tls_port = start(directory, port, fsync)
    wait_ready(directory, primary_port)
    replica_port = launch(directory, REPLICA, SERVER + FOLLOWER, fsync=fsync,
                          primary_port=primary_port)
    Process(directory, REPLICA).wait_until(lambda: follows(replica_port), 30)
    port = launch(directory, SENTINEL, WATCH, service=SERVICE, primary_port=primary_port)
    wait_ready(directory, port, name=SENTINEL)
    return (primary_port, replica_port, port), tls_port


def wait_ready(directory, port, patience=30, name=STORE):
    Process(directory, name).wait_until(lambda: answers(port), patience)
