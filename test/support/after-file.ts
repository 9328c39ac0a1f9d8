// Runs anew for each test file.
import { afterAll } from 'vitest'
import { endAll } from './end.ts'

afterAll(endAll)
