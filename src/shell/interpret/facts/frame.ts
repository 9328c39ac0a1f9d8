/**
 * Where facts arise: a command, or what stands around commands, such as a redirect, a stage of a pipeline, a function
 * or a program that only runs another.
 */
export interface Frame {
  /** What runs it, or stands around it. */
  readonly within: Frame | undefined
  /** What gives it data: the stage before it, a substitution, the command that set a variable. */
  readonly fed: Set<Frame>
}

export function createFrame(within?: Frame, fed: readonly Frame[] = []): Frame {
  return { within, fed: new Set(fed) }
}
