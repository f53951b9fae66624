#!/usr/bin/python3
"""Callers that guess tokens, flood the service and name other addresses. None changes another node or makes the
service connect to an address that it must not use."""

import concurrent.futures
import http.client
import json
import urllib.parse

from harness import main, poll
from hostile_fixture import AGENT, GOOD_STEP, MEMORY_MAX_MIB, WithByzantineAgents
from byzantine_agent import ByzantineAgent, answer, command, offer


class Callers(WithByzantineAgents):
    """Requests of strangers to the service itself."""

    def test_bodies_of_heartbeats_are_limited_and_checked(self):
        name, uuid, token = self.waiting()
        path = f"/v1/heartbeat/{uuid}"
        for what, body, status in [
                ("large", b'{"callback_url": "' + b"x" * 20_000_000 + b'"}', 413),
                ("deep", b"[" * 100_000, 400), ("deep in a field", b'{"callback_url":' * 5000, 400),
                ("no JSON", b"\xff\xfe", 400), ("no object", b"[]", 400), ("empty", b"", 400)]:
            with self.subTest(what):
                try:
                    self.assertEqual(self.api.call("POST", path, body, version="1.72").status, status)
                except (BrokenPipeError, ConnectionResetError):
                    self.assertEqual(status, 413)  # The service need not read the whole body.
        good = {**AGENT, "agent_token": token}
        for field in ("callback_url", "agent_token", "agent_version", "agent_verify_ca",
                      "agent_status", "agent_status_message"):
            for value in (5, True, [], {}, 1e300):
                refused = self.api.call("POST", path, {**good, field: value}, version="1.72")
                self.assertEqual(refused.status, 400, (field, value))
                self.assertIn(field, refused.reason)
        for field in ("agent_version", "agent_status_message", "agent_verify_ca", "callback_url",
                      "agent_token"):
            refused = self.api.call("POST", path, {**good, field: "x" * 500_000}, version="1.72")
            self.assertEqual(refused.status, 400, field)
        self.assertEqual(self.api.node(name)["provision_state"], "clean wait")
        self.assertNotIn("agent_url", self.api.node(name)["driver_internal_info"])

    def test_a_token_is_valid_for_its_own_node_only(self):
        (first, one, token_1), (second, two, token_2) = self.waiting(), self.waiting()
        before = {name: self.api.node(name) for name in (first, second)}
        guesses = [token_2, "", "******", None, token_1[:-1], token_1 + "A", token_1.swapcase(),
                   "x" * 100_000, "\u0000", *("A" * 42 + c for c in "ABCDEFGH")]
        for guess in guesses:
            refused = self.heartbeat(one, guess, f"http://127.0.0.1:{len(guesses)}")
            self.assertEqual(refused.status, 400, guess)
            self.assertNotIn(token_1, refused.body.decode())
        self.assertEqual({name: self.api.node(name) for name in (first, second)}, before)
        self.assertEqual(self.heartbeat(two, token_1).status, 400)
        again = self.api.get(f"/v1/lookup?node_uuid={one}", version="1.68")
        self.assertEqual(again.status, 409)  # The node waits for its agent.
        self.assertNotIn(token_1, again.body.decode())
        self.busy(first, one, token_1)
        again = self.api.get(f"/v1/lookup?node_uuid={one}", version="1.68")
        self.assertEqual(again.json["config"]["agent_token"], "******")

    def test_the_address_and_the_certificate_must_stay_the_same(self):
        says = answer(command(command_status="RUNNING"))
        agent, other = ByzantineAgent(lambda *_: says), ByzantineAgent(lambda *_: says)
        self.addCleanup(agent.stop)
        self.addCleanup(other.stop)
        _, uuid, token = self.waiting()
        self.assertEqual(self.heartbeat(uuid, token, agent.url).status, 202)
        poll(lambda: agent.requests, "it is asked")
        # 409: the step has failed since, and with it the session of the agent has ended.
        self.assertIn(self.heartbeat(uuid, token, other.url).status, (400, 409))
        self.assertEqual(other.requests, [])

    def test_lookups_and_heartbeats_in_a_loop_cause_limited_work(self):
        name, uuid, token = self.waiting()
        agent = self.busy(name, uuid, token)
        before, events, asked = self.api.node(name), len(self.api.history(name)), len(agent.requests)
        heartbeats = self.flood("POST", f"/v1/heartbeat/{uuid}", 3000,
                           {**AGENT, "callback_url": agent.url, "agent_token": token})
        self.assertEqual(set(heartbeats), {202})
        self.assertEqual(set(self.flood("GET", f"/v1/lookup?node_uuid={uuid}", 500)), {200})
        self.assertEqual(self.api.node(name), before)
        self.assertEqual(len(self.api.history(name)), events)
        self.assertLess(len(agent.requests) - asked, 1000)
        self.assertLess(self.memory_mib(), MEMORY_MAX_MIB)
        self.api.move(self.waiting_neighbour(), "manage", "manageable")

    def busy(self, name, uuid, token):
        """Creates a node whose agent has called and works on an endless step."""
        running = command("execute_clean_step", command_status="RUNNING")
        agent = ByzantineAgent(lambda method, request: answer(
            offer(GOOD_STEP) if "get_clean" in request
            else {"commands": [running]} if method == "GET" else running))
        self.addCleanup(agent.stop)
        self.assertEqual(self.heartbeat(uuid, token, agent.url).status, 202)
        poll(lambda: self.api.node(name)["clean_step"] and
             self.api.node(name)["provision_state"] == "clean wait", "the agent works")
        return agent

    def waiting_neighbour(self):
        name = f"neighbour-{next(self.numbers)}"
        self.api.create(name)
        return name

    def flood(self, method, path, count, body=None, clients=16):
        at = urllib.parse.urlsplit(self.api.url)
        data = json.dumps(body) if body else None

        def one(share):
            connection = http_client(at)
            out = []
            for _ in range(share):
                connection.request(method, path, data, {
                    "X-OpenStack-Ironic-API-Version": "1.72", "Content-Type": "application/json"})
                got = connection.getresponse()
                got.read()
                out.append(got.status)
            connection.close()
            return out
        with concurrent.futures.ThreadPoolExecutor(clients) as pool:
            return [x for part in pool.map(one, [count // clients] * clients) for x in part]


def http_client(at):
    return http.client.HTTPConnection(at.hostname, at.port, timeout=60)


class Places(WithByzantineAgents):
    """A service with default settings: agents by TLS, and never at the service's own address."""

    SETTINGS = ""

    def test_nothing_is_sent_to_addresses_without_an_agent(self):
        name, uuid, token = self.waiting()
        places = ["127.0.0.1", "127.1", "127.0.0.1:6385", "0.0.0.0", "0", "2130706433", "0x7f000001",
                  "0177.0.0.1", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
                  "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "169.254.169.254",
                  "169.254.1.1", "[fe80::1]", "[::ffff:169.254.169.254]", "[fd00:ec2::254]",
                  "100.100.100.200", "224.0.0.1", "255.255.255.255", "[ff02::1]", "240.0.0.1"]
        for place in places:
            refused = self.heartbeat(uuid, token, f"https://{place}")
            self.assertEqual(refused.status, 400, place)
        for url in ("http://192.0.2.1", "ftp://192.0.2.1", "file:///etc/passwd", "gopher://192.0.2.1",
                    "https://u:p@192.0.2.1", "https://192.0.2.1@127.0.0.1", "https://192.0.2.1#@x",
                    "https://192.0.2.1\r\nX: y", "https://192.0.2.1\\@127.0.0.1", "https://", "//x"):
            self.assertEqual(self.heartbeat(uuid, token, url).status, 400, url)
        node = self.api.node(name)
        self.assertEqual(node["provision_state"], "clean wait")
        self.assertNotIn("agent_url", node["driver_internal_info"])

    def test_a_name_of_the_service_itself_is_detected_when_it_is_called(self):
        name, uuid, token = self.waiting()
        self.assertEqual(self.heartbeat(uuid, token, "https://localhost:6385").status, 202)
        self.assertIn("loopback", self.ended(name)["last_error"])


if __name__ == "__main__":
    main()
