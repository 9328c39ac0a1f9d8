// A project's line looks in the home of the account that runs it, which tests leave alone.
import { accountShim, quote, shimPath } from '../../src/agents/shared/shim.ts'

/** The line, or settings with it, for an account with this home. */
export function atHome(text: string, home = ''): string {
  return text.replaceAll(accountShim, `s=${quote(shimPath('user', { home }))}`)
}
