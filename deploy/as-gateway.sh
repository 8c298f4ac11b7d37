#!/bin/sh
# deploy/as-gateway.sh <command>: runs a command in /opt/cloudphone as the user of the gateway, with the settings of its unit, on a machine with
# systemd. Do not read /etc/cloudphone/env into a shell: systemd takes its values as they are, and a shell would not.
exec systemd-run --quiet --pipe --wait --collect --service-type=exec \
  --uid=cloudphone --gid=cloudphone --working-directory=/opt/cloudphone --property=UMask=0077 \
  --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/cloudphone --setenv=HOME=/var/lib/cloudphone \
  --property=EnvironmentFile=/etc/cloudphone/env --property=EnvironmentFile=-/etc/cloudphone/backup "$@"
