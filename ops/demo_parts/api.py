"""A client of the Bare Metal API and of its event stream, over plain HTTP."""

import http.client
import json
import threading
import urllib.error
import urllib.parse
import urllib.request

from daemon import Failed

VERSION = "1.109"


class Api:
    def __init__(self, url):
        self.url = url

    def call(self, method, path, body=None):
        """Returns the decoded response body, or None if it is empty. Raises Failed on an HTTP error."""
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"X-OpenStack-Ironic-API-Version": VERSION, "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise Failed(f"{method} {path}: {error.code} {reason(error.read())}") from None
        except OSError as error:
            raise Failed(f"{method} {path}: {error}") from None
        return json.loads(text) if text else None

    def follow(self, take):
        """Calls take(event) for every new event, in its own thread, and take(None) when the stream
        ends. Returns when the stream is open."""
        address = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        connection.request("GET", "/v1/events/stream")
        stream = connection.getresponse()
        if stream.status != 200:
            raise Failed(f"GET /v1/events/stream: {stream.status}")
        stream.readline()  # the greeting; the service sends every later event

        def read():
            try:
                for line in stream:
                    if line.startswith(b"data: "):
                        take(json.loads(line[len(b"data: "):]))
            except (OSError, ValueError, http.client.HTTPException):
                pass  # the service stopped; the None below reports it
            take(None)

        threading.Thread(target=read, daemon=True).start()


def reason(body):
    """Extracts the message from an error response."""
    try:
        inner = json.loads(json.loads(body)["error_message"])
        return inner.get("faultstring") or inner.get("description") or str(inner)
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")
