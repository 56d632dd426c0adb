#!/bin/sh
# Stops the service before the program goes. An upgrade restarts it afterwards.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now tourney.service || true
fi
