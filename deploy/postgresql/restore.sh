#!/bin/sh
# Makes a data folder that goes on from a base backup to a moment. restore.sh BASE WAL TARGET [TIME]
# BASE: a folder of base-backup.sh · WAL: where archive-wal.sh keeps the log · TARGET: a folder that is not there yet
# TIME: such as '2026-11-22 14:30:00+00', by the database's clock; without it, to the end of the log. The log has to reach
# that far: PostgreSQL does not start where it ends before.
# The folder belongs to whoever runs this, and has to be PostgreSQL's (docs/running.md).
set -eu
base=$1
wal=$2
target=$3
time=${4-}
if [ -e "$target" ]; then
  echo "$target is there already" >&2
  exit 1
fi
cp -a "$base" "$target"
chmod 700 "$target"
auto=$target/postgresql.auto.conf
# What an earlier restore has written is in every base backup after it: its moment is not that of this one.
sed -i '/^ *\(restore_command\|recovery_target[a-z_]*\|archive_mode\) *=/d' "$auto"
{
  echo "restore_command = 'cp \"$wal/%f\" \"%p\"'"
  if [ -n "$time" ]; then
    echo "recovery_target_time = '$time'"
    echo "recovery_target_action = 'promote'"
  fi
  # What the restored one writes must not get in among the pieces it came from.
  echo "archive_mode = 'off'"
} >>"$auto"
touch "$target/recovery.signal"
