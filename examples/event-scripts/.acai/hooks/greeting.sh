#!/bin/sh
# Runs beside the agent, which does not wait for it.
if [ "$HOOK_ACTION" = describe ]; then
  echo '{"name": "greeting", "event": "agent-start", "timing": "after"}'
else
  echo "$HOOKS_SESSION_ID has begun" >> "$HOOKS_PROJECT_DIR/sessions.txt"
fi
