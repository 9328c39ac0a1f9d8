import type { FactKind } from './types.ts'

export const factKinds: readonly FactKind[] = [
  'commands',
  'reads',
  'creates',
  'edits',
  'deletes',
  'adds',
  'hosts',
  'sends',
  'pushes',
  'commits',
]
