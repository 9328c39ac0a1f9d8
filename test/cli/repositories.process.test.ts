// A session that began in one repository and works in another meets the denies and asks of both.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const shopRules = `version: 1
hooks:
  PreToolUse:
    - { name: no-rm, match: { command: rm -r }, deny: Ask before you remove trees. }
    - { name: looks, match: { command: git status }, allow: Only looks. }
`
const bankRules = `version: 1
limits: { reply_chars: 5 }
groups: { shell: [teller] }
hooks:
  UserPromptSubmit:
    - { name: no-keys, match: { prompt: '*AKIA*' }, deny: Take the key out. }
  PreToolUse:
    - { name: no-force, match: { command: git push --force }, deny: Push without force. }
    - { name: ledgers, match: { writes: 'ledgers/**' }, deny: Ledgers are only added to. }
    - { name: look, match: { command: git status }, ask: May it look? }
    - { name: hint, match: '*', context: Bank context. }
    - { name: note, match: '*', notify: Bank notice. }
    - { name: stops, match: { command: shutdown }, stop: Bank stop. }
    - { name: script, match: '*', run: [sh, -c, echo started >> started] }
    - { name: advised, match: { command: make }, mode: advise, deny: Bank advice. }
  PostToolUse:
    - { name: after, match: '*', context: Bank context. }
`

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=dana', '-c', 'user.email=dana@shop', ...args], {
    cwd,
    stdio: 'ignore',
  })
}

interface Two extends Project {
  readonly bank: string
}

/** The repository of the session, and beside it one with rules of its own, one without, and a worktree. */
function two(): Two {
  const project = makeProject({ 'hooks.yaml': shopRules, 'src/a.ts': '' })
  const bank = path.join(project.dir, 'bank')
  const plain = path.join(project.dir, 'plain')
  for (const dir of [project.root, bank, plain]) {
    mkdirSync(path.join(dir, 'ledgers'), { recursive: true })
    git(dir, 'init', '-q')
  }
  writeFileSync(path.join(bank, 'hooks.yaml'), bankRules)
  writeFileSync(path.join(bank, 'ledgers/2026.txt'), '')
  git(bank, 'add', '.')
  git(bank, 'commit', '-qm', 'bank')
  git(bank, 'worktree', 'add', '-q', '../bank-fix')
  for (const link of ['lnk', 'src/lnk']) symlinkSync(bank, path.join(project.root, link))
  return { ...project, bank }
}

const send = async ({ hooks, root, dir }: Two, payload: object) => {
  const input = { session_id: 's', cwd: root, hook_event_name: 'PreToolUse', ...payload }
  const text = JSON.stringify(input).replaceAll('DIR', dir)
  const { stdout } = await hooks(['run', '--agent', 'claude-code'], { input: text })
  const answer = stdout === '' ? {} : JSON.parse(stdout)
  return { stdout, decision: answer.hookSpecificOutput?.permissionDecision ?? answer.decision ?? 'proceed' }
}
const shell = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })
const file = (tool: string, file_path: string) => ({
  tool_name: tool,
  tool_input: { file_path, content: 'x' },
})

const table: readonly (readonly [name: string, payload: object, decision: string, says?: string])[] = [
  ['cd', shell('cd ../bank && git push --force'), 'deny', 'Push without force.'],
  ['cd by its whole path', shell('cd DIR/bank; git push -f'), 'deny', '../bank/hooks.yaml:8'],
  ['-C', shell('git -C ../bank push --force'), 'deny', 'no-force'],
  ['a subshell', shell('(cd ../bank/ledgers && git push --force)'), 'deny', 'no-force'],
  ['home', shell('cd ~/bank && git push --force'), 'deny', 'no-force'],
  ['a variable', shell('B=../bank; cd $B && git push --force'), 'deny', 'no-force'],
  ['a redirection into it', shell('echo x > ../bank/ledgers/2026.txt'), 'deny', 'Ledgers'],
  ['a file tool', file('Write', 'DIR/bank/ledgers/2026.txt'), 'deny', 'Ledgers'],
  ['a file tool, from there', { ...file('Write', 'ledgers/2026.txt'), cwd: 'DIR/bank' }, 'deny', 'Ledgers'],
  ['a payload from there', { ...shell('git push --force'), cwd: 'DIR/bank' }, 'deny', 'no-force'],
  [
    'a payload from a worktree of it',
    { ...shell('git push --force'), cwd: 'DIR/bank-fix' },
    'deny',
    'no-force',
  ],
  ['a file of a worktree of it', file('Write', 'DIR/bank-fix/ledgers/2026.txt'), 'deny', 'Ledgers'],
  ["the session's own rules there", { ...shell('rm -rf x'), cwd: 'DIR/bank' }, 'deny', 'Ask before'],
  ['both at once', shell('cd ../bank && git push --force && rm -rf x'), 'deny', 'Ask before'],
  ['an ask over an allow', { ...shell('git status'), cwd: 'DIR/bank' }, 'ask', 'May it look?'],
  [
    'a prompt from there',
    { hook_event_name: 'UserPromptSubmit', prompt: 'use AKIA1', cwd: 'DIR/bank' },
    'block',
    'Take the key',
  ],
  ['a link to it', shell('echo x > lnk/ledgers/2026.txt'), 'deny', 'Ledgers'],
  ['cd by a link', shell('cd src/lnk && git push --force'), 'deny', 'no-force'],
  ['a file tool, by a link', file('Write', 'DIR/shop/lnk/ledgers/2026.txt'), 'deny', 'Ledgers'],
  ['a path behind an option', shell('cp src/a.ts -tDIR/bank/ledgers'), 'deny', 'Ledgers'],
  ['another file of it', file('Write', 'DIR/bank/notes.txt'), 'proceed'],
  ['a call that stays', shell('git push --force'), 'proceed'],
  ['a name that it shares', file('Write', 'DIR/shop/ledgers/2026.txt'), 'proceed'],
  ['a repository without rules', shell('cd ../plain && git push --force'), 'proceed'],
  ['its stop', shell('cd ../bank && shutdown'), 'proceed'],
  ['its advice', shell('cd ../bank && make'), 'proceed'],
  ['a path of no repository', shell('cat /etc/hostname'), 'proceed'],
  [
    'a result',
    { ...shell('git push -f'), cwd: 'DIR/bank', hook_event_name: 'PostToolUse', tool_response: {} },
    'proceed',
  ],
]

test('a call in another repository meets the denies and asks of both, and nothing else of the other', async () => {
  const project = two()
  await send(project, { hook_event_name: 'SessionStart', source: 'startup' })
  const found: unknown[] = []
  for (const [name, payload, , says = ''] of table) {
    const { stdout, decision } = await send(project, payload)
    found.push([name, decision, stdout.includes(says), /Bank/.test(stdout)])
  }
  expect(found).toEqual(table.map(([name, , decision]) => [name, decision, true, false]))
  expect(readdirSync(project.bank)).not.toContain('started')
})

test('a session id proves no root', async () => {
  const project = two()
  await send(project, { hook_event_name: 'SessionStart', source: 'startup' })
  const there = { ...shell('git push --force'), cwd: 'DIR/bank' }
  expect((await send(project, there)).decision).toBe('deny')
  expect((await send(project, { ...there, session_id: 'other' })).decision).toBe('deny')
  const own = { ...shell('rm -rf x'), cwd: 'DIR/bank' }
  expect((await send(project, own)).decision).toBe('deny')
  expect((await send(project, { ...own, session_id: 'other' })).decision).toBe('proceed')
})

test('a broken file there asks, as it does for a session of its own', async () => {
  const project = two()
  writeFileSync(path.join(project.bank, 'hooks.yaml'), 'version: 1\nhooks: [')
  expect((await send(project, shell('cd ../bank && ls'))).decision).toBe('ask')
  expect((await send(project, shell('ls'))).decision).toBe('proceed')
})
