"""Chromium without a window, for tests of pages that balak makes."""

import json
import pathlib
import re
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from balak_runs import BalakTest  # pylint: disable=wrong-import-position


class BrowserTest(BalakTest):
    """A test with a browser, the same one for all of its class."""

    @classmethod
    def setUpClass(cls):
        options = webdriver.ChromeOptions()
        # Root may not use Chromium's sandbox; what is opened is made here.
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        cls.addClassCleanup(cls.browser.quit)
        cls.command("Network.enable")

    @classmethod
    def command(cls, name, **arguments):
        """A command of the Chrome DevTools protocol."""
        return cls.browser.execute_cdp_cmd(name, arguments)

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def size(self, width, height=900):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=False)

    def media(self, media="screen", scheme="light"):
        self.command("Emulation.setEmulatedMedia", media=media,
                     features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, name, seconds=10):
        """Opens a page of the test's folder, which must draw its charts in time, and returns its address."""
        address = (self.folder / name).as_uri()
        self.browser.get_log("browser")
        self.browser.get_log("performance")
        self.browser.get(address)
        WebDriverWait(self.browser, seconds, 0.05).until(
            lambda _: self.script("return document.documentElement.dataset.charts === 'drawn'"))
        return address

    def check_quiet(self, address):
        """Nothing was complained of, and nothing asked for but the page itself."""
        self.assertEqual(self.browser.get_log("browser"), [])
        messages = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        asked = [message["params"]["request"]["url"] for message in messages
                 if message["method"] == "Network.requestWillBeSent"]
        self.assertEqual(asked, [address])


def luminance(colour):
    """Of `rgb(...)`: WCAG 2.1's relative luminance."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    """WCAG 2.1's contrast of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
