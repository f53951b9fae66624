#!/usr/bin/python3
"""Sign-in by OpenID Connect: a small provider signs tokens with PyJWT, an implementation of its own."""

import base64
import hashlib
import hmac
import http.server
import json
import os
import shutil
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from harness import Daemon, free_port, main, poll, scratch

MAPPING = """\
- when: [{claim: realm_access.roles, contains: metal-admin}]
  roles: [admin]
  system: true
- when: [{claim: groups, any_of: [web, shop]}]
  roles: [member]
  project_claim: tenant
"""


def new_key(algorithm):
    if algorithm == "EdDSA":
        return ed25519.Ed25519PrivateKey.generate()
    if algorithm.startswith("ES"):
        return ec.generate_private_key({"ES256": ec.SECP256R1, "ES384": ec.SECP384R1}[algorithm]())
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value, size):
    return encoded(value.to_bytes(size, "big"))


def public_jwk(key, kid):
    """Writes the key by the words of RFC 7517 and 8037; PyJWT 2.6 writes no keys of EC."""
    public = key.public_key()
    out = {"kid": kid, "use": "sig"}
    if isinstance(public, rsa.RSAPublicKey):
        parts = public.public_numbers()
        return {**out, "kty": "RSA", "n": number(parts.n, public.key_size // 8), "e": "AQAB"}
    if isinstance(public, ec.EllipticCurvePublicKey):
        parts = public.public_numbers()
        size = public.curve.key_size // 8
        return {**out, "kty": "EC", "crv": f"P-{public.curve.key_size}", "x": number(parts.x, size),
                "y": number(parts.y, size)}
    raw = public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return {**out, "kty": "OKP", "crv": "Ed25519", "x": encoded(raw)}


class Provider:
    """Publishes its description and its keys over HTTP on loopback."""

    def __init__(self):
        self.port = free_port()
        self.issuer = f"http://127.0.0.1:{self.port}/realms/lab"
        self.keys = {}  # kid: (algorithm, key)
        self.fetches = 0
        self.server = None

    def add(self, kid, algorithm):
        self.keys[kid] = (algorithm, new_key(algorithm))

    def pages(self):
        return {
            "/realms/lab/.well-known/openid-configuration": {
                "issuer": self.issuer, "jwks_uri": self.issuer + "/certs",
                "authorization_endpoint": self.issuer + "/auth",
                "token_endpoint": self.issuer + "/token"},
            "/realms/lab/certs": {"keys": [public_jwk(key, kid)
                                           for kid, (_, key) in self.keys.items()]},
        }

    def start(self):
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                page = provider.pages().get(self.path)
                provider.fetches += self.path.endswith("/certs")
                body = json.dumps(page).encode()
                self.send_response(404 if page is None else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def stop(self):
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def claims(self, **changes):
        now = int(time.time())
        out = {"iss": self.issuer, "aud": ["account", "ironbus"], "sub": "f3c1", "iat": now,
               "nbf": now, "exp": now + 600, "typ": "Bearer", "preferred_username": "ann",
               "realm_access": {"roles": ["offline_access", "metal-admin"]}, **changes}
        return {name: value for name, value in out.items() if value is not None}

    def token(self, kid, **changes):
        algorithm, key = self.keys[kid]
        return jwt.encode(self.claims(**changes), key, algorithm=algorithm, headers={"kid": kid})


class Tokens(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.provider = Provider()
        self.addCleanup(self.provider.stop)
        self.provider.add("first", "ES256")

    def write_mapping(self, text=MAPPING):
        path = os.path.join(self.folder, "roles.yaml")
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(path + ".new", path)
        return path

    def start(self, more=""):
        settings = (f"api: {{auth_strategy: oidc}}\noidc:\n  issuer: {self.provider.issuer}\n"
                    f"  audience: ironbus\n  mapping_file: {self.write_mapping()}\n"
                    f"  client_id: fleet-page\n  jwks_cache_time: 10s\n{more}")
        made = Daemon(os.path.join(self.folder, "one"), settings=settings)
        self.addCleanup(lambda: made.process and made.process.poll() is None and made.stop())
        self.daemon = made.start()

    def ask(self, token, method="GET", path="/v1/nodes", body=None):
        """Returns status, document and headers."""
        request = urllib.request.Request(self.daemon.api.url + path, method=method)
        request.add_header("X-OpenStack-Ironic-API-Version", "1.109")
        if token:
            request.add_header("Authorization", "Bearer " + token)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or b"null"), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"null"), error.headers

    def reason(self, token):
        status, document, _ = self.ask(token)
        if status == 200:
            return "accepted"
        return f"{status} " + json.loads(document["error_message"])["faultstring"]

    def test_each_algorithm_of_another_implementation_is_accepted(self):
        for algorithm in ("RS256", "PS256", "ES384", "EdDSA", "RS512", "PS384"):
            self.provider.add(algorithm, algorithm)
        self.provider.start()
        self.start()
        for kid in self.provider.keys:
            self.assertEqual(self.reason(self.provider.token(kid)), "accepted", kid)

    def test_forged_and_foreign_tokens_are_refused(self):
        self.provider.add("rsa", "RS256")
        self.provider.start()
        self.start()
        good = self.provider.token("first")
        self.assertEqual(self.reason(good), "accepted")
        now = int(time.time())
        rows = {
            "its audience": self.provider.token("first", aud="other"),
            "its issuer": self.provider.token("first", iss="https://evil.example"),
            "it expired at": self.provider.token("first", exp=now - 120),
            "it is not valid yet": self.provider.token("first", nbf=now + 7200),
            "it was issued in the future": self.provider.token("first", iat=now + 7200),
            "its subject": self.provider.token("first", sub=None),
            "its alg 'none'": jwt.encode(self.provider.claims(), None, algorithm="none",
                                         headers={"kid": "first"}),
            "its alg 'HS256'": self.signed_with_the_public_key(),
            "its signature is wrong": jwt.encode(self.provider.claims(), new_key("ES256"),
                                                 algorithm="ES256", headers={"kid": "first"}),
            "no key of its kid": jwt.encode(self.provider.claims(), new_key("ES256"),
                                            algorithm="ES256", headers={"kid": "unknown"}),
            "its payload is not base64url": good.replace(".", ".+", 1),
        }
        for reason, token in rows.items():
            text = self.reason(token)
            self.assertTrue(text.startswith("401 The token is refused: "), text)
            self.assertIn(reason, text)
        self.assertEqual(self.ask(None)[0], 401)
        self.assertIn("Bearer", self.ask(None)[2]["WWW-Authenticate"])

    def signed_with_the_public_key(self):
        """PyJWT refuses to make such a token."""
        pem = self.provider.keys["rsa"][1].public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        text = ".".join(encoded(json.dumps(part).encode()) for part in (
            {"alg": "HS256", "typ": "JWT", "kid": "rsa"}, self.provider.claims()))
        return text + "." + encoded(hmac.new(pem, text.encode(), hashlib.sha256).digest())

    def test_claims_decide_what_a_user_may_do(self):
        self.provider.start()
        self.start()
        node = {"driver": "fake-hardware", "name": "first", "owner": "t1"}
        admin = self.provider.token("first")
        self.assertEqual(self.ask(admin, "POST", "/v1/nodes", node)[0], 201)
        member = self.provider.token("first", realm_access=None, groups=["web"], tenant="t1")
        stranger = self.provider.token("first", realm_access=None, groups=["web"], tenant="t2")
        unlisted = self.provider.token("first", realm_access=None)
        self.assertEqual(self.ask(member, path="/v1/nodes/first")[0], 200)
        self.assertEqual(self.ask(member, "DELETE", "/v1/nodes/first")[0], 403)
        self.assertEqual(self.ask(stranger, path="/v1/nodes/first")[0], 404)
        self.assertEqual(self.ask(unlisted)[0], 403)
        self.write_mapping("- when: [{claim: sub, equals: f3c1}]\n  roles: [reader]\n"
                           "  system: true\n")
        poll(lambda: self.ask(unlisted)[0] == 200, "the changed mapping counts for tokens in use")
        self.assertEqual(self.ask(admin, "DELETE", "/v1/nodes/first")[0], 403)

    def test_keys_rotate_and_are_withdrawn(self):
        self.provider.start()
        self.start()
        old = self.provider.token("first")
        self.assertEqual(self.reason(old), "accepted")
        self.provider.add("second", "EdDSA")
        new = self.provider.token("second")
        poll(lambda: self.reason(new) == "accepted", "the new key is fetched")
        self.assertEqual(self.reason(old), "accepted")
        del self.provider.keys["first"]
        poll(lambda: self.reason(old).startswith("401"), "the withdrawn key ends its tokens")
        self.assertEqual(self.reason(new), "accepted")

    def test_unknown_keys_cause_few_fetches(self):
        self.provider.start()
        self.start("  user_claim: email\n")
        self.assertEqual(self.reason(self.provider.token("first")), "accepted")
        begin, before = time.monotonic(), self.provider.fetches
        for index in range(100):
            token = jwt.encode(self.provider.claims(), new_key("ES256"), algorithm="ES256",
                               headers={"kid": f"k{index}"})
            self.assertTrue(self.reason(token).startswith("401"))
        allowed = 1 + (time.monotonic() - begin) / 10
        self.assertLessEqual(self.provider.fetches - before, allowed + 1)

    def test_a_provider_that_is_away(self):
        self.start()
        token = self.provider.token("first")
        status, document, headers = self.ask(token)
        self.assertEqual(status, 503)
        self.assertGreater(int(headers["Retry-After"]), 0)
        self.assertIn("keys of the OpenID provider", document["error_message"])
        self.assertIsNone(self.ask(None, path="/v1/sign_in")[1]["oidc"])
        self.provider.start()
        poll(lambda: self.reason(token) == "accepted", "the provider is asked again")
        offer = self.ask(None, path="/v1/sign_in")[1]
        self.assertEqual(offer["ways"], ["oidc"])
        self.assertEqual(offer["oidc"]["token_endpoint"], self.provider.issuer + "/token")
        with urllib.request.urlopen(self.daemon.api.url + "/ui/") as page:
            policy = page.headers["Content-Security-Policy"]
        place = urllib.parse.urlsplit(self.provider.issuer)
        self.assertIn(f"{place.scheme}://{place.netloc}", policy.partition("connect-src")[2].partition(";")[0])
        failed = "cannot read the keys of the OpenID provider"
        before = self.daemon.log().count(failed)
        self.provider.stop()
        poll(lambda: self.daemon.log().count(failed) > before, "a fetch of older keys fails")
        self.assertEqual(self.reason(token), "accepted")
        self.assertEqual(self.reason(self.provider.token("first", sub="other")), "accepted")

    def test_the_log_contains_no_token(self):
        self.provider.start()
        self.start()
        good = self.provider.token("first")
        self.ask(good)
        self.ask(good[:-4] + "AAAA")
        self.daemon.stop()
        for part in good.split(".")[1:]:
            self.assertNotIn(part, self.daemon.log())


if __name__ == "__main__":
    main()
