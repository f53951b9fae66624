"""Drives Debian's headless Chromium for the tests of the fleet page."""

import json
import os
import re
import tempfile
import urllib.parse

import harness
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

# Requests that fail by design: /inventory, for example, is 404 before the first inspection.
EXPECTED_REFUSALS = re.compile(r"/inventory|/console/log|no-such-node|status of 40[13]|status of 410|ERR_")


def screenshot_folder():
    """The folder of the screenshots: IRONBUS_SCREENSHOTS, or a temporary one."""
    folder = os.environ.get("IRONBUS_SCREENSHOTS") or tempfile.mkdtemp(prefix="ironbus-screenshots.")
    os.makedirs(folder, exist_ok=True)
    return folder


class Browser:
    """One browser window. console_errors() and foreign_requests() report its errors and foreign requests."""

    folder = screenshot_folder()

    def __init__(self, url, width=1440, height=900):
        self.url = url
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--no-first-run", "--disable-background-networking", "--lang=en-GB",
                         "--enable-precise-memory-info", f"--window-size={width},{height}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(60)

    def close(self):
        self.driver.quit()

    def prefer(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, place="/fleet"):
        self.driver.get("about:blank")
        self.driver.get(f"{self.url}/ui/#{place}")
        self.until(lambda: self.text("#live") == "live", "the page is live")

    def go(self, place):
        self.driver.execute_script("location.hash = arguments[0]", place)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return harness.poll(lambda: next(iter(self.all(selector)), None), selector)

    def text(self, selector):
        """The text content of the element; "" if there is none."""
        return self.driver.execute_script(
            "return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def texts(self, selector):
        return self.driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", selector)

    def style(self, selector, name):
        return self.driver.execute_script(
            "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, name)

    def until(self, question, what, limit=30):
        return harness.poll(question, what, limit)

    def button(self, name, within="body"):
        """The button with this text, once it exists."""
        return harness.poll(lambda: self.driver.execute_script(
            "return [...document.querySelectorAll(arguments[0] + ' button')]"
            ".find((one) => one.innerText === arguments[1]) ?? null", within, name), f"a button {name}")

    def click_button(self, name, within="body"):
        """Clicks a button, and finds it again if the page has drawn it again in between."""
        def clicked():
            try:
                self.button(name, within).click()
                return True
            except StaleElementReferenceException:
                return False
        harness.poll(clicked, f"a click on {name}")

    def press(self, *keys, holding=None):
        """Presses keys one after the other, while another one is held."""
        chain = ActionChains(self.driver)
        if holding:
            chain.key_down(holding).send_keys(*keys).key_up(holding).perform()
        else:
            chain.send_keys(*keys).perform()

    def rows(self):
        """Names of the rows in the document, from top to bottom."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll('.space .row:not([hidden])')]"
            ".sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)"
            ".map((one) => one.querySelector('.name').textContent)")

    def picture(self, name):
        self.driver.save_screenshot(os.path.join(self.folder, name + ".png"))

    def unnamed_controls(self):
        """Roles of controls without an accessible name for screen readers."""
        self.driver.execute_cdp_cmd("Accessibility.enable", {})
        tree = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        usable = {"button", "link", "textbox", "searchbox", "checkbox", "combobox", "tab", "grid"}
        return [one["role"]["value"] for one in tree
                if not one.get("ignored") and one.get("role", {}).get("value") in usable
                and not one.get("name", {}).get("value")]

    def console_errors(self):
        """Console errors, without the failed requests that the page expects."""
        return [one["message"] for one in self.driver.get_log("browser") if one["level"] == "SEVERE"
                and not (one["source"] == "network" and EXPECTED_REFUSALS.search(one["message"]))]

    def foreign_requests(self):
        """Requested URLs of other hosts."""
        own = urllib.parse.urlsplit(self.url).netloc
        out = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            asked = urllib.parse.urlsplit(message["params"]["request"]["url"])
            if asked.netloc != own and asked.scheme not in ("about", "data"):
                out.append(asked.geturl())
        return out
