#!/bin/bash
# The database and the files of a gateway, while it runs.
#   backup.sh                 takes a backup into BACKUP_DIR, deletes old ones, and copies BACKUP_DIR to another place
#   backup.sh verify [name]   restores one into a database of its own, and checks the books, the trail and the pictures
# From the gateway's settings: DATABASE_URL, DATA_DIR, RELEASES_DIR, S3_BUCKET. Besides:
#   BACKUP_DIR                    the folder of all backups; `last` in it is the last good one
#   BACKUP_KEEP_DAYS              days that a backup is kept, and a picture that was deleted; 30
#   BACKUP_RECIPIENT              age1…: encrypt for this recipient of age
#   BACKUP_RSYNC, BACKUP_RCLONE   the other place: user@host:/folder, or remote:folder
#   for verify                    SCRATCH_URL, a server on which a database may be created; BACKUP_IDENTITY, the file with age's key
# A backup that fails leaves the last good one as it was. docs/operate.md says how to install and restore it.
here=$(dirname "$(readlink -f "$0")")
. "$here/common.sh"
: "${BACKUP_DIR:?the folder of the backups}"
keep=${BACKUP_KEEP_DAYS:-30}

# Notes in the gateway's database that a step is done: /metrics says how long ago that is, and an alert follows.
note() {
  sql "insert into backup_step (step, at) values ('$1', now()) on conflict (step) do update set at = excluded.at" ||
    echo "It is done, but the database could not note that: the alert BackupOld will follow." >&2
}

# The pictures go into one folder that all backups share. They never change, so that only new ones are copied. One that members or the
# gateway deleted is marked, and leaves the folder once no backup that is kept names it. Thumbnails and copies of data (with a dot) are made again.
take_pictures() {
  local mirror=$BACKUP_DIR/pictures gone=$BACKUP_DIR/gone work=$1/.work
  mkdir -p "$mirror" "$gone" "$work"
  rm -f "$mirror"/.part
  find "${DATA_DIR:?}/pictures" -type f ! -name '*.*' -printf '%f\n' > "$work/found"
  LC_ALL=C sort "$work/found" > "$1/pictures"
  find "$mirror" -type f -printf '%f\n' > "$work/kept"
  # one that was copied before encryption was turned on or off is copied again
  if [ -n "$extension" ]; then sed -n 's/\.age$//p' "$work/kept"; else sed '/\.age$/d' "$work/kept"; fi | LC_ALL=C sort > "$work/mirror"
  LC_ALL=C comm -23 "$1/pictures" "$work/mirror" > "$work/new"
  while read -r id; do
    if ! seal "$mirror/.part" < "$DATA_DIR/pictures/$id"; then
      [ ! -e "$DATA_DIR/pictures/$id" ] || stop "The picture $id cannot be copied"
      continue # it was deleted meanwhile
    fi
    rm -f "$mirror/$id" "$mirror/$id.age"
    mv "$mirror/.part" "$mirror/$id$extension"
  done < "$work/new"
  rm -f "$mirror/.part"
  sed 's/\.age$//' "$work/kept" | LC_ALL=C sort > "$work/mirror"
  LC_ALL=C comm -13 "$1/pictures" "$work/mirror" > "$work/gone"
  while read -r id; do [ -e "$gone/$id" ] || : > "$gone/$id"; done < "$work/gone"
  find "$gone" -type f -printf '%f\n' | LC_ALL=C sort > "$work/marked"
  LC_ALL=C comm -12 "$1/pictures" "$work/marked" | while read -r id; do rm -f "$gone/$id"; done
  rm -rf "$work"
}

take() {
  mkdir -p "$BACKUP_DIR"
  exec 9> "$BACKUP_DIR/.lock"
  flock --nonblock 9 || stop 'Another backup is running'
  rm -rf "$BACKUP_DIR"/.part-*
  until name=$(date -u +%Y-%m-%dT%H-%M-%SZ) && [ ! -e "$BACKUP_DIR/$name" ]; do sleep 0.2; done
  part=$BACKUP_DIR/.part-$name
  trap 'rm -rf "$part"' EXIT
  mkdir "$part"
  # The database comes first: a picture is stored before anything names it, so that all that the copy names are among those copied after it.
  pg_dump --format=custom --no-owner --no-password --dbname="$connection" | seal "$part/database.dump$extension"
  [ -n "${S3_BUCKET:-}" ] || take_pictures "$part"
  releases=${RELEASES_DIR:-${DATA_DIR:-./data}/releases} # what partners' pages pin
  [ ! -d "$releases" ] || tar -C "$releases" -cf - . | seal "$part/releases.tar$extension"
  (cd "$part" && sha256sum -- * > .sums && mv .sums sums)
  date -u +%Y-%m-%dT%H:%M:%SZ > "$part/taken"
  sync -f "$part"
  mv "$part" "$BACKUP_DIR/$name"
  ln -sfn "$name" "$BACKUP_DIR/last"
  trap - EXIT
  expire
  note taken
  echo "Backup: $BACKUP_DIR/$name"
}

# Backups that are too old, but never the last one, and the pictures that none of the others names.
expire() {
  local before id old
  before=$(date -u -d "$keep days ago" +%Y-%m-%dT%H-%M-%SZ)
  for old in "$BACKUP_DIR"/[0-9]*Z; do
    if [[ ${old##*/} < $before && ${old##*/} != "$name" ]]; then rm -rf "$old"; fi
  done
  [ -d "$BACKUP_DIR/gone" ] || return 0
  find "$BACKUP_DIR/gone" -type f ! -newermt "$keep days ago" -printf '%f\n' > "$BACKUP_DIR/.expired"
  while read -r id; do rm -f "$BACKUP_DIR/pictures/$id" "$BACKUP_DIR/pictures/$id.age" "$BACKUP_DIR/gone/$id"; done < "$BACKUP_DIR/.expired"
  rm "$BACKUP_DIR/.expired"
}

# What leaves BACKUP_DIR leaves the other place too.
copy() {
  [ -n "${BACKUP_RSYNC:-}${BACKUP_RCLONE:-}" ] || return 0
  [ -z "${BACKUP_RSYNC:-}" ] || rsync --archive --delete --exclude='.*' "$BACKUP_DIR/" "$BACKUP_RSYNC/"
  [ -z "${BACKUP_RCLONE:-}" ] || rclone sync --exclude='.*' --exclude='.*/**' "$BACKUP_DIR" "$BACKUP_RCLONE"
  note copied
}

verify() {
  local from=$BACKUP_DIR/$1 id missing=0
  [ -f "$from/taken" ] || stop "There is no backup $from"
  (cd "$from" && sha256sum --quiet --check sums >&2)
  scratch=cloudphone_verify_$$
  folder=$(mktemp -d)
  connection "${SCRATCH_URL:?a server on which to create a database}"
  server=$connection
  sql "create database $scratch"
  trap 'rm -rf "$folder"; connection "$SCRATCH_URL"; sql "drop database $scratch with (force)"' EXIT
  connection=$(sed -E "s#^(postgres(ql)?://[^/]*)/[^?]*#\1/$scratch#" <<< "$server")
  [[ $connection = */$scratch* ]] || stop 'SCRATCH_URL must name a database, such as /postgres'
  opened "$from/database.dump" | pg_restore --no-owner --exit-on-error --single-transaction --dbname="$connection"
  DATABASE_URL=$connection node "$here/../dist/server/check-books.mjs"
  if [ -f "$from/pictures" ]; then
    sql 'select id from picture where used' > "$folder/named"
    # a backup of an earlier version has no archive
    [ -z "$(sql "select to_regclass('order_log_archive')")" ] ||
      sql "select object from order_log_archive where object <> ''" >> "$folder/named"
    while read -r id; do is_there "$BACKUP_DIR/pictures/$id" || missing=$((missing + 1)); done < "$folder/named"
    [ "$missing" = 0 ] || stop "$missing pictures that the database names are not in the backup"
    shuf -n 20 "$folder/named" > "$folder/some"
    while read -r id; do opened "$BACKUP_DIR/pictures/$id" > /dev/null; done < "$folder/some"
    echo "Pictures: $(wc -l < "$folder/named") named, all there"
  fi
  connection "${DATABASE_URL:-}"
  [ -z "$connection" ] || note verified
  echo "Verified: $from, taken $(cat "$from/taken")"
}

case ${1:-take} in
  take)
    connection "${DATABASE_URL:?}"
    take
    copy
    ;;
  verify) verify "${2:-last}" ;;
  *) stop 'backup.sh, or backup.sh verify [name]' ;;
esac
