"""Clients of the event log."""

import contextlib
import http.client
import json
import socket
import threading
import urllib.parse

import websocket


class EventSource:
    """Server-Sent Events, as in a browser: reconnects with the ID of the last event."""

    def __init__(self, url, path="/v1/events/stream", since=""):
        self.address = urllib.parse.urlsplit(url).netloc
        self.path = path
        self.last_id = since
        self.events = []
        self.connections = 0
        self.refused = None
        self.ending = False
        self.socket = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        self.thread.start()
        return self

    def cut(self):
        """Breaks the connection. The client reconnects."""
        if self.socket:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)

    def stop(self):
        self.ending = True
        self.cut()
        self.thread.join(10)

    def _run(self):
        while not self.ending and self.refused is None:
            try:
                self._read_one_connection()
            except (OSError, http.client.HTTPException, websocket.WebSocketException):
                pass
            threading.Event().wait(0.05)

    def _read_one_connection(self):
        connection = http.client.HTTPConnection(self.address, timeout=40)
        headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
        connection.request("GET", self.path, headers=headers)
        self.socket = connection.sock  # The response removes it.
        answer = connection.getresponse()
        if answer.status != 200:
            if answer.status != 503:
                self.refused = answer.status
            return
        self.connections += 1
        event_id, data = "", ""
        while True:
            line = answer.readline()
            if not line.endswith(b"\n"):
                return
            line = line.decode().rstrip("\n")
            if line.startswith("id: "):
                event_id = line[4:]
            elif line.startswith("data: "):
                data = line[6:]
            elif not line and data and event_id:
                self.last_id = event_id
                self.events.append(json.loads(data))
                event_id, data = "", ""


class WebSocketSource(EventSource):
    """Events as WebSocket messages. Reconnects with the position of the last event in the query."""

    def _read_one_connection(self):
        query = urllib.parse.urlencode({"since": self.last_id} if self.last_id else {})
        try:
            connection = websocket.create_connection(f"ws://{self.address}{self.path}?{query}",
                                                     timeout=40)
        except websocket.WebSocketBadStatusException as refusal:
            if refusal.status_code != 503:
                self.refused = refusal.status_code
            return
        self.socket = connection.sock
        self.connections += 1
        while True:
            opcode, data = connection.recv_data()  # Also answers pings.
            if opcode != websocket.ABNF.OPCODE_TEXT:
                return
            event = json.loads(data)
            self.last_id = f"{event['log']}:{event['position']}"
            self.events.append(event)


def all_events(api, **filters):
    """Reads the whole log, page by page."""
    query = urllib.parse.urlencode({"limit": 200, **filters})
    path = f"/v1/events?{query}"
    found = []
    while path:
        page = api.get(path)
        assert page.status == 200, page
        found += page.json["events"]
        path = page.json.get("next", "").removeprefix(api.url)
    return found


def gaps_of(events):
    """Returns the nodes whose events are not numbered 1, 2, 3, …"""
    numbers = {}
    for event in events:
        if "sequence" in event:
            numbers.setdefault(event["subject"], []).append(int(event["sequence"]))
    return {subject: found for subject, found in numbers.items()
            if found != list(range(1, len(found) + 1))}
