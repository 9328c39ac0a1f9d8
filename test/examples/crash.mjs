// Loaded before a program: kills its process at a change of a file that CRASH is a pattern of, such as "rename .*/t.json". Of
// a text that would be written, half is.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const due = new RegExp(process.env.CRASH ?? '^$')
const { writeFileSync } = fs

function before(name, [file, second]) {
  if (!due.test(`${name} ${name.startsWith('rename') ? second : file}`)) return
  if (name.startsWith('writeFile')) writeFileSync(file, second.slice(0, second.length / 2))
  process.kill(process.pid, 'SIGKILL')
  for (;;); // until it has come
}

for (const name of ['writeFile', 'rename']) {
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
