// Makes schemas/hooks.schema.json, which editors read: the format with the built-ins' names and options, and one handler a rule.

const handlersOf = (rule) => rule.anyOf.map(({ required: [key] }) => key).filter((key) => key !== 'notify')

/** One of them, or `notify` alone. */
const oneOf = (keys) => [
  ...keys.map((key) => ({ required: [key] })),
  { required: ['notify'], not: { anyOf: keys.map((key) => ({ required: [key] })) } },
]

const optionsOf = (name) => `options-of-${name}`

/** References inside of a built-in's schema lead to where it stands now. */
function placed(node, name) {
  if (Array.isArray(node)) return node.map((part) => placed(part, name))
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && value.startsWith('#/')
        ? [key, `#/definitions/${optionsOf(name)}${value.slice(1)}`]
        : [key, placed(value, name)],
    ),
  )
}

/** `builtins`: name and schema of the options of each. */
export function editorSchema(source, builtins) {
  const { rule, step } = source.definitions
  const use = {
    description: rule.properties.use.description,
    type: 'string',
    examples: rule.properties.use.examples,
    oneOf: builtins.map(({ name, schema }) => ({ const: name, description: schema.description })),
  }
  const allOf = builtins.map(({ name }) => ({
    if: { required: ['use'], properties: { use: { const: name } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
    then: {
      properties: { with: { anyOf: [{ type: 'null' }, { $ref: `#/definitions/${optionsOf(name)}` }] } },
    },
  }))
  const { anyOf: _some, ...rest } = rule
  const options = builtins.map(({ name, schema: { $schema: _version, title: _title, ...own } }) => [
    optionsOf(name),
    placed(own, name),
  ])
  return {
    ...source,
    definitions: {
      ...source.definitions,
      rule: { ...rest, properties: { ...rule.properties, use }, oneOf: oneOf(handlersOf(rule)), allOf },
      step: { ...step, allOf },
      ...Object.fromEntries(options),
    },
  }
}
