#!/usr/bin/python3
"""Events over WebSocket, with an independent client."""

import base64
import json
import os
import ssl
import struct
import unittest
import urllib.parse

import websocket

from embedded_fixture import WithFolder
from harness import main, make_certificate

# The bcrypt hash of "secret".
HASH_OF_SECRET = "$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe"
LOGIN = "Authorization: Basic " + base64.b64encode(b"ann:secret").decode()


class WebSockets(WithFolder):
    def start(self, settings=""):
        self.one = self.daemon(settings=settings).start()
        self.api = self.one.api
        return self.one

    def open(self, query="", **how):
        at = urllib.parse.urlsplit(self.api.url)
        scheme = "wss" if "sslopt" in how else "ws"
        found = websocket.create_connection(f"{scheme}://{at.netloc}/v1/events/stream{query}",
                                            timeout=30, **how)
        self.addCleanup(found.shutdown)
        return found

    def refusal(self, query="", **how):
        with self.assertRaises(websocket.WebSocketBadStatusException) as found:
            self.open(query, **how)
        return found.exception.status_code

    def goodbye(self, connection):
        """Returns the code and reason with which the service closes it. Drops earlier messages."""
        while True:
            opcode, data = connection.recv_data()
            if opcode == websocket.ABNF.OPCODE_CLOSE:
                return struct.unpack("!H", data[:2])[0], data[2:].decode()

    def test_events_arrive_as_requested(self):
        self.start()
        for name in ("a", "b"):
            self.api.create(name)
        wanted = self.api.node("b")["uuid"]
        connection = self.open("?since=0&node=b")
        first = json.loads(connection.recv())
        self.assertEqual((first["subject"], first["type"]), (wanted, "ironbus.node_created"))
        self.api.move("b", "manage", "manageable")
        event = first
        while event["data"].get("to") != "manageable":
            event = json.loads(connection.recv())
            self.assertEqual(event["subject"], wanted)
        connection.close()
        again = self.open(f"?since={first['log']}:{first['position']}&node=b")
        self.assertEqual(json.loads(again.recv())["sequence"], "2")

    def test_invalid_requests_are_refused_before_the_upgrade(self):
        self.start()
        for query, status in (("?since=x", 400), ("?since=99999999", 400), ("?limit=1", 400),
                              ("?since=0badbad0:1", 410), ("?node=nobody", 404)):
            with self.subTest(query):
                self.assertEqual(self.refusal(query), status)
        self.assertEqual(self.refusal(origin="https://evil.test"), 403)
        self.assertEqual(self.refusal(header={"Sec-WebSocket-Version": "8"}), 426)

    def test_too_long_messages_are_refused(self):
        self.start()
        connection = self.open()
        connection.send("hello")
        connection.ping("there?")
        self.assertEqual(connection.recv_data(control_frame=True),
                         (websocket.ABNF.OPCODE_PONG, b"there?"))
        connection.send("x" * 5000)
        self.assertEqual(self.goodbye(connection)[0], 1009)

    def test_a_service_that_stops_closes_the_connection_with_a_reason(self):
        self.start()
        connection = self.open()
        self.one.process.terminate()
        self.assertEqual(self.goodbye(connection), (1001, "The service is stopping."))

    def test_tls_clients_need_the_password(self):
        cert, key = make_certificate(self.folder, "one", "first")
        users = os.path.join(self.folder, "users")
        with open(users, "w", encoding="utf-8") as file:
            file.write(f"ann:{HASH_OF_SECRET}\n")
        self.start(f"api:\n  ssl_cert_file: {cert}\n  ssl_key_file: {key}\n"
                   f"  auth_strategy: http_basic\n  http_basic_auth_user_file: {users}\n")
        trust = {"ca_certs": cert, "cert_reqs": ssl.CERT_REQUIRED}
        self.assertEqual(self.refusal(sslopt=trust), 401)
        self.assertEqual(self.refusal(sslopt=trust, header=[LOGIN], origin="https://evil.test"), 403)
        in_the_clear, own = (f"{scheme}://{urllib.parse.urlsplit(self.api.url).netloc}"
                             for scheme in ("http", "https"))
        self.assertEqual(self.refusal(sslopt=trust, header=[LOGIN], origin=in_the_clear), 403)
        connection = self.open(sslopt=trust, header=[LOGIN], origin=own)
        connection.ping("there?")
        self.assertEqual(connection.recv_data(control_frame=True)[0], websocket.ABNF.OPCODE_PONG)
        connection.close()
        self.assertFalse(connection.connected)


if __name__ == "__main__":
    main()
