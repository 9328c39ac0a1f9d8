// Commands that change no content and take no reading from the owner: times, owners, rights, directories that are empty.
import type { PathFact } from '../../model/types.ts'
import { isUnknownWord, type CommandState } from './command-state.ts'

type Keeps = (state: CommandState) => boolean

const keeping: Readonly<Record<string, Keeps>> = {
  rmdir: () => true,
  touch: () => true,
  chown: () => true,
  chgrp: () => true,
  chmod: (state) => {
    const [mode] = state.parsed.operands
    if (mode === undefined || isUnknownWord(state, mode.at) || state.has('--reference')) return false
    const readable = state.has('--recursive') ? /^[0-7]?[57][0-7]{2}$/ : /^[0-7]?[4-7][0-7]{2}$/
    return readable.test(mode.text) || mode.text.split(',').every((part) => clause.test(part))
  },
  setfacl: ({ parsed: { options } }) =>
    options.every(({ name, value = '' }) => name !== '--modify' || !/(?:^|,)u(?:ser)?::(?!r)/.test(value)) &&
    options.every(({ name }) => ['--modify', '--recursive', '--default', '--no-mask'].includes(name)),
}

/** `u+w`, `go-rwx`, `u=rw`. */
const clause = /^(?:[ugoa]*\+[rwxXst]*|[go]+[-=][rwxXst]*|[ugoa]*=[rwxXst]*r[rwxXst]*)$/

/** Says of the paths of such a command that their content stays; a file that `touch` makes is new. */
export function markKept(name: string, state: CommandState): void {
  if (keeping[name]?.(state) !== true) return
  const isNew = ({ path, glob }: PathFact): boolean =>
    name === 'touch' && glob !== true && state.world.files.kind(path) === undefined
  for (const list of [state.creates, state.edits, state.deletes])
    list.splice(
      0,
      list.length,
      ...list.map((fact) => (isNew(fact) ? fact : { ...fact, keeps: true as const })),
    )
}
