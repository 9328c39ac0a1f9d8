import { remember as rememberCall } from './history.ts'
import { hideSecrets } from '../patterns/text/secrets.ts'
import type { Handler } from '../model/types.ts'

/** Keeps what a call did, or that a prompt came, for rules that ask about the session. */
export const remember: Handler = (subject, { state }) => {
  rememberCall(subject.event, () => subject.facts(), {
    state,
    hide: (text) => hideSecrets(text, '…', true),
  })
  return {}
}
