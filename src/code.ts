// Reading inline code, loaded when a command has some.
export { readAwk } from './facts/programs/roles/awk.ts'
export { readCode, readCodeGiven } from './facts/programs/roles/code.ts'
export { readUnread } from './facts/programs/roles/unread.ts'
