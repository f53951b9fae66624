"""Simulates the API for a fleet of any size, with events on demand. The page's files come from a real daemon."""

import collections
import datetime
import http.server
import json
import os
import re
import threading
import urllib.parse
import urllib.request
import uuid

STATES = ("active", "active", "active", "available", "deploying", "wait call-back", "manageable", "deploy failed")
IDLE = ("active", "available", "manageable")
TIME = "2026-01-01T00:00:00+00:00"


def node_of(number):
    state = STATES[number % len(STATES)]
    return {"uuid": str(uuid.UUID(int=number + 1)), "name": f"rack{number // 40:03}-node-{number % 40:02}",
            "driver": "redfish", "conductor_group": f"hall-{number % 4}", "owner": "web", "lessee": None, "resource_class": "general",
            "provision_state": state, "target_provision_state": "active" if "deploy" in state else None,
            "provision_updated_at": TIME, "power_state": "power on", "target_power_state": None,
            "maintenance": False, "fault": None, "health": "OK", "clean_step": {}, "deploy_step": {},
            "last_error": "No disk fits." if state == "deploy failed" else None, "service_step": {}}


def has_cause(node):
    return node["provision_state"] not in IDLE or "power_unconfirmed" in node


def cause_of(node):
    text = f"{node['provision_state']}, waiting for driver worker one"
    if "power_unconfirmed" in node:
        text = f"{node['provision_state']}, power state not confirmed after '{node['power_unconfirmed']['order']}'"
    return {"kind": "working", "key": f"working: {text}", "text": text, "reason": None}


def why_of(node):
    """An answer of /why: step 2 of 4, which started two minutes ago and usually takes four."""
    def at(seconds):
        return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)).isoformat()

    usual = {"runs": 9, "median_seconds": 240, "p99_seconds": 300, "began": at(-120), "expected_end": at(120), "overdue": False}
    busy = node["provision_state"] == "deploying"
    return {**node, "unblocked_by": [],
            "cause": cause_of(node),
            "working": {"kind": "deploy", "id": "1", "index": 1, "attempt": 1, "started_at": at(-200), "steps": 4,
                        "step": {"interface": "deploy", "step": "write_image"}, "usual": usual} if busy else None,
            "waiting": {"for": "driver", "who": "driver worker one", "since": at(-120), "until": at(1800),
                        "on_expiry": "the workflow fails"}}


PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "gateways", "http", "ui")
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def page_file(name):
    """A file of the page from the sources, with the daemon's policy: (text, type, headers)."""
    with open(os.path.join(PAGE, "page.cpp"), encoding="utf-8") as file:
        source = re.search(r"std::string content_policy.*?return (.*?);\n", file.read(), re.S).group(1)
    policy = "".join(re.findall(r'"([^"]*)"', source.replace("fetched", '"connect-src \'self\'"')))
    with open(os.path.join(PAGE, "page", name or "index.html"), "rb") as file:
        return file.read(), KINDS[os.path.splitext(name or "index.html")[1]], [("Content-Security-Policy", policy)]


def error(text):
    return {"error_message": {"faultstring": text}}


def body_of(text):
    """JSON as such, anything else as text; None if it is empty."""
    return json.loads(text) if text.startswith((b"{", b"[")) else text.decode() or None


class Fleet:
    """The simulated service. Events get their positions when they are sent. Without the URL of a daemon the page's
    files come from the sources."""

    def __init__(self, url, count):
        self.page_url = url
        self.nodes = [node_of(number) for number in range(count)]
        self.lock = threading.Condition()
        self.texts = []      # events as sent, by position from 1
        self.oldest = 0  # the position after which the log is complete
        self.followers = 0
        self.resume_positions = []  # the Last-Event-ID of each follower
        self.cut = 0         # incremented to drop all current followers
        self.bytes = 0       # sent in responses
        self.requests = collections.Counter()  # requests by path
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def send_events(self, numbers, type_, make):
        """Sends one event for each node, all at once."""
        with self.lock:
            for number in numbers:
                node = self.nodes[number]
                position = len(self.texts) + 1
                data = {"uuid": node["uuid"], "name": node["name"], **make(node, number)}
                event = {"specversion": "1.0", "id": str(uuid.uuid4()), "type": "ironbus." + type_, "time": TIME,
                         "subject": node["uuid"], "sequence": "1", "position": position, "data": data}
                self.texts.append(f"id: log:{position}\nevent: ironbus.{type_}\ndata: {json.dumps(event)}\n\n")
            self.lock.notify_all()

    def change_all(self, state):
        def change(node, _):
            before, node["provision_state"] = node["provision_state"], state
            return {"from": before, "to": state, "target": "active", "status": "start", "last_error": None}
        self.send_events(range(len(self.nodes)), "provision_state_changed", change)

    def start_steps(self, index):
        self.send_events(range(len(self.nodes)), "step_started", lambda *_: {
            "workflow": "deploy", "operation_id": "1", "interface": "deploy", "step": f"step_{index}", "index": index,
            "attempt": 1})

    def drop_followers(self):
        with self.lock:
            self.cut += 1
            self.lock.notify_all()

    def _handler(self):
        fleet = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                url = urllib.parse.urlsplit(self.path)
                query = dict(urllib.parse.parse_qsl(url.query))
                if url.path.startswith("/ui"):
                    return self.from_daemon() if fleet.page_url else self.from_sources(url.path)
                refused = fleet._refused(self)
                if refused:
                    return self.answer_json(*refused)
                if url.path == "/v1/events/stream":
                    return fleet._stream(self)
                self.answer_json(*fleet._read(self, url.path, query))

            def do_change(self):
                length = int(self.headers.get("Content-Length") or 0)
                text = self.rfile.read(length)
                refused = fleet._refused(self)
                path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
                self.answer_json(*(refused or fleet._change(self, self.command, path, body_of(text))))

            do_POST = do_PUT = do_PATCH = do_DELETE = do_change

            def answer_json(self, status, document, headers=()):
                body = b"" if document is None else json.dumps(document).encode()
                self.answer(status, body, "application/json", headers)

            def from_sources(self, path):
                try:
                    self.answer(200, *page_file(path.removeprefix("/ui").removeprefix("/")))
                except OSError:
                    self.answer_json(404, error("The page has no file of this name."))

            def from_daemon(self):
                with urllib.request.urlopen(fleet.page_url + self.path) as got:
                    headers = [(name, value) for name, value in got.headers.items()
                               if name in ("Content-Security-Policy", "ETag", "Cache-Control")]
                    self.answer(200, got.read(), got.headers["Content-Type"], headers)

            def answer(self, status, body, kind, headers=()):
                fleet.bytes += len(body)
                self.send_response(status)
                for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), *headers):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler

    def _refused(self, handler):
        """The answer to a request that lacks credentials; None: it is admitted."""

    def _read(self, handler, path, query):
        """Status and document of a GET."""
        return 200, self._document(path, query)

    def _change(self, handler, method, path, body):
        """Status, document and further headers of a request that changes something."""
        return 405, error(f"The method {method} is not allowed for this path.")

    def _page(self, nodes, query):
        """One page of the nodes, after the marker."""
        first = next((at + 1 for at, node in enumerate(nodes) if node["uuid"] == query.get("marker")), 0)
        return nodes[first:first + int(query["limit"])]

    def _whys(self, query):
        waiting = [node for node in self.nodes if has_cause(node)]
        page = self._page(waiting, query)
        out = {"nodes": [why_of(node) for node in page]}
        if page and page[-1] is not waiting[-1]:
            out["next"] = f"{self.url}/v1/why?limit={query['limit']}&marker={page[-1]['uuid']}"
        return out

    def _document(self, path, query):
        self.requests[path] += 1
        if path == "/v1/access":
            return {"user": None, "read_only": False, "auth_strategy": "noauth", "granted": None}
        if path == "/v1/session":
            return {"user": None, "method": None, "roles": None, "system": False, "project": None, "expires_at": None,
                    "csrf_token": None}
        if path == "/v1/nodes":
            return {"nodes": self._page(self.nodes, query)}
        if path == "/v1/why":
            return self._whys(query)
        if path.endswith("/why"):
            return why_of(next(one for one in self.nodes if one["uuid"] == path.split("/")[3]))
        return {"events": [], "log": "log", "oldest": 0, "newest": 0}

    def _stream(self, handler):
        wanted = handler.headers.get("Last-Event-ID")
        self.resume_positions.append(wanted)
        wanted = wanted and int(wanted.partition(":")[2])
        if wanted and wanted < self.oldest:
            body = json.dumps({"oldest": self.oldest}).encode()
            return handler.answer(410, body, "application/json")
        with self.lock:
            at, cut = wanted or len(self.texts), self.cut
            self.followers += 1
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.wfile.write(b": ironbus events\n\n")
        handler.close_connection = True
        try:
            self._send_from(handler.wfile, at, cut)
        except OSError:
            pass  # The browser has disconnected.
        self.followers -= 1

    def _send_from(self, out, at, cut):
        while True:
            with self.lock:
                self.lock.wait_for(lambda: len(self.texts) > at or self.cut > cut, 5)
                if self.cut > cut:
                    return
                texts, at = self.texts[at:], len(self.texts)
            out.write("".join(texts).encode() or b": keep-alive\n\n")
            out.flush()
