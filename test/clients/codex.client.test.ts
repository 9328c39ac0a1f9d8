import { codex } from './other-clients.ts'
import { tenCases } from './ten-cases.ts'

tenCases(codex)
