// Prints the declaration of a named schema: an interface where it is an object and nothing else, a type alias otherwise.
import type { Schema } from '../../model/schema/schema.ts';
import { heirsOf } from '../../model/schema/tags.ts';
import { docComment, identifier } from '../text/escape.ts';
import { indent, inline, intersection, layout } from '../text/type-text.ts';
import { isOpenRecord, typesOthers } from './index-signature.ts';
import { kindsOf, OBJECT } from './kinds.ts';
import { type Body, bodyLines, objectBodies, objectType } from './object-type.ts';
import { withHeirs } from './tag-type.ts';
import { structureOf } from './type-of.ts';
import { type Pieces, piecesOf, type Types } from './type-scope.ts';

/** The declaration with its comment, ended by a newline. */
export function declarationOf(name: string, schema: Schema, types: Types): string {
  types.noteWords(schema);
  const text = schema.description ?? schema.title ?? '';
  const doc = docComment([text], '', schema.deprecated === true ? [{ name: 'deprecated' }] : []);
  const written = interfaceOf(schema, types);
  if (written === undefined) {
    const head = `export type ${identifier(name)} =`;
    const type = layout(withHeirs(schema, structureOf(schema, types), types), head.length + 2);
    return `${doc}${head}${type.startsWith('\n') ? '' : ' '}${type};\n`;
  }
  const bases = written.bases.map((base) => types.named(base.name ?? ''));
  const heritage = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
  const lines = bodyLines(written.body).map((line) => `  ${indent(line, '  ')}`);
  return `${doc}export interface ${identifier(name)}${heritage} {\n${lines.join('\n')}\n}\n`;
}

/** The declaration of an object type that several schemas have, for the file alone. */
export function sharedDeclarationOf(name: string, schema: Schema, types: Types): string {
  const bodies = objectType(schema, piecesOf(schema), types, { kinds: OBJECT, around: [] });
  return `type ${identifier(name)} = ${inline(intersection(bodies))};\n`;
}

interface Interface {
  readonly bases: readonly Schema[];
  readonly body: Body;
}

function interfaceOf(schema: Schema, types: Types): Interface | undefined {
  if (!isInterface(schema) || (types.asSent && heirsOf(schema).length > 0)) return undefined;
  const pieces = piecesOf(schema);
  const bodies = objectBodies(schema, pieces, types, { kinds: OBJECT, around: [] });
  const [body] = bodies;
  if (body === undefined || bodies.length > 1) return undefined;
  // A base has a member of this name, as optional. An interface cannot require it without repeating its type.
  const inherited = new Set(pieces.named.flatMap((base) => [...membersOf(base)]));
  if (body.members.some(({ name, wireName = name }) => inherited.has(wireName))) return undefined;
  const empty = body.members.length === 0 && body.signatures.length === 0;
  const [first] = body.signatures;
  const record = body.members.length === 0 && first !== undefined && isOpenRecord(first);
  if (empty || record || body.signatures.some(({ covers }) => covers === 'list')) return undefined;
  return { bases: pieces.named, body };
}

/** Results by schema: schemas do not change once the model is built. */
const known = new WeakMap<Schema, boolean>();

/**
 * Whether the schema's declaration is an interface that others can extend: all members are known by name, no member is declared twice
 * among its bases, and there is no index signature that a derived interface would have to match.
 */
function isInterface(schema: Schema): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const result = hasShallowBases(schema) && canExtend(schema);
  known.set(schema, result);
  return result;
}

/** Most interfaces that extend one another: the members of all are compared for each. */
const LEVELS = 50;

function hasShallowBases(schema: Schema): boolean {
  let level: ReadonlySet<Schema> = new Set([schema]);
  for (let count = 0; count < LEVELS && level.size > 0; count++) level = new Set([...level].flatMap((next) => piecesOf(next).named));
  return level.size === 0;
}

function canExtend(schema: Schema): boolean {
  if (kindsOf(schema) !== OBJECT) return false;
  const pieces = piecesOf(schema);
  if (pieces.inline.some(combines)) return false;
  if (pieces.named.length === 0) return true;
  if (pieces.inline.some(typesOthers)) return false;
  const names = new Set<string>();
  for (const base of pieces.named) {
    if (!isBase(base)) return false;
    for (const name of membersOf(base)) {
      if (names.has(name)) return false;
      names.add(name);
    }
  }
  return ownMembers(pieces).every((name) => !names.has(name));
}

function isBase(schema: Schema): boolean {
  const pieces = piecesOf(schema);
  const signature = (piece: Schema): boolean =>
    typesOthers(piece) || (piece.additionalProperties !== undefined && piece.additionalProperties.boolean !== false);
  return isInterface(schema) && !pieces.inline.some(signature) && pieces.named.length + membersOf(schema).size > 0;
}

/** Whether a keyword adds something to the type that members cannot express. */
function combines(schema: Schema): boolean {
  const { anyOf, oneOf } = schema;
  return anyOf !== undefined || oneOf !== undefined || schema.enum !== undefined || schema.const !== undefined;
}

function ownMembers(pieces: Pieces): string[] {
  return pieces.inline.flatMap((piece) => [...(piece.properties?.keys() ?? [])]);
}

/** The members of an interface, inherited ones included. */
function membersOf(schema: Schema): Set<string> {
  const names = new Set<string>();
  const interfaces = new Set([schema]);
  // A set gives what is added to it while it is read.
  for (const next of interfaces) {
    const pieces = piecesOf(next);
    for (const name of ownMembers(pieces)) names.add(name);
    for (const piece of pieces.inline) for (const name of piece.required ?? []) names.add(name);
    for (const base of pieces.named) interfaces.add(base);
  }
  return names;
}
