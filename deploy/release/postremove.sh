#!/bin/sh
# The data in /var/lib/tourney stay, also after a purge: tournaments are not configuration.
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
