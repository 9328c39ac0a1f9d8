// The table of programs, as the build puts it beside the parts: of its 150 KB a command needs a few sections.
import { join } from 'node:path'
import { sectionsIn } from './section-file.ts'

export const sectionOf = sectionsIn(join(__dirname, 'programs.txt'))
