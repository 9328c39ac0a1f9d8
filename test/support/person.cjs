// Loaded before the command: nobody's agent is above it, as where these tests run it may be. With OUTERMOST the programs up
// to that one are seen. With PERSON its user sits at a terminal, and types what comes on stdin.
const fs = require('node:fs')
const { fstatSync, readFileSync } = fs
const { OUTERMOST } = process.env
let isHidden = OUTERMOST === undefined
fs.readFileSync = (file, ...rest) => {
  if (!/^\/proc\/\d+\/stat$/.test(String(file))) return readFileSync(file, ...rest)
  if (String(file) === `/proc/${process.ppid}/stat`) isHidden = OUTERMOST === undefined // it is asked again
  if (isHidden) throw new Error('hidden')
  const stat = readFileSync(file, ...rest)
  isHidden = String(stat).includes(`(${OUTERMOST})`)
  return stat
}
const processes = require('node:child_process')
const { spawnSync } = processes
processes.spawnSync = (program, ...rest) => (program === 'ps' ? { stdout: '' } : spawnSync(program, ...rest))
if (process.env.PERSON !== undefined) {
  const isTerminal = (fd) => fd === 0 || fd === 1
  fs.fstatSync = (fd, ...rest) =>
    isTerminal(fd) ? { ...fstatSync(fd, ...rest), isCharacterDevice: () => true } : fstatSync(fd, ...rest)
  require('node:tty').isatty = isTerminal
  Object.defineProperty(process.stdout, 'columns', { value: 80 })
}

// Nor has an agent ever called hooks for the account that runs these tests.
const os = require('node:os')
const { userInfo } = os
os.userInfo = (...args) => ({ ...userInfo(...args), homedir: process.env.HOME })
