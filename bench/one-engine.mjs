// One set of rules in an isolate of its own, as a host has one: what others left in the heap is not measured.
import { workerData } from 'node:worker_threads'

const { file, root, lists, count, times } = workerData
const { timeEvents } = await import(file)
times.fill(Infinity)
// The best of some rounds: whatever else the machine does seldom meets all of them.
for (let round = 0; round < 4; round++) {
  for (const [at, commands] of lists.entries())
    times[at] = Math.min(times[at], await timeEvents(root, commands, count))
}
