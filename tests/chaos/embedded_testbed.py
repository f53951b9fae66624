"""One embedded process with the interface of a cluster."""

import http.client
import json
import os
import shutil
import sqlite3
import tempfile
import threading
import urllib.parse

import evidence
from testbed import scrape_counters

from backends import roles
from backends.processes import Process, free_port

NAME = "ironbusd"


class EmbeddedTestbed:
    """`with EmbeddedTestbed(settings) as bed:` runs it. The folder is kept if `keep` is set."""

    def __init__(self, settings):
        self.directory = tempfile.mkdtemp(prefix="ironbus-chaos.")
        self.journal = os.path.join(self.directory, "journal.jsonl")
        self.url = f"http://127.0.0.1:{free_port()}"
        self.health = f"127.0.0.1:{free_port()}"
        self.settings = settings.replace("$JOURNAL", self.journal)
        self.keep = False
        self.counted = {}
        self.seen = []

    def __enter__(self):
        path = os.path.join(self.directory, "ironbus.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"listen: {urllib.parse.urlsplit(self.url).netloc}\n"
                       f"health_listen: {self.health}\ndata: {self.directory}/data\n{self.settings}")
        process = self.process()
        process.start([roles.daemon_path(), "--config", path])
        process.wait_until(lambda: roles.answers(urllib.parse.urlsplit(self.url).netloc), 30)
        threading.Thread(target=self._follow, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.process().stop()
        if self.keep:
            print(f"kept for inspection: {self.directory}")
        else:
            shutil.rmtree(self.directory, ignore_errors=True)

    def process(self, name=NAME):
        return Process(self.directory, name)

    def daemons(self):
        return [NAME]

    def note_counters(self, _):
        self.counted = scrape_counters(self.health)

    def count_of(self, *names):
        return sum(self.counted.get(name, 0) for name in names)

    def witness(self, uuids):
        file = f"file:{self.directory}/data/ironbus.db?mode=ro"
        with sqlite3.connect(file, uri=True, timeout=30) as store:
            snapshots = evidence.sqlite_snapshots(store, uuids)
            return (evidence.sqlite_operations(store), snapshots,
                    evidence.sqlite_unpublished(store, uuids))

    def events(self):
        return list(self.seen)

    def _follow(self):
        """Records events as they arrive, because there is no event log to read afterwards."""
        at = urllib.parse.urlsplit(self.url)
        stream = http.client.HTTPConnection(at.hostname, at.port)
        stream.request("GET", "/v1/events/stream")
        try:
            for line in stream.getresponse():
                if line.startswith(b"data:"):
                    self.seen.append(json.loads(line[5:]))
        except (OSError, http.client.HTTPException):
            pass  # the process has ended
