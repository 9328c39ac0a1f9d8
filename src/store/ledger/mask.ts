import { hideDeep } from '../../patterns/secrets/hide-deep.ts'

const MASK = '[masked]'

/** A value as JSON with secret-looking keys and texts masked. */
export function maskedJson(value: unknown): string {
  return JSON.stringify(hideDeep(value, { replace: MASK, record: true }))
}
