// `hooks install` and `hooks uninstall`: for one agent that is named, or for all that are found.
import { type Command, Option } from 'commander'
import { type Host, writeFailure } from '../../run/call.ts'
import { install, type InstallEffects, type InstallRequest, type Report, uninstall } from '../install.ts'
import { type Deed, recordDone, whyNotConsented, whyNotHere } from '../person/consent.ts'
import { installableAgent } from '../shared/agent-list.ts'
import { installEffects } from '../shared/install-effects.ts'
import { callersOf } from '../shared/native-callers.ts'
import { compileLayers, findProjectConfig } from '../shared/project-config.ts'
import { untrustedNote } from '../trust/note.ts'
import { installAll, uninstallAll } from './all.ts'
import { check } from './check.ts'
import { requestOf, type SetUpOptions } from './options.ts'
import { isInstalled } from './targets.ts'
import { canTrust, trustHooks, whyNoTrust } from './trust-hooks.ts'

type Exit = (code: number) => void

export function addInstallation(program: Command, host: Host, exit: Exit): void {
  addInstall(program, host, exit)
  addUninstall(program, host, exit)
}

function addInstall(program: Command, host: Host, exit: Exit): void {
  withScopes(program.command('install').helpGroup('Set up:'))
    .description('make an agent call the rules at every event; doing it again changes nothing')
    .option('--dry-run', 'print what would change, write nothing')
    .addOption(
      new Option(
        '--check',
        'for CI: exit 1 if entries are missing, outdated or edited; write nothing',
      ).conflicts(['dryRun', 'yes', 'trust']),
    )
    .option('--yes', 'without a name: all agents that are found, without asking')
    .option('--require', 'refuse calls wherever hooks is missing, not only where it ran before')
    .option('--untested', 'also agents that are known by their documents only')
    .option('--trust', 'Codex: show the commands and record that you trust them')
    .action(async (agent: string | undefined, options: SetUpOptions) =>
      exit(await runInstall(host, agent, options)),
    )
}

function addUninstall(program: Command, host: Host, exit: Exit): void {
  withScopes(program.command('uninstall').helpGroup('Set up:'))
    .description('remove exactly what install wrote')
    .option('--dry-run', 'print what would change, write nothing')
    .action(async (agent: string | undefined, options: SetUpOptions) =>
      exit(await runUninstall(host, agent, options)),
    )
}

function withScopes(command: Command): Command {
  return command
    .argument('[agent]', 'the agent; without one, those that are found')
    .option('--user', 'for you, in every project')
    .option('--local', 'for you, in this project (default where the agent has it)')
    .addOption(
      new Option('--project', 'for everybody who works on this project').conflicts(['user', 'local']),
    )
}

async function runInstall(host: Host, agent: string | undefined, options: SetUpOptions): Promise<number> {
  const place = installEffects(host)
  const effects = { ...place, callers: options.check === true ? {} : await callersOf(place, agent) }
  const step = (request: InstallRequest): Promise<number> | number =>
    options.check === true
      ? print(host, check(request, effects))
      : installOne(host, request, { effects, trust: trusts(request, { agent, options }) })
  const exit =
    agent === undefined
      ? await installAll(host, { effects, options, step })
      : await step(requestOf(agent, options))
  if (exit === 0 && options.check !== true && options.dryRun !== true) host.out(noteOfTrust(host))
  return exit
}

/** Of those that are found, only some ask for trust. */
function trusts(
  { agent }: InstallRequest,
  named: { agent: string | undefined; options: SetUpOptions },
): boolean {
  return named.options.trust === true && (named.agent !== undefined || canTrust(agent))
}

interface Installing {
  readonly effects: InstallEffects
  readonly trust: boolean
}

async function installOne(
  host: Host,
  request: InstallRequest,
  { effects, trust }: Installing,
): Promise<number> {
  const agent = installableAgent(request.agent)
  const refused = trust && typeof agent !== 'string' ? whyNoTrust(host, agent) : undefined
  if (refused !== undefined) return writeFailure(host, refused)
  const exit = print(host, install({ ...request, trust }, effects))
  return exit !== 0 || !trust || request.dry_run
    ? exit
    : print(host, await trustHooks(host, request, effects))
}

async function runUninstall(host: Host, agent: string | undefined, options: SetUpOptions): Promise<number> {
  const here = findProjectConfig(host)
  const deed = uninstalling
  const inside = options.dryRun === true ? undefined : whyNotHere(host, here, deed)
  if (inside !== undefined) return writeFailure(host, inside)
  const effects = installEffects(host)
  const step = (request: InstallRequest): number => print(host, uninstall(request, effects))
  const consent = (): string | undefined => {
    const refused = whyNotConsented(host, deed)
    if (refused === undefined) recordDone(host, here, deed)
    return refused
  }
  if (agent === undefined) return uninstallAll(host, { effects, options, step, consent })
  const request = requestOf(agent, options)
  const refused = options.dryRun !== true && isInstalled(request, effects) ? consent() : undefined
  return refused === undefined ? step(request) : writeFailure(host, refused)
}

const uninstalling: Deed = { verb: 'uninstall', what: 'take hooks away' }

function noteOfTrust(host: Host): string {
  const { units } = compileLayers(host, findProjectConfig(host), { asks: false })
  const note = untrustedNote(units)
  return note === undefined ? '' : `! ${note}\n`
}

function print(host: Host, { out, err, exit }: Report): number {
  host.out(out)
  host.err(err)
  return exit
}
