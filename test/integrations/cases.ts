// What rules do, in every framework the same.

interface Call {
  readonly tool: 'look_up' | 'refund' | 'broken' | 'slow' | 'wait'
  readonly input: Readonly<Record<string, string>>
}

export interface Given {
  readonly rules: Readonly<Record<string, readonly object[]>>
  /** Rules for several events. */
  readonly several?: readonly object[]
  readonly prompt: string
  /** What the model says, turn by turn; then "Done.". */
  readonly turns: readonly (string | readonly Call[])[]
  /** What a person says who is asked; absent: there is nobody. */
  readonly allow?: boolean
  readonly stream?: boolean
  /** Streamed text waits until rules have seen it. */
  readonly hold?: boolean
  /** The user ends it while a tool runs. */
  readonly aborts?: boolean
  /** A wrapper answers every model call with this. */
  readonly cached?: string
  /** What the recipe `critique` says, answer by answer. */
  readonly critiques?: readonly { readonly approved: boolean; readonly feedback?: string }[]
}

export interface Told {
  readonly event: string
  readonly tool?: string
  readonly failed?: true
  readonly decision: string
  readonly flow: string
  readonly rules: readonly string[]
}

export interface Played {
  readonly verdicts: readonly Told[]
  /** What a person was asked. */
  readonly asked: readonly string[]
  readonly ran: readonly (readonly [tool: string, input: Readonly<Record<string, string>>])[]
  /** Results of tools, as the model read them. */
  readonly told: string
  /** All that the model read. */
  readonly seen: string
  /** How often the model was called. */
  readonly calls: number
  /** The temperature of each model call. */
  readonly settings?: readonly (number | undefined)[]
  readonly deltas?: readonly string[]
  readonly answer?: string
  readonly stopped?: string
  readonly failed?: string
}

export interface Case {
  readonly name: string
  readonly given: Given
  /** One line each: event, tool, decision, flow when it is not the default, rules. */
  readonly verdicts: readonly string[]
  readonly ran?: Played['ran']
  readonly asked?: readonly RegExp[]
  readonly calls?: number
  readonly told?: readonly RegExp[]
  readonly untold?: readonly RegExp[]
  readonly seen?: readonly RegExp[]
  readonly settings?: Played['settings']
  readonly deltas?: string
  readonly end:
    | { readonly answer: string }
    | { readonly stopped: RegExp }
    | { readonly failed: RegExp }
    | 'aborted'
}

const lookUp = (order: string): Call => ({ tool: 'look_up', input: { order } })
const refund = (amount: string): Call => ({ tool: 'refund', input: { order: '7', amount } })
const prompt = 'Help with order 7.'
const done = { answer: 'Done.' }
const begun = 'UserPromptSubmit proceed'
const ended = 'AgentStop proceed'
const looked = ['PreToolUse look_up proceed', 'PostToolUse look_up proceed']

const noRefunds = {
  PreToolUse: [
    { name: 'no-refunds', match: 'refund', deny: 'Refunds need a person. Ask the owner of the shop.' },
  ],
}
const bigRefunds = {
  PreToolUse: [
    {
      name: 'big-refunds',
      match: { tool: 'refund', input: { amount: '/^\\d{3,}$/' } },
      ask: 'Refund so much?',
    },
  ],
}

export const cases: readonly Case[] = [
  {
    name: 'a denied call does not run, and the model reads why',
    given: { rules: noRefunds, prompt, turns: [[refund('5')]] },
    verdicts: [begun, 'PreToolUse refund deny no-refunds', ended],
    ran: [],
    calls: 2,
    told: [
      /Denied by rule no-refunds/,
      /Why: Refunds need a person\./,
      /Instead: ask the owner of the shop\./,
    ],
    end: done,
  },
  {
    name: 'what no rule speaks about is as it was',
    given: { rules: noRefunds, prompt, turns: [[lookUp('7')]] },
    verdicts: [begun, ...looked, ended],
    ran: [['look_up', { order: '7' }]],
    told: [/order 7: three books/],
    end: done,
  },
  {
    name: 'a call that a person has to allow runs when he does',
    given: { rules: bigRefunds, prompt, allow: true, turns: [[refund('500')]] },
    verdicts: [begun, 'PreToolUse refund ask big-refunds', 'PostToolUse refund proceed', ended],
    ran: [['refund', { order: '7', amount: '500' }]],
    asked: [/Refund so much\?/],
    told: [/refunded 500 for 7/],
    end: done,
  },
  {
    name: 'a call that a person has to allow does not run when he says no',
    given: { rules: bigRefunds, prompt, allow: false, turns: [[refund('500')]] },
    verdicts: [begun, 'PreToolUse refund ask big-refunds', ended],
    ran: [],
    asked: [/Refund so much\?/],
    told: [/The user was asked and said no: Refund so much\?/],
    end: done,
  },
  {
    name: 'a call that a person has to allow does not run when there is nobody',
    given: { rules: bigRefunds, prompt, turns: [[refund('500')]] },
    verdicts: [begun, 'PreToolUse refund ask big-refunds', ended],
    ran: [],
    told: [/Refund so much\?/],
    end: done,
  },
  {
    name: 'a call runs with the input that a rule gave it',
    given: {
      rules: { PreToolUse: [{ name: 'at-most-10', match: 'refund', set_input: { amount: '10' } }] },
      prompt,
      turns: [[refund('500')]],
    },
    verdicts: [begun, 'PreToolUse refund proceed at-most-10', 'PostToolUse refund proceed', ended],
    ran: [['refund', { order: '7', amount: '10' }]],
    told: [/refunded 10 for 7/],
    end: done,
  },
  {
    name: 'the model reads the output that a rule gave',
    given: {
      rules: { PostToolUse: [{ name: 'hide', match: 'look_up', set_output: '[hidden]' }] },
      prompt,
      turns: [[lookUp('7')]],
    },
    verdicts: [begun, 'PreToolUse look_up proceed', 'PostToolUse look_up proceed hide', ended],
    told: [/\[hidden\]/],
    untold: [/three books/],
    end: done,
  },
  {
    name: 'the model reads what rules add',
    given: {
      rules: {
        UserPromptSubmit: [{ name: 'prices', context: 'Prices are in cents.' }],
        PreToolUse: [{ name: 'before', context: 'Orders are read-only.' }],
        PostToolUse: [{ name: 'after', context: 'Stock was counted.' }],
      },
      prompt,
      turns: [[lookUp('7')]],
    },
    verdicts: [
      'UserPromptSubmit proceed prices',
      'PreToolUse look_up proceed before',
      'PostToolUse look_up proceed after',
      ended,
    ],
    seen: [/Prices are in cents\./, /Orders are read-only\./, /Stock was counted\./],
    end: done,
  },
  {
    name: 'a rule ends the run before a tool',
    given: {
      rules: { PreToolUse: [{ name: 'budget', match: 'refund', stop: 'The budget is spent.' }] },
      prompt,
      turns: [[refund('5')]],
    },
    verdicts: [begun, 'PreToolUse refund deny stop budget'],
    ran: [],
    calls: 1,
    end: { stopped: /The budget is spent\./ },
  },
  {
    name: 'a rule ends the run after a tool',
    given: {
      rules: { PostToolUse: [{ name: 'enough', match: 'look_up', stop: 'That was enough.' }] },
      prompt,
      turns: [[lookUp('7')]],
    },
    verdicts: [begun, 'PreToolUse look_up proceed', 'PostToolUse look_up proceed stop enough'],
    ran: [['look_up', { order: '7' }]],
    calls: 1,
    end: { stopped: /That was enough\./ },
  },
  {
    name: 'the agent goes on when a rule wants it to',
    given: {
      rules: { AgentStop: [{ name: 'twice', once: 'run', continue: 'Count again.' }] },
      prompt,
      turns: ['One.', 'Two.'],
    },
    verdicts: [begun, 'AgentStop proceed continue twice', ended],
    calls: 2,
    seen: [/Count again\./],
    end: { answer: 'Two.' },
  },
  {
    name: 'of calls side by side each has its own verdict',
    given: { rules: noRefunds, prompt, turns: [[lookUp('7'), refund('5'), lookUp('8')]] },
    verdicts: [begun, ...looked, ...looked, 'PreToolUse refund deny no-refunds', ended],
    ran: [
      ['look_up', { order: '7' }],
      ['look_up', { order: '8' }],
    ],
    told: [/order 7: three books/, /order 8: three books/, /Why: Refunds need a person\./],
    end: done,
  },
  {
    name: 'a tool that throws has failed, for its rules and for the model',
    given: {
      rules: { PostToolUse: [{ name: 'till', match: { is_error: true }, context: 'Open the till first.' }] },
      prompt,
      turns: [[{ tool: 'broken', input: { order: '7' } }]],
    },
    verdicts: [begun, 'PreToolUse broken proceed', 'PostToolUse broken failed proceed till', ended],
    told: [/the till is closed|An error occurred while running the tool/],
    seen: [/Open the till first\./],
    end: done,
  },
  {
    name: 'a tool that gives up by itself has failed, too',
    given: {
      rules: { PostToolUse: [{ name: 'till', match: { is_error: true }, context: 'Open the till first.' }] },
      prompt,
      turns: [[{ tool: 'broken', input: { order: 'late' } }]],
    },
    verdicts: [begun, 'PreToolUse broken proceed', 'PostToolUse broken failed proceed till', ended],
    told: [/the till is closed|An error occurred while running the tool/],
    seen: [/Open the till first\./],
    end: done,
  },
  {
    name: 'a run that its user ends in the middle of a tool has no result',
    given: { rules: {}, prompt, aborts: true, turns: [[{ tool: 'slow', input: { order: '7' } }]] },
    verdicts: [begun, 'PreToolUse slow proceed'],
    ran: [['slow', { order: '7' }]],
    untold: [/counted/],
    end: 'aborted',
  },
  {
    name: 'a streamed run is held to the same rules, and its text comes through',
    given: { rules: noRefunds, prompt, stream: true, turns: [[refund('5')], 'It cannot be done.'] },
    verdicts: [begun, 'PreToolUse refund deny no-refunds', ended],
    ran: [],
    told: [/Why: Refunds need a person\./],
    end: { answer: 'It cannot be done.' },
  },
]

const limited = (event: string, options: object) => ({
  [event]: [{ name: 'limit', use: 'limits', with: { steps: null, tokens: null, seconds: null, ...options } }],
})
const step = ['PreStep proceed limit', ...looked]

/** Where the loop of a framework goes on and ends: a step is a model call with its tools. Each model call takes 15 tokens. */
export const loopCases: readonly Case[] = [
  {
    name: 'a run ends after its steps',
    given: {
      rules: limited('PreStep', { steps: 2 }),
      prompt,
      turns: [[lookUp('7')], [lookUp('8')], [lookUp('9')]],
    },
    verdicts: [begun, ...step, ...step, 'PreStep deny stop limit'],
    calls: 2,
    end: { stopped: /Step limit reached: 2\/2/ },
  },
  {
    name: 'a run ends after its time',
    given: {
      rules: limited('PostStep', { seconds: 1 }),
      prompt,
      turns: [[{ tool: 'wait', input: { order: '7' } }]],
    },
    verdicts: [begun, 'PreToolUse wait proceed', 'PostToolUse wait proceed', 'PostStep proceed stop limit'],
    calls: 1,
    end: { stopped: /Time limit reached: \d+\/1 s/ },
  },
  {
    name: 'the agent goes on after a step when a rule wants it to',
    given: {
      rules: { ShouldContinue: [{ name: 'twice', once: 'run', continue: 'Count again.' }] },
      prompt,
      turns: ['One.', 'Two.'],
    },
    verdicts: [begun, 'ShouldContinue proceed continue twice', ended],
    calls: 2,
    seen: [/Count again\./],
    end: { answer: 'Two.' },
  },
  {
    name: 'a rule ends the run after a step',
    given: {
      rules: { PostStep: [{ name: 'enough', stop: 'That was enough.' }] },
      prompt,
      turns: [[lookUp('7')], [lookUp('8')]],
    },
    verdicts: [begun, ...looked, 'PostStep proceed stop enough'],
    calls: 1,
    end: { stopped: /That was enough\./ },
  },
  {
    name: 'a rule ends the run before its first step',
    given: { rules: { PreStep: [{ name: 'night', deny: 'The shop is closed.' }] }, prompt, turns: [] },
    verdicts: [begun, 'PreStep deny night'],
    calls: 0,
    end: { stopped: /The shop is closed\./ },
  },
  {
    name: 'the model is reminded before each step',
    given: {
      rules: { PreStep: [{ name: 'remind', context: 'Order 8 is still open.' }] },
      prompt,
      turns: [[lookUp('7')]],
    },
    verdicts: [begun, 'PreStep proceed remind', ...looked, 'PreStep proceed remind', ended],
    calls: 2,
    seen: [/Order 8 is still open\./],
    end: done,
  },
  {
    name: 'an answer that its critique refuses is revised',
    given: {
      rules: {},
      several: [{ name: 'critic', on: ['PostStep', 'ShouldContinue'], use: 'critique' }],
      critiques: [{ approved: false, feedback: 'Name the price.' }, { approved: true }],
      prompt,
      turns: [[lookUp('7')], 'Three books.', 'Three books, 30 euros.'],
    },
    verdicts: [
      begun,
      ...looked,
      'PostStep proceed critic',
      'ShouldContinue proceed critic',
      'PostStep proceed critic',
      'ShouldContinue proceed continue critic',
      'PostStep proceed critic',
      'ShouldContinue proceed stop critic',
      ended,
    ],
    calls: 3,
    seen: [/Critique asks for a revision \(1 of 2\): Name the price\./],
    end: { answer: 'Three books, 30 euros.' },
  },
  {
    name: 'a denied call is part of its step, and the step counts',
    given: {
      rules: { ...noRefunds, ...limited('PreStep', { steps: 9 }) },
      prompt,
      turns: [[refund('5'), lookUp('7')]],
    },
    verdicts: [
      begun,
      'PreStep proceed limit',
      'PreToolUse refund deny no-refunds',
      ...looked,
      'PreStep proceed limit',
      ended,
    ],
    calls: 2,
    told: [/Why: Refunds need a person\./],
    end: done,
  },
]

/** Claude Code may write the tokens of a call down later than its tools are reported. */
export const tokenCases: readonly Case[] = [
  {
    name: 'a run ends after its tokens',
    given: {
      rules: limited('ShouldContinue', { tokens: 30 }),
      prompt,
      turns: [[lookUp('7')], [lookUp('8')], [lookUp('9')]],
    },
    verdicts: [
      begun,
      ...looked,
      'ShouldContinue proceed limit',
      ...looked,
      'ShouldContinue proceed stop limit',
    ],
    calls: 2,
    end: { stopped: /Token limit reached: 30\/30/ },
  },
]

const hidden = { PostModelCall: [{ name: 'hide', set_output: '[hidden]' }] }
const secret = 'The code is 4711.'

/** What rules do to the calls of a model; Claude Code's own cannot be wrapped. */
export const modelCases: readonly Case[] = [
  {
    name: 'a rule ends the run before a model call',
    given: { rules: { PreModelCall: [{ name: 'night', stop: 'The shop is closed.' }] }, prompt, turns: [] },
    verdicts: [begun],
    calls: 0,
    end: { stopped: /The shop is closed\./ },
  },
  {
    name: 'a rule ends the run after a model call, before its tools',
    given: {
      rules: { PostModelCall: [{ name: 'enough', stop: 'That was enough.' }] },
      prompt,
      turns: [[lookUp('7')]],
    },
    verdicts: [begun],
    ran: [],
    calls: 1,
    end: { stopped: /That was enough\./ },
  },
  {
    name: 'the model reads the system prompt and has the settings that rules gave',
    given: {
      rules: {
        PreModelCall: [
          { name: 'cents', set_system: { append: ' Prices are in cents.' } },
          { name: 'cold', set_request: { temperature: 0.5 } },
        ],
      },
      prompt,
      turns: [],
    },
    verdicts: [begun, ended],
    calls: 1,
    settings: [0.5],
    seen: [/You help in a shop\. Prices are in cents\./],
    end: done,
  },
  {
    name: 'the model reads messages that rules put in the place of others',
    given: {
      rules: {
        PreModelCall: [{ name: 'forget', use: 'forget', with: { note: 'You were asked about order 7.' } }],
      },
      prompt,
      turns: [[lookUp('7')]],
    },
    verdicts: [begun, ...looked, ended],
    calls: 2,
    seen: [/You were asked about order 7\./, /order 7: three books/],
    untold: [/Help with order 7/],
    end: done,
  },
  {
    name: 'the prompt is the one that rules gave',
    given: {
      rules: { UserPromptSubmit: [{ name: 'polite', set_prompt: 'Please help with order 8.' }] },
      prompt,
      turns: [],
    },
    verdicts: ['UserPromptSubmit proceed polite', ended],
    seen: [/Please help with order 8\./],
    untold: [/Help with order 7/],
    end: done,
  },
  {
    name: 'a denied prompt reaches no model',
    given: {
      rules: { UserPromptSubmit: [{ name: 'closed', deny: 'Come back tomorrow.' }] },
      prompt,
      turns: [],
    },
    verdicts: ['UserPromptSubmit deny closed'],
    calls: 0,
    end: { stopped: /Come back tomorrow\./ },
  },
  {
    name: 'the answer is the one that a rule gave',
    given: { rules: hidden, prompt, turns: [secret] },
    verdicts: [begun, ended],
    end: { answer: '[hidden]' },
  },
  {
    name: 'a wrapper answers in the place of the model',
    given: { rules: {}, prompt, cached: 'As before.', turns: [] },
    verdicts: [begun, ended],
    calls: 0,
    end: { answer: 'As before.' },
  },
]

/** Streams that are in our hands: LangChain's tokens pass beside its middleware. */
export const streamCases: readonly Case[] = [
  {
    name: 'a held stream says what a rule gave',
    given: { rules: hidden, prompt, stream: true, hold: true, turns: [secret] },
    verdicts: [begun, ended],
    deltas: '[hidden]',
    end: { answer: '[hidden]' },
  },
  {
    name: 'a stream that was not held fails when a rule changes what it said',
    given: { rules: hidden, prompt, stream: true, turns: [secret] },
    verdicts: [begun],
    deltas: secret,
    end: { failed: /after it was streamed.*hold: true/ },
  },
  {
    name: 'a wrapper answers in the place of a streaming model',
    given: { rules: {}, prompt, stream: true, cached: 'As before.', turns: [] },
    verdicts: [begun, ended],
    calls: 0,
    deltas: 'As before.',
    end: { answer: 'As before.' },
  },
  {
    name: 'a stream of a stopped run does not begin',
    given: {
      rules: { PreModelCall: [{ name: 'night', stop: 'The shop is closed.' }] },
      prompt,
      stream: true,
      turns: [],
    },
    verdicts: [begun],
    calls: 0,
    end: { stopped: /The shop is closed\./ },
  },
  {
    name: 'no tool of a stream runs before rules have seen the response',
    given: {
      rules: { PostModelCall: [{ name: 'enough', stop: 'That was enough.' }] },
      prompt,
      stream: true,
      turns: [[lookUp('7')]],
    },
    verdicts: [begun],
    ran: [],
    calls: 1,
    end: { stopped: /That was enough\./ },
  },
]

/** A verdict in one line. */
export function lineOf({ event, tool, failed, decision, flow, rules }: Told): string {
  return [event, tool, failed && 'failed', decision, flow === 'default' ? undefined : flow, ...rules]
    .filter((word) => word !== undefined && word !== '')
    .join(' ')
}
