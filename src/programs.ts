// The table of programs, as the build puts it beside the parts: of its 150 KB a command needs a few sections.
import { inside } from './inside.ts'
import { sectionsIn } from './section-file.ts'

export const sectionOf = sectionsIn(inside(__dirname, 'programs.txt'))
