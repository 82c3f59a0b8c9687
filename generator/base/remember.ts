// Keeps what was read of a text, for functions that read a few texts many thousand times.

/** A function that reads each text once. What it returns is shared, so it must not be changed. It forgets all after `most` texts. */
export function remembering<T>(read: (text: string) => T, most = 5000): (text: string) => T {
  const known = new Map<string, { readonly result: T }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.result;
    const result = read(text);
    if (known.size >= most) known.clear();
    known.set(text, { result });
    return result;
  };
}
