// How an agent's real client is started against a scripted model on loopback: by `hooks doctor --live` and by the tests.

/** What a model says: words, or a call of a tool. */
export type Block =
  | { readonly text: string }
  | { readonly tool: string; readonly input: Record<string, unknown> }

/** Made for one run: nothing in it is the user's. */
export interface ClientPlace {
  readonly home: string
  readonly project: string
  readonly tmp: string
}

export interface ClientStart {
  /** Its settings, by path. */
  readonly files: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  /** Without anybody to ask, and with every tool allowed: only hooks decide. The prompt comes last. */
  readonly args: readonly string[]
}

export interface Client {
  readonly agent: string
  /** A call of its shell. */
  shell(command: string): Block
  /** Below home: what it fetched or unpacked once, and cannot do without. */
  readonly kept?: readonly string[]
  /** `url` is the model's, without the path of an API. */
  start(place: ClientPlace, url: string): ClientStart
}

/** Gemini CLI and those made from it: no updates, nothing reported. */
export const quietSettings = {
  general: { disableAutoUpdate: true, enableAutoUpdate: false, disableUpdateNag: true },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
}
