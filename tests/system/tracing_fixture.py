"""Shared code of the tracing tests: a client with its own trace."""

import http.client
import json
import secrets
import urllib.parse

from harness import VERSION

QUICK = "tracing: {{endpoint: '{url}', interval: 100ms, timeout: 2s, max_queue: {queue}{more}}}\n"


def tracing(url, queue=8192, more=""):
    return QUICK.format(url=url, queue=queue, more=more)


class Caller:
    """A client with its own trace."""

    def __init__(self, api, sampled=True):
        self.api = api
        self.trace, self.span = secrets.token_hex(16), secrets.token_hex(8)
        self.parent = f"00-{self.trace}-{self.span}-{'01' if sampled else '00'}"

    def call(self, method, path, body=None, **headers):
        at = urllib.parse.urlsplit(self.api.url)
        connection = http.client.HTTPConnection(at.hostname, at.port, timeout=60)
        try:
            connection.request(method, path, body and json.dumps(body), {
                "X-OpenStack-Ironic-API-Version": VERSION, "Content-Type": "application/json",
                "traceparent": self.parent, **headers})
            return connection.getresponse().status
        finally:
            connection.close()

    def ask_for_state(self, node, target):
        status = self.call("PUT", f"/v1/nodes/{node}/states/provision", {"target": target},
                           tracestate="congo=t61rcWkgMzE")
        assert status == 202, status


def ancestors(spans, one):
    by_id = {span.id: span for span in spans}
    while one.parent in by_id:
        one = by_id[one.parent]
        yield one
    yield one.parent
