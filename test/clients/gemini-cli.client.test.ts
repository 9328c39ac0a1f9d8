import { tenCases } from './ten-cases.ts'

tenCases('gemini-cli')
