import { stringify } from 'yaml'

/** Plain data as the text of a hooks.yaml; every string is quoted. Throws a TypeError when it is not plain data. */
export function textOfData(data: object): string {
  const plain: unknown = JSON.parse(JSON.stringify(data))
  return stringify(plain, {
    aliasDuplicateObjects: false,
    defaultKeyType: 'PLAIN',
    defaultStringType: 'QUOTE_DOUBLE',
    lineWidth: 0,
  })
}

/** Plain data as YAML in blocks; no line is broken. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
}
