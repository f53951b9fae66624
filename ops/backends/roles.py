"""The processes of ironbusd: one role each, all with the same configuration file."""

import os
import urllib.error
import urllib.request

from backends.processes import Process, Refused

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

CONFIGURATION = """\
# Written by ops/cluster.
bus: {amqp_url}
store: {redis_url}
listen: {listen}
data: {data}
"""


def daemon_path():
    """Returns $IRONBUSD, else the release build, else the dev build."""
    candidates = [os.environ.get("IRONBUSD", "")]
    candidates += [f"{ROOT}/build/{preset}/bin/ironbusd" for preset in ("release", "dev")]
    for path in candidates:
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
    raise Refused("Found no ironbusd. Run ops/build, or set IRONBUSD to the path of the program.")


def write_configuration(directory, amqp_url, redis_url, listen, further=""):
    path = os.path.join(os.path.abspath(directory), "ironbus.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(CONFIGURATION.format(amqp_url=amqp_url, redis_url=redis_url, listen=listen,
                                        data=os.path.join(os.path.abspath(directory), "data")))
        file.write(further)
    return path


def listen_of(listen, index):
    """Returns the address of the n-th gateway: the first one's port plus n."""
    host, _, port = listen.rpartition(":")
    return f"{host}:{int(port) + index}"


def start(directory, configuration, role, count, listen):
    for index in range(count):
        name = f"{role}-{index + 1}"
        argv = [daemon_path(), "--roles", role, "--config", configuration, "--name", name]
        if role == "gateway" and index > 0:
            argv += ["--listen", listen_of(listen, index)]
        Process(directory, name).start(argv)


def answers(listen):
    """Returns True if the gateway answers HTTP, with any status."""
    try:
        urllib.request.urlopen(f"http://{listen}/", timeout=2).close()
        return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def wait_ready(directory, gateways, listen, patience=30):
    for index in range(gateways):
        process = Process(directory, f"gateway-{index + 1}")
        process.wait_until(lambda at=listen_of(listen, index): answers(at), patience)
