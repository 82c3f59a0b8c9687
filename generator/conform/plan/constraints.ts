// Lists the constraints of an operation's input, each at its place: what a run tries both ways, kept and broken.

import { integerFormats, pointerToken, tokenName } from '@octavo/runtime/conformance';
import { FORMATS } from '@octavo/runtime/facts';
import { directConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Constraint } from '../contract/case.ts';
import { childrenOf, sameValue } from '../judge/index.ts';

/** Keywords whose constraint is that of the object around the place that an edit changes. */
const OF_OBJECT: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties', 'propertyNames']);

/** Schemas deeper inside an input are not listed, so that schemas in a circle end. */
const MOST_DEPTH = 8;

/** The place of a JSON pointer into an input, with `*` for items and for members without a declaration. */
export function placeOf(operation: Operation, at: string, keyword: string): string {
  const tokens = at.split('/').slice(1).map(tokenName);
  const [section = '', ...rest] = OF_OBJECT.has(keyword) ? tokens.slice(0, -1) : tokens;
  const isParameter = section !== 'body' && section !== 'querystring';
  const name = isParameter ? rest.shift() : undefined;
  let schemas = sameValue(schemasAt(operation, section, name));
  let place = `/${section}${name === undefined ? '' : `/${pointerToken(name)}`}`;
  for (const token of rest) {
    const isDeclared = schemas.some(({ properties }) => properties?.has(token) === true);
    place += isDeclared ? `/${pointerToken(token)}` : '/*';
    schemas = sameValue(schemas.flatMap((schema) => childrenOf(schema, token)));
  }
  return place;
}

function schemasAt({ parameters, body }: Operation, section: string, name: string | undefined): readonly Schema[] {
  if (section === 'body') return (body?.contents ?? []).flatMap(({ schema }) => schema ?? []);
  return parameters.filter((one) => one.in === section && (name === undefined || one.name === name)).map(({ schema }) => schema);
}

/** The schemas that apply at a JSON pointer into an input. */
export function schemasOf(operation: Operation, at: string): readonly Schema[] {
  const [section = '', ...rest] = at.split('/').slice(1).map(tokenName);
  const isParameter = section !== 'body' && section !== 'querystring';
  const start = schemasAt(operation, section, isParameter ? rest.shift() : undefined);
  return rest.reduce<readonly Schema[]>((here, token) => sameValue(here.flatMap((schema) => childrenOf(schema, token))), sameValue(start));
}

/** Each constraint once. */
export function constraintsOf(operation: Operation): readonly Constraint[] {
  const found = new Map<string, Constraint>();
  const add = (at: string, keyword: string): void => {
    found.set(`${at} ${keyword}`, { at, keyword });
  };
  for (const { in: where, name, required, schema, contentType } of operation.parameters) {
    const at = where === 'querystring' ? '/querystring' : `/${where}/${pointerToken(name)}`;
    if (required && where !== 'path') add(at, 'required');
    visit(schema, at, { add, isText: contentType === undefined, isPath: where === 'path' }, new Set(), 0);
  }
  for (const { schema, kind, stream } of operation.body?.contents ?? []) {
    const isText = kind === 'form' || kind === 'multipart' || kind === 'text';
    if (schema !== undefined && kind !== 'bytes')
      visit(schema, stream === undefined ? '/body' : '/body/*', { add, isText, isPath: false }, new Set(), 0);
  }
  if (operation.body?.required === true) add('/body', 'required');
  return [...found.values()];
}

interface Walk {
  readonly add: (at: string, keyword: string) => void;
  readonly isText: boolean;
  readonly isPath: boolean;
}

function visit(schema: Schema, at: string, walk: Walk, above: ReadonlySet<Schema>, depth: number): void {
  if (above.has(schema) || schema.boolean !== undefined || depth > MOST_DEPTH || schema.readOnly === true) return;
  const inside = new Set(above).add(schema);
  for (const keyword of ownKeywords(schema, walk)) walk.add(at, keyword);
  for (const name of schema.required ?? []) if (isSent(schema, name)) walk.add(`${at}/${pointerToken(name)}`, 'required');
  for (const one of [...directConjuncts(schema), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) visit(one, at, walk, inside, depth + 1);
  for (const [name, property] of schema.properties ?? []) visit(property, `${at}/${pointerToken(name)}`, walk, inside, depth + 1);
  for (const one of [schema.additionalProperties, schema.items]) if (one !== undefined) visit(one, `${at}/*`, walk, inside, depth + 1);
}

/** Read-only members are not sent. */
function isSent({ properties }: Schema, name: string): boolean {
  return properties?.get(name)?.readOnly !== true;
}

function* ownKeywords(schema: Schema, { isText }: Walk): Generator<string> {
  const { type: types = [], minLength, minItems, minProperties, format, file } = schema;
  if (file === true) return;
  // Each text is one that a parameter of this type may have.
  const isAnyText = isText && types.some((type) => type === 'string' || type === 'array' || type === 'object');
  if (types.length > 0 && !isAnyText) yield 'type';
  const isNumber = types.includes('integer') || types.includes('number');
  for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const)
    if (schema[keyword] !== undefined && isNumber) yield keyword;
  if ((minLength ?? 0) > 0) yield 'minLength';
  for (const keyword of ['maxLength', 'pattern', 'enum', 'const', 'maxProperties'] as const)
    if (schema[keyword] !== undefined) yield keyword;
  if (schema.maxItems !== undefined && !isSetOfFew(schema)) yield 'maxItems';
  // A parameter has no way to write a list without items, other than not to be there.
  if ((minItems ?? 0) > (isText ? 1 : 0)) yield 'minItems';
  if ((minProperties ?? 0) > 0) yield 'minProperties';
  if (schema.uniqueItems === true) yield 'uniqueItems';
  if (schema.additionalProperties?.boolean === false) yield 'additionalProperties';
  if (format !== undefined && (isNumber ? isNarrow(format) : (FORMATS.get(format)?.misfits?.length ?? 0) > 0)) yield 'format';
}

/** Whether a format of whole numbers has an end that requests can be beyond. */
function isNarrow(format: string): boolean {
  const [, most = Number.MAX_SAFE_INTEGER] = integerFormats.get(format) ?? [];
  return most < Number.MAX_SAFE_INTEGER;
}

/** The values that an `enum` of a schema, or of a part that applies in any case, lists. */
export function listedIn(schema: Schema): readonly unknown[] {
  return [schema, ...directConjuncts(schema)].flatMap((one) => one.enum ?? []);
}

/** Whether a list of different items cannot be longer than `maxItems` in any case, since an `enum` has no more values. */
function isSetOfFew({ uniqueItems, items, maxItems = 0 }: Schema): boolean {
  const listed = items === undefined ? [] : listedIn(items);
  return uniqueItems === true && listed.length > 0 && new Set(listed).size <= maxItems;
}
