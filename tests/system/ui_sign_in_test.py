#!/usr/bin/python3
"""Tests sign-in to the fleet page at the real service, in a browser."""

import base64
import http.client
import json
import os
import unittest

import harness
from selenium.webdriver.common.keys import Keys
from ui_browser import Browser

HASH = "$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe"  # The hash of "secret".


class SignInTest(unittest.TestCase):
    """Sign-in at the real service. tests/system/ui_actions_test.py has the rest."""

    def start(self, more=""):
        folder = harness.scratch()
        path = os.path.join(folder, "users")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"ann:{HASH}\nbob:{HASH}\n")
        self.daemon = harness.Daemon(folder, listen=harness.free_address(), settings="api:\n  auth_strategy: http_basic\n"
                                     f"  http_basic_auth_user_file: {path}\n{more}").start()
        self.addCleanup(self.daemon.kill)
        self.create(self.daemon.api, "ann")
        self.browser = Browser(self.daemon.api.url)
        self.addCleanup(self.browser.close)
        return self.browser

    def sign_in(self, user, password="secret"):
        self.browser.one("#sign-in-user").send_keys(user)
        self.browser.one("#sign-in-password").send_keys(password, Keys.ENTER)

    def test_a_session_lasts_over_a_restart_and_ends_by_a_button(self):
        page = self.start()
        page.driver.get(page.url + "/ui/#/node/one")
        self.sign_in("ann", "wrong")
        page.until(lambda: page.text(".problem") == "Incorrect username or password.", "the refusal")
        page.one("#sign-in-password").send_keys("secret", Keys.ENTER)
        page.until(lambda: "Idle in state enroll" in page.text(".why"), "why")
        self.assertEqual(page.text("#user"), "ann")
        cookie, = page.driver.get_cookies()
        self.assertEqual((cookie["name"], cookie["httpOnly"], cookie["sameSite"], cookie["path"]),
                         ("ironbus", True, "Strict", "/"))
        page.button("Maintenance").click()
        page.one("#field-reason").send_keys("ticket 7")
        page.button("Maintenance", "dialog").click()
        page.until(lambda: "In maintenance: ticket 7" in page.text(".why"), "the change")
        status = page.driver.execute_async_script(
            "fetch('/v1/nodes/one/maintenance', {method: 'DELETE'}).then((one) => arguments[0](one.status))")
        self.assertEqual(status, 403)  # without the token against forgery
        self.daemon.kill()
        self.daemon.start()
        page.driver.refresh()
        page.until(lambda: "In maintenance: ticket 7" in page.text(".why"), "the session after a restart")
        page.one("#sign-out").click()
        page.until(lambda: page.all("#sign-in-user"), "the form")
        self.assertEqual(page.driver.get_cookies(), [])
        self.assertEqual(page.console_errors(), [])

    def test_read_only_user_has_disabled_buttons(self):
        page = self.start("  read_only_users: [bob]\n")
        page.driver.get(page.url + "/ui/#/node/one")
        self.sign_in("bob")
        page.until(lambda: "Idle in state enroll" in page.text(".why"), "why")
        self.assertTrue(page.all(".panel .action"))
        for button in page.all(".panel .action"):
            self.assertEqual(button.get_attribute("aria-description"), "Your user may only read (api.read_only_users).")
        self.assertEqual(page.text("#user"), "bob (read only)")
        page.picture("node-for-bob")
        self.assertEqual(page.console_errors(), [])

    def create(self, api, user):
        token = base64.b64encode(f"{user}:secret".encode()).decode()
        connection = http.client.HTTPConnection(api.url.removeprefix("http://"))
        connection.request("POST", "/v1/nodes", json.dumps({"driver": "fake-hardware", "name": "one"}),
                           {"Authorization": "Basic " + token, "Content-Type": "application/json",
                            "X-OpenStack-Ironic-API-Version": harness.VERSION})
        self.assertEqual(connection.getresponse().status, 201)
        connection.close()


if __name__ == "__main__":
    harness.main()
