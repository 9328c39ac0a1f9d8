/** Lines of a text as `Host.lines` gives them. */
export function linesOf(text: string): AsyncIterable<string> & { close(): void } {
  return {
    close: () => undefined,
    async *[Symbol.asyncIterator]() {
      yield* text.split('\n')
    },
  }
}
