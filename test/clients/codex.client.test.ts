import { tenCases } from './ten-cases.ts'

tenCases('codex')
