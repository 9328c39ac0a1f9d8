import { tenCases } from './ten-cases.ts'

tenCases('qwen-code')
