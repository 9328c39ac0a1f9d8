#!/bin/sh
# Blocks the fourth step of a session: the count is kept between two starts.
if [ "$HOOK_ACTION" = describe ]; then
  echo '{"name": "quota", "event": "step-start", "timeout": "5s"}'
  exit
fi
steps=$(($(cat "$HOOKS_STATE_FILE" 2>/dev/null || echo 0) + 1))
echo "$steps" > "$HOOKS_STATE_FILE"
if [ "$steps" -gt 3 ]; then
  echo '{"action": "block", "reason": "Three steps are enough."}'
fi
