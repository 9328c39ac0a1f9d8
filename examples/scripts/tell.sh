#!/bin/sh
# Notes that something happened; replace the last line by whatever reaches you.
mkdir -p "$HOOKS_ROOT/.hooks"
echo "$HOOKS_EVENT ${1:-}" >> "$HOOKS_ROOT/.hooks/told.txt"
