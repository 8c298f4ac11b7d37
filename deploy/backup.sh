#!/bin/sh
# deploy/backup.sh <folder>: the database and the pictures of this moment, while the gateways run. The database first: pictures never
# change and are there before anything names them, so that whatever the copy of the database names is among those copied after it.
# Needs DATABASE_URL, pg_dump of the server's version or newer, and DATA_DIR; with S3_BUCKET the bucket's own versions are its backup.
set -eu
to=${1:?say a folder}
: "${DATABASE_URL:?}"
mkdir -p "$to"
umask 077
pg_dump --format=custom --no-owner --file="$to/database.dump.part" "$DATABASE_URL"
mv "$to/database.dump.part" "$to/database.dump"
if [ -z "${S3_BUCKET:-}" ]; then
  mkdir -p "$to/pictures"
  # files never change: a copy on the same disk costs nothing, and those of the last backup stay
  find "${DATA_DIR:?}/pictures" -type f ! -name '.*' | while read -r file; do
    name=$(basename "$file")
    [ -e "$to/pictures/$name" ] && continue
    cp -l "$file" "$to/pictures/$name" 2>/dev/null || cp -p "$file" "$to/pictures/$name" 2>/dev/null || [ ! -e "$file" ]
  done
fi
# what partners' pages pin
releases=${RELEASES_DIR:-${DATA_DIR:-./data}/releases}
if [ -d "$releases" ]; then
  mkdir -p "$to/releases"
  cp -Rp "$releases/." "$to/releases/"
fi
date -u +%Y-%m-%dT%H:%M:%SZ > "$to/taken"
