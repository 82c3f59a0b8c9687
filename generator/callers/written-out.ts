// Writes the types that a generated file keeps to itself where they are used: what code names is then inside of the export that it belongs to.

/** `type User = { … };`: types that are not exported, as `types.ts` and `operations.ts` declare those that several places share. */
const OWN_TYPE = /^type ([\p{ID_Continue}$]+) = (\{[^\n]*\}|\{\n[\s\S]*?\n\});\n/gmu;
/** Names, but not those of members: these end with `:` or `?:`, and texts are in quotes. */
const NAME = /'(?:[^'\\\n]|\\.)*'|\/\*[\s\S]*?\*\/|(?<![\p{ID_Continue}.$])\p{ID_Start}[\p{ID_Continue}$]*(?![\p{ID_Continue}$]|\??:)/gu;

/** The text without such types, which the exported ones have in their places. */
export function writtenOut(text: string): string {
  const types = new Map([...text.matchAll(OWN_TYPE)].map(([, name = '', type = '']) => [name, type]));
  if (types.size === 0) return text;
  const done = new Map<string, string>();
  const filled = (part: string): string => part.replace(NAME, (name) => typeOf(name) ?? name);
  const typeOf = (name: string): string | undefined => {
    const type = types.get(name);
    if (type === undefined) return undefined;
    // A shared type never contains itself: a schema that does has a name of its own.
    const written = done.get(name) ?? filled(type);
    done.set(name, written);
    return written;
  };
  return filled(text.replaceAll(OWN_TYPE, ''));
}
