// What tells plain shell commands apart: a part of its own, as other calls have none of them.
export { wordsOfShell } from './facts/plain/shell.ts'
