#!/usr/bin/python3
"""Tests sign-in, rights and actions of the fleet page against a simulated service that refuses what the service
refuses. The page's files come from the sources."""

import threading
import unittest

import harness
from selenium.webdriver.common.keys import Keys
from ui_browser import Browser
from ui_service import Service

HINTS = {"size": ">= 100", "name": "/dev/sda"}
STEPS = [{"interface": "deploy", "step": "erase_devices_metadata"}]


class ActionsTest(unittest.TestCase):
    """One browser for all tests. Each test has a service and so an origin of its own."""

    @classmethod
    def setUpClass(cls):
        cls.page = Browser("")

    @classmethod
    def tearDownClass(cls):
        cls.page.close()
        print("pictures:", Browser.folder)

    def serve(self, ways=()):
        self.service = Service(24, ways)
        self.addCleanup(self.service.close)
        self.page.url = self.service.url
        self.page.driver.delete_all_cookies()
        return self.page

    def tearDown(self):
        # The double refuses some requests by design; the browser reports each with its status.
        errors = [one for one in self.page.console_errors() if "status of 400" not in one]
        self.assertEqual(errors, [])
        self.assertEqual([one for one in self.page.foreign_requests() if not one.startswith("http://127.0.0.1:")], [])

    def sign_in(self, user, password="secret"):
        self.page.driver.get("about:blank")
        self.page.driver.get(self.page.url + "/ui/#/fleet")
        self.page.one("#sign-in-user").send_keys(user, Keys.TAB, password, Keys.ENTER)

    def open_node(self, number, state=None):
        node = self.service.nodes[number]
        if state:
            node["provision_state"] = state
        self.page.open("/node/" + node["uuid"])
        self.page.until(lambda: self.page.text("h1") == node["name"] and self.page.text(".why"), "the node")
        return node

    def act(self, label, **fields):
        """Fills in an action's dialog and confirms it. Returns the changes that it made: (method, path, body)."""
        page, before = self.page, len(self.service.changes)
        page.click_button(label)
        for name, value in fields.items():
            page.one(f"#field-{name}").send_keys(value)
        page.click_button(label, "dialog")
        page.until(lambda: not page.all("dialog"), f"{label} is accepted: {page.text('dialog .problem')}")
        return [(method, path.split("/", 4)[4:], body) for method, path, body in self.service.changes[before:]]

    def focused(self):
        return self.page.driver.execute_script("return document.activeElement.id || document.activeElement.innerText")

    def test_people_sign_in_with_a_password_and_out(self):
        page = self.serve(("http_basic", "token"))
        self.sign_in("ann", "wrong")
        page.until(lambda: "Incorrect username or password." in page.text(".problem"), "the refusal")
        self.assertEqual(self.focused(), "sign-in-password")
        self.assertEqual(page.unnamed_controls(), [])
        page.picture("sign-in")
        page.press("secret", Keys.ENTER)
        page.until(lambda: page.text("#live") == "live" and page.rows(), "the fleet")
        self.assertEqual(page.text("#user"), "ann · system")
        self.assertIn("admin", page.one("#user").get_attribute("title"))
        self.assertEqual(page.driver.execute_script("return document.cookie"), "")  # HttpOnly
        page.driver.refresh()
        page.until(lambda: page.text("#live") == "live", "the session outlives a reload")
        self.open_node(0)
        self.assertEqual(self.act("Power off"), [("PUT", ["states/power"], {"target": "power off"})])
        page.one("#sign-out").click()
        page.until(lambda: page.all("#sign-in-user"), "the form again")
        self.assertEqual(self.service.sessions, {})
        self.assertEqual(self.service.challenges, 0)  # The browser's own dialog never opened.

    def test_people_sign_in_with_a_token_and_again_after_the_end(self):
        page = self.serve(("token",))
        page.driver.get(page.url + "/ui/")
        page.until(lambda: page.texts(".sign-in h2") == ["With a token"], "the only form")
        page.one("#sign-in-token").send_keys("ibt_1_good", Keys.ENTER)
        page.until(lambda: page.text("#live") == "live", "the fleet")
        self.open_node(0)
        self.service.sessions.clear()
        page.click_button("Reboot")
        page.click_button("Reboot", "dialog")
        page.until(lambda: "The session has ended." in page.text(".sign-in"), "the form")
        self.assertEqual(page.all("dialog"), [])
        page.one("#sign-in-token").send_keys("ibt_1_good", Keys.ENTER)
        page.until(lambda: page.text("h1") == self.service.nodes[0]["name"], "the same view")

    def test_people_sign_in_at_a_provider(self):
        page = self.serve(("oidc",))
        node = self.service.nodes[3]
        page.driver.get(page.url + "/ui/#/node/" + node["uuid"])
        page.one("#sign-in-provider").click()
        page.until(lambda: page.text("h1") == node["name"], "the view that was asked for")
        self.assertEqual((page.text("#user"), page.driver.current_url), ("bob · Web", f"{page.url}/ui/#/node/{node['uuid']}"))
        page.one("#sign-out").click()
        page.one("#sign-in-provider")
        page.driver.get(page.url + "/ui/?code=stolen&state=x")
        page.until(lambda: "belongs to no sign-in of this page" in page.text(".problem"), "a foreign code")
        self.assertEqual(page.driver.current_url, page.url + "/ui/")

    def test_a_change_without_the_token_against_forgery_is_refused(self):
        page = self.serve(("http_basic",))
        self.sign_in("ann")
        page.until(lambda: page.text("#live") == "live", "the fleet")
        status = page.driver.execute_async_script(
            "fetch('/v1/nodes/' + arguments[0] + '/states/power', {method: 'PUT', body: '{\"target\": \"power off\"}',"
            " headers: {'X-Requested-With': 'ironbus-page'}}).then((one) => arguments[1](one.status))",
            self.service.nodes[0]["uuid"])
        self.assertEqual((status, self.service.changes), (403, []))

    def test_what_a_person_may_not_do_is_disabled_with_its_role(self):
        page = self.serve(("http_basic",))
        self.service.nodes[1]["owner"] = "other"
        self.sign_in("bob")
        page.until(lambda: page.text("#live") == "live", "the fleet")
        self.assertEqual(page.text("#user"), "bob · Web")
        self.assertFalse(page.one('[data-view="rules"]').is_displayed())
        self.open_node(0)
        self.assertIsNone(page.button("Power off").get_attribute("aria-disabled"))
        traits = page.button("Traits")
        self.assertEqual(traits.get_attribute("aria-disabled"), "true")
        self.assertEqual(traits.get_attribute("aria-description"), "Needs the role member in the system, or manager in "
                         "the owner's project (baremetal:node:traits:set).")
        page.picture("node-for-member")
        traits.click()
        page.until(lambda: "manager in the owner's project" in page.text(".toasts"), "the reason")
        self.assertEqual(page.all("dialog"), [])
        self.open_node(1)
        self.assertTrue(all(one.get_attribute("aria-disabled") for one in page.all(".panel .action")))
        self.assertEqual(self.service.changes, [])

    def test_each_action_sends_what_the_service_accepts(self):
        page = self.serve()
        self.open_node(0, "manageable")
        put = lambda target, **more: ("PUT", ["states/provision"], {"target": target, **more})
        for label, target in (("Provide", "provide"), ("Inspect", "inspect"), ("Adopt", "adopt")):
            self.assertEqual(self.act(label), [put(target)])
        self.assertEqual(self.act("Clean", steps='[{"interface": "deploy", "step": "erase_devices_metadata"}]'),
                         [put("clean", clean_steps=STEPS)])
        self.assertEqual(self.act("Clean", runbook="wipe"), [put("clean", runbook="wipe")])
        for label, target in (("Power off", "power off"), ("Soft power off", "soft power off"), ("Reboot", "rebooting"),
                              ("Soft reboot", "soft rebooting")):
            self.assertEqual(self.act(label), [("PUT", ["states/power"], {"target": target})])
        self.assertEqual(self.act("Traits", add="CUSTOM_GPU HW_CPU_X86_VMX", remove="CUSTOM_OLD"), [
            ("PUT", ["traits/CUSTOM_GPU"], None), ("PUT", ["traits/HW_CPU_X86_VMX"], None),
            ("DELETE", ["traits/CUSTOM_OLD"], None)])
        self.assertEqual(self.act("Properties", set='memory_mb=1024 capabilities="boot_mode:uefi"', unset="cpus"), [
            ("PATCH", [], [{"op": "add", "path": "/properties/memory_mb", "value": "1024"},
                           {"op": "add", "path": "/properties/capabilities", "value": "boot_mode:uefi"},
                           {"op": "remove", "path": "/properties/cpus"}])])
        self.open_node(0, "active")
        self.assertEqual(self.act("Rescue", password="let me in"), [put("rescue", rescue_password="let me in")])
        self.assertEqual(self.act("Rebuild"), [put("rebuild")])
        self.assertEqual(self.act("Service", runbook="update"), [put("service", runbook="update")])
        self.assertEqual(self.act("Undeploy"), [put("deleted")])
        self.open_node(0, "rescue")
        self.assertEqual(self.act("Unrescue"), [put("unrescue")])
        self.open_node(0, "deploy hold")
        self.assertEqual(self.act("Unhold"), [put("unhold")])
        self.assertEqual(self.act("Abort"), [put("abort")])
        self.service.nodes[0]["power_state"] = "power off"
        self.open_node(0, "enroll")
        self.assertEqual(self.act("Manage"), [put("manage")])
        self.assertEqual(self.act("Power on"), [("PUT", ["states/power"], {"target": "power on"})])
        self.assertEqual(page.unnamed_controls(), [])

    def test_deploy_has_a_form(self):
        page = self.serve()
        node = self.open_node(3, "available")
        page.click_button("Deploy")
        self.assertEqual(self.focused(), "field-image")
        page.one("#field-hints").send_keys("colour=red")
        page.until(lambda: "'colour' is unknown; allowed: model, vendor" in page.text("dialog .problem"), "the problem")
        self.assertEqual(page.text("#confirm-call"), "–")
        page.one("#field-hints").clear()
        page.one("#field-image").send_keys("http://images.test/a.qcow2")
        page.one("#field-checksum").send_keys("abc")
        page.one("#field-hints").send_keys('size=">= 100" name=/dev/sda')
        page.one("#field-drive").send_keys('{"meta_data": {"a": "hidden"}}')
        self.assertNotIn("hidden", page.text("#confirm-call") + page.text("#confirm-command"))
        self.assertIn("baremetal node deploy rack000-node-03 --config-drive FILE", page.text("#confirm-command"))
        self.assertIn("node set rack000-node-03 --instance-info image_source=http://images.test/a.qcow2",
                      page.text("#confirm-command"))
        page.picture("deploy")
        page.click_button("Deploy", "dialog")
        page.until(lambda: not page.all("dialog"), "it is accepted")
        self.assertEqual(node["instance_info"], {"image_source": "http://images.test/a.qcow2", "image_checksum": "abc"})
        self.assertEqual(node["properties"]["root_device"], HINTS)
        self.assertEqual(self.service.changes[-1][2], {"target": "active", "configdrive": {"meta_data": {"a": "hidden"}}})

    def test_maintenance_has_a_reason_and_the_console_a_link(self):
        page = self.serve()
        self.open_node(0)
        self.assertEqual(self.act("Maintenance", reason="ticket 7"), [("PUT", ["maintenance"], {"reason": "ticket 7"})])
        page.until(lambda: page.button("End maintenance"), "the node is read again")
        self.assertEqual(self.act("End maintenance"), [("DELETE", ["maintenance"], None)])
        self.assertEqual(self.act("Start console"), [("PUT", ["states/console"], {"enabled": True})])
        next(one for one in page.all('[role="tab"]') if one.text == "Console").click()
        self.assertEqual(page.one("#console-link").get_attribute("href"), "http://127.0.0.1:9/console")
        self.assertEqual(self.act("Stop console"), [("PUT", ["states/console"], {"enabled": False})])

    def test_a_refused_action_shows_why_and_can_be_repeated(self):
        page = self.serve()
        node = self.open_node(0, "active")
        self.service.refuses.add(node["name"])
        page.click_button("Reboot")
        page.click_button("Reboot", "dialog")
        page.until(lambda: page.text("dialog .problem") == "The BMC at 192.0.2.7 is silent.", "the reason")
        page.press(Keys.ESCAPE)
        page.until(lambda: not page.all("dialog"), "it is closed")
        page.click_button("Rescue")
        page.click_button("Rescue", "dialog")
        page.until(lambda: page.text("dialog .problem") == "Password of the rescue user is required.", "the reason")
        page.one("#field-password").send_keys("very secret")
        self.assertNotIn("very secret", page.text("dialog"))
        page.press(Keys.ESCAPE)
        self.assertEqual(self.service.changes, [])

    def test_a_selection_is_made_and_runs_by_keyboard_alone(self):
        page = self.serve()
        page.open("/fleet")
        page.until(lambda: len(page.rows()) > 5, "rows")
        page.press(" ", Keys.ARROW_DOWN)
        page.press(Keys.ARROW_DOWN, holding=Keys.SHIFT)
        page.until(lambda: page.text(".picked strong") == "3 selected", "three nodes")
        self.assertEqual(page.texts('.row[aria-selected="true"] .name'), [f"rack000-node-0{at}" for at in range(3)])
        page.picture("selection")
        self.service.refuses.add("rack000-node-01")
        page.press("a")
        page.until(lambda: page.text("#actions-title") == "Actions for 3 nodes", "the actions")
        self.assertEqual(page.unnamed_controls(), [])
        for _ in range(20):
            if self.focused() != "Power off":
                page.press(Keys.TAB)
        page.press(Keys.ENTER)
        page.until(lambda: page.text("#confirm-title") == "Power off (3)?", "the dialog")
        self.assertEqual(page.text("#confirm-command").splitlines()[0], "baremetal node power off rack000-node-00")
        page.press(Keys.ENTER)
        page.until(lambda: page.text("dialog [role=status]") == "2 done, 1 failed, 0 stopped of 3", "the results")
        self.assertIn("rack000-node-01 failed: The BMC at 192.0.2.7 is silent.", page.texts(".results li"))
        page.picture("results")
        self.service.refuses.clear()
        self.assertEqual(self.focused(), "Retry for 1")
        page.press(Keys.ENTER)
        page.until(lambda: not page.all("dialog"), "all are done")
        self.assertEqual(len(self.service.changes), 3)
        self.assertTrue(page.driver.execute_script("return document.activeElement.classList.contains('list')"))
        page.press(Keys.ESCAPE)
        page.until(lambda: not page.one(".picked").is_displayed(), "nothing is selected")

    def test_a_selection_of_all_runs_few_at_once_and_stops(self):
        page = self.serve()
        page.open("/fleet")
        page.until(lambda: page.text(".total") == "24 nodes", "rows")
        page.press("a", holding=Keys.CONTROL)
        page.until(lambda: page.text(".picked strong") == "24 selected", "all nodes")
        self.service.pause = threading.Event()
        page.click_button("Actions …")
        self.assertTrue(page.button("Deploy (6)", "dialog"))  # Only the nodes in a state that allows it.
        page.click_button("Reboot", "dialog")
        page.button("Reboot (24)", "dialog").click()
        page.until(lambda: self.service.running == 4, "the first requests")
        page.click_button("Stop", "dialog")
        self.service.pause.set()
        page.until(lambda: page.text("dialog [role=status]") == "4 done, 0 failed, 20 stopped of 24", "the end")
        self.assertEqual((self.service.most_running, len(self.service.changes)), (4, 4))
        page.click_button("Retry for 20", "dialog")
        page.until(lambda: not page.all("dialog"), "the others")
        self.assertEqual(len(self.service.changes), 24)
        self.assertEqual(len({path for _, path, _ in self.service.changes}), 24)

    def test_the_policy_for_content_holds(self):
        page = self.serve()
        page.open("/fleet")
        self.assertIn("trusted-types 'none'", page.driver.execute_async_script(
            "fetch('.').then((one) => arguments[0](one.headers.get('Content-Security-Policy')))"))
        self.assertEqual(page.driver.execute_script(
            "try { document.body.innerHTML = '<b>x</b>'; return 'changed'; } catch (e) { return e.name; }"), "TypeError")
        self.assertIn("requires 'TrustedHTML'", "".join(page.console_errors()))  # Also empties the console.


if __name__ == "__main__":
    harness.main()
