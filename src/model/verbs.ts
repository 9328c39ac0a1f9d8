// Every command of `hooks`: what its help says, what it takes, and what it does to the rules. The command line, its help
// and its completion are made of it, and the built-in rule against agents that run what weakens rules.
import { events } from './events.ts'
import { config, filters, json, ledgerVerbs, newest, recipeVerbs, scopes } from './sub-verbs.ts'
import type { RulesEffect, Verb, VerbText } from './types/verb.ts'

const verb =
  (does: RulesEffect) =>
  (says: string, text: VerbText): Verb => ({ does, says, ...text })
const [weakens, tightens, looks] = [verb('weakens'), verb('tightens'), verb('looks')]

/** By the groups of `hooks --help`, in its order. */
export const verbs: Readonly<Record<string, Readonly<Record<string, Verb>>>> = {
  Write: {
    init: tightens('inspect the project and write a first hooks.yaml with examples that pass', {
      flags: {
        '--dry-run': 'print it, write nothing',
        '--force': { says: 'rename an existing one to hooks.yaml.bak', does: 'weakens' },
      },
    }),
    validate: looks('check hooks.yaml: list every problem with its place and a fix', {
      words: { '[files...]': 'files to check, each by itself; default: all that apply here' },
      flags: {
        '--format <format>': {
          says: 'how problems are printed',
          of: 'diagnostic formats',
          default: 'pretty',
        },
        '--strict': 'fail on warnings too',
        '--agent <name>': 'also list what this agent does not support of what the rules say',
        '--host <name>': {
          says: 'also list rules at events that this agent framework never sends',
          of: 'frameworks',
        },
        '--witness': 'also show a call that each rule meets; with --format pretty or json',
        '--fix': {
          says: 'write the right spelling of patterns that nothing can meet; for people only',
          does: 'weakens',
        },
        '--watch': 'check again whenever a file changes',
      },
      after: 'Exit code: 0 fine, 1 problems, 2 a file could not be read',
    }),
    test: looks('run the tests and the examples written beside the rules', {
      words: { '[files...]': 'rules or *.hooks-test.yaml to test; default: all that apply here' },
      flags: {
        '--format <format>': { says: 'how results are printed', of: 'test formats', default: 'pretty' },
        '--require-tests': 'fail for each rule that no test triggers',
        '--scripts': 'start the scripts of rules; default: they have no opinion, or the one under "replies"',
        '--all': 'also run the examples of presets and of the managed layer',
        '--explain': 'show below a failed case what each rule decided, and why',
        '--watch': 'test again whenever a file changes',
        '--from-last': 'print a test of the last call that an agent made here',
        '--write <file>': 'with --from-last: add the test to this file',
      },
      after: 'Exit code: 0 all passed, 1 some did not, 2 a file could not be read',
    }),
    explain: looks('show what a call would do, what each rule decides, and which rule wins', {
      hint: "(put a command in quotes: hooks explain 'git push -f')",
      words: {
        '[what...]':
          "a command in quotes, a payload's JSON file, the id of a decision, a rule's name, or - for stdin",
      },
      flags: {
        '--prompt': 'the text is a user prompt',
        '--write <path>': 'a tool writes this file; the text is what it writes',
        '--read <path>': 'a tool reads this file',
        '--tool <name>': 'another tool; the text is its input as JSON',
        '--last': 'the last call that an agent made here; with --event the last event of that name',
        '--event <name>': 'the event (default: PreToolUse)',
        '--agent <name>': 'the agent that makes the call or sent the payload; default: an installed one',
        '--cwd <dir>': 'the working directory of the call',
        '--root <dir>': "the project's directory; default: found from --cwd",
        '--config <file>': config,
        '--all': 'list every rule, every decision without the winning rule, and what the agent reads',
        '--json': json,
      },
      after: 'Nothing is started or written. Exit code: 0 explained, 1 it could not be explained',
    }),
    replay: looks(
      'judge the tool calls of past sessions by the rules: what they would have denied or asked',
      {
        words: {
          '[files...]':
            "payloads (.json, JSON lines), transcripts, or directories of them; default: Claude Code's transcripts of this project",
        },
        flags: {
          '--all': 'the sessions of every project on this machine, each judged from its own directory',
          '--ledger': 'the calls that the ledger of this project kept, instead of transcripts',
          '--config <file>': config,
          '--since <time>': {
            says: 'from this time on: a day, a time, or how long ago (7d, 2h)',
            default: '30d',
          },
          '--json': json,
        },
        after:
          'Nothing is started or written: scripts and models have no opinion. Files are looked\nat as they are now. "hooks run FILE" shows one payload in detail.\nExit code: 0 replayed, 1 it could not be done',
      },
    ),
  },
  Live: {
    status: looks('on one screen: the rules in force here, the agents that call them, the last 7 days', {
      flags: { '--json': json },
    }),
    allow: weakens(
      'show the exception that would let a denied or asked call pass, and write it into hooks.yaml once you agree',
      { words: { '<id>': 'the id of the decision, from its message or hooks ledger' } },
    ),
    propose: looks('propose a change of the rules, read from stdin; a person decides with hooks review', {
      flags: { '--reason <text>': { says: 'why', required: true } },
      after:
        'Stdin is a unified diff of hooks.yaml and files of the project that it extends, or the\nwhole new text of hooks.yaml: git diff hooks.yaml | hooks propose --reason "why"\nExit code: 0 it waits for a person, 1 it is refused or would break the rules',
    }),
    review: weakens(
      'look at what changed since you last saw the rules, and at proposed changes, to accept or reject them',
      {
        flags: {
          '--list': 'list what waits',
          '--json': { says: 'print what waits as JSON', does: 'looks' },
          '--accept <id>': 'show this one, and write it once you agree',
          '--reject <id>': { says: 'remove this one', does: 'tightens' },
        },
        after: 'Exit code: 0 nothing went wrong, 1 it is refused or was not written',
      },
    ),
    pause: weakens(
      'put a rule in watch mode for a day at most; only by a person at a terminal, recorded, and it ends by itself',
      {
        words: { '[rule]': 'the name of the rule' },
        flags: {
          '--for <time>': 'how long: 30m, 2h; 24h at most',
          '--reason <text>': 'why',
          '--list': { says: 'the rules that are paused', does: 'looks' },
          '--end <rule>': { says: 'put a paused rule in force again', does: 'tightens' },
        },
      },
    ),
    ledger: looks('what happened here: calls and their decisions, and with "use: ledger" their contents', {
      flags: {
        ...filters,
        '--json': json,
        '--last <n>': { ...newest, says: 'the newest n (default: 20, with --json all)' },
      },
      verbs: ledgerVerbs,
    }),
  },
  'Set up': {
    install: tightens('make an agent call the rules at every event; doing it again changes nothing', {
      words: { '[agent]': 'the agent; without one, those that are found' },
      flags: {
        ...scopes,
        '--dry-run': 'print what would change, write nothing',
        '--check': {
          says: 'for CI: exit 1 if entries are missing, outdated or edited; write nothing',
          conflicts: ['dryRun', 'yes', 'trust'],
        },
        '--yes': 'without a name: all agents that are found, without asking',
        '--require': 'refuse calls wherever hooks is missing, not only where it ran before',
        '--untested': 'also agents that are known by their documents only',
        '--trust': { says: 'Codex: show the commands and record that you trust them', does: 'weakens' },
      },
    }),
    uninstall: weakens('remove exactly what install wrote', {
      words: { '[agent]': 'the agent; without one, those that are found' },
      flags: {
        ...scopes,
        '--dry-run': { says: 'print what would change, write nothing', does: 'looks' },
      },
    }),
    doctor: looks('find what keeps the rules from being asked: agents, their settings, trust, Node', {
      words: { '[agent]': 'only this agent' },
      flags: {
        '--live':
          'start each agent offline, in a directory of its own, and see that a denied call does not run',
        '--fix': { says: 'install again where that mends something; for people only', does: 'weakens' },
        '--json': json,
      },
      after: 'Exit code: 0 fine or warnings only, 1 something keeps a rule from holding',
    }),
    trust: weakens('show what the rules of this project would start, let through or change, and trust it', {
      flags: {
        '--show': { says: 'show all of it, trusted or not, and ask nothing', does: 'looks' },
        '--yes': 'trust it without asking, for images of CI; recorded in the ledger',
        '--content': 'trust it wherever the same content lies: in worktrees and containers',
        '--revoke': { says: 'take back what was trusted here', does: 'tightens' },
        '--list': { says: 'every project that is trusted on this machine', does: 'looks' },
        '--json': 'with --show or --list: as JSON',
      },
      after: 'Exit code: 0 everything is trusted, 1 it is not',
    }),
    import: tightens("print agents' hooks and permissions and hookify's rules as a hooks.yaml", {
      flags: { '--write <file>': 'write it into this new file; an existing one is never changed' },
      after:
        'It reads the settings of Claude Code, Codex, Copilot CLI, Cursor, Gemini CLI and Qwen Code,\nthose of the machine, of you and of the project, and .claude/hookify.*.local.md. What hooks\ncannot express stands below as comments, with the reason. Where a rule is stricter than before, a comment says so. The sources stay as they\nare: remove from them what hooks does now.\nExit code: 0 imported, or nothing was found; 1 it could not be done',
    }),
  },
  More: {
    run: looks('decide one event: what an agent calls; by hand, one recorded payload', {
      words: { '[payload]': 'a JSON file; - or nothing: stdin' },
      flags: {
        '--agent <name>': "answer in this agent's protocol, exit code included",
        '--event <name>': 'with --agent: the event, in case its payload cannot be read',
        '--from <name>': 'the agent that sent the payload, when the payload does not show it',
        '--as <name>': 'show how this agent would be answered',
        '--config <file>': "use this file instead of the project's own; may be repeated",
        '--root <dir>': "the project's directory; default: found from the working directory",
        '--last': 'the last call that an agent made here; --last=EVENT for other events',
        '--lines': 'a payload a line on stdin, a verdict a line on stdout, until stdin ends',
        '--explain': 'show each rule that matched, those that came near, and how many did not',
        '--dry-run': 'start nothing, write nothing',
        '--json': 'print the verdict as JSON; default when stdout is not a terminal',
        '--log-level <level>':
          'what is logged on stderr: quiet, info (default) or debug: every rule with its time',
      },
      after: 'Exit code: 0 proceed, 2 denied or stopped, 3 ask, 1 no decision could be made',
    }),
    list: looks('list the rules in force, in their order', {
      flags: {
        '--json': 'print the compiled plan; the same files give the same bytes',
        '--event <name>': `only the rules of one event, such as ${Object.keys(events)[2]}`,
        '--all': 'a line for each rule of a preset',
        '--witness': 'show a call that each rule meets',
        '--stack <name>': 'the layers of a stack for agents of your own, outermost first: default',
      },
    }),
    schema: looks('print the JSON schema of hooks.yaml, for editors, or of what scripts read and answer', {
      flags: {
        '--payload <event>': 'of what a script reads on stdin at this event',
        '--reply': 'of what a script may answer on stdout',
      },
    }),
    serve: weakens("answer agents' calls from one process that stays; agents start it themselves", {
      flags: { '--stop': { says: 'end the one that runs', does: 'looks' } },
    }),
    skills: looks('list the skills found by rules with "use: skills"', {
      flags: { '--json': 'print them as JSON' },
    }),
    tokens: looks('estimate the tokens of text or a conversation, as the rules do', {
      words: { '[text...]': 'a file, text, or - for stdin' },
    }),
    recipe: looks('list, show and run recipes: prompts that a model answers for a rule', {
      verbs: recipeVerbs,
    }),
    completion: looks('print the code that makes a shell complete commands, options and their values', {
      words: { '<shell>': { says: 'the shell', of: 'shells' } },
      after:
        'bash  eval "$(hooks completion bash)"      in ~/.bashrc\nzsh   eval "$(hooks completion zsh)"       in ~/.zshrc, after compinit\nfish  hooks completion fish | source       in ~/.config/fish/config.fish',
    }),
  },
}

/** Every command by its name. */
export const everyVerb: readonly (readonly [name: string, verb: Verb])[] = Object.values(verbs).flatMap(
  (group) => Object.entries(group),
)

/** Flags with which a command does something else to the rules. */
export function flagEffects(
  flags: VerbText['flags'] = {},
): readonly (readonly [flag: string, does: RulesEffect])[] {
  return Object.entries(flags).flatMap(([flag, given]) =>
    typeof given === 'string' || given.does === undefined
      ? []
      : [[flag.replace(/ .*/, ''), given.does] as const],
  )
}

/** How the program may be named: its commands, and its file behind an interpreter or by itself. */
const files = ['bin.cjs', '**/bin.cjs', '**/.bin/hooks', '**/.bin/hooks-yaml']
const interpreters = ['node', 'nodejs', 'bun']
const programs = [
  'hooks',
  'hooks-yaml',
  'hooks-yaml@*',
  'bin.cjs',
  ...interpreters.flatMap((interpreter) => files.map((file) => `${interpreter} ${file}`)),
]

/** Command patterns of the calls that weaken rules: what is met by one, and by none with `!`. */
export const weakeningCommands: readonly string[] = programs.flatMap((program) =>
  everyVerb.flatMap(([verb, { does, flags }]) => {
    const others = flagEffects(flags)
    const call = `${program} ${verb}`
    const [more, less] = [
      others.filter(([, is]) => is === 'weakens'),
      others.filter(([, is]) => is !== 'weakens'),
    ]
    return does === 'weakens'
      ? [call, ...less.map(([flag]) => `!${call} ${flag}`)]
      : more.map(([flag]) => `${call} ${flag}`)
  }),
)
