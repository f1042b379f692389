#!/usr/bin/env bash
# Make sure that a browser is there for the tests of the site: Debian's Chromium where none is found.
set -eu
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1; then
  sudo=""
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "The site's tests need Chromium. Install it as root: apt-get install chromium fonts-noto-cjk" >&2; exit 2; }
    sudo="sudo"
  fi
  echo "Installing Chromium for the tests of the site …"
  $sudo apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk >/dev/null
  exit 0
fi
echo "The tests of the site need Chromium or Chrome on the PATH. Install it with your system's package manager, then run make test again." >&2
exit 2
