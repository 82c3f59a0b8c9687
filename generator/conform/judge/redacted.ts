// Whether an issue is about a value that was redacted: then it says nothing of what was sent.

/** Keywords by which a whole value may fail for what is inside it. */
const AROUND: ReadonlySet<string> = new Set([
  ...['oneOf', 'anyOf', 'not', 'if', 'then', 'else', 'const', 'enum', 'discriminator', 'contains', 'minContains', 'maxContains'],
  ...['uniqueItems', 'dependentSchemas', 'propertyNames'],
]);

/** `redacted`: JSON pointers into the same value. */
export function concerns({ path, keyword }: { readonly path: string; readonly keyword: string }, redacted: readonly string[]): boolean {
  return redacted.some((one) => isWithin(path, one) || (AROUND.has(keyword) && isWithin(one, path)));
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}
