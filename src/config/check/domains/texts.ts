// Free text: a glob over the whole of it, or a regular expression between slashes.
import { isRegex, type Misfit, unusual } from './misfit.ts'

export function checkText(text: string): Misfit | undefined {
  if (isRegex(text)) return undefined
  if (!/^\^|^\.[*+]|\\[sbdwSBDW]/.test(text)) return undefined
  const bare = text.replace(/^\.[*+]/, '').replace(/\.[*+]$/, '')
  return unusual(
    'is a glob, though written as a regular expression',
    `/${bare.replaceAll(/(?<!\\)\//g, '\\/')}/`,
  )
}
