import { defineNameMatcher } from './shared/matcher.ts'

export const tool = defineNameMatcher({
  key: 'tool',
  summary:
    'tool name: exact, glob, `/regex/` or `@group`; a bare name also matches the last part of `mcp__server__name`, and what the agent itself calls the tool matches too',
  domain: 'tools',
  events: ['PreToolUse', 'PermissionRequest', 'PostToolUse'],
  examples: [
    { pattern: 'Read', event: { tool_name: 'Read' }, is: 'yes' },
    { pattern: 'Read', event: { tool_name: 'ReadMany' }, is: 'no' },
    { pattern: 'query', event: { tool_name: 'mcp__orders__query' }, is: 'yes' },
    { pattern: 'mcp__orders__*', event: { tool_name: 'mcp__orders__query' }, is: 'yes' },
    { pattern: 't-echo', event: { tool_name: 'mcp__t__echo', native_tool: 't-echo' }, is: 'yes' },
    { pattern: ['mcp__*', '!t-echo'], event: { tool_name: 'mcp__t__echo', native_tool: 't-echo' }, is: 'no' },
    { pattern: ['read_*', '!read_secret'], event: { tool_name: 'read_secret' }, is: 'no' },
    { pattern: '/^(read|write)_.+$/', event: { tool_name: 'write_file' }, is: 'yes' },
    { pattern: 'Read', event: {}, is: 'no' },
  ],
  indexed: true,
  read: (event) => event.tool_name,
  also: (event) => event.native_tool,
})
