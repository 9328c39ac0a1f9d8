#!/bin/sh
# Observes: one line for each event.
if [ "$HOOK_ACTION" = describe ]; then
  echo '{"name": "audit", "events": ["agent-start", "step-start", "tool-call-start", "tool-call-end", "agent-stop"]}'
else
  cat >> "$HOOKS_PROJECT_DIR/audit.jsonl"
fi
