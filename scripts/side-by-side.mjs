// Runs npm scripts side by side: `node scripts/side-by-side.mjs lint types`. The output of each is printed whole when it
// ends, and all of them run to their end; one that fails makes the whole fail.
import { spawn } from 'node:child_process'

const run = (name) =>
  new Promise((resolve) => {
    const child = spawn(`npm run --silent ${name}`, { stdio: ['ignore', 'pipe', 'pipe'], shell: true })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.on('close', (code) => {
      process.stdout.write(`> ${name}${code === 0 ? '' : ' FAILED'}\n`)
      process.stdout.write(Buffer.concat(chunks))
      resolve(code === 0)
    })
  })

const passed = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = passed.every(Boolean) ? 0 : 1
