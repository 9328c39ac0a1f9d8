#!/usr/bin/env node
// Blocks commands that delete, and changes others.
import { readFileSync } from 'node:fs'

if (process.env.HOOK_ACTION === 'describe') {
  console.log(JSON.stringify({ name: 'policy', event: 'tool-call-start' }))
} else {
  const { command = '' } = JSON.parse(readFileSync(0, 'utf8')).tool_input
  if (/\brm\b/.test(command))
    console.log(JSON.stringify({ action: 'block', reason: `Not deleted: ${command}` }))
  if (command === 'npm install')
    console.log(JSON.stringify({ action: 'modify', modifications: { command: 'npm ci' } }))
}
