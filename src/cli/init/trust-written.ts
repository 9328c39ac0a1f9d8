import type { JudgedUnit } from '../../config/trust/trust.ts'
import { errorMessage } from '../../model/errors.ts'
import { visible } from '../../patterns/text/terminal-text.ts'
import type { Host } from '../../run/call.ts'
import { readTrust } from '../../store/records/trust.ts'
import { agentMark } from '../person/inside.ts'
import { compileLayers, findProjectConfig } from '../shared/project-config.ts'
import { untrustedNote } from '../trust/note.ts'
import { recordEvent, saveTrust } from '../trust.ts'

/** Trusts what the new hooks.yaml needs, because its user has written it; returns the line that says so. */
export function trustWritten(host: Host): string {
  try {
    const here = findProjectConfig(host)
    const written = here.layers.find(({ layer }) => layer === 'project')?.file
    const { units } = compileLayers(host, here, { asks: false })
    const own = units.filter(({ at, kind }) => at.file === written && kind !== 'recipes')
    if (own.length === 0) return ''
    const mark = agentMark(host)
    if (mark !== undefined) return noteFor(own, `this runs inside an agent (${mark}), so `)
    const { trust } = readTrust(here.dirs, here.root, Date.now())
    if (trust.refused !== undefined) return `! nothing can be trusted here: ${trust.refused}\n`
    saveTrust(host, here, { units: own, content: false, kept: Object.assign({}, ...(trust.own ?? [])) })
    recordEvent(host, here, { units: own, by: 'hooks init' })
    return `  trusted, because you wrote it: ${visible(own.map(({ name }) => name).join(', '))}\n`
  } catch (error) {
    return `! its rules could not be trusted: ${visible(errorMessage(error))}: hooks trust\n`
  }
}

function noteFor(units: readonly JudgedUnit[], where: string): string {
  const note = untrustedNote(units.map((unit) => ({ ...unit, is: 'new' })))
  return `! ${where}${note ?? ''}\n`
}
