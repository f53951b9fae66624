"""An image server that works, or fails in a way that a test selects."""

import base64
import http.server
import re
import ssl
import threading
import time

USER = "images:geheim"
TOKEN = "a-token-of-the-registry"


class ImageServer:
    """Paths are /MODE/NAME. `files` has the contents by name. `asked` has each request as (path, Range,
    Authorization). Modes:

    plain       correct, with ranges and an ETag
    basic       the same with the credentials USER, else 401
    bearer      the same with the token TOKEN, else 401
    no-ranges   always sends the whole file, without an ETag; the first response is cut
    cut         closes after two thirds of the requested data, unless that is small
    stalls      the first response stops in the middle
    busy        503 twice, then plain
    lies        answers a range with the beginning of the file, and says so
    lies-well   answers a range with other bytes than it says
    grows       sends another ETag and another total size each time, and cuts
    chunked     sends no length
    to/PORT     redirects to 127.0.0.1:PORT/plain/NAME; to-name: the same with the name localhost
    gone        404
    """

    def __init__(self, certificate=None):
        self.files = {}
        self.asked = []
        self.lock = threading.Lock()
        self.released = threading.Event()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                try:
                    server.answer(self)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True  # The client closed the connection.

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port
        self.url = f"http{'s' if certificate else ''}://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.released.set()
        self.server.shutdown()
        self.server.server_close()

    def times(self, path):
        with self.lock:
            return sum(one[0] == path for one in self.asked)

    def ranges(self, path):
        with self.lock:
            return [one[1] for one in self.asked if one[0] == path]

    def answer(self, request):
        with self.lock:
            self.asked.append((request.path, request.headers["Range"],
                               request.headers["Authorization"]))
            number = sum(one[0] == request.path for one in self.asked)
        parts = request.path.partition("?")[0].strip("/").split("/")
        content = self.files.get(parts[-1])
        if content is None or parts[0] == "gone":
            return self.say(request, 404)
        return getattr(self, parts[0].replace("-", "_"))(request, content, number, parts)

    @staticmethod
    def say(request, status, body=b"", **headers):
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    @staticmethod
    def begin(request, content, etag='"one"', shift=0, extra=0):
        """Sends the head of a response. Returns the bytes that must follow."""
        asked = re.fullmatch(r"bytes=(\d+)-", request.headers["Range"] or "")
        if asked and int(asked[1]) < len(content) and request.headers["If-Range"] == etag:
            first = max(0, int(asked[1]) + shift)
            request.send_response(206)
            request.send_header("Content-Range",
                                f"bytes {first}-{len(content) - 1}/{len(content) + extra}")
        else:
            first = 0
            request.send_response(200)
        request.send_header("Content-Length", str(len(content) - first + extra))
        request.send_header("ETag", etag)
        request.end_headers()
        return content[first:]

    @staticmethod
    def break_off(request):
        request.wfile.flush()
        request.close_connection = True
        request.connection.close()

    def plain(self, request, content, *_):
        request.wfile.write(self.begin(request, content))

    def basic(self, request, content, *_):
        if request.headers["Authorization"] == "Basic " + base64.b64encode(USER.encode()).decode():
            return self.plain(request, content)
        return self.say(request, 401, WWW_Authenticate="Basic realm=images")

    def bearer(self, request, content, *_):
        if request.headers["Authorization"] == "Bearer " + TOKEN:
            return self.plain(request, content)
        return self.say(request, 401)

    def no_ranges(self, request, content, number, _):
        request.send_response(200)
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content[:len(content) // 2] if number == 1 else content)
        if number == 1:
            self.break_off(request)

    def cut(self, request, content, *_):
        rest = self.begin(request, content)
        if len(rest) < 500_000:
            request.wfile.write(rest)
        else:
            request.wfile.write(rest[:len(rest) * 2 // 3])
            self.break_off(request)

    def stalls(self, request, content, number, _):
        rest = self.begin(request, content)
        if number > 1:
            request.wfile.write(rest)
        else:
            request.wfile.write(rest[:len(rest) // 2])
            request.wfile.flush()
            self.released.wait(60)
            self.break_off(request)

    def busy(self, request, content, number, _):
        if number <= 2:
            return self.say(request, 503)
        return self.plain(request, content)

    def lies(self, request, content, number, _):
        rest = self.begin(request, content, shift=-len(content))
        if number == 1:
            request.wfile.write(rest[:len(rest) // 2])
            self.break_off(request)
        else:
            request.wfile.write(rest)

    def lies_well(self, request, content, number, _):
        rest = self.begin(request, content)
        if number == 1:
            request.wfile.write(rest[:len(rest) // 2])
            self.break_off(request)
        else:
            request.wfile.write(bytes(len(rest)))

    def grows(self, request, content, number, _):
        rest = self.begin(request, content, etag=f'"{number}"', extra=number)
        request.wfile.write(rest[:len(rest) // 2])
        self.break_off(request)

    def chunked(self, request, content, *_):
        request.send_response(200)
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        for first in range(0, len(content), 100_000):
            part = content[first:first + 100_000]
            request.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        request.wfile.write(b"0\r\n\r\n")

    def slow(self, request, content, *_):
        """Sends slowly, for tests that kill a process during a download."""
        rest = self.begin(request, content)
        for first in range(0, len(rest), 50_000):
            request.wfile.write(rest[first:first + 50_000])
            request.wfile.flush()
            if not self.released.is_set():
                time.sleep(0.05)

    def to(self, request, content, _, parts):
        self.say(request, 302, Location=f"http://127.0.0.1:{parts[1]}/plain/{parts[-1]}")

    def to_name(self, request, content, _, parts):
        self.say(request, 302, Location=f"http://localhost:{parts[1]}/plain/{parts[-1]}")

    def sums(self, request, content, *_):
        self.say(request, 200, content)
