/** What a file may be; beyond it, reading could take the process down. */
export const limits = {
  bytes: 1024 * 1024,
  tokens: 1_000_000,
  depth: 32,
  aliases: 100,
  /** What is listed of one file. */
  problems: 200,
  /** Values after every alias is written out. */
  values: 500_000,
} as const
