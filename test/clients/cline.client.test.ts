import { tenCases } from './ten-cases.ts'

tenCases('cline')
