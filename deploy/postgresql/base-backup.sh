#!/bin/sh
# A base backup into a folder of its own, every night. base-backup.sh FOLDER
# The server and the password are in PGHOST, PGPASSFILE and so on.
set -eu
target=$1/base-$(date -u +%Y%m%dT%H%M%SZ)
# What is not whole is of no use, and one more of it each night fills the disk. A shell that is ended leaves by no EXIT.
trap 'rm -rf "$target.partial"' EXIT
trap 'exit 1' HUP INT TERM
pg_basebackup --username=plecho_backup --pgdata="$target.partial" --format=plain --checkpoint=fast --wal-method=stream
# Debian has this one outside the PATH, once for each version, and none reads the log of another.
PATH=$PATH:/usr/lib/postgresql/$(cat "$target.partial/PG_VERSION")/bin
pg_verifybackup --quiet "$target.partial"
mv "$target.partial" "$target"
echo "$target"
