// Callbacks of the host: what one of them throws changes no verdict and ends nothing; it is reported as a warning.
import { errorMessage } from '../model/errors.ts'

/** Calls it, if there is one. A promise that it returns is not waited for. */
export function notifyHost<A extends readonly unknown[]>(
  name: string,
  callback: ((...args: A) => unknown) | undefined,
  ...args: A
): void {
  const report = (error: unknown): void =>
    process.emitWarning(`${name} failed: ${errorMessage(error)}`, {
      type: 'HooksWarning',
      code: 'HOOKS_CALLBACK',
    })
  try {
    const result = callback?.(...args)
    if (result instanceof Promise) result.catch(report)
  } catch (error) {
    report(error)
  }
}
