#!/bin/sh
# archive_command: keeps a finished piece of the write-ahead log. archive-wal.sh SOURCE TARGET
# PostgreSQL repeats it until it ends with 0; the same piece may come twice, another one under its name must not.
set -eu
source=$1
target=$2
if [ -e "$target" ]; then
  exec cmp -s "$source" "$target"
fi
partial=$target.partial
cp "$source" "$partial"
sync "$partial"
mv "$partial" "$target"
sync "$(dirname "$target")"
