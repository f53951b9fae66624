#!/usr/bin/python3
"""`ironbus` with a real service and simulated machines."""

import json
import os
import shutil
import signal
import unittest

import harness
from harness import Daemon, free_address, poll, scratch
from operator_fixture import IRONBUS, Operator, Terminal, environment, screen_of

SETTINGS = "conductor: {clean_step_priority_override: {deploy.erase_devices: 10}}\n"
HOSTILE = "The disk\x1b[2J is\u009b31m on fire.\n\u202e"
WAITS = {"fake_waits": {"inspect.inspect_hardware": "agent"}}


def setUpModule():
    global folder, daemon, api, ironbus
    folder = scratch()
    daemon = Daemon(folder, settings=SETTINGS, listen=free_address()).start()
    api = daemon.api
    ironbus = Operator(api.url)
    for name, info in (("rests", {}), ("waits-1", WAITS), ("waits-2", WAITS),
                       ("failed", {"fake_failures": {"deploy.erase_devices": HOSTILE}})):
        api.create(name, driver_info=info)
        api.move(name, "manage", "manageable")
    for name in ("waits-1", "waits-2"):
        api.ask_for_state(name, "inspect")
        api.until(name, "inspect wait")
    api.ask_for_state("failed", "provide")
    poll(lambda: api.node("failed")["provision_state"] == "clean failed", "it fails")
    api.move("rests", "provide", "available")


def tearDownModule():
    daemon.stop()
    shutil.rmtree(folder, ignore_errors=True)


class Reading(unittest.TestCase):
    def test_status(self):
        text = ironbus.text("status")
        self.assertRegex(text, r"^\d+ nodes: 2 inspect wait")
        self.assertRegex(text, r"In maintenance: 1; faults: 1 clean failure")
        self.assertRegex(text, r"Hosts: \S+ \(conductor, fake-hardware\)")
        self.assertRegex(text, r"waits-1  inspect wait  .* the agent in the machine, at most")
        self.assertRegex(text, r"1 failed, the most recent:\n.*\n  failed +clean failed")
        status = ironbus.json("status")
        self.assertEqual(status["states"]["inspect wait"], 2)
        self.assertEqual(status["faults"], {"clean failure": 1})
        self.assertEqual(status["waits_longest"][0]["waiting"]["for"], "agent")
        self.assertEqual(status["gateway"], api.url)

    def test_why_a_node_waits(self):
        text = ironbus.text("why", "waits-1")
        self.assertIn("waits-1 is in inspect wait, target state manageable", text)
        self.assertIn("step 1 of 1, inspect.inspect_hardware", text)
        self.assertRegex(text, r"Waiting for the agent in the machine, since .*; until .* \(in ")
        self.assertIn("\n      baremetal node abort waits-1\n", text)
        why = ironbus.json("why", "waits-1")
        self.assertEqual(why["waiting"]["for"], "agent")
        self.assertEqual([x.get("command") for x in why["unblocked_by"]],
                         [None, "baremetal node abort waits-1"])
        self.assertIn("Idle. No operation is running.", ironbus.text("why", "rests"))

    def test_why_all(self):
        text = ironbus.text("why", "--all")
        self.assertIn("2 nodes: inspect wait at inspect.inspect_hardware, waiting for the agent in "
                      "the machine\n  waits-1, waits-2\n", text)
        self.assertIn("operator aborts the workflow: baremetal node abort NODE", text)
        groups = ironbus.json("why", "--all")["groups"]
        self.assertEqual(groups[0]["count"], 2)
        self.assertEqual([x["kind"] for x in groups], ["waiting", "failed"])
        self.assertEqual({x["state"] for x in groups}, {"inspect wait", "clean failed"})
        self.assertNotIn("rests", json.dumps(groups))

    def test_timeline(self):
        text = ironbus.text("node", "timeline", "failed")
        for part in (r"Z  enroll +\d.* s +by created\n", r"Z  cleaning .* by provide\n",
                     r"Z    deploy.erase_devices .* failed", r"Z  clean failed .* so far +by fail\n",
                     r"Z    note .*ERROR"):
            self.assertRegex(text, part)
        states = ironbus.json("node", "timeline", "failed")["states"]
        self.assertEqual([x["state"] for x in states],
                         ["enroll", "verifying", "manageable", "cleaning", "clean failed"])
        steps = {x["step"]: x["status"] for x in states[3]["steps"]}
        self.assertEqual(steps["deploy.erase_devices"], "failed")
        self.assertEqual(steps["power.reboot"], "done")
        self.assertTrue(all(x["seconds"] >= 0 for x in states))

    def test_texts_of_machines_do_not_control_the_terminal(self):
        for words in (("status",), ("why", "failed"), ("why", "--all"), ("events", "--since", "0"),
                      ("node", "timeline", "failed")):
            for how in ((), ("--json",)):
                with self.subTest(words=words, how=how):
                    text = ironbus.call(*words, *how).stdout
                    self.assertIn("on fire", text)
                    self.assertFalse([x for x in text if x != "\n" and (
                        ord(x) < 32 or 127 <= ord(x) < 160 or x == "\u202e")], text)


class Refusals(unittest.TestCase):
    def refused(self, code, text, *words, **variables):
        with self.subTest(words=words):
            done = ironbus.call(*words, **variables)
            self.assertEqual(done.returncode, code, done)
            self.assertIn(text, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_errors_are_clear(self):
        self.refused(9, "Node nobody could not be found", "why", "nobody")
        self.refused(9, "Node nobody could not be found", "node", "timeline", "nobody")
        self.refused(2, "is not a valid node name or UUID", "why", "../nodes")
        self.refused(2, "give a NODE, or --all", "why")
        self.refused(2, "is after its end", "events", "--since", "99999999")
        self.refused(2, "not a provision state", "events", "--since", "0", "--state", "nonsense")
        self.refused(9, "another store", "events", "--since", "elsewhere:1")
        self.refused(9, "another store", "events", "--since", "elsewhere:1", "--follow")
        self.refused(2, "--url is invalid", "status", "--url", "ftp://x")
        self.refused(2, "no command 'nonsense'", "man", "nonsense")
        nowhere = "http://" + free_address()
        for words in (("status",), ("why", "--all"), ("node", "timeline", "x"),
                      ("events", "--since", "0")):
            self.refused(8, "cannot be reached", *words, OS_ENDPOINT=nowhere)

    def test_ironbus_does_not_serve(self):
        done = ironbus.call()
        self.assertEqual(done.returncode, 2)
        self.assertIn("timeline", ironbus.call("node", "--help").stdout)
        self.assertIn("Usage: ironbus", done.stderr)

    def test_a_password_is_required(self):
        users = os.path.join(folder, "users")
        with open(users, "w", encoding="utf-8") as file:
            file.write("ann:$2b$04$" + "a" * 53 + "\n")
        one = Daemon(os.path.join(folder, "closed"), settings="api: {auth_strategy: http_basic, "
                     f"http_basic_auth_user_file: {users}}}\n").start()
        self.addCleanup(one.stop)
        url = one.api.url
        for words in (("status",), ("why", "x"), ("watch",), ("events",), ("events", "--since", "0")):
            self.refused(5, "401", *words, OS_ENDPOINT=url)
            self.refused(5, "401", *words, OS_ENDPOINT=url, OS_USERNAME="ann", OS_PASSWORD="wrong")


class Events(unittest.TestCase):
    def test_the_log_is_printed_and_filtered(self):
        lines = ironbus.text("events", "--since", "0").splitlines()
        self.assertRegex(lines[0], r"^\S+ rests node_created .*provision_state=enroll")
        events = [json.loads(x) for x in
                  ironbus.text("events", "--since", "0", "--json", "--node", "waits-1").splitlines()]
        self.assertEqual({x["data"]["name"] for x in events}, {"waits-1"})
        middle = events[2]["position"]
        rest = ironbus.text("events", "--since", str(middle), "--json", "--node", "waits-1")
        self.assertEqual([json.loads(x) for x in rest.splitlines()], events[3:])
        only = ironbus.text("events", "--since", "0", "--json", "--type", "provision_state_changed",
                            "--state", "inspect wait")
        self.assertEqual({json.loads(x)["data"]["to"] for x in only.splitlines()}, {"inspect wait"})

    def test_a_follower_misses_no_event_while_the_service_is_killed(self):
        place = free_address()
        one = Daemon(os.path.join(folder, "killed"), listen=place).start()
        self.addCleanup(one.stop)
        follower = Operator(one.api.url).begin("events", "--json")
        self.addCleanup(follower.communicate)
        self.addCleanup(follower.kill)
        poll(lambda: b"followers 1" in one.api.get("/metrics").body, "it follows")
        for turn in range(3):
            one.kill()  # The first kill comes before the follower has received an event.
            one.start()
            one.api.create(f"node-{turn}")
            one.api.move(f"node-{turn}", "manage", "manageable")
        newest = one.api.get("/v1/events?limit=1").json["newest"]
        got = []
        while not got or got[-1] < newest:
            got.append(json.loads(follower.stdout.readline())["position"])
        kept = [x["position"] for x in one.api.get("/v1/events").json["events"]]
        self.assertEqual(got, kept)


class Watch(unittest.TestCase):
    def test_a_table_in_a_terminal(self):
        api.create("watched", driver_info={"fake_delays": {"deploy.erase_devices": 2}})
        api.move("watched", "manage", "manageable")
        terminal = Terminal([IRONBUS, "watch"], environment(api.url, TERM="xterm"))
        terminal.until(r"Ctrl-C to quit")
        api.ask_for_state("watched", "provide")
        terminal.until(r"\[#+\.+\] \d/6.*deploy\.erase_devices")
        terminal.until(r"watched +\S*available")
        self.assertEqual(terminal.end(), 0)
        screen = screen_of(terminal.shown)
        self.assertRegex(screen[0], r"^\d+ nodes: .*2 inspect wait")
        self.assertRegex(screen[1], r"^NODE +STATE +TO +SINCE +PROGRESS +STEP")
        self.assertTrue(all(len(line) < 100 for line in screen), screen)
        self.assertEqual(sum(line.startswith("watched ") for line in screen), 1, screen)
        self.assertIn("\x1b[36m", terminal.shown)

    def test_colours_can_be_disabled(self):
        terminal = Terminal([IRONBUS, "watch"], environment(api.url, TERM="xterm", NO_COLOR="1"))
        terminal.until(r"waits-1 +inspect wait")
        self.assertEqual(terminal.end(signal.SIGTERM), 0)
        self.assertNotRegex(terminal.shown, r"\x1b\[\d*m")

    def test_output_without_a_terminal_is_lines(self):
        plain, program = ironbus.begin("watch"), ironbus.begin("watch", "--json")
        for one in (plain, program):
            self.addCleanup(one.communicate)
            self.addCleanup(one.kill)
        self.assertRegex(plain.stdout.readline(), r"^\d+ nodes: ")
        first = json.loads(program.stdout.readline())
        self.assertIn("provision_state", first)
        api.create("passing")
        poll(lambda: "passing node_created" in plain.stdout.readline(), "a line tells of it")
        poll(lambda: json.loads(program.stdout.readline())["name"] == "passing", "and an object")
        for one in (plain, program):
            one.send_signal(signal.SIGINT)
            self.assertEqual(one.wait(20), 0)


if __name__ == "__main__":
    harness.main()
