#!/bin/bash
# In a container: backup.sh every night at BACKUP_AT (UTC), and at the start if the last good backup is older than a day. One that fails is
# tried again after an hour; the alert BackupOld reports that none succeeded.
set -u
here=$(dirname "$(readlink -f "$0")")
trap 'kill "${waiting:-}" 2> /dev/null; exit 0' TERM INT
pause() {
  sleep "$1" &
  waiting=$!
  wait "$waiting"
}
until_night() {
  local now next
  now=$(date +%s)
  next=$(date -u -d "${BACKUP_AT:-02:30}" +%s)
  ((next > now)) || next=$((next + 86400))
  pause $((next - now))
}
if [ -n "$(find "$BACKUP_DIR"/last/taken -mmin -1440 2> /dev/null)" ]; then until_night; fi
while :; do
  if "$here/backup.sh"; then
    until_night
  else
    echo 'The backup failed, and is tried again in an hour.' >&2
    pause 3600
  fi
done
