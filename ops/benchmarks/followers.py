"""Measures events with many clients of the stream. Some of them never read."""

import itertools
import json
import re
import select
import socket
import threading
import time
import urllib.request

from benchmarks import scenarios
from benchmarks.load import closed_loop, request
from benchmarks.system import SETTINGS as SETTINGS_AT_REST

SETTINGS = SETTINGS_AT_REST + """\
api:
  max_connections_per_address: 5000
"""

NODES = 500
QUESTION = b"GET /v1/events/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
CATCH_UP_SECONDS = 120


class Followers:
    """Connections to the event stream. With `half_quiet` every second one never reads."""

    def __init__(self, address, count, half_quiet):
        self.poll = select.epoll()
        self.sockets = []
        self.reading = {}
        self.received = 0
        self.bytes = 0
        for number in range(count):
            link = socket.create_connection(address, timeout=30)
            link.sendall(QUESTION)
            self.sockets.append(link)
            if half_quiet and number % 2 == 1:
                link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                continue
            self.reading[link.fileno()] = link
            self.poll.register(link, select.EPOLLIN)
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        while not self.ended.is_set():
            for number, _ in self.poll.poll(0.2):
                data = self.reading[number].recv(1 << 18)
                if not data:
                    self.poll.unregister(number)
                self.bytes += len(data)
                self.received += data.count(b"\nevent: ")

    def close(self):
        self.ended.set()
        self.thread.join()
        for link in self.sockets:
            link.close()


def newest(system):
    with urllib.request.urlopen("http://%s:%d/v1/events?limit=1" % system.address, timeout=30) as answer:
        return json.load(answer)["newest"]


def follow(system, fleet, count, seconds, half_quiet=False):
    """Returns a row: events per second, CPU per event, and the deliveries to the clients."""
    followers = Followers(system.address, count, half_quiet)
    time.sleep(1 + count / 500)  # until the service has added all of them
    first, before, had = newest(system), system.cpu(), followers.received
    numbers = itertools.count()

    def change():
        body = [{"op": "add", "path": "/extra/count", "value": next(numbers)}]
        return request("PATCH", f"/v1/nodes/{fleet[next(numbers) % len(fleet)]}", body)
    load, took = closed_loop(system.address, 16, change, seconds=seconds)
    events = newest(system) - first
    wanted = events * len(followers.reading)
    until = time.monotonic() + CATCH_UP_SECONDS
    while followers.received - had < wanted and time.monotonic() < until:
        time.sleep(0.05)
    caught_up = time.monotonic() - until + CATCH_UP_SECONDS
    name = f"{count:,} followers" + (", half of whom never read" if half_quiet else "")
    row = scenarios.row(name, system, before, events, took, load.seconds, load)
    row["deliveries"] = followers.received - had
    row["missed"] = wanted - row["deliveries"]
    row["behind_seconds"] = caught_up
    row["memory"] = system.memory()
    followers.close()
    return row


def bytes_of_an_event(system):
    """Returns the average size of an event in the log, which the service measures once a minute. None before that,
    and if the address belongs to a process without that metric."""
    with urllib.request.urlopen("http://%s:%d/metrics" % system.address, timeout=30) as answer:
        found = dict(re.findall(r"^ironbus_event_log_(bytes|entries) (\d+)", answer.read().decode(), re.MULTILINE))
    return int(found["bytes"]) / int(found["entries"]) if found.get("entries", "0") != "0" else None


def measure(system, chosen, did):
    """Returns the average size of an event in the log in bytes."""
    fleet = []
    scenarios.create(system, NODES, fleet)
    for count in (0, 1, 100, 1000):
        did(follow(system, fleet, count, chosen.seconds))
    did(follow(system, fleet, 1000, chosen.seconds, half_quiet=True))
    return bytes_of_an_event(system)
