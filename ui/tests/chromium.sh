#!/bin/sh
# Sees to it that there is a Chromium for the browser tests: the system's, else one installed by the package manager
# where we may, else Playwright's own in the user's cache. Where none can be had it says so and fails.
cd "$(dirname "$0")/.." || exit 1

found() {
  node --input-type=module -e 'import { executable } from "./tests/browser.js"; process.exit(executable() ? 0 : 1)'
}

found && exit 0
echo "installing Chromium for the browser tests" >&2
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium fonts-liberation; } >&2
  found && exit 0
fi
npx playwright-core install chromium >&2
found && exit 0
echo "*** the walks through the pages were NOT run: there is no Chromium, and it could not be installed ***" >&2
echo "name one with CHROMIUM=/path, or leave the pages out with make test BROWSER=no" >&2
exit 1
