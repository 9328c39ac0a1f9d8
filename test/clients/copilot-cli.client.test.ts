import { tenCases } from './ten-cases.ts'

tenCases('copilot-cli')
