"""HTTP server for the demonstration: serves the image and receives the deployed system's call."""

import hashlib
import http.server
import os
import queue
import threading
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self._answer(False)

    def do_GET(self):
        self._answer(True)

    def _answer(self, with_body):
        asked = urllib.parse.urlsplit(self.path)
        if asked.path == "/hello":
            self.server.calls.put(dict(urllib.parse.parse_qsl(asked.query)))
            return self._send(b"hello\n", with_body)
        if asked.path != "/image":
            return self.send_error(404)
        with open(self.server.image, "rb") as file:
            return self._send(file.read(), with_body)

    def _send(self, body, with_body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class Site:
    """Use as a context manager."""

    def __init__(self, host, image):
        self.server = http.server.ThreadingHTTPServer((host, 0), Handler)
        self.server.image = image
        self.server.calls = queue.Queue()
        self.url = f"http://{host}:{self.server.server_port}"
        with open(image, "rb") as file:
            self.sum = hashlib.sha256(file.read()).hexdigest()
        self.size = os.path.getsize(image)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def calls(self):
        """Queue with the query parameters of each call of a deployed system."""
        return self.server.calls
