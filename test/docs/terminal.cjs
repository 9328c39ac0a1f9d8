// Loaded before the command: its stdout looks like a terminal unless it is piped on, its stdin unless something is piped in.
const fs = require('node:fs')
const { fstatSync } = fs
const isOpen = [fstatSync(0).isSocket(), process.env.PIPED === undefined]
const isTerminal = (fd) => isOpen[fd] === true
fs.fstatSync = (fd, ...rest) =>
  isTerminal(fd) ? { ...fstatSync(fd, ...rest), isCharacterDevice: () => true } : fstatSync(fd, ...rest)
require('node:tty').isatty = isTerminal
if (isTerminal(1)) Object.defineProperty(process.stdout, 'columns', { value: 80 })
