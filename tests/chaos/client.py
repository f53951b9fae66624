"""A client of the API that retries like openstacksdk."""

import http.client
import itertools
import json
import os
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "support"))

from service_invariants import Freshness, check_extent, lasting, moment  # noqa: E402,F401

AGAIN = (502, 503, 504)


class NoAnswer(Exception):
    """No response arrived within the client's time limit."""


class Client:
    """Thread safe: each thread has its own connection. After a failed request it uses the next gateway, like a
    load balancer."""

    def __init__(self, *urls, longest_pause=1.0, patience=90.0):
        self.netlocs = [urllib.parse.urlsplit(url).netloc for url in urls]
        self.turns = itertools.count()
        self.longest_pause = longest_pause
        self.patience = patience
        self.local = threading.local()
        self.lock = threading.Lock()
        self.freshness = Freshness()
        self.stale = []  # responses older than earlier ones
        self.refused = {}  # status, or name of the connection error → count

    def call(self, method, path, body=None, patience=None):
        """Returns (status, document, attempts). Repeats requests after 5xx and lost connections."""
        patience = patience or self.patience
        ends = time.monotonic() + patience
        attempts = 0
        while True:
            attempts += 1
            try:
                began = time.monotonic()
                status, document = self._once(method, path, body)
                self.stale += self.freshness.saw(method, path, status, document, began)
                if status not in AGAIN:
                    return status, document, attempts
                self._forget()
                self._count(status)
            except (OSError, http.client.HTTPException) as error:
                self._forget()
                self._count(type(error).__name__)
            if time.monotonic() > ends:
                raise NoAnswer(f"{method} {path}: no answer in {patience:.0f} s, {attempts} attempts")
            time.sleep(min(self.longest_pause, 0.1 * attempts))

    def get(self, path, patience=None):
        status, document, _ = self.call("GET", path, patience=patience)
        if status != 200:
            raise NoAnswer(f"GET {path}: {status} {document}")
        return document

    def violations(self):
        """Returns the violations in the service's current data and in all responses so far."""
        def get(path):
            status, document, _ = self.call("GET", path)
            return document if status == 200 else None

        return self.stale + lasting(get)

    def _once(self, method, path, body):
        if not getattr(self.local, "connection", None):
            netloc = self.netlocs[next(self.turns) % len(self.netlocs)]
            self.local.connection = http.client.HTTPConnection(netloc, timeout=35)
        connection = self.local.connection
        headers = {"X-OpenStack-Ironic-API-Version": "latest", "Content-Type": "application/json"}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.will_close:
            self._forget()
        return answer.status, json.loads(text) if text else None

    def _forget(self):
        if getattr(self.local, "connection", None):
            self.local.connection.close()
        self.local.connection = None

    def _count(self, what):
        with self.lock:
            self.refused[what] = self.refused.get(what, 0) + 1
