#!/bin/sh
# Asks about refunds of 1000 and more. It stays between calls: an event a line in, an answer a line out.
while read -r event; do
  case $event in
    *'"amount":'[0-9][0-9][0-9][0-9]*) echo '{"decision":"ask","reason":"A refund of 1000 or more?"}' ;;
    *) echo '{}' ;;
  esac
done
