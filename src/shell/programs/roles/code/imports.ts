// Files that code takes in by name: they run when it does.
import type { CommandState } from '../../command-state.ts'
import { absolute } from '../place.ts'
import type { CodeLanguage } from './calls.ts'

/** Where code stands that takes in other. */
export interface CodeDirectory {
  readonly language: CodeLanguage
  readonly dir: string
  /** The directory of the code that was started. */
  readonly top: string
}

/** The names in a text, the way a language finds them below a directory, and where it looks besides. */
interface ImportSyntax {
  /** One of the groups is a name, or a list of them. */
  readonly names: RegExp
  /** Files of a name below a directory; none for a name that means something else. */
  readonly files: (name: string) => readonly string[]
  /** Options and a variable that hold more directories. */
  readonly options?: string
  readonly variable?: string
  /** The directory of the file is no place to look. */
  readonly elsewhere?: true
}

const isPath = /^\.{0,2}\//

const syntaxes: Readonly<Record<CodeLanguage, ImportSyntax>> = {
  python: {
    names: /(?:^|[;\n])[^\S\n]*(?:from\s+(\.?\w[\w.]*)\s+import\b|import\s+(\w[\w., \t]*))/g,
    files: (name) => {
      const path = name.replace(/^\./, '').replaceAll('.', '/')
      return [`${path}.py`, `${path}/__init__.py`]
    },
    variable: 'PYTHONPATH',
  },
  node: {
    names: /\b(?:require\s*\(|import\s*\(|from\b|import\b)\s*["'`]([^"'`\n]+)["'`]/g,
    files: (name) =>
      isPath.test(name)
        ? [name, `${name}.js`, `${name}.ts`, `${name}/index.js`, name.replace(/\.(m?)js$/, '.$1ts')]
        : [],
  },
  ruby: {
    names: /\b(?:require_relative|require|load)[\s(]+["']([^"'\n]+)["']/g,
    files: (name) => [`${name}.rb`, name],
    options: '-I',
    variable: 'RUBYLIB',
  },
  perl: {
    names: /\b(?:use|require)\s+([A-Z][\w:]*)|\b(?:require|do)[\s(]+["']([^"'\n]+)["']/g,
    files: (name) => (/[./]/.test(name) ? [name] : [`${name.replaceAll('::', '/')}.pm`]),
    options: '-I',
    variable: 'PERL5LIB',
    elsewhere: true,
  },
  php: {
    names: /\b(?:include|require)(?:_once)?[\s(]+(?:__DIR__\s*\.\s*)?["']([^"'\n]+)["']/g,
    files: (name) => [name.replace(/^\//, ''), name],
  },
}

/** `a as b, c` names a and c. */
const namesOf = (list: string): readonly string[] =>
  list.split(',').map((each) => each.trim().replace(/\s.*$/, ''))

/** Names that a text takes in. */
export function importsIn(text: string, language: CodeLanguage): readonly string[] {
  const found = [...text.matchAll(syntaxes[language].names)]
  return found.flatMap(([, one, more]) => namesOf(one ?? more ?? '')).filter((name) => name !== '')
}

/** Where the file of a name is, when it is one of the project or the call. */
export function importedFile(
  name: string,
  { language, dir, top }: CodeDirectory,
  state: CommandState,
): string | undefined {
  const { files, elsewhere } = syntaxes[language]
  const own = language === 'python' && !name.startsWith('.') ? top : dir
  const isOwn = elsewhere !== true || isPath.test(name)
  for (const from of [...(isOwn ? [own] : []), ...libraryDirs(language, state)])
    for (const file of files(name)) {
      const path = absolute(file, { ...state, cwd: from })
      if (path !== undefined && state.world.files.kind(path) === 'file') return path
    }
  return undefined
}

function libraryDirs(language: CodeLanguage, state: CommandState): readonly string[] {
  const { options, variable = '' } = syntaxes[language]
  const given = state.parsed.options.flatMap(({ name, value }) =>
    name === options && value !== undefined ? [value] : [],
  )
  const listed = (state.command.assignments[variable] ?? '').split(':').filter((each) => each !== '')
  return [...given, ...listed].flatMap((each) => absolute(each, state) ?? [])
}
