#!/usr/bin/python3
"""Tests the fleet page in a browser, as an operator uses it.

Screenshots go to the folder of IRONBUS_SCREENSHOTS."""

import unittest

import harness
from selenium.webdriver.common.keys import Keys
from ui_browser import Browser

INVENTORY = {"interfaces": [{"name": "eth0", "mac_address": "52:54:00:aa:00:01", "has_carrier": True}],
             "cpu": {"architecture": "x86_64", "count": 32, "model_name": "EPYC"},
             "memory": {"physical_mb": 131072}, "disks": [{"name": "/dev/sda", "size": 480103981056}],
             "system_vendor": {"manufacturer": "Dell Inc.", "product_name": "R6515"}}
MARKUP = "<img src=x onerror=\"document.title='broken'\"><b>bold</b>"


def enrol(api):
    """Two nodes of each kind: idle, waiting for an agent, failed with the same error, in maintenance."""
    for name, script in (("rest", {}), ("agent", {"fake_waits": {"inspect.inspect_hardware": "agent"}}),
                         ("broken", {"fake_failures": {"inspect.inspect_hardware": "The BMC at 192.0.2.7 is silent."}}),
                         ("care", {})):
        for number in (1, 2):
            api.create(f"{name}-{number}", description=MARKUP, shard="s1",
                       driver_info={"fake_inventory": INVENTORY, **script} if name != "rest" else script)
            api.move(f"{name}-{number}", "manage", "manageable")
    for number in (1, 2):
        api.ask_for_state(f"agent-{number}", "inspect")
        api.until(f"agent-{number}", "inspect wait")
        api.ask_for_state(f"broken-{number}", "inspect")
        harness.poll(lambda n=number: api.node(f"broken-{n}")["provision_state"] == "inspect failed", "it fails")
        api.call("PUT", f"/v1/nodes/care-{number}/maintenance", {"reason": f"ticket {number}"})
    api.move("care-1", "inspect", "manageable")


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.daemon = harness.Daemon(harness.scratch(), listen=harness.free_address()).start()
        cls.api = cls.daemon.api
        enrol(cls.api)
        cls.browser = Browser(cls.api.url)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        print("pictures:", Browser.folder)
        assert cls.daemon.stop() == 0

    def tearDown(self):
        self.assertEqual(self.browser.console_errors(), [])
        self.assertEqual(self.browser.foreign_requests(), [])

    def counts(self):
        return dict(text.split("|") for text in self.browser.driver.execute_script(
            "return [...document.querySelectorAll('.count')].map((one) =>"
            " `${one.lastChild.textContent}|${one.firstChild.textContent}`)"))

    def test_1_list_shows_the_fleet_live(self):
        page = self.browser
        page.open()
        page.until(lambda: len(page.rows()) == 8, "eight rows")
        self.assertEqual(self.counts(), {"manageable": "4", "inspect wait": "2", "inspect failed": "2"})
        page.until(lambda: "the agent in the machine" in page.text(".list"), "the awaited party")
        page.until(lambda: "inspect.inspect_hardware · 1 of 1" in page.text(".list"), "its step")
        self.assertIn("The BMC at 192.0.2.7 is silent.", page.text(".list"))
        page.picture("fleet")
        self.api.create("late-1")
        page.until(lambda: "late-1" in page.rows(), "the new node")
        self.api.call("PUT", "/v1/nodes/late-1/maintenance", {"reason": "x"})
        page.until(lambda: page.texts(".row:not([hidden]) .mark").count("maintenance") == 3, "its maintenance")
        self.assertEqual(self.api.call("DELETE", "/v1/nodes/late-1").status, 204)
        page.until(lambda: "late-1" not in page.rows(), "the node is removed")
        self.assertEqual(page.unnamed_controls(), [])

    def test_2_search_and_filters(self):
        page = self.browser
        page.open()
        page.one("#search").send_keys("agent")
        page.until(lambda: page.rows() == ["agent-1", "agent-2"], "the matching nodes")
        page.one("#search").clear()
        page.one("#search").send_keys("is:failed silent")
        page.until(lambda: page.rows() == ["broken-1", "broken-2"], "the nodes with this failure")
        self.assertEqual(page.text(".total"), "2 of 8 nodes")
        page.driver.refresh()
        page.until(lambda: page.rows() == ["broken-1", "broken-2"], "the address keeps the search")
        page.open("/fleet")
        page.one('.count[data-state="manageable"]').click()
        page.until(lambda: page.rows() == ["care-1", "care-2", "rest-1", "rest-2"], "one state")
        page.one('.count[data-state="inspect wait"]').click()
        page.until(lambda: len(page.rows()) == 6, "a second one")
        page.button("maintenance", ".quick").click()
        page.until(lambda: page.rows() == ["care-1", "care-2"], "both together")
        page.open("/fleet")
        page.button("State").click()
        page.until(lambda: page.rows()[-1] == "broken-2", "sorted by state")
        page.open("/fleet?q=nothing-like-it")
        page.until(lambda: page.text(".total") == "0 of 8 nodes", "no match")

    def test_3_keys_reach_everything(self):
        page = self.browser
        page.open()
        page.until(lambda: len(page.rows()) == 8, "rows")
        page.press("/")
        page.until(lambda: page.driver.switch_to.active_element.get_attribute("id") == "search", "the field")
        page.press("rest", Keys.ESCAPE)
        page.until(lambda: page.rows() == ["rest-1", "rest-2"], "the search")
        page.one(".list").click()
        page.open("/fleet?q=rest")
        page.until(lambda: len(page.rows()) == 2, "rows")
        page.press(Keys.ARROW_DOWN, Keys.ENTER)
        page.until(lambda: page.text("h1") == "rest-2", "the second node")
        page.press(Keys.ESCAPE)
        page.until(lambda: page.rows() == ["rest-1", "rest-2"], "the list again")
        page.press("?")
        page.until(lambda: "show these keys" in page.text("dialog"), "the keys")
        page.press(Keys.ESCAPE)
        page.until(lambda: not page.all("dialog"), "the dialog is closed")
        for key, title in (("2", "Why nodes wait"), ("3", "Inspection rules"),
                           ("4", "Workers and shards"), ("1", "Fleet")):
            page.press(key)
            page.until(lambda t=title: page.text("h1") == t, title)

    def test_4_node_view_and_its_unblock_button(self):
        page = self.browser
        page.open("/node/agent-1")
        page.until(lambda: "Waiting for the agent in the machine" in page.text(".why"), "why")
        page.picture("node")
        page.button("Abort").click()
        uuid = self.api.node("agent-1")["uuid"]
        self.assertEqual(page.text("#confirm-call"), f'PUT /v1/nodes/{uuid}/states/provision {{"target":"abort"}}')
        self.assertEqual(page.text("#confirm-command"), "baremetal node abort agent-1")
        page.picture("confirm")
        page.button("Cancel", "dialog").click()
        self.assertEqual(self.api.node("agent-1")["provision_state"], "inspect wait")
        page.button("Abort").click()
        page.button("Abort", "dialog").click()
        page.until(lambda: page.text(".node-head .chip") == "inspect failed", "the aborted inspection")
        self.assertEqual(page.unnamed_controls(), [])
        self.api.ask_for_state("agent-1", "inspect")
        self.api.until("agent-1", "inspect wait")

    def test_5_tabs_of_a_node(self):
        page = self.browser
        page.open("/node/care-1")
        page.until(lambda: "ticket 1" in page.text(".why"), "its maintenance")
        self.assertIn("inspect_hardware", page.text(".operations"))
        wanted = {"Ledger": "inspect.inspect_hardware", "History": "", "Events": "", "Ports": "52:54:00:aa:00:01",
                  "Inventory": "Dell Inc. R6515", "Health": "Health (from the BMC)", "Console": "", "All fields": MARKUP}
        for name, text in wanted.items():
            next(one for one in page.all('[role="tab"]') if one.text == name).click()
            page.until(lambda t=text: page.text("#tab-body") not in ("", "…") and
                       t in page.text("#tab-body").replace('\\"', '"'), f"{name} with {text}")
        page.picture("node-fields")
        self.assertEqual(page.all("main img"), [])  # markup in a description stays text
        self.assertNotEqual(page.driver.title, "broken")
        page.open("/node/no-such-node")
        page.until(lambda: "could not be found" in page.text("main"), "the error")

    def test_6_fleet_why_groups_by_cause(self):
        page = self.browser
        page.open("/why")
        group = "section[aria-label^='inspect failed']"
        page.until(lambda: page.text(f"{group} .big") == "2", "one group of two")
        page.until(lambda: "The BMC at 192.0.2.7 is silent." in page.text(group), "the reason")
        page.until(lambda: "waiting for the agent in the machine" in page.text(".groups"), "the other groups")
        self.assertIn("ticket ", page.text(".groups"))
        page.picture("why")
        page.button("Manage (2)", group).click()
        self.assertEqual(page.text("#confirm-command"),
                         "baremetal node manage broken-1\nbaremetal node manage broken-2")
        page.button("Manage (2)", "dialog").click()
        page.until(lambda: not page.all(group), "no failed node is left")
        self.assertEqual(page.unnamed_controls(), [])
        for number in (1, 2):
            self.api.until(f"broken-{number}", "manageable")
            self.api.ask_for_state(f"broken-{number}", "inspect")
            harness.poll(lambda n=number: self.api.node(f"broken-{n}")["provision_state"] == "inspect failed", "it fails again")

    def test_7_rules_are_tried_created_changed_and_deleted(self):
        page = self.browser
        page.open("/rules")
        page.one("#trial-node").send_keys("care-1")
        page.one("#try").click()
        page.until(lambda: 'node/extra/size: null → "big"' in page.text(".traces"), "the trace")
        page.picture("rules")
        page.button("Create").click()
        self.assertIn("baremetal inspection rule create --description 'A new rule'", page.text("#confirm-command"))
        page.button("Create", "dialog").click()
        page.until(lambda: "A new rule" in page.text(".menu"), "the new rule")
        page.button("A new rule\nmain · 0").click()
        editor = page.one("textarea")
        editor.send_keys(Keys.CONTROL, "a")
        editor.send_keys('{"priority": 7}')
        page.button("Save").click()
        self.assertIn('[{"op":"replace","path":"/priority","value":7}]', page.text("#confirm-call"))
        page.button("Save", "dialog").click()
        page.until(lambda: "main · 7" in page.text(".menu"), "the change")
        page.button("Delete").click()
        page.button("Delete", "dialog").click()
        page.until(lambda: "No rules yet." in page.text(".menu"), "the rule is deleted")
        self.assertEqual(page.unnamed_controls(), [])

    def test_8_workers_and_colours(self):
        page = self.browser
        page.prefer("light")
        page.open("/workers")
        page.until(lambda: "fake-hardware" in page.text(".columns") and "s1" in page.text(".columns"), "workers, shards")
        light = page.style("body", "backgroundColor")
        page.picture("workers")
        page.prefer("dark")
        dark = page.style("body", "backgroundColor")
        self.assertNotEqual(light, dark)
        for wanted in (light, dark, dark):  # light, dark, then the system's scheme
            page.one("#theme").click()
            self.assertEqual(page.style("body", "backgroundColor"), wanted)
        page.one("#theme").click()
        page.driver.refresh()
        page.until(lambda: page.text("#theme") == "Light", "the choice is kept")
        page.one("#theme").click()
        page.go("/fleet")
        page.until(lambda: len(page.rows()) == 8, "rows")
        page.picture("fleet-dark")
        page.one("#theme").click()
        page.prefer("light")

    def test_9_page_reconnects_after_a_restart(self):
        page = self.browser
        page.open()
        page.until(lambda: len(page.rows()) == 8, "rows")
        self.daemon.kill()
        page.until(lambda: page.text("#live") == "reconnecting", "the lost connection")
        self.daemon.start()
        self.api.create("after-1")
        page.until(lambda: "after-1" in page.rows() and page.text("#live") == "live", "the new node", 60)
        self.api.call("DELETE", "/v1/nodes/after-1")
        page.until(lambda: "after-1" not in page.rows(), "the node is removed")


if __name__ == "__main__":
    harness.main()
