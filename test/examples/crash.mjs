// Loaded before a program: kills its process in the middle of a change of a file. CRASH is a pattern for what is changed,
// such as "rename .*/t.json", or the number of the change.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { CRASH = '^$', CRASH_LOG } = process.env
const { writeFileSync, appendFileSync } = fs
let changes = 0

function isDue(name, file) {
  const change = `${name} ${file}`
  if (CRASH_LOG !== undefined) appendFileSync(CRASH_LOG, `${change}\n`)
  return /^\d+$/.test(CRASH) ? ++changes === Number(CRASH) : new RegExp(CRASH).test(change)
}

function die() {
  process.kill(process.pid, 'SIGKILL')
  for (;;); // until it has come
}

/** Of a text that would be written, half is. */
function before(name, [file, second, ...more]) {
  if (typeof file === 'number' || !isDue(name, name.startsWith('rename') ? second : file)) return
  if (name.startsWith('writeFile')) writeFileSync(file, second.slice(0, second.length / 2), ...more)
  die()
}

const names = ['writeFile', 'appendFile', 'rename', 'mkdir', 'unlink', 'rm', 'link', 'truncate']
for (const name of names) {
  for (const [owner, key] of [
    [fs, `${name}Sync`],
    [fs.promises, name],
  ]) {
    const real = owner[key]
    owner[key] = (...args) => {
      before(name, args)
      return real.apply(owner, args)
    }
  }
}
syncBuiltinESMExports()
