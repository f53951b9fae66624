"""A private Redis on loopback with an append-only file."""

import os
import socket

from backends.processes import Process, free_port


def answers(port):
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(5) == b"+PONG"
    except OSError:
        return False


def start(directory, port=None, fsync="everysec"):
    port = port or free_port()
    data = os.path.join(os.path.abspath(directory), "store")
    os.makedirs(data, exist_ok=True)
    Process(directory, "store").start([
        "redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", data,
        "--appendonly", "yes", "--appendfsync", fsync, "--save", "", "--daemonize", "no"])
    return port


def wait_ready(directory, port, patience=30):
    Process(directory, "store").wait_until(lambda: answers(port), patience)
