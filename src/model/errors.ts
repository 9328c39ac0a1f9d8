import type { Diagnostic, Severity } from './types.ts'

/** Something that failed while running; `code` is stable, `cause` the underlying error. Anything else thrown is a bug. */
export class HooksError extends Error {
  override readonly name = 'HooksError'
  readonly code: string
  /** With code `config`: all that is wrong with the files. */
  declare readonly diagnostics?: readonly Diagnostic[]
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Compares the name: each chunk of the program has its own copy of the class. */
export function isHooksError(error: unknown): error is HooksError {
  return error instanceof Error && error.name === 'HooksError'
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether it is an error of the system with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Whether the system is sure that the file is not there. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')
}

export interface ErrorRow {
  readonly severity: Severity
  /** What is wrong, as the heading of its section in docs/errors.md. */
  readonly title: string
}

/** Every diagnostic code, alphabetical; docs/errors.md has a heading for each. */
export const diagnosticCodes = {
  'advice-denied': { severity: 'warning', title: 'advice that the rules deny' },
  'agent-cannot': { severity: 'warning', title: 'something that an agent cannot be told' },
  'agent-tool-name': { severity: 'warning', title: "one agent's name for a tool" },
  'bad-command': { severity: 'error', title: 'a command pattern that is none' },
  'bad-escape': { severity: 'error', title: 'a backslash in double quotes' },
  'bad-expression': { severity: 'error', title: 'an expression that cannot be used' },
  'bad-glob': { severity: 'error', title: 'a glob that cannot be read' },
  'bad-key': { severity: 'error', title: 'a key that is not text' },
  'bad-lock': { severity: 'error', title: 'a hooks.lock that cannot be read' },
  'bad-pattern': { severity: 'error', title: 'a pattern of the wrong kind' },
  'bad-recipe': { severity: 'error', title: 'a recipe that cannot be used' },
  'bad-regex': { severity: 'error', title: 'a regular expression that cannot be read' },
  'bad-value': { severity: 'error', title: 'a value that is not allowed' },
  'broken-quotes': { severity: 'error', title: 'text around or inside quotes' },
  'builtin-event': { severity: 'error', title: 'a built-in at an event that it does not answer' },
  'claude-settings': { severity: 'error', title: "an entry of Claude Code's settings" },
  contract: { severity: 'error', title: 'an outcome that its event cannot carry' },
  'control-character': { severity: 'error', title: 'a character that no text file holds' },
  'cut-at-comma': { severity: 'error', title: 'text in braces is cut at a comma' },
  'cut-timeout': { severity: 'warning', title: 'a timeout above the limit of the whole event' },
  'dead-pattern': { severity: 'error', title: 'a pattern that nothing can meet' },
  'discover-outside': { severity: 'error', title: 'a directory of hooks that lies outside' },
  'duplicate-key': { severity: 'error', title: 'a key is given twice' },
  'duplicate-name': { severity: 'error', title: 'two rules of one name' },
  'empty-list': { severity: 'error', title: 'a list without anything in it' },
  'empty-schemas': { severity: 'warning', title: 'a check without schemas' },
  encoding: { severity: 'warning', title: 'text that is not UTF-8' },
  'event-alias': { severity: 'error', title: 'an event by the name that an agent gives it' },
  'extends-cycle': { severity: 'error', title: 'files that extend each other' },
  'extends-depth': { severity: 'error', title: 'too much that is extended' },
  'extends-outside': { severity: 'error', title: 'a file is extended that lies outside' },
  'hook-left-out': { severity: 'warning', title: 'a hook program that is no rule' },
  'ignored-file': { severity: 'warning', title: 'a file that is not read' },
  'inactive-rule': { severity: 'info', title: 'a rule whose options make it do nothing' },
  'ineffective-option': { severity: 'info', title: 'an option that may have no effect' },
  'merge-conflict': { severity: 'error', title: 'an unresolved merge conflict' },
  'merge-key': { severity: 'error', title: 'a YAML merge key' },
  'misplaced-key': { severity: 'error', title: 'a key that belongs elsewhere' },
  'missing-argument': { severity: 'error', title: 'an argument that a recipe needs' },
  'missing-file': { severity: 'error', title: 'an extended file that is not there' },
  'missing-key': { severity: 'error', title: 'a key is missing' },
  'missing-script': { severity: 'warning', title: 'a script that is not there' },
  'more-problems': { severity: 'error', title: 'more problems than are listed' },
  'no-exit': { severity: 'warning', title: 'a check that holds nothing when it fails' },
  'no-handler': { severity: 'error', title: 'a rule that does nothing' },
  'no-rules': { severity: 'warning', title: 'a file without rules' },
  'not-over-facts': { severity: 'warning', title: '"not" beside what a call does' },
  'not-supported': { severity: 'error', title: 'something that this version does not do yet' },
  'older-key': { severity: 'info', title: 'a key that has a newer form' },
  'preset-changed': { severity: 'error', title: 'a preset that is not what was accepted' },
  'preset-key': { severity: 'error', title: "something that a package's preset may not say" },
  'preset-new': { severity: 'error', title: 'a preset that nobody has accepted' },
  requires: { severity: 'error', title: 'a file for another version' },
  'several-documents': { severity: 'error', title: 'more than one YAML document' },
  'several-handlers': { severity: 'error', title: 'more than one handler in a rule' },
  'shell-interpolation': { severity: 'error', title: 'a placeholder in a shell line' },
  syntax: { severity: 'error', title: 'not YAML' },
  'tab-indent': { severity: 'error', title: 'a tab as indentation' },
  'text-cut': { severity: 'error', title: 'text is cut at a comment' },
  'too-deep': { severity: 'error', title: 'nested too deeply' },
  'too-large': { severity: 'error', title: 'a file that is too large' },
  'too-many-aliases': { severity: 'error', title: 'aliases that stand for too much' },
  'too-many-rules': { severity: 'warning', title: 'more rules than the limit' },
  unclosed: { severity: 'error', title: 'a bracket or quote that is not closed' },
  'unknown-argument': { severity: 'error', title: 'an argument that a recipe does not have' },
  'unknown-builtin': { severity: 'error', title: 'a built-in that does not exist' },
  'unknown-event': { severity: 'error', title: 'an event that does not exist' },
  'unknown-group': { severity: 'error', title: 'a group that does not exist' },
  'unknown-key': { severity: 'error', title: 'a key that does not exist' },
  'unknown-lock': { severity: 'error', title: 'a lock on a rule that is not there' },
  'unknown-override': { severity: 'error', title: 'an override of a rule that is not extended' },
  'unknown-placeholder': { severity: 'warning', title: 'a placeholder that no event fills' },
  'unknown-preset': { severity: 'error', title: 'a preset that does not exist' },
  'unknown-recipe': { severity: 'error', title: 'a recipe that does not exist' },
  'unknown-reply': { severity: 'error', title: 'a dialect that no script can speak' },
  'unquoted-at': { severity: 'error', title: 'unquoted text begins with @' },
  'unquoted-bang': { severity: 'error', title: 'unquoted text begins with !' },
  'unquoted-braces': { severity: 'error', title: 'unquoted text begins with a brace' },
  'unquoted-brackets': { severity: 'error', title: 'unquoted text begins with a bracket' },
  'unquoted-colon': { severity: 'error', title: 'unquoted text holds a colon' },
  'unquoted-in-flow': { severity: 'error', title: 'unquoted text inside braces' },
  'unquoted-indicator': { severity: 'error', title: 'unquoted text begins with a YAML sign' },
  'unquoted-star': { severity: 'error', title: 'unquoted text begins with *' },
  unreachable: { severity: 'warning', title: 'a rule that is never reached' },
  unreadable: { severity: 'error', title: 'a file that cannot be read' },
  'unsafe-regex': { severity: 'error', title: 'a regular expression that could take too long' },
  'unsupported-keyword': { severity: 'error', title: "a keyword in a tool's schema that is not checked" },
  untrusted: { severity: 'warning', title: 'a rule that is not run until its user trusts it' },
  'unusual-pattern': { severity: 'warning', title: 'a pattern that hardly anything meets' },
  'useless-key': { severity: 'error', title: 'a key that means nothing here' },
  'whole-text': { severity: 'warning', title: 'a text pattern without a wildcard' },
  'wrong-type': { severity: 'error', title: 'a value of the wrong kind' },
} as const satisfies Record<string, ErrorRow>

export type DiagnosticCode = keyof typeof diagnosticCodes

/** Adds what was attempted to an error's message. */
export function attempt<T>(what: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw new HooksError('error', `${what}: ${errorMessage(cause)}`, { cause })
  }
}
