/** Keeps the values that were used last, at most so many. */
export interface Latest<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): Value
}

export function createLatest<Key, Value>(most: number): Latest<Key, Value> {
  const values = new Map<Key, Value>()
  const set = (key: Key, value: Value): Value => {
    values.delete(key)
    values.set(key, value)
    const [oldest] = values.keys()
    if (values.size > most && oldest !== undefined) values.delete(oldest)
    return value
  }
  return {
    get(key) {
      const value = values.get(key)
      return value === undefined ? undefined : set(key, value)
    },
    set,
  }
}
