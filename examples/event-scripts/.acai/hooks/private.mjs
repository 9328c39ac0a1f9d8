#!/usr/bin/env node
// Changes what tools found: no reader gets an address.
import { readFileSync } from 'node:fs'

if (process.env.HOOK_ACTION === 'describe') {
  console.log(JSON.stringify({ name: 'private', event: 'tool-call-end' }))
} else {
  const { tool_output: output } = JSON.parse(readFileSync(0, 'utf8'))
  const masked = output.replaceAll(/\S+@\S+/g, '(address)')
  if (masked !== output)
    console.log(JSON.stringify({ action: 'modify', modifications: { tool_output: masked } }))
}
