# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A browser and a server for tests of the studio: Debian's chromium without a window, driven by
selenium.

Where chromium or selenium is missing, `require` ends the program with the code that ctest takes for
a skipped test.
"""

import json
import os
import shutil
import sys
import time

from studio_server import StudioServer  # noqa: F401: for those who have a browser, too

SKIPPED = 77

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    webdriver = None


def require():
    """Goes on where selenium is, or says what is missing and skips."""
    system = "/usr/bin/python3"
    if (
        webdriver is None
        and os.path.exists(system)
        and os.path.realpath(system) != os.path.realpath(sys.executable)
        and not os.environ.get("FLAME_STUDIO_PYTHON")
    ):
        os.environ["FLAME_STUDIO_PYTHON"] = system  # Debian's package is for Debian's Python
        os.execv(system, [system] + sys.argv)
    for what, package in (
        (webdriver, "python3-selenium"),
        (shutil.which("chromium"), "chromium"),
        (shutil.which("chromedriver"), "chromium-driver"),
    ):
        if not what:
            print(
                f"skipped: {package} is not installed (apt-get install chromium chromium-driver python3-selenium)"
            )
            sys.exit(SKIPPED)


class Browser:
    """One chromium."""

    def __init__(self, width=1280, height=800, dark=True):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--no-first-run",
            f"--window-size={width},{height}",
        ]
        for argument in arguments + (["--force-dark-mode"] if dark else []):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(
            service=Service(shutil.which("chromedriver")), options=options
        )
        self.driver.set_script_timeout(300)

    def open(self, url, file=None):
        self.driver.get(url + (f"&file={file}" if file else ""))
        self.until("window.studioStats && studioStats.pictures > 0")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def js_async(self, body, *arguments):
        """Runs the body of an async function with S, the module of the state, and what `wait`
        does."""
        return self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1);"
            "const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));"
            "(async () => { const S = await import('/state.js');" + body + "})()"
            ".then(done, (error) => done({ failed: String(error) }));",
            *arguments,
        )

    def until(self, expression, seconds=150):
        end = time.monotonic() + seconds
        while not self.js(f"return !!({expression})"):
            if time.monotonic() > end:
                stats = self.js("return window.studioStats && JSON.stringify(studioStats)")
                raise AssertionError(f"not within {seconds} s: {expression}\n{stats}\n{self.log()}")
            time.sleep(0.03)

    def click(self, selector):
        self.js("document.querySelector(arguments[0]).click()", selector)

    def workspace(self, name):
        self.click(f'#workspaces [data-tab="{name}"]')

    def model(self):
        return self.js("return studioState.model")

    def await_picture(self):
        """Until the picture is the best of the newest state."""
        self.until("studioStats.complete && studioStats.shownRev === studioStats.rev")

    def log(self):
        return json.dumps(self.driver.get_log("browser"))

    def screenshot(self, path):
        self.driver.save_screenshot(str(path))

    def close(self):
        self.driver.quit()
