"""A private RabbitMQ on loopback, with its own epmd, cookie and data. Its second port uses TLS and requires a
client certificate."""

import os
import socket

from backends import certificates
from backends.processes import Failed, Process, free_port

SERVER = "/usr/lib/rabbitmq/bin/rabbitmq-server"  # the one in sbin changes the user

# Small and quiet: two schedulers without busy waiting, a short Raft log, memory and disk alarms.
ERLANG_ARGUMENTS = ("+S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none "
                    "-kernel inet_dist_use_interface {127,0,0,1}")

CONFIGURATION = """\
listeners.tcp.local = 127.0.0.1:{port}
listeners.ssl.local = 127.0.0.1:{tls_port}
ssl_options.cacertfile = {tls}/ca.crt
ssl_options.certfile = {tls}/server.crt
ssl_options.keyfile = {tls}/server.key
ssl_options.verify = verify_peer
ssl_options.fail_if_no_peer_cert = true
auth_mechanisms.1 = PLAIN
auth_mechanisms.2 = EXTERNAL
ssl_cert_login_from = common_name
loopback_users = none
vm_memory_high_watermark.absolute = {memory_mb}MB
disk_free_limit.absolute = 100MB
raft.wal_max_size_bytes = 67108864
log.console = true
log.console.level = info
log.file = false
"""


def answers(port):
    """Returns True if the broker starts an AMQP 0-9-1 handshake (connection.start)."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(b"AMQP\x00\x00\x09\x01")
            head = connection.recv(11)
            return len(head) == 11 and head[0] == 1 and head[7:11] == b"\x00\x0a\x00\x0a"
    except OSError:
        return False


def start(directory, port=None, memory_mb=1500):
    """Starts epmd and the broker. Returns the plain port and the TLS port without waiting until it is ready."""
    if not os.path.exists(SERVER):
        raise Failed("RabbitMQ is not installed. Run ops/install_packages.")
    port = port or free_port()
    tls_port = free_port()
    home = os.path.join(os.path.abspath(directory), "broker")
    os.makedirs(home, exist_ok=True)
    files = {"rabbitmq.conf": CONFIGURATION.format(
                port=port, tls_port=tls_port, tls=certificates.folder_of(directory), memory_mb=memory_mb),
             "enabled_plugins": "[rabbitmq_auth_mechanism_ssl].\n"}
    for name, text in files.items():
        with open(os.path.join(home, name), "w", encoding="ascii") as file:
            file.write(text)
    environment = environment_of(home, str(free_port()), str(free_port()))
    # If epmd does not run, Erlang starts its own as a daemon, and nothing stops that one.
    Process(directory, "epmd").start(
        ["epmd", "-port", environment["ERL_EPMD_PORT"], "-address", "127.0.0.1"], environment)
    Process(directory, "broker").start([SERVER], environment)
    return port, tls_port


def environment_of(home, epmd_port, distribution_port):
    return {
        "HOME": home,  # location of the cookie
        "RABBITMQ_NODENAME": "ironbus@localhost",
        "RABBITMQ_MNESIA_BASE": os.path.join(home, "data"),
        "RABBITMQ_LOG_BASE": os.path.join(home, "log"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": os.path.join(home, "enabled_plugins"),
        "RABBITMQ_CONFIG_FILE": os.path.join(home, "rabbitmq.conf"),
        "RABBITMQ_CONF_ENV_FILE": "/dev/null",
        "RABBITMQ_PID_FILE": os.path.join(home, "pid"),
        "RABBITMQ_DIST_PORT": distribution_port,
        "ERL_EPMD_PORT": epmd_port,
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "ERL_CRASH_DUMP": "/dev/null",
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": ERLANG_ARGUMENTS,
        "RUNNING_UNDER_SYSTEMD": "true",  # exec instead of fork: the pid is the broker's
    }


def wait_ready(directory, port, patience=90):
    Process(directory, "broker").wait_until(lambda: answers(port), patience)
