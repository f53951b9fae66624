"""A webhook receiver. It checks the requests and behaves as a test says."""

import base64
import hashlib
import hmac
import http.server
import json
import threading
import time

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
KEY = bytes(range(32))
TOLERANCE_SECONDS = 300


def signature_of(headers, body):
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()


class Receiver:
    """`behave(events, headers)` returns the status of the response, or (status, headers). With None, the
    receiver disconnects without a response. With TAKEN, it does the same, but accepts the events. Wrong
    signatures are noted in `wrong`."""

    TAKEN = "taken"

    def __init__(self, behave=None, port=0):
        self.behave = behave or (lambda events, headers: 204)
        self.taken = []     # Events that were answered with 2xx, in order of arrival.
        self.requests = []  # (time, ids, headers)
        self.wrong = []
        self.lock = threading.Lock()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                receiver.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/hook"

    def answer(self, request):
        body = request.rfile.read(int(request.headers["Content-Length"]))
        events = self.check(request, body)
        with self.lock:
            self.requests.append((time.monotonic(), [x["id"] for x in events], dict(request.headers)))
        told = self.behave(events, request.headers)
        status, headers = told if isinstance(told, tuple) else (told, {})
        if status == self.TAKEN or (status and status // 100 == 2):
            with self.lock:
                self.taken += events
        if status in (None, self.TAKEN):
            request.close_connection = True
            return
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("Content-Length", "0")
        request.end_headers()

    def check(self, request, body):
        headers = request.headers
        if headers["webhook-signature"] != signature_of(headers, body):
            self.wrong.append(f"the signature of {headers['webhook-id']} is wrong")
        if abs(time.time() - int(headers["webhook-timestamp"])) > TOLERANCE_SECONDS:
            self.wrong.append(f"{headers['webhook-id']} is of another time")
        told = json.loads(body)
        events = told if isinstance(told, list) else [told]
        if len(events) == 1 and headers["webhook-id"] != events[0]["id"]:
            self.wrong.append(f"{headers['webhook-id']} is another id than its event's")
        return events

    def ids(self):
        with self.lock:
            return [event["id"] for event in self.taken]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
