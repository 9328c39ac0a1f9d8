// What the model reads when a stop gate's script fails, through the built command.
import { describe, expect, test } from 'vitest'
import { makeProject } from '../support/cli.ts'

const rules = `version: 1
hooks:
  AgentStop:
    - name: tests
      run: [node, check.js]
      exit: { '*': continue }
`

interface Printed {
  readonly out?: string
  readonly err?: string
  readonly exit?: number
}

/** What Claude Code's model is given when a script prints this and fails. */
async function gate({ out = '', err = '', exit = 1 }: Printed): Promise<string> {
  const check = `const fs = require('fs')
fs.writeSync(1, ${JSON.stringify(out)})
fs.writeSync(2, ${JSON.stringify(err)})
process.exit(${exit})`
  const project = makeProject({ 'hooks.yaml': rules, 'check.js': check })
  const input = JSON.stringify({ session_id: 's', cwd: project.root, hook_event_name: 'Stop' })
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], { input })
  const { decision, reason } = JSON.parse(stdout) as { decision: string; reason: string }
  expect(decision).toBe('block')
  return reason
}

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

const runners = [
  {
    name: 'vitest',
    out: `${many(400, (at) => ` ✓ test/cart-${at}.test.ts (3 tests) 4ms`)}

 FAIL  test/orders.test.ts > rounds prices
AssertionError: expected 1.005 to be 1.01
 ❯ test/orders.test.ts:12:20

 Test Files  1 failed | 400 passed (401)`,
    says: 'FAIL  test/orders.test.ts > rounds prices\nAssertionError: expected 1.005 to be 1.01',
  },
  {
    name: 'jest, which prints to stderr',
    err: `${many(100, (at) => `PASS src/cart-${at}.test.js`)}
FAIL src/orders.test.js
  ● rounds prices

    expect(received).toBe(expected)
${many(100, (at) => `PASS src/late-${at}.test.js`)}`,
    says: 'FAIL src/orders.test.js\n  ● rounds prices\n\n    expect(received).toBe(expected)',
  },
  {
    name: 'pytest',
    out: `${many(40, (at) => `tests/test_${at}.py ....`)}

=================================== FAILURES ===================================
_________________________________ test_orders __________________________________
>       assert price == 2
E       assert 1 == 2
tests/test_orders.py:4: AssertionError
${many(60, (at) => `captured line ${at}`)}`,
    says: '>       assert price == 2\nE       assert 1 == 2',
  },
  {
    name: 'go test',
    out: `${many(90, (at) => `--- PASS: TestCart${at} (0.00s)`)}
--- FAIL: TestOrders (0.00s)
    orders_test.go:9: got 1, want 2
${many(90, (at) => `ok  \tshop/cart${at}\t0.01s`)}`,
    says: '--- FAIL: TestOrders (0.00s)\n    orders_test.go:9: got 1, want 2',
  },
  {
    name: 'cargo test',
    out: `${many(90, (at) => `test cart::t${at} ... ok`)}

---- orders::rounds stdout ----
thread 'orders::rounds' panicked at src/orders.rs:9:5:
assertion \`left == right\` failed
${many(40, (at) => `note ${at}`)}`,
    says: "thread 'orders::rounds' panicked at src/orders.rs:9:5:\nassertion",
  },
  {
    name: 'mocha',
    out: `${many(40, (at) => `    ✔ adds ${at}`)}

  1) orders
       rounds:
     AssertionError: 1 == 2
${many(40, (at) => `      at line ${at}`)}`,
    says: '1) orders\n       rounds:\n     AssertionError: 1 == 2',
  },
  {
    name: 'TAP',
    out: `${many(40, (at) => `ok ${at + 1} - adds`)}\nnot ok 41 - rounds\n  ---\n  expected: 2\n${many(40, (at) => `ok ${at + 42} - adds`)}`,
    says: 'not ok 41 - rounds\n  ---\n  expected: 2',
  },
  {
    name: 'tsc',
    out: `${many(30, (at) => `checked ${at}`)}\nsrc/orders.ts(3,5): error TS2322: Type 'string' is not a number.\n${many(40, (at) => `made ${at}`)}`,
    says: 'src/orders.ts(3,5): error TS2322',
  },
  {
    name: 'eslint',
    out: `${many(30, (at) => `linted ${at}`)}\n\n/shop/src/orders.ts\n   1:1  warning  odd  a\n  12:7  error  'price' is unused  no-unused-vars\n${many(40, (at) => `note ${at}`)}`,
    says: "/shop/src/orders.ts\n  12:7  error  'price' is unused  no-unused-vars",
  },
]

describe('the reason to go on', () => {
  test('is the command, its exit code and the ends of both outputs', async () => {
    const reason = await gate({ out: '1 test failed: orders\n', err: 'npm notice New minor version\n' })
    expect(reason).toBe(`Not done yet (rule tests): node check.js exited 1

end of stdout:
1 test failed: orders

end of stderr:
npm notice New minor version`)
  })

  test('is the command and its exit code when nothing was printed', async () => {
    expect(await gate({ exit: 3 })).toBe('Not done yet (rule tests): node check.js exited 3')
  })

  test.each(runners)('begins with what failed: $name', async ({ out = '', err = '', says }) => {
    const reason = await gate({ out, err })
    const from = out === '' ? 'stderr' : 'stdout'
    expect(reason).toContain(`node check.js exited 1\n\nfailing, from ${from}:\n`)
    expect(reason).toContain(says)
    expect(reason).not.toMatch(/✓|PASS|\.\.\. ok/)
  })

  test('has no colours, and masks secrets, also where an output is cut', async () => {
    const reason = await gate({
      out: `\u001b[31m FAIL \u001b[39m test/orders.test.ts\nDB_PASSWORD=hunter2hunter2\n${'x'.repeat(290)} AKIAIOSFODNN7EXAMPLE\n${many(12, String)}`,
      err: 'fetch failed: https://dana:s3cret-pass@shop.example/orders',
    })
    expect(reason).toContain('test/orders.test.ts')
    expect(reason).not.toMatch(/\u001b|u001b|hunter2|AKIA|s3cret/)
  })

  test('leaves room for a second rule in what a client shows', async () => {
    const long = many(3_000, (at) => `FAIL src/cart-${at}.test.js \u200b ${'€'.repeat(400)}`)
    const reason = await gate({ out: long, err: long })
    expect(reason.length).toBeLessThan(5_000)
  })
})
