import { stringify } from 'yaml'

/** Plain data as YAML in blocks; no line is broken. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
}
