import { field } from '../../model/plain-object.ts'

/** An own property that is a text. */
export function textField(value: unknown, key: string): string | undefined {
  const found = field(value, key)
  return typeof found === 'string' ? found : undefined
}
