import { qwenCode } from './other-clients.ts'
import { tenCases } from './ten-cases.ts'

tenCases(qwenCode, { keepsInput: true })
