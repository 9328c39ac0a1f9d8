// Denies a call that would send anything away, and counts the others of the session.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

const { tool_name, tool_input } = JSON.parse(readFileSync(0, 'utf8'))
if (JSON.stringify(tool_input).includes('secret')) {
  console.log(JSON.stringify({ decision: 'deny', reason: 'The security audit found a secret.' }))
}
const file = process.env.HOOKS_STATE_FILE
const calls = (() => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
})()
writeFileSync(file, JSON.stringify({ ...calls, [tool_name]: (calls[tool_name] ?? 0) + 1 }))
