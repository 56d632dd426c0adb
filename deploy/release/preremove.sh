#!/bin/sh
# Stops the service before the program is removed. An upgrade restarts it afterwards, see postinstall.sh.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now tourney.service || true
fi
