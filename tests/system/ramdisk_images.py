"""A server with one image and its faults. Each `conduct` answers one request for the image."""

import contextlib
import hashlib
import http.server
import re
import threading
import time
import urllib.parse

DRIP = 256 << 10  # Bytes at a time.


class Images(http.server.ThreadingHTTPServer):
    """Serves one image with the current `conduct`. Keeps the callers of /hello and the requested ranges."""

    daemon_threads = True

    def __init__(self, path, conduct):
        super().__init__(("127.0.0.1", 0), ImageHandler)
        with open(path, "rb") as file:
            self.image = file.read()
        self.sum = hashlib.sha256(self.image).hexdigest()
        self.tag = '"' + self.sum[:16] + '"'
        self.conduct = conduct
        self.ranges = []
        self.hellos = []
        self.sent = 0
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()


class ImageHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/hello"):
            self.server.hellos.append(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query)))
            return self.reply(200, b"hello")
        self.server.ranges.append(self.headers["Range"])
        return self.server.conduct(self)

    def wanted_range(self):
        """Returns the requested first byte, or None for the whole image."""
        wanted = re.fullmatch(r"bytes=(\d+)-", self.headers["Range"] or "")
        return int(wanted[1]) if wanted and self.headers["If-Range"] == self.server.tag else None

    def head(self, status, length, *headers, ranges=True):
        self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Length", str(length))
        if ranges:
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("ETag", self.server.tag)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()

    def reply(self, status, body, *headers):
        self.head(status, len(body), *headers)
        self.wfile.write(body)

    def rest(self, begin, claimed=None):
        size = len(self.server.image)
        first = begin if claimed is None else claimed
        self.reply(206, self.server.image[begin:], ("Content-Range", f"bytes {first}-{size - 1}/{size}"))

    def half(self, ranges=True):
        """Sends half of the data that it announces."""
        self.head(200, len(self.server.image), ranges=ranges)
        self.wfile.write(self.server.image[:len(self.server.image) // 2])

    def handle(self):
        with contextlib.suppress(ConnectionError):  # Refused clients do not read to the end.
            super().handle()

    def log_message(self, *_):
        pass


def serves(handler):
    begin = handler.wanted_range()
    handler.reply(200, handler.server.image) if begin is None else handler.rest(begin)


def breaks_off_once(handler):
    handler.half() if len(handler.server.ranges) == 1 else serves(handler)


def serves_another(handler):
    image = handler.server.image
    handler.reply(200, image[:-1] + bytes([image[-1] ^ 1]))


def serves_a_shorter_one(handler):
    handler.reply(200, handler.server.image[:-(1 << 20)])


def ends_early(handler):
    handler.half(ranges=False)


def stalls(handler):
    handler.half(ranges=False)
    handler.rfile.read(1)  # Waits until the agent has given up.


def lies_about_ranges(handler):
    begin = handler.wanted_range()
    handler.half() if begin is None else handler.rest(begin, claimed=begin - 512)


def has_a_larger_one_than_the_disk(handler):
    handler.head(200, 6 << 30)
    handler.wfile.write(handler.server.image)


def refuses(handler):
    handler.reply(403, b"not for you")


def drips(handler):
    """Sends so slowly that a test can act in the middle."""
    image = handler.server.image
    handler.head(200, len(image))
    for place in range(0, len(image), DRIP):
        handler.wfile.write(image[place:place + DRIP])
        handler.server.sent = place + DRIP
        time.sleep(0.1)
