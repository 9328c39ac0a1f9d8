import { hideDeep } from '../../patterns/text/secrets.ts'

const MASK = '[masked]'

/** A value as JSON with secret-looking keys and texts masked. */
export function maskedJson(value: unknown): string {
  return JSON.stringify(hideDeep(value, { replace: MASK, suspect: true }))
}
