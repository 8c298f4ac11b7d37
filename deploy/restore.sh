#!/bin/sh
# deploy/restore.sh <folder>: what backup.sh took, into the empty database of DATABASE_URL and into DATA_DIR. Start a gateway
# afterwards, and ask it: npm run operator -- ledger check, trail check.
set -eu
from=${1:?say the folder of a backup}
: "${DATABASE_URL:?}"
pg_restore --no-owner --exit-on-error --single-transaction --dbname="$DATABASE_URL" "$from/database.dump"
if [ -z "${S3_BUCKET:-}" ]; then
  mkdir -p "${DATA_DIR:?}/pictures"
  cp -Rp "$from/pictures/." "$DATA_DIR/pictures/"
fi
if [ -d "$from/releases" ]; then
  releases=${RELEASES_DIR:-${DATA_DIR:-./data}/releases}
  mkdir -p "$releases"
  cp -Rp "$from/releases/." "$releases/"
fi
echo 'Restored. To look at it beside the original, start its gateway with QUIET=on: no mail, payment or webhook leaves it then.'
