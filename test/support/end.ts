// What a test file leaves behind ends with it. The files of a worker share their modules, so that `afterAll` of a module is
// heard at the end of the first one alone, and within a test never.
type End = () => unknown

const ends: End[] = []

/** Called when the test file has ended, the last one first. */
export function atEnd(end: End): void {
  ends.push(end)
}

export async function endAll(): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end()
}
