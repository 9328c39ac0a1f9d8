// Globs over paths.
import { alternatives, type DomainScope, dead, type Misfit, unusual } from './misfit.ts'

const projectVariable = /^\$(?:\{?(?:PWD|[A-Z]+_PROJECT_DIR|GITHUB_WORKSPACE)\}?|\{workspaceFolder\})(?:\/|$)/
const homeVariable = /^(?:\$(?:HOME\b|\{HOME\})|%USERPROFILE%)/
const anyVariable = /^(?:\$[A-Z_][A-Z\d_]*(?=\/|$)|\$\{\w+\}|%\w+%)/

/** What stands at the top of a disk of Linux and macOS. */
const tops = new Set(
  (
    'Applications backup backups bin boot data dev etc home lib lib64 Library media mnt Network nix opt private proc ' +
    'root run sbin snap srv sys System tmp usr Users var Volumes workspace workspaces cygdrive'
  ).split(' '),
)

export function checkPath(text: string, { root }: DomainScope): Misfit | undefined {
  return checkSpelling(text) ?? checkVariable(text) ?? checkDots(text) ?? checkTop(text, root)
}

function checkSpelling(text: string): Misfit | undefined {
  if (text === '') return dead('no path is empty', '**')
  if (/^\/.*(?:[\\^$|]|\.\*).*\/[a-z]{0,3}$/s.test(text))
    return {
      is: 'dead',
      why: 'matches nothing: paths are matched by globs, not by regular expressions',
      hint: "write a glob, such as '**/.env*' or 'src/**/*.ts'",
    }
  if (text !== text.trim()) return dead('no path begins or ends with a space', text.trim())
  if (/^\^|\$$|\\\./.test(text)) return dead('it is written as a regular expression', globFrom(text))
  const parts = alternatives(text, /,/)
  if (parts.length > 1 && /,\s/.test(text)) return dead('it is one path with a comma in it', ...parts)
  const either = alternatives(text, /\|/)
  if (either.length > 1) return dead('it is one path with a bar in it', ...either)
  if (/\\\w/.test(text)) return dead('a backslash is no separator', text.replaceAll('\\', '/'))
  return undefined
}

const globFrom = (text: string): string =>
  text
    .replaceAll(/^\^|\$$/g, '')
    .replaceAll(/\\(?=[./-])/g, '')
    .replace(/^\.\*(?=.)/, '*')
    .replaceAll(/\/\.\*(?=$|\/)/g, '/**')

function checkVariable(text: string): Misfit | undefined {
  const why = 'variables are not expanded in a pattern'
  if (homeVariable.test(text)) return dead(why, text.replace(homeVariable, '~').replaceAll('\\', '/'))
  if (projectVariable.test(text)) return dead(why, fromRoot(text.replace(projectVariable, '')))
  const variable = anyVariable.exec(text)?.[0]
  return variable === undefined
    ? undefined
    : { is: 'dead', why: `matches nothing: ${why}`, hint: `write out what ${variable} stands for` }
}

/** Without a slash a glob would hold at any depth. */
const fromRoot = (rest: string): string => (rest === '' ? '.' : rest.includes('/') ? rest : `./${rest}`)

function checkDots(text: string): Misfit | undefined {
  if (!/(?:^|\/)\.\.(?:\/|$)/.test(text)) return undefined
  const segments: string[] = []
  for (const segment of text.split('/'))
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  const rest = segments.join('/')
  return rest.startsWith('..')
    ? {
        is: 'dead',
        why: 'matches nothing: what lies above the project is named from / or ~',
        hint: `write '**/${rest.replace(/^(?:\.\.\/?)+/, '')}', or the whole path`,
      }
    : dead('paths are compared without ".."', fromRoot(rest))
}

/** `/src/**` may be a container's; mostly it is meant to be the project's. */
function checkTop(text: string, root: string): Misfit | undefined {
  const top = /^\/([\w.-]+)(?:\/|$)/.exec(text)?.[1]
  if (top === undefined || tops.has(top) || root.split('/')[1] === top) return undefined
  return unusual(`begins at the top of the disk, not of the project`, fromRoot(text.slice(1)))
}
