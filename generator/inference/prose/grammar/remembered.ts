// Keeps what a pure function has made of a text.

/**
 * A function that makes the same value of the same text each time, and here makes it once. For names of a document, and for its sentences, which many
 * readers ask for. All are forgotten where there are too many.
 */
export function remembered<Value>(make: (text: string) => Value, most = 10_000): (text: string) => Value {
  const made = new Map<string, { readonly value: Value }>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known.value;
    if (made.size >= most) made.clear();
    const value = make(text);
    made.set(text, { value });
    return value;
  };
}
