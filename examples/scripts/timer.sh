#!/bin/sh
# Around a call: notes the time before it, tells the model after it how long it took.
if [ "$HOOKS_HALF" = before ]; then
  date +%s > "$HOOKS_STATE_FILE"
elif [ -s "$HOOKS_STATE_FILE" ]; then
  echo "{\"additional_context\":[\"That took $(($(date +%s) - $(cat "$HOOKS_STATE_FILE"))) s.\"]}"
fi
