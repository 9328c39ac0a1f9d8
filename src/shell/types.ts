// What the parts of `shell/` say to each other.
import type { CommandFact, Files, PathFact, Unresolved } from '../model/types.ts'

/** What facts are worked out against: the machine as the call would find it. */
export interface World {
  /** The project's root, absolute. */
  readonly root: string
  readonly home: string
  /** Where the call starts, absolute. */
  readonly cwd: string
  readonly files: Pick<Files, 'list' | 'kind' | 'real' | 'read'>
  /** The variables that the call starts with. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A command that a command runs in its turn. */
export type NestedCommand =
  /** `bash -c text`, `eval`, a script in the project, an npm script. `open`: a part of the text cannot be known. */
  | {
      readonly kind: 'shell'
      readonly text: string
      readonly cwd?: string
      readonly open?: true
      readonly remote?: true
      /** It runs as well, not in the command's place. */
      readonly beside?: true
    }
  /** `sudo`, `xargs`, `find -exec`. `more`: words are added that cannot be known; one open word `…` stands for them. */
  | {
      readonly kind: 'argv'
      readonly argv: readonly string[]
      readonly open?: readonly number[]
      /** Indexes of words that are patterns: what `find` puts in for `{}`. */
      readonly globs?: readonly number[]
      readonly assignments?: Readonly<Record<string, string>>
      readonly cwd?: string
      readonly more?: true
      readonly remote?: true
      readonly beside?: true
    }

/** What one command does by itself, its redirects aside. */
export interface Effects {
  readonly reads: readonly PathFact[]
  readonly creates: readonly PathFact[]
  readonly edits: readonly PathFact[]
  readonly deletes: readonly PathFact[]
  readonly adds: readonly string[]
  readonly hosts: readonly string[]
  readonly unresolved: readonly Unresolved[]
  readonly runs: readonly NestedCommand[]
  /** Files whose text it runs, by path; an empty one cannot be known. */
  readonly starts: readonly string[]
}

/** What a command reads on its standard input, where that is not the agent's own: `text` when it is a constant. */
export interface StandardInput {
  readonly text?: string
}

export type EffectsOf = (command: CommandFact, world: World, input?: StandardInput) => Effects
