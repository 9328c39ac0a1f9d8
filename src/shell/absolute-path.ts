import { posix } from 'node:path'

/** The absolute path that a text names from a directory; undefined when the directory is not known. */
export function absolutePath(cwd: string, given: string): string | undefined {
  const text = withDrive(given, cwd)
  if (!isAbsolute(text) && cwd === '') return undefined
  const whole = isAbsolute(text) ? posix.normalize(withoutProcess(text, cwd)) : posix.join(cwd, text)
  return canonicalPath(whole)
}

const drive = /^([A-Za-z]):(?=\/|$)/

/** `C:/shop` is absolute; where directories have no drives, the drive is where WSL has it. */
export function withDrive(path: string, cwd: string): string {
  return cwd.startsWith('/')
    ? path.replace(drive, (_, letter: string) => `/mnt/${letter.toLowerCase()}`)
    : path
}

export const isAbsolute = (path: string): boolean => path.startsWith('/') || drive.test(path)

/** As tools write it: with `~`, as an address of a file, or as Windows does. */
export function toAbsolute(
  text: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): string | undefined {
  const path = text
    .replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, '')
    .replace(/^([A-Za-z]):\\/, '/$1:/')
    .replace(/^~(?=\/|$)/, home)
  return absolutePath(cwd, /^\/[A-Za-z]:\//.test(path) ? path.replaceAll('\\', '/').slice(1) : path)
}

/** `/proc/self/cwd/x` and `/proc/$$/root/x` are names of the directory and of `/`. */
export function withoutProcess(path: string, cwd: string): string {
  if (!path.startsWith('/proc/')) return path
  const [whole, name] =
    /^\/proc\/(?:self|thread-self|\*)\/(?:task\/[^/]+\/)?(cwd|root)(?=\/|$)/.exec(path) ?? []
  if (whole === undefined || (name === 'cwd' && cwd === '')) return path
  return `${name === 'cwd' ? cwd : ''}${path.slice(whole.length)}` || '/'
}

/** Without a trailing slash, in Unicode's composed form. */
export function canonicalPath(path: string): string {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return isAscii(trimmed) ? trimmed : trimmed.normalize('NFC')
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

/** Devices, streams and substitutions: what is written there is not stored. */
export function isDevice(path: string): boolean {
  return (
    /^\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|tty|fd(?:\/.*)?)$/.test(path) ||
    path.startsWith('/proc/self/fd/')
  )
}
