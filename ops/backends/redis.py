"""Private Redis servers on loopback with append-only files: one, or a pair that a Sentinel looks after.

On a second port the one, or the first of the pair, speaks TLS and asks for a client certificate; it has a user with
a password beside the default one."""

import os
import socket

from backends import certificates
from backends.processes import Process, free_port

USER, PASSWORD = "fleet", "s3cret"
SERVICE = "ironbus"  # By which the Sentinel knows the pair.
STORE, REPLICA, SENTINEL = "store", "store-replica", "sentinel"

# In a file, so that the Sentinel can have the server keep its new role in it.
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
    """Whether the server's answer holds that."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(command + b"\r\n")
            return expected in connection.recv(4096)
    except OSError:
        return False


def answers(port):
    return says(port, b"PING", b"+PONG")


def follows(port):
    """A replica has all that its primary has, and goes on to get it."""
    return says(port, b"INFO replication", b"master_link_status:up")


def launch(directory, name, text, port=None, **values):
    """Its port."""
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
    """Its port and that for TLS are returned before it is ready."""
    tls_port = free_port()
    tls = certificates.folder_of(directory)
    return launch(directory, STORE, SERVER + ENCRYPTED, port, fsync=fsync, tls_port=tls_port, tls=tls,
                  user=USER, password=PASSWORD), tls_port


def start_pair(directory, port=None, fsync="everysec"):
    """The ports of the primary, the replica and the Sentinel that puts one in the place of the other, and that
    of the primary for TLS."""
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
