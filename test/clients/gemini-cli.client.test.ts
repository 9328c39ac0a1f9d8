import { geminiCli } from './other-clients.ts'
import { tenCases } from './ten-cases.ts'

tenCases(geminiCli)
