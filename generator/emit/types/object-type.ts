// Turns the keywords of objects into an object type: members with comments, required names, index signatures.
import { conjuncts } from '../../model/schema/conjuncts.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { type DocTag, docComment, jsonLiteral, propertyKey } from '../text/escape.ts';
import { atom, indent, isNever, layout, NEVER, type Type, UNKNOWN, union } from '../text/type-text.ts';
import { indexSignatures, isOpenRecord, type Member, type Signature, signatureText, typeOfOther, typesOthers } from './index-signature.ts';
import { kindsOf, NULL, saysOnly } from './kinds.ts';
import { allOf, type Pieces, type TypeContext, type Types } from './type-scope.ts';

/** Longest object type that stays on one line. */
const ONE_LINE = 100;

/** Whether the type of an object is narrower than `Record<string, unknown>`. */
export function saysMoreOfObjects(schema: Schema): boolean {
  return (schema.properties?.size ?? 0) > 0 || (schema.required?.length ?? 0) > 0 || typesOthers(schema) || isClosed(schema);
}

/** The members and index signatures of one object type. */
export interface Body {
  readonly members: readonly Member[];
  readonly signatures: readonly Signature[];
}

/**
 * The object types of the inline pieces: one with the members of all, and one more for each piece that also types other
 * properties, since its index signature would have to match the members of the others.
 */
export function objectType(schema: Schema, pieces: Pieces, types: Types, context: TypeContext): Type[] {
  return objectBodies(schema, pieces, types, context).map((body) => bodyType(body, types));
}

export function objectBodies(schema: Schema, pieces: Pieces, types: Types, context: TypeContext): Body[] {
  const saying = pieces.inline.filter(saysMoreOfObjects);
  const alone = saying.length > 1 || pieces.named.length > 0 ? saying.filter(typesOthers) : [];
  const together = saying.filter((piece) => !alone.includes(piece));
  // Beside another piece that closes the object, a piece that opens it has no effect.
  const opened = pieces.inline.some(isOpen) && !pieces.inline.some(isClosed);
  const around = [...context.around, schema];
  const bodies: Body[] = [];
  for (const group of [together, ...alone.map((piece) => [piece])]) {
    if (group.length === 0) continue;
    const written = bodyOf(group, around, types);
    const isBare = opened && group === together && written.members.length > 0 && written.signatures.length === 0;
    const body = isBare ? { ...written, signatures: [OPEN] } : written;
    if (body.members.length > 0 || body.signatures.length > 0 || group.every(isClosed)) bodies.push(body);
  }
  return bodies;
}

function isClosed(schema: Schema): boolean {
  return schema.additionalProperties?.boolean === false || schema.maxProperties === 0;
}

/** `{ … }`; for an empty body, the type of an object without properties. */
export function bodyType(body: Body, types: Types): Type {
  if (body.members.length === 0 && body.signatures.length <= 1) {
    const [signature] = body.signatures;
    if (signature === undefined) return atom(`${types.global('Record')}<string, never>`);
    if (isOpenRecord(signature)) return atom(`${types.global('Record')}<string, unknown>`);
  }
  const inner = [...body.members, ...body.signatures].map(({ type }) => type);
  const lines = bodyLines(body);
  if (mayBeShort(body, lines)) {
    const short = `{ ${lines.join(' ').replace(/;$/, '')} }`;
    if (short.length <= ONE_LINE && !short.includes('\n')) return atom(short, inner);
  }
  return atom(`{\n${lines.map((line) => `  ${indent(line, '  ')}\n`).join('')}}`, inner);
}

/** Whether the lines may fit on one: no member has a comment. */
function mayBeShort({ members }: Body, lines: readonly string[]): boolean {
  return lines.reduce((sum, { length }) => sum + length, 0) <= ONE_LINE && members.every(({ doc }) => doc === '');
}

/** The text of each member and each signature. */
export function bodyLines(body: Body): string[] {
  const members = body.members.map((member) => {
    const head = `${propertyKey(member.name)}${member.required ? '' : '?'}:`;
    const type = layout(member.type, head.length + 6);
    return `${member.doc}${head}${type.startsWith('\n') ? '' : ' '}${type};`;
  });
  return [...members, ...body.signatures.map((signature) => `${signatureText(signature)};`)];
}

function bodyOf(pieces: readonly Schema[], around: readonly Schema[], types: Types): Body {
  const schemas = new Map<string, Schema[]>();
  for (const piece of pieces) {
    for (const [name, schema] of piece.properties ?? []) {
      const same = schemas.get(name);
      if (same === undefined) schemas.set(name, [schema]);
      else same.push(schema);
    }
  }
  const required = new Set(pieces.flatMap((piece) => piece.required ?? []));
  const elsewhere = requiredElsewhere(around, pieces);
  const members: Member[] = [];
  for (const [wire, all] of schemas) {
    const name = types.memberName(wire, pieces);
    const renamed = name === wire ? {} : { wireName: wire };
    all.forEach(types.noteWords);
    const doc = propertyDoc(all, undefined, false, renamed.wireName);
    const member = { name, ...renamed, type: types.of(allOf(all)), required: required.has(wire) || elsewhere.has(wire), doc };
    if (!isInheritedByAll(member)) members.push(member);
  }
  const [piece] = pieces;
  const single = pieces.length === 1 ? piece : undefined;
  for (const name of required) {
    const isTyped = single !== undefined && typesOthers(single);
    if (schemas.has(name) || (elsewhere.has(name) && !(isUndeclared(name, around) && (isTyped || isFirst(name, around, pieces))))) continue;
    const type = isTyped ? typeOfOther(name, single, types) : requiredType(name, around, types);
    members.push({ name: types.memberName(name, pieces), wireName: name, type, required: true, doc: '' });
  }
  return { members, signatures: single === undefined ? [] : indexSignatures(single, members, types) };
}

/** Whether the member forbids what every object has by inheritance, such as `constructor`: to TypeScript, no object literal would have the type. */
function isInheritedByAll({ name, type, required }: Member): boolean {
  return !required && isNever(type) && name in Object.prototype;
}

/** Whether the schema says that the object may have any other property. */
function isOpen({ additionalProperties: rest }: Schema): boolean {
  return rest !== undefined && rest.boolean !== false && saysOnly(rest);
}

/** The signature that every member fits. */
const OPEN: Signature = { covers: 'any', key: 'string', type: UNKNOWN };

/** The properties that other schemas around already require. */
function requiredElsewhere(around: readonly Schema[], asking: readonly Schema[]): Set<string> {
  const names = new Set<string>();
  first(around, (schema) => {
    if (!asking.includes(schema)) for (const name of schema.required ?? []) names.add(name);
    return undefined;
  });
  return names;
}

/** Whether several schemas may require the property and none declares it, so that none of them would give it a type. */
function isUndeclared(name: string, around: readonly Schema[]): boolean {
  return first(around, (schema) => (schema.properties?.has(name) === true ? schema : undefined)) === undefined;
}

/** Whether the first schema that requires the property is one of these, and no component does, whose own type has the property. */
function isFirst(name: string, around: readonly Schema[], pieces: readonly Schema[]): boolean {
  const asking = conjuncts(around).filter((schema) => schema.required?.includes(name) === true);
  const [one] = asking;
  return one !== undefined && pieces.includes(one) && asking.every((schema) => schema.name === undefined || pieces.includes(schema));
}

/** The type of a required property that another schema declares: the declared type if it is short, else any value but `undefined`. */
function requiredType(name: string, around: readonly Schema[], types: Types): Type {
  const declared = first(around, (schema) => schema.properties?.get(name));
  if (declared === undefined) return UNKNOWN;
  if (isShort(declared)) return types.of(withoutProse(declared));
  return (kindsOf(declared) & NULL) === 0 ? atom('{}') : union([atom('{}'), atom('null')]);
}

/** Whether the type is short enough to be repeated. */
function isShort(schema: Schema): boolean {
  if (schema.name !== undefined) return true;
  const inner = [...(schema.items === undefined ? [] : [schema.items]), ...(schema.properties?.values() ?? [])];
  if (inner.length > FEW || !inner.every(isShort)) return false;
  return schema.anyOf === undefined && schema.oneOf === undefined && schema.allOf === undefined;
}

/** Most properties of an object type that is repeated. */
const FEW = 2;

/** The schema without its comments, which stand at its declaration. */
function withoutProse(schema: Schema): Schema {
  if (schema.name !== undefined) return schema;
  const { title: _, description: __, default: ___, deprecated: ____, items, properties, ...rest } = schema;
  return {
    ...rest,
    ...(items === undefined ? {} : { items: withoutProse(items) }),
    ...(properties === undefined ? {} : { properties: new Map([...properties].map(([name, inner]) => [name, withoutProse(inner)])) }),
  };
}

/** The first result of `ask` among schemas and all schemas that apply with them (`$ref`, `allOf`). */
function first<T>(schemas: readonly Schema[], ask: (schema: Schema) => T | undefined): T | undefined {
  for (const schema of conjuncts(schemas)) {
    const answer = ask(schema);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/**
 * The type for a `oneOf` whose branches each require one property and nothing else: exactly one of them is present. `undefined` for any other
 * `oneOf`.
 */
export function oneRequired(branches: readonly Schema[], around: readonly Schema[], types: Types): Type | undefined {
  const names = branches.map((branch) => (saysOnly(branch, 'required') && branch.required?.length === 1 ? branch.required[0] : undefined));
  if (branches.length < 2 || new Set(names).size !== names.length) return undefined;
  const alternatives: Type[] = [];
  for (const name of names) {
    if (name === undefined) return undefined;
    const members = names.map((other = '') => ({
      name: types.memberName(other, branches),
      type: other === name ? requiredType(name, around, types) : NEVER,
      required: other === name,
      doc: '',
    }));
    alternatives.push(bodyType({ members: members.filter((member) => !isInheritedByAll(member)), signatures: [] }, types));
  }
  return union(alternatives);
}

/** The comment of a property: its schema's, unless the schema has a declaration with that comment. */
export function propertyDoc(schemas: readonly Schema[], description?: string, deprecated = false, wireName?: string): string {
  let text = description ?? '';
  let outdated = deprecated;
  let fallback: JsonValue | undefined;
  for (const schema of schemas) {
    if (schema.name !== undefined) continue;
    if (text === '') text = schema.description ?? schema.title ?? '';
    fallback ??= schema.default;
    outdated ||= schema.deprecated === true;
  }
  if (text === '' && fallback === undefined && !outdated && wireName === undefined) return '';
  const tags: DocTag[] = [];
  if (fallback !== undefined) tags.push({ name: 'default', text: typeof fallback === 'bigint' ? String(fallback) : jsonLiteral(fallback) });
  if (outdated) tags.push({ name: 'deprecated' });
  return docComment([text, ...(wireName === undefined ? [] : [`Wire name: ${wireName}`])], '', tags);
}
