"""A real registry (Debian's docker-registry) and its contents."""

import base64
import crypt
import hashlib
import http.client
import http.server
import json
import os
import ssl
import subprocess
import threading
import time
import urllib.parse

from harness import free_address, make_certificate, poll

PROGRAM = "/usr/bin/docker-registry"
USER, PASSWORD = "images", "geheim"
INDEX = "application/vnd.oci.image.index.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"


def digest_of(content):
    return "sha256:" + hashlib.sha256(content).hexdigest()


def in_base64url(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Registry:
    """One process with its folder. `auth` is that section of its configuration, as JSON."""

    def __init__(self, folder, name, auth=None, certificate=None):
        self.address = free_address()
        tls = {"certificate": certificate[0], "key": certificate[1]} if certificate else None
        configuration = {
            "version": 0.1, "log": {"level": "error", "accesslog": {"disabled": True}},
            "storage": {"filesystem": {"rootdirectory": os.path.join(folder, "registry")}},
            "http": {"addr": self.address, **({"tls": tls} if tls else {})},
            **({"auth": auth} if auth else {})}
        path = os.path.join(folder, name + ".yml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(configuration, file)
        with open(os.path.join(folder, name + ".log"), "wb") as log:
            self.process = subprocess.Popen([PROGRAM, "serve", path], stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log)
        poll(self.answers, "the registry answers")

    def answers(self):
        try:
            at = urllib.parse.urlsplit("//" + self.address)
            http.client.HTTPConnection(at.hostname, at.port, timeout=1).connect()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait(10)

    # -- uploads, without authentication --

    def ask(self, method, path, body=b"", **headers):
        at = urllib.parse.urlsplit("//" + self.address)
        connection = http.client.HTTPConnection(at.hostname, at.port, timeout=10)
        connection.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        answer = connection.getresponse()
        answer.read()
        assert answer.status < 300, (method, path, answer.status)
        return answer

    def push_blob(self, repository, content):
        begun = self.ask("POST", f"/v2/{repository}/blobs/uploads/")
        at = urllib.parse.urlsplit(begun.headers["Location"])
        digest = digest_of(content)
        self.ask("PUT", f"{at.path}?{at.query}&digest={digest}", content,
                 Content_Type="application/octet-stream")
        return {"digest": digest, "size": len(content)}

    def push_document(self, repository, tag, kind, document):
        text = json.dumps({"schemaVersion": 2, "mediaType": kind, **document}).encode()
        self.ask("PUT", f"/v2/{repository}/manifests/{tag or digest_of(text)}", text,
                 Content_Type=kind)
        return {"mediaType": kind, "digest": digest_of(text), "size": len(text)}

    def push_image(self, repository, tag, *layers):
        config = self.push_blob(repository, b"{}")
        return self.push_document(repository, tag, MANIFEST, {
            "config": {"mediaType": "application/vnd.oci.empty.v1+json", **config},
            "layers": [{"mediaType": "application/octet-stream", **self.push_blob(repository, one)}
                       for one in layers]})


class TokenServer:
    """Gives clients with the password a token for the requested access. The registry trusts it."""

    def __init__(self, folder):
        self.certificate = make_certificate(folder, "tokens", "tokens")
        self.given = 0
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                pair = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
                asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
                good = self.headers["Authorization"] == "Basic " + pair
                text = json.dumps({"token": server.token(asked)} if good else {}).encode()
                self.send_response(200 if good else 401)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self.certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"https://127.0.0.1:{self.server.server_port}/token"
        self.auth = {"token": {"realm": self.url, "service": "images", "issuer": "tokens",
                               "rootcertbundle": self.certificate[0]}}
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def token(self, asked):
        self.given += 1
        kind, name, actions = asked["scope"].split(":")
        now = int(time.time())
        der = subprocess.run(["openssl", "x509", "-in", self.certificate[0], "-outform", "DER"],
                             check=True, capture_output=True).stdout
        head = {"typ": "JWT", "alg": "ES256", "x5c": [base64.b64encode(der).decode()]}
        claims = {"iss": "tokens", "sub": USER, "aud": asked["service"], "iat": now, "nbf": now - 10,
                  "exp": now + 60, "jti": str(self.given),
                  "access": [{"type": kind, "name": name, "actions": actions.split(",")}]}
        text = ".".join(in_base64url(json.dumps(part).encode()) for part in (head, claims))
        signature = subprocess.run(["openssl", "dgst", "-sha256", "-sign", self.certificate[1]],
                                   input=text.encode(), check=True, capture_output=True).stdout
        return text + "." + in_base64url(self.raw(signature))

    @staticmethod
    def raw(signature):
        """Extracts ECDSA's two numbers from DER."""
        first = 4 + signature[3]
        numbers = signature[4:first], signature[first + 2:]
        return b"".join(int.from_bytes(one, "big").to_bytes(32, "big") for one in numbers)


def password_file(folder):
    path = os.path.join(folder, "htpasswd")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{USER}:{crypt.crypt(PASSWORD, crypt.mksalt(crypt.METHOD_BLOWFISH, rounds=16))}\n")
    return path
