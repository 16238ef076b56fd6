#!/bin/sh
# A base backup into a folder of its own, every night. base-backup.sh FOLDER
# The server and the password are in PGHOST, PGPASSFILE and so on.
set -eu
target=$1/base-$(date -u +%Y%m%dT%H%M%SZ)
pg_basebackup --username=plecho_backup --pgdata="$target.partial" --format=plain --checkpoint=fast --wal-method=stream
pg_verifybackup --quiet "$target.partial"
mv "$target.partial" "$target"
echo "$target"
