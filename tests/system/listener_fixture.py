"""A daemon with TLS, and an authority that issues certificates of clients."""

import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import unittest

from harness import Daemon, make_certificate, scratch

VERSION = {"X-OpenStack-Ironic-API-Version": "1.109"}
CA_CONFIGURATION = """
[ca]
default_ca = own
[own]
database = index.txt
crlnumber = crlnumber
default_md = sha256
default_crl_days = 30
"""


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True, timeout=30)


class Authority:
    """Issues client certificates into a folder: NAME.crt and NAME.key."""

    def __init__(self, folder, name="clients"):
        self.folder = os.path.join(folder, name)
        os.makedirs(self.folder)
        openssl(self.folder, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=" + name, "-days", "365")
        self.write("ca.cnf", CA_CONFIGURATION)
        self.write("index.txt", "")
        self.write("crlnumber", "01\n")

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def issue(self, name, san="", days="30"):
        openssl(self.folder, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                name + ".key", "-out", name + ".csr", "-subj", "/CN=" + name)
        self.write(name + ".ext", "extendedKeyUsage=clientAuth\n" + (f"subjectAltName={san}\n" if san else ""))
        openssl(self.folder, "x509", "-req", "-in", name + ".csr", "-CA", "ca.crt", "-CAkey", "ca.key",
                "-set_serial", str(1000 + len(os.listdir(self.folder))), "-days", days, "-extfile", name + ".ext",
                "-out", name + ".crt")
        return self.path(name + ".crt"), self.path(name + ".key")

    def revoke(self, *names):
        """Writes clients.crl, which revokes these certificates."""
        for name in names:
            openssl(self.folder, "ca", "-config", "ca.cnf", "-keyfile", "ca.key", "-cert", "ca.crt", "-revoke",
                    name + ".crt")
        openssl(self.folder, "ca", "-config", "ca.cnf", "-keyfile", "ca.key", "-cert", "ca.crt", "-gencrl", "-out",
                "new.crl")
        os.replace(self.path("new.crl"), self.path("clients.crl"))


class Listeners(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.cert, self.key = make_certificate(self.folder, "server", "first")
        self.one = None

    def begin(self, settings, arguments=(), **environment):
        self.one = Daemon(os.path.join(self.folder, "one"), *arguments, settings=settings)
        self.addCleanup(self.one._terminate, 30)
        self.one.start(**environment)
        fields = dict(word.split("=", 1) for word in self.one.ready_line.split() if "=" in word)
        host, _, port = fields["listen"].rpartition(":")
        self.place = (host, int(port))
        self.fields = fields

    def connection(self, pair=None):
        """A connection of TLS; `pair`: certificate and key of the client."""
        context = ssl.create_default_context(cafile=self.cert)
        if pair:
            context.load_cert_chain(*pair)
        plain = socket.create_connection(self.place, timeout=10)
        self.addCleanup(plain.close)
        out = context.wrap_socket(plain, server_hostname="localhost")
        self.addCleanup(out.close)
        return out

    @staticmethod
    def ask(stream, path="/v1/nodes", method="GET", body=None, **headers):
        """Returns status, headers and JSON of the answer on an open connection."""
        text = json.dumps(body) if body is not None else ""
        head = {"Host": "localhost", **VERSION, "Content-Length": len(text), "Content-Type": "application/json",
                **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        stream.sendall(f"{method} {path} HTTP/1.1\r\n{lines}\r\n{text}".encode())
        answer = http.client.HTTPResponse(stream)
        answer.begin()
        content = answer.read()
        return answer.status, dict(answer.getheaders()), json.loads(content) if content else None

    def status(self, pair=None, **how):
        return self.ask(self.connection(pair), **how)[0]

    def refused(self, pair=None):
        """True if the server ends the connection in place of an answer."""
        try:
            self.status(pair)
        except (ssl.SSLError, ConnectionError, http.client.HTTPException):
            return True
        return False

    def metric(self, name, **labels):
        """The sum of the metric's samples with these labels, read at health_listen."""
        host, _, port = self.fields["health_listen"].rpartition(":")
        with socket.create_connection((host, int(port)), timeout=10) as plain:
            plain.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            text = b"".join(iter(lambda: plain.recv(65536), b"")).decode()
        wanted = [f'{label}="{value}"' for label, value in labels.items()]
        return sum(float(line.split()[-1]) for line in text.splitlines()
                   if line.startswith(name) and all(label in line for label in wanted))
