// Makes a value with files and streams comparable: replaces each file by its bytes and each stream by its items.

export async function inFull(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Blob) return { bytes: await value.bytes() };
  if (isStream(value)) {
    const items: unknown[] = [];
    for await (const item of value) items.push(await inFull(item));
    return { items };
  }
  if (Array.isArray(value)) return Promise.all(value.map(inFull));
  return Object.fromEntries(await Promise.all(Object.entries(value).map(async ([name, item]) => [name, await inFull(item)])));
}

function isStream(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value;
}
