#!/usr/bin/python3
"""Agents that send false data: each is refused or disconnected, with a reason."""

import gzip
import itertools
import json
import re

from harness import main, poll
from hostile_fixture import GOOD_STEP, MEMORY_MAX_MIB, WithByzantineAgents
from byzantine_agent import ByzantineAgent, answer, command, dripping, endless, http, offer


class Answers(WithByzantineAgents):
    """Responses to `get_clean_steps`, the first command for an agent."""

    CASES = {
        "no HTTP": (b"SSH-2.0-OpenSSH_9\r\n\r\n", "not valid HTTP"),
        "too much": (http(b" " * 9_000_000), "larger than"),
        "too deep": (http("[" * 2000 + "]" * 2000), "deeper"),
        "no JSON": (http("nonsense"), "JSON"),
        "text that is no UTF-8": (http(b'{"id": "\xff\xfe"}'), "JSON"),
        "a number too large": (http('{"id": 1e999999}'), "response"),
        "compressed": (http(gzip.compress(b'{"id": "x"}'), 200, "Content-Encoding: gzip"), "JSON"),
        "two lengths": (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 20\r\n\r\n{}",
                        "not valid HTTP"),
        "a length and chunks": (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"
                                b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", ""),
        "chunks of nonsense": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}",
                               "not valid HTTP"),
        "a chunk without end": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                b"FFFFFFFFFFFFFFF0\r\n{}", ""),
        "a negative length": (b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}", "not valid HTTP"),
        "less than promised": (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}", "was lost"),
        "nothing": (b"", "was lost"),
        "no content": (b"HTTP/1.1 204 No Content\r\n\r\n", "204"),
        "an error with much to say": (http("x" * 500_000, 500), "500"),
        "a switch of protocols": (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n", ""),
    }

    def test_each_is_refused_with_its_reason(self):
        for what, (says, why) in self.CASES.items():
            with self.subTest(what):
                name, _ = self.lied_to(lambda *_, says=says: says)
                node = self.ended(name)
                self.assertIn(why, node["last_error"])
                self.assertLess(len(node["last_error"]), 2000)
        self.assertLess(self.memory_mib(), MEMORY_MAX_MIB)

    def test_slow_and_endless_responses_are_cut_off(self):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        for what, says, why in [
                ("drip", lambda: dripping(answer(offer(GOOD_STEP))), "(response)"),
                ("headers without end", lambda: endless(head, b"X-More: " + b"y" * 1000 + b"\r\n"), ""),
                ("one header without end", lambda: endless(head + b"X: ", b"y" * 10000), ""),
                ("chunks without end", lambda: endless(
                    head + b"Transfer-Encoding: chunked\r\n\r\n", chunk), "larger than"),
                ("extensions of chunks without end", lambda: endless(
                    head + b"Transfer-Encoding: chunked\r\n\r\n1;", b"x" * 10000), ""),
                ("trailers without end", lambda: endless(
                    head + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: " + b"y" * 1000 + b"\r\n"), ""),
                ("a body until the end", lambda: endless(head + b"\r\n", b" " * 65536), "larger than"),
                ("continue without end", lambda: endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), ""),
                ("promises without end", lambda: dripping(head + b"Content-Length: 10\r\n\r\n"),
                 "(response)")]:
            with self.subTest(what):
                name, agent = self.lied_to(lambda *_, says=says: says())
                self.assertIn(why, self.ended(name)["last_error"])
                self.assertLess(agent.sent, 40_000_000)  # This includes the data in the buffers of the sockets.
        self.assertLess(self.memory_mib(), MEMORY_MAX_MIB)

    def test_redirects_are_not_followed(self):
        canary = ByzantineAgent(lambda *_: answer(offer(GOOD_STEP)))
        self.addCleanup(canary.stop)
        for status in (300, 301, 302, 303, 307, 308):
            for to in (canary.url + "/v1/commands/", "//169.254.169.254/", self.api.url + "/v1/nodes"):
                with self.subTest(f"{status} {to}"):
                    name, agent = self.lied_to(
                        lambda *_, status=status, to=to: http("", status, f"Location: {to}"))
                    self.assertIn("redirect", self.ended(name)["last_error"])
                    self.assertLessEqual(len(agent.requests), 2)  # The command, and the one for the logs.
        self.assertEqual(canary.requests, [])

    def test_invalid_lists_of_steps_are_refused(self):
        terminal = "erase\u001b[31m\u0007"
        for what, says, why in [
                ("100,000 steps", offer(*[{**GOOD_STEP, "step": f"s{i}"} for i in range(100_000)]),
                 "500 steps"),
                ("a long name", offer({**GOOD_STEP, "step": "x" * 100_000}), "step"),
                ("a name for the terminal", offer({**GOOD_STEP, "step": terminal}), "step"),
                ("a name that is a path", offer({**GOOD_STEP, "step": "../../etc/passwd"}), "step"),
                ("an interface that is none", offer({**GOOD_STEP, "interface": "a\r\nb"}), "interface"),
                ("no name", offer({"interface": "deploy", "priority": 1}), "step"),
                *[(f"priority {x!r}", offer({**GOOD_STEP, "priority": x}), "priority")
                  for x in (None, "10", [], {}, -1, 1e300)],
                ("a priority that no integer holds", offer({**GOOD_STEP, "priority": 2**70}),
                 "integer out of range"),
                *[(f"steps {x!r}", command(command_result={"clean_steps": x}), "clean_steps")
                  for x in (None, 5, "x", [], [[]])],
                *[(f"steps of a manager {x!r}", command(command_result={"clean_steps": {"m": x}}),
                   "list") for x in (None, 5, "x", {})],
                *[(f"step {x!r}", offer(x), "step") for x in (None, 5, "x", [], [GOOD_STEP])]]:
            with self.subTest(what):
                name, _ = self.lied_to(lambda *_, says=says: answer(says))
                node = self.ended(name)
                self.assertIn(why, node["last_error"])
                self.assertLess(len(node["last_error"]), 2000)
                self.assertNotRegex(node["last_error"], "[\x00-\x1f\x7f]")

    def test_further_data_of_steps_is_not_kept(self):
        much = {str(i): "x" * 1000 for i in range(5000)}
        step = {**GOOD_STEP, "argsinfo": {k: {"description": v} for k, v in much.items()}}
        versions = command(command_result={"clean_steps": {"ByzantineAgent": [GOOD_STEP]},
                                           "hardware_manager_version": much})
        for what, says in [("versions", versions), ("steps", offer(step))]:
            with self.subTest(what):
                name, _ = self.lied_to(lambda *_, says=says: answer(says))
                self.assertIn(what + " are larger", self.ended(name)["last_error"])
                self.assertLess(len(self.api.get("/v1/nodes/" + name).body), 200_000)


class Commands(WithByzantineAgents):
    """Responses to a command with a step, and to requests for its state."""

    FIELDS = ["id", "command_name", "command_status", "command_error", "command_result",
              "command_params"]
    VALUES = [None, 5, -1.5, True, "", "x", [], [[]], {}, {"step": 5}, {"type": 5, "details": {}}]

    def stepping(self, first, later=None):
        """Offers a valid step. Answers its command with `first` and the list of commands with `later`."""
        def says(method, request):
            if "get_clean_steps" in request:
                return answer(offer(GOOD_STEP))
            if method == "GET" and later is not None:
                return later if "GET /v1/commands/?" in request else answer({}, 404)
            return first
        return self.lied_to(says)

    def test_wrong_types_in_every_field_fail_the_step(self):
        good = command("execute_clean_step", command_result={"clean_result": None})
        names = []
        for field, value in itertools.product(self.FIELDS, self.VALUES):
            names.append((f"{field} = {value!r}", self.stepping(answer({**good, field: value}))[0]))
        for what, name in names:
            with self.subTest(what):
                poll(lambda n=name: self.api.node(n)["provision_state"] in ("clean failed", "available"),
                     f"{what}: {self.api.node(name)['provision_state']}", 15)

    def test_wrong_types_in_the_list_of_commands_fail_the_step(self):
        running = answer(command("execute_clean_step", command_status="RUNNING"))
        for what, listed, why in [
                ("not an object", [], "list of commands"), ("no list", {"commands": {}}, "list of commands"),
                ("no objects", {"commands": [5]}, "not an object"),
                ("no id", {"commands": [{"command_name": "x"}]}, "without id"),
                ("deep", {"commands": [command(command_result={"x": json.loads("[" * 60 + "]" * 60)})]},
                 "deeper"),
                ("odd status", {"commands": [command("execute_clean_step", command_status="OWNED")]},
                 "status"),
                ("very many", {"commands": [{}] * 400_000}, "without id")]:
            with self.subTest(what):
                name, agent = self.stepping(running, answer(listed))
                poll(lambda n=name: self.api.node(n)["clean_step"], "it steps")
                uuid = self.api.node(name)["uuid"]
                self.assertEqual(self.heartbeat(uuid, agent.token, agent.url).status, 202)
                self.assertIn(why, self.ended(name)["last_error"])

    def test_errors_are_shortened_and_shown_without_terminal_codes(self):
        said = "\u001b[2J\u0007\r\n" + "x" * 1_000_000
        for error in ({"details": said}, {"message": said}, said, {"code": said}, [said]):
            with self.subTest(type(error).__name__):
                name, _ = self.stepping(answer(command(
                    "execute_clean_step", command_status="FAILED", command_error=error)))
                node = self.ended(name)
                self.assertLess(len(node["last_error"]), 2000)
                self.assertNotRegex(node["last_error"], "[\x00-\x1f\x7f]")

    def test_ids_of_commands_are_not_followed(self):
        for odd in ("../../../etc/passwd", "http://169.254.169.254/", "a\r\nX: y"):
            with self.subTest(odd[:20]):
                running = command("execute_clean_step", command_status="RUNNING", id=odd)
                done = {**running, "command_status": "SUCCEEDED"}
                name, agent = self.stepping(answer(running), answer({"commands": [done]}))
                poll(lambda n=name: self.api.node(n)["provision_state"] in ("clean wait", "clean failed")
                     and self.api.node(n)["clean_step"], "it waits or has ended")
                uuid = self.api.node(name)["uuid"]
                self.heartbeat(uuid, agent.token, agent.url)
                poll(lambda n=name: self.api.node(n)["provision_state"] in ("clean failed", "available"),
                     f"it ends: {self.api.node(name)['provision_state']}")
                paths = {re.sub(r"\?.*", "", text.split(" ")[1]) for text in agent.requests}
                self.assertEqual(paths, {"/v1/commands/"})
                self.assertLess(len(self.api.get("/v1/nodes/" + name).body), 50_000)


    def test_an_agent_that_refuses_the_token_is_rebooted_once_and_then_fails(self):
        running = answer(command("execute_clean_step", command_status="RUNNING"))
        name, agent = self.stepping(running, answer({"faultstring": "Token invalid."}, 401))
        uuid = self.api.node(name)["uuid"]
        first, path = agent.token, f"/v1/lookup?node_uuid={uuid}"
        self.works(name)
        self.heartbeat(uuid, agent.token, agent.url)
        poll(lambda: "agent_url" not in self.api.node(name)["driver_internal_info"], "it is rebooted")
        found = poll(lambda: (x := self.api.get(path, version="1.68")).status == 200 and x.json, "it boots")
        agent.token = found["config"]["agent_token"]
        self.assertNotIn(agent.token, (first, "******"))
        self.assertEqual(self.api.node(name)["last_error"], None)
        self.assertEqual(self.heartbeat(uuid, agent.token, agent.url).status, 202)
        self.works(name)
        self.heartbeat(uuid, agent.token, agent.url)
        self.assertIn("The agent rejected the token: Token invalid.", self.ended(name)["last_error"])
        told = [x for x in self.daemon.log().splitlines() if "the agent rejected the token" in x]
        self.assertTrue(told and all("level=warn" in x and uuid in x for x in told), told)
        self.assertNotIn(agent.token, self.daemon.log())

    def works(self, name):
        poll(lambda: (x := self.api.node(name))["clean_step"] and x["provision_state"] == "clean wait"
             and "agent_url" in x["driver_internal_info"], "it steps")

    def test_an_endless_id_is_not_kept(self):
        name, _ = self.stepping(answer(command(
            "execute_clean_step", command_status="RUNNING", id="x" * 1_000_000)))
        self.assertIn("longer than 255", self.ended(name)["last_error"])


if __name__ == "__main__":
    main()
