// Reads spellings that OpenAPI does not allow but that have one sensible meaning: rewrites them in place, with a warning.
import type { Json, JsonObject } from '../description.ts';
import { own, setOwn } from '../pointer.ts';
import { spanOf } from '../text/position.ts';
import type { ObjectName } from './grammar.ts';
import { describe, label } from './phrases.ts';
import { type Field, type Row, type Shape, wanted } from './shapes.ts';
import { pointerOf, report, type Walk } from './walk.ts';

/** The meaning of a spelling: the members that replace the one at fault (`undefined` removes a member), and the words of the message. */
interface Meaning {
  readonly members: Readonly<Record<string, Json | undefined>>;
  readonly words: string;
  readonly fix: string;
}

/** Rewrites a field whose value has another type than it should, and one sensible meaning. The walk is at the field. */
export function respellField(walk: Walk, holder: JsonObject, key: string, row: Row, { shape, required }: Field): void {
  const value = holder[key] as Json;
  const meaning =
    (row.name === 'Schema' ? keywordMeaning(walk, holder, key, value) : undefined) ??
    (walk.version === '2.0' ? listMeaning(key, value) : undefined) ??
    (value === null && !required && isOptional(row, key) ? absent(key) : undefined) ??
    proseMeaning(row, key, value) ??
    scalarMeaning(walk, key, value, shape);
  if (meaning === undefined) return;
  warn(walk, value, shape, meaning);
  for (const [name, replacement] of Object.entries(meaning.members)) {
    if (replacement === undefined) delete (holder as Record<string, unknown>)[name];
    else setOwn(holder, name, replacement);
  }
}

/** The same for an item of an array or a member of a map. */
export function respellEntry(walk: Walk, holder: JsonObject | readonly Json[], key: string | number, shape: Shape): void {
  const value = (holder as JsonObject)[key] as Json;
  const meaning = value === null ? emptyMeaning(String(key), shape) : scalarMeaning(walk, String(key), value, shape);
  if (meaning === undefined) return;
  warn(walk, value, shape, meaning);
  setOwn(holder, String(key), meaning.members[key]);
}

function warn(walk: Walk, value: Json, shape: Shape, { words, fix }: Meaning): void {
  const message = `${label(walk.path)} is ${describe(value)}; expected ${wanted(shape)}. ${words}`;
  report(walk, { severity: 'warning', code: 'wrong-type', message, fix });
}

/** `4xx` → `4XX`, in a map of responses. */
export function respellStatuses(walk: Walk, responses: JsonObject): void {
  const keys = Object.keys(responses);
  const meant = (key: string): string => (/^[1-5]xx$/i.test(key) ? key.toUpperCase() : key);
  if (keys.every((key) => meant(key) === key || Object.hasOwn(responses, meant(key)))) return;
  for (const key of keys) {
    const value = responses[key];
    // Each is set again, so that the order stays.
    delete (responses as Record<string, unknown>)[key];
    setOwn(responses, meant(key), value);
    if (meant(key) === key) continue;
    const message = `The status \`${key}\` is read as \`${meant(key)}\`.`;
    report(walk, { severity: 'warning', code: 'status-code', message, fix: `Write \`${meant(key)}\`.`, below: [key], at: 'key' });
  }
}

/** The same keyword as another version of OpenAPI writes it. */
function keywordMeaning({ version }: Walk, holder: JsonObject, key: string, value: Json): Meaning | undefined {
  const isOld = version < '3.1';
  switch (key) {
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return exclusiveMeaning(key, isOld, holder, value);
    case 'enum':
    case 'examples':
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
      return { members: { [key]: [value] }, words: 'It is read as a list of this one value.', fix: `Write \`${key}: [${value}]\`.` };
    case 'required':
      // Some tools write the parameter's `required` on its schema, or the property's on the property.
      if (typeof value !== 'boolean') return undefined;
      return {
        members: { [key]: undefined },
        words: 'It is ignored.',
        fix: 'List required properties in `required` of the schema that has them.',
      };
    default:
      return undefined;
  }
}

/** Swagger 2.0 has lists of media types and of schemes. */
function listMeaning(key: string, value: Json): Meaning | undefined {
  if (typeof value !== 'string' || (key !== 'consumes' && key !== 'produces' && key !== 'schemes')) return undefined;
  return { members: { [key]: [value] }, words: 'It is read as a list of this one value.', fix: `Write \`${key}: [${value}]\`.` };
}

/** OpenAPI 3.0 has a limit and a boolean beside it; JSON Schema 2020-12 has the limit itself. */
function exclusiveMeaning(
  key: 'exclusiveMinimum' | 'exclusiveMaximum',
  isOld: boolean,
  holder: JsonObject,
  value: Json,
): Meaning | undefined {
  const inclusive = key === 'exclusiveMinimum' ? 'minimum' : 'maximum';
  const limit = own(holder, inclusive);
  if (!isOld && typeof value === 'boolean') {
    const isLimit = typeof limit === 'number' || typeof limit === 'bigint';
    const members = value && isLimit ? { [key]: limit, [inclusive]: undefined } : { [key]: undefined };
    return {
      members,
      words: value && isLimit ? `It is read as \`${key}: ${limit}\`.` : 'It is ignored.',
      fix: `Write the limit itself, as in \`${key}: ${isLimit ? limit : 0}\`.`,
    };
  }
  if (isOld && (typeof value === 'number' || typeof value === 'bigint') && limit === undefined) {
    return {
      members: { [key]: true, [inclusive]: value },
      words: `It is read as \`${inclusive}: ${value}\` with \`${key}: true\`.`,
      fix: `Write \`${inclusive}: ${value}\` and \`${key}: true\`, or change \`openapi\` to 3.1.1.`,
    };
  }
  return undefined;
}

/** Whether a field may be left out without changing what is meant: a method without an operation is one that was not written yet. */
function isOptional({ name, fields }: Row, key: string): boolean {
  return key !== 'not' && !(name === 'PathItem' && fields.get(key)?.shape.kind === 'object');
}

/** The meaning of a member that has a name only, which YAML reads as null. */
function emptyMeaning(key: string, shape: Shape): Meaning | undefined {
  if (shape.kind === 'list') return { members: { [key]: [] }, words: 'It is read as an empty list.', fix: `Write \`${key}: []\`.` };
  if (shape.kind !== 'object') return undefined;
  const written = EMPTY[shape.row.name];
  return written === undefined
    ? undefined
    : { members: { [key]: written.value }, words: `It is read as ${written.says}.`, fix: `Write \`${key}: ${written.fix}\`.` };
}

const EMPTY: Partial<Record<ObjectName, { readonly value: JsonObject; readonly says: string; readonly fix: string }>> = {
  Schema: { value: {}, says: 'a schema of any value', fix: '{}' },
  MediaType: { value: {}, says: 'a body without a schema', fix: '{}' },
  Header: { value: { schema: { type: 'string' } }, says: 'a text', fix: '{ schema: { type: string } }' },
  PathItem: { value: {}, says: 'a path without operations', fix: '{}' },
  Response: { value: { description: '' }, says: 'a response without a body', fix: "{ description: '…' }" },
};

/** Texts for people cost nothing but themselves. Some tools write a reference to a file of text there. */
function proseMeaning(row: Row, key: string, value: Json): Meaning | undefined {
  if ((key !== 'description' && key !== 'summary') || typeof value !== 'object' || value === null) return undefined;
  const isNeeded = row.name === 'Response' && key === 'description';
  return { members: { [key]: isNeeded ? '' : undefined }, words: 'It is ignored.', fix: 'Write the text there.' };
}

function absent(key: string): Meaning {
  return { members: { [key]: undefined }, words: 'It is ignored.', fix: 'Write a value, or remove the key.' };
}

/** Quotes that are missing or too many. */
function scalarMeaning(walk: Walk, key: string, value: Json, shape: Shape): Meaning | undefined {
  if (shape.kind !== 'value' || shape.test(value) || value === null) return undefined;
  if (typeof value === 'string') {
    const meant = unquoted(value, shape);
    return meant === undefined ? undefined : { members: { [key]: meant }, words: `It is read as \`${meant}\`.`, fix: 'Remove the quotes.' };
  }
  if (typeof value === 'object' || !shape.test('')) return undefined;
  const { start, end } = spanOf({ source: walk.source, pointer: pointerOf(walk) });
  const written = walk.source.text.slice(start, end);
  const name = typeof walk.path.at(-1) === 'string' ? `${key}: ` : '';
  return { members: { [key]: written }, words: 'It is read as a string.', fix: `Put it in quotes: \`${name}"${written}"\`.` };
}

function unquoted(text: string, shape: Extract<Shape, { kind: 'value' }>): Json | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number) && shape.test(number)) return number;
  const word = text === 'true' ? true : text === 'false' ? false : undefined;
  return word !== undefined && shape.test(word) ? word : undefined;
}
