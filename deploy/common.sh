# Sourced by backup.sh and restore.sh.
set -euo pipefail
umask 077

stop() {
  echo "$1" >&2
  exit 1
}

# An address of PostgreSQL without its password, which goes into the environment: every user of the machine can read the arguments of a program.
connection() {
  if [[ $1 =~ ^(postgres(ql)?://[^:/@]*):([^@]*)@(.*)$ ]]; then
    local password=${BASH_REMATCH[3]//\\/\\\\}
    PGPASSWORD=$(printf '%b' "${password//%/\\x}")
    export PGPASSWORD
    connection="${BASH_REMATCH[1]}@${BASH_REMATCH[4]}"
  else
    unset PGPASSWORD
    connection=$1
  fi
}

sql() {
  psql --no-psqlrc --no-password --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --dbname="$connection" --command="$1"
}

# Writes what it reads to a file, encrypted if BACKUP_RECIPIENT is set; the name then ends with .age.
extension=${BACKUP_RECIPIENT:+.age}
seal() {
  if [ -n "${BACKUP_RECIPIENT:-}" ]; then
    age --encrypt --recipient "$BACKUP_RECIPIENT" --output "$1"
  else
    cat > "$1"
  fi
}

# Prints a file of a backup, decrypted with BACKUP_IDENTITY if it is encrypted.
opened() {
  if [ -f "$1.age" ]; then
    age --decrypt --identity "${BACKUP_IDENTITY:?the backup is encrypted: name the file with the key of age}" "$1.age"
  else
    cat "$1"
  fi
}

is_there() {
  [ -s "$1" ] || [ -s "$1.age" ]
}
