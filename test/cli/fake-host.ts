import path from 'node:path'
import type { Host } from '../../src/run/call.ts'
import { loadChunk } from '../support/chunks.ts'
import { linesOf } from '../support/lines.ts'

export interface FakeHost extends Host {
  /** What was printed so far. */
  readonly printed: { out: string; err: string }
  /** Asks the process to end, as Ctrl-C does. */
  interrupt(): void
}

const packageDir = path.resolve(import.meta.dirname, '../..')

/** A process that is not there: what it prints is kept, its environment is the one given. */
export function createFakeHost(over: Partial<Host> = {}): FakeHost {
  const printed = { out: '', err: '' }
  const callbacks: (() => void)[] = []
  return {
    argv: [],
    env: {},
    cwd: '/home/dana/shop',
    version: '0.0.0',
    packageDir,
    build: 'test',
    node: '/usr/bin/node',
    terminal: false,
    columns: 80,
    stdin: async () => '',
    line: () => '',
    lines: () => linesOf(''),
    ancestors: () => [],
    accountHome: () => undefined,
    stdinIsTerminal: false,
    stderrIsTerminal: false,
    fail: async (problem) => {
      throw problem
    },
    load: loadChunk,
    ...over,
    printed,
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
    redraw: (line) => void (printed.err += `\r${line}`),
    clear: () => void (printed.out += '\f'),
    onInterrupt: (callback) => void callbacks.push(callback),
    interrupt: () => callbacks.forEach((callback) => callback()),
  }
}
