#!/bin/bash
# restore.sh <folder of a backup>: what backup.sh took, such as BACKUP_DIR/last, into the empty database of DATABASE_URL, into DATA_DIR and
# RELEASES_DIR. Run it as the user of the gateway. BACKUP_IDENTITY names the file with age's key if the backup is encrypted.
here=$(dirname "$(readlink -f "$0")")
. "$here/common.sh"
from=${1:?the folder of a backup}
[ -f "$from/taken" ] || stop "There is no backup in $from"
(cd "$from" && sha256sum --quiet --check sums >&2)
connection "${DATABASE_URL:?}"
opened "$from/database.dump" | pg_restore --no-owner --exit-on-error --single-transaction --dbname="$connection"
if [ -f "$from/pictures" ]; then
  to=${DATA_DIR:?}/pictures
  mkdir -p "$to"
  missing=0
  while read -r id; do
    if is_there "$from/../pictures/$id"; then
      opened "$from/../pictures/$id" > "$to/.part"
      mv "$to/.part" "$to/$id"
    else
      missing=$((missing + 1))
    fi
  done < "$from/pictures"
  [ "$missing" = 0 ] || echo "$missing pictures were deleted while the backup was taken, or since." >&2
fi
if is_there "$from/releases.tar"; then
  releases=${RELEASES_DIR:-${DATA_DIR:-./data}/releases}
  mkdir -p "$releases"
  opened "$from/releases.tar" | tar -C "$releases" -xf -
fi
echo "Restored, as of $(cat "$from/taken"). Check it: DATABASE_URL=… node dist/server/check-books.mjs"
echo 'To look at it beside the original, start its gateway with QUIET=on: no mail, payment or webhook leaves it then.'
