import { defineNameMatcher } from './shared/matcher.ts'

export const permissionMode = defineNameMatcher({
  key: 'permission_mode',
  summary: 'the permission mode, by the name that the agent gives it',
  domain: {
    known: ['default', 'plan', 'acceptEdits', 'auto', 'auto_edit', 'dontAsk', 'bypassPermissions', 'yolo'],
  },
  examples: [
    { pattern: 'plan', event: { permission_mode: 'plan' }, is: 'yes' },
    { pattern: 'bypassPermissions', event: { permission_mode: 'default' }, is: 'no' },
    { pattern: '*', event: {}, is: 'no' },
  ],
  read: (event) => event.permission_mode,
})
