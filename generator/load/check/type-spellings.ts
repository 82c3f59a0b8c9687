// Reads values of `type` that are not as OpenAPI writes them but that have one sensible meaning: words of other languages, and null without quotes.
import { jsonText } from '../../base/exact.ts';
import type { Json, JsonObject } from '../description.ts';
import { own, setOwn } from '../pointer.ts';
import { spanOf } from '../text/position.ts';
import type { Version } from './grammar.ts';
import { standardOf } from './phrases.ts';
import { pointerOf, report, type Walk } from './walk.ts';

export const schemaTypes: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Words that other languages, databases and Swagger 2.0 use for a type, with the format that some of them imply. */
const WORDS: ReadonlyMap<string, readonly [type: string, format?: string]> = new Map([
  ['bool', ['boolean']],
  ['int', ['integer']],
  ['int32', ['integer', 'int32']],
  ['int64', ['integer', 'int64']],
  ['long', ['integer', 'int64']],
  ['float', ['number', 'float']],
  ['double', ['number', 'double']],
  ['decimal', ['number']],
  ['text', ['string']],
  ['str', ['string']],
  ['date', ['string', 'date']],
  ['datetime', ['string', 'date-time']],
  ['date-time', ['string', 'date-time']],
  ['uuid', ['string', 'uuid']],
  ['file', ['string', 'binary']],
  ['list', ['array']],
  ['map', ['object']],
  ['dict', ['object']],
]);

/** Words for a value of any type. */
const ANY: ReadonlySet<string> = new Set(['any', 'mixed', '']);

/** The types that are read in place of the written `type`: none means every type. */
interface Meaning {
  readonly types: readonly string[];
  readonly format?: string | undefined;
}

/** Rewrites `type` of a schema where it has another spelling, with a warning. The walk is at the schema. */
export function respellType(walk: Walk, schema: JsonObject): void {
  const written = own(schema, 'type');
  // The word is right in most schemas.
  if (typeof written === 'string' && written !== 'null' && schemaTypes.includes(written)) return;
  // A key without a value is read as if it were absent (./spellings.ts).
  if (written === undefined || (written === null && !isWritten(walk))) return;
  // In Swagger 2.0, it is the type of what is sent and received as bytes.
  if (walk.version === '2.0' && written === 'file') return;
  const isList = Array.isArray(written);
  const meaning = isList ? meaningOfList(written) : meaningOf(written);
  if (meaning === undefined) return;
  const read = shape(walk, meaning, isList || meaning.types.length > 1);
  if (jsonText(read.type ?? null) === jsonText(written) && read.words === undefined) return;
  report(walk, {
    severity: 'warning',
    code: 'schema-type',
    message: `${written === null ? '`type` without quotes around its value' : `\`type: ${shown(written)}\``} is not valid in ${standardOf(walk.version)}. It is read as ${read.says}.`,
    fix: read.fix,
    below: ['type'],
  });
  if (read.type === undefined) delete (schema as Record<string, unknown>).type;
  else setOwn(schema, 'type', read.type);
  if (read.nullable) setOwn(schema, nullableIn(walk.version), true);
  if (meaning.format !== undefined && own(schema, 'format') === undefined) setOwn(schema, 'format', meaning.format);
}

function nullableIn(version: Version): string {
  return version === '2.0' ? 'x-nullable' : 'nullable';
}

interface Read {
  readonly type: Json | undefined;
  readonly nullable: boolean;
  /** Present where the value stays as it is, and a warning is due all the same. */
  readonly words?: string;
  readonly says: string;
  readonly fix: string;
}

function shape({ version }: Walk, { types, format }: Meaning, isList: boolean): Read {
  if (types.length === 0) return { type: undefined, nullable: false, says: 'any type', fix: 'Name a type, or remove `type`.' };
  const withFormat = format === undefined ? '' : ` with \`format: ${format}\``;
  const others = types.filter((type) => type !== 'null');
  const [only] = others;
  const isNullable = others.length < types.length;
  if (version < '3.1' && (isNullable || isList)) {
    const isSwagger = version === '2.0';
    const newer = isSwagger ? '' : ', or change `openapi` to 3.1.1';
    const mark = `${nullableIn(version)}: true`;
    if (only === undefined) {
      const says = "`type: 'null'` of OpenAPI 3.1";
      return { type: 'null', nullable: false, words: says, says, fix: `Write \`${mark}\` beside another type${newer}.` };
    }
    if (others.length === 1) {
      const nullable = isNullable ? ` with \`${mark}\`` : '';
      const fix = `Write \`type: ${only}\`${isNullable ? ` and \`${mark}\`` : ''}${newer}.`;
      return { type: only, nullable: isNullable, says: `\`type: ${only}\`${nullable}${withFormat}`, fix };
    }
    const says = 'any of these types';
    return {
      type: [...types],
      nullable: false,
      words: says,
      says,
      fix: isSwagger ? 'Name one type, or remove `type`.' : `Write \`anyOf\` with a schema for each type${newer}.`,
    };
  }
  const type = isList ? [...types] : (only ?? 'null');
  return { type, nullable: false, says: `\`type: ${shown(type)}\`${withFormat}`, fix: `Write \`type: ${shown(type)}\`${withFormat}.` };
}

/** The meaning of one value; `undefined` for a word that says nothing. */
function meaningOf(written: Json): Meaning | undefined {
  if (written === null) return { types: ['null'] };
  if (typeof written !== 'string') return undefined;
  if (schemaTypes.includes(written)) return { types: [written] };
  const word = written.trim().toLowerCase();
  if (ANY.has(word)) return { types: [] };
  if (schemaTypes.includes(word)) return { types: [word] };
  const [type, format] = WORDS.get(word) ?? [];
  if (type !== undefined) return { types: [type], format };
  // `string, null` and `string | null`.
  const words = written.split(/[,|]/);
  return words.length > 1 ? meaningOfList(words) : undefined;
}

/** The meaning of a list: each type once. `undefined` where one of its words says nothing. */
function meaningOfList(written: readonly Json[]): Meaning | undefined {
  const meanings = written.map((item) => meaningOf(item));
  if (meanings.some((meaning) => meaning === undefined || meaning.types.length === 0)) return undefined;
  const [format] = meanings.flatMap((meaning) => meaning?.format ?? []);
  return { types: [...new Set(meanings.flatMap((meaning) => meaning?.types ?? []))], format };
}

/** Whether null is written out: YAML reads a key without a value as null too. */
function isWritten(walk: Walk): boolean {
  walk.path.push('type');
  const { start, end } = spanOf({ source: walk.source, pointer: pointerOf(walk) });
  walk.path.pop();
  return /null|~/i.test(walk.source.text.slice(start, end));
}

/** The type as YAML writes it. */
function shown(type: Json): string {
  if (Array.isArray(type)) return `[${type.map(shown).join(', ')}]`;
  if (type === 'null') return "'null'";
  return typeof type === 'string' && type.trim() !== '' ? type : jsonText(type);
}
