// The commands below `hooks ledger` and `hooks recipe`, and what several commands take.
import type { VerbText } from './types/verb.ts'

export const json = 'print it as JSON'
export const newest = { says: 'the newest n', is: 'number' } as const

export const config = {
  says: "use this file instead of the project's own; may be repeated",
  many: true,
} as const

/** Whose settings. */
export const scopes = {
  '--user': 'for you, in every project',
  '--local': 'for you, in this project (default where the agent has it)',
  '--project': { says: 'for everybody who works on this project', conflicts: ['user', 'local'] },
} as const

/** Which rows of the ledger. */
export const filters = {
  '--rule <name>': 'only events that this rule took part in',
  '--session <id>': 'only this session; the beginning of its id is enough',
  '--event <name>': 'only this event',
  '--tool <name>': 'only calls of this tool',
  '--status <status>': { says: 'only calls with this status', of: 'statuses' },
  '--since <time>': {
    says: 'only from this time on: a day, a time, or how long ago (7d, 2h)',
    is: 'time',
  },
} as const

export const ledgerVerbs: Readonly<Record<string, VerbText>> = {
  log: {
    says: 'the last calls and events, newest last',
    flags: { ...filters, '--json': json, '--last <n>': newest },
  },
  show: {
    says: 'one of them with everything recorded',
    words: { '[which]': { says: 'counted from the newest, its id, or the id of a call', default: '1' } },
    flags: { ...filters, '--json': json },
  },
  would: {
    says: 'what rules in advise or watch mode would have done, by rule and call',
    flags: { ...filters, '--json': json },
  },
  stats: {
    says: 'how often and how long: by rule, tool and day, and what was denied most',
    flags: { ...filters, '--json': json, '--last <n>': newest },
  },
  export: {
    says: 'every row with everything recorded, for other programs',
    flags: {
      ...filters,
      '--last <n>': newest,
      '--format <format>': { says: 'how rows are written', of: 'export formats', default: 'jsonl' },
    },
  },
}

export const recipeVerbs: Readonly<Record<string, VerbText>> = {
  list: {
    says: 'list the recipes that rules can call, and those hidden by one of the same name; nothing is started',
    flags: { '--json': 'print them as JSON' },
  },
  show: {
    says: 'print a recipe as it is parsed',
    words: { '<name>': 'the recipe' },
    flags: { '--json': json },
  },
  run: {
    says: 'run a recipe over a conversation and print its output',
    words: { '<name>': 'the recipe' },
    flags: {
      '--messages <file>':
        'the conversation: a file of JSON messages or a Claude Code transcript (.jsonl), - for stdin, latest, or the id of a session',
      '--arg <name=value>': {
        says: 'an argument of the recipe; may be repeated',
        many: true,
        default: [],
      },
      '--runner <command>':
        'the shell command that answers the prompt; default: recipes.runner of hooks.yaml',
      '--write <file>': 'write the new messages to this file',
      '--prompt': 'print the prompt and start nothing',
    },
    after: 'Exit code: 0 done, 1 failed: nothing was written',
  },
  result: {
    says: 'print the result of a recipe that runs in the background',
    usage: '<job> [options]',
    words: { '[job]': 'the job of its callback' },
    flags: {
      '--wait [duration]': 'wait for it, such as 30s; without a duration until it is done',
      '--json': 'print it as the fields of a verdict',
    },
    after: 'Exit code: 0 done, 1 failed or unknown, 3 not done yet',
  },
  work: {
    words: { '<directory>': 'the job' },
  },
}
