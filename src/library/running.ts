/** What every dispatch under way hears of. */
export interface Running {
  /** A signal that aborts with the given one, or when all of them are ended. */
  begin(given: AbortSignal | undefined): { readonly signal: AbortSignal; readonly end: () => void }
  endAll(reason: Error): void
}

/** Not `AbortSignal.any`: a signal that lives as long as the engine would keep every dispatch in memory. */
export function createRunning(): Running {
  const running = new Set<AbortController>()
  return {
    begin(given) {
      const controller = new AbortController()
      const abort = (): void => controller.abort(given?.reason)
      if (given?.aborted === true) abort()
      given?.addEventListener('abort', abort, { once: true })
      running.add(controller)
      const end = (): void => {
        given?.removeEventListener('abort', abort)
        running.delete(controller)
      }
      return { signal: controller.signal, end }
    },
    endAll(reason) {
      for (const controller of running) controller.abort(reason)
    },
  }
}
