// What an agent's folder holds. `catalog.ts` lists the agents, and every command asks that list.
import type { Dialect, Env, EventName } from '../../model/types.ts'
import type { PlainObject } from '../../model/plain-object.ts'
import type { Client } from './client.ts'
import type { AgentImport } from './import/imported.ts'
import type { InstallFiles } from './install-files.ts'
import type { JsonPath } from './settings/json.ts'

export interface AgentDefinition {
  readonly name: string
  /** Its protocol. */
  readonly dialect: Dialect
  /** Absent: `hooks install` cannot write its settings. */
  readonly settings?: AgentSettings
  /** Path globs of the files that decide what the agent may do: its settings, hooks, plugins. */
  readonly protectedPaths: readonly string[]
  /** Those of them that hold hooks, or switch them off: no tool call changes these. Absent: all. */
  readonly hookSettings?: readonly string[]
  /** Environment variables that it sets for the commands it runs. */
  readonly variables?: readonly string[]
  /** In a project or in the home directory of those who use it. */
  readonly directories?: readonly string[]
  /** Its names on PATH. */
  readonly programs?: readonly string[]
  /** Those of its programs that are editors: a person types in their terminals. */
  readonly editors?: readonly string[]
  /** Packages of npm whose programs it is. */
  readonly packages?: readonly string[]
  /** Other agents whose settings files it reads as well. */
  readonly alsoReads?: readonly string[]
  /** What may keep it from calling us although its settings do. */
  readonly checks?: AgentChecks
  /** Absent: hooks cannot read its transcripts. */
  readonly history?: AgentHistory
  /** Its files that `hooks import` reads; absent: none. */
  readonly imports?: AgentImport
  /** How its real client is started offline; absent: only recorded payloads are tried. */
  readonly client?: Client
  /** Absent: it runs all hooks of its settings. */
  readonly trust?: HookTrust
}

/** The transcripts that an agent keeps of its sessions: files of JSON lines in a directory for each project. */
export interface AgentHistory {
  /** Holds the directories of all projects. */
  directory(place: Pick<SettingsPlace, 'home' | 'env'>): string
  /** How the directory's name begins when sessions started in a project or below it; others may begin so too. */
  prefix(root: string): string
  isEntry(line: PlainObject): boolean
  /** For one file, in its order. */
  createReader(): (entry: PlainObject) => readonly PastPayload[]
}

/** A payload that the agent sends its hooks at what a transcript tells. */
export interface PastPayload {
  readonly payload: PlainObject
  readonly time?: string
  /** Equal for a call that a resumed or forked session copied. */
  readonly call?: string
}

export type Scope = 'project' | 'user' | 'local'

export interface SettingsPlace {
  readonly root: string
  readonly home: string
  readonly env: Env
}

export type SettingsValues = Readonly<Record<string, unknown>>

/** The command for an event, by the agent's name of it. */
export interface EventCommand {
  (event: string): string
  /** The same without a shell; undefined for events where a shell starts it. */
  readonly exec?: (event: string) => ExecForm | undefined
}

/** A program that the agent starts itself. */
export interface ExecForm {
  readonly command: string
  readonly args: readonly string[]
}

/** How hooks gets into an agent's settings file. All of it works on values; `settings-file.ts` reads and edits the text. */
export interface AgentSettings {
  /** `jsonc` may hold comments. */
  readonly format: 'json' | 'jsonc'
  /** The events to register, by the agent's names. */
  readonly events: Readonly<Record<string, EventName>>
  /** The environment variable that holds the project's directory in the agent's hooks. */
  readonly projectVariable?: string
  /** Where `install` writes when no scope is named; absent: the first that the agent has. */
  readonly defaultScope?: Scope
  /** The file is ours alone: its text stands as `{text}` in the settings. */
  readonly own?: true
  /** Another file that is ours alone, written and removed with the first. */
  readonly beside?: {
    file(scope: Scope, place: SettingsPlace): string
    text(command: EventCommand): string
  }
  /** `install` writes only with `--untested`: no denied call was seen live, or what else is not known, as a sentence. */
  readonly untested?: true | string
  /** Not beside settings of other agents that it reads too: each call would be reported twice. */
  readonly alone?: true
  /** Characters that the agent itself reads in a command: a line holds none behind its first part. */
  readonly masks?: string
  /** Where the agent starts a program without a shell, and refuses the call if that does not start, or dies. */
  readonly exec?: {
    /** Semver range. */
    readonly versions: string
    /** By the agent's names; their entries tell it to refuse. */
    readonly events: readonly string[]
  }
  /** Undefined when the agent has no such scope. */
  file(scope: Scope, place: SettingsPlace): string | undefined
  /** Why the agent would ignore such a file, which is then left as it is. */
  problem(settings: SettingsValues): { readonly path: JsonPath; readonly message: string } | undefined
  /** The settings with an entry for every event; older entries of ours are replaced, everything else stays. */
  install(settings: SettingsValues, command: EventCommand): SettingsValues
  /** The settings without our entries, and without the lists that become empty; lists that were empty stay. */
  uninstall(settings: SettingsValues): SettingsValues
  inspect(settings: SettingsValues, command: EventCommand): Inspection
  /** What the agent does until its user trusts new entries, as a sentence. */
  readonly asksTrust?: string
  /** What its users still have to do or know after `install`; a line each. */
  notes?(scope: Scope): readonly string[]
}

export interface Inspection {
  /** Events with exactly the entry that `install` writes. */
  readonly current: readonly string[]
  /** Events with another entry of ours: from an older version, or edited by hand. */
  readonly outdated: readonly string[]
  readonly missing: readonly string[]
  /** The setting that switches all hooks off: `"disableAllHooks" is true`. */
  readonly disabled?: string
}

/** An agent that runs only hooks which its user trusts. */
export interface HookTrust {
  readonly agent: string
  /** Our hooks in this file that it does not trust as they are, or why it cannot be asked. */
  list(place: TrustPlace): Promise<readonly UntrustedHook[] | string>
  /** Records that they are trusted, and asks the agent whether it agrees. Returns the file, or why it failed. */
  accept(hooks: readonly UntrustedHook[], place: TrustPlace): Promise<{ readonly file: string } | string>
}

export interface TrustPlace extends SettingsPlace {
  /** The agent's own. */
  readonly program: string
  /** The settings with our hooks, links resolved. */
  readonly settings: string
  readonly files: InstallFiles
}

export interface UntrustedHook {
  readonly event: string
  readonly command: string
  /** The agent's own name of it, and what it would trust. */
  readonly key: string
  readonly hash: string
}

/** What may keep an agent from calling us although its settings file does: asked by `hooks doctor`. */
export interface AgentChecks {
  /** Why it would skip our entries in a settings file. */
  skips?(place: CheckPlace): readonly Skip[]
  /** The same, asked of its own program; a sentence when that does not answer. */
  ask?(place: AskedPlace): Promise<readonly Skip[] | string>
}

/** A settings file that calls us. */
export interface CheckPlace extends SettingsPlace {
  readonly scope: Scope
  readonly path: string
  /** Another file of settings; empty when there is none. */
  readonly read: (file: string) => SettingsValues
}

export interface AskedPlace extends CheckPlace {
  /** The agent's own. */
  readonly program: string
}

export interface Skip {
  readonly code: 'not-trusted' | 'switched-off'
  readonly message: string
  /** What the person does. */
  readonly fix: string
}
