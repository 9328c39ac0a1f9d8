// Loaded before the command: its stdout looks like a terminal unless it is piped on.
if (process.env.PIPED === undefined) {
  const fs = require('node:fs')
  const { fstatSync } = fs
  fs.fstatSync = (fd, ...rest) =>
    fd === 1 ? { ...fstatSync(fd, ...rest), isCharacterDevice: () => true } : fstatSync(fd, ...rest)
  require('node:tty').isatty = (fd) => fd === 1
  Object.defineProperty(process.stdout, 'columns', { value: 80 })
}
