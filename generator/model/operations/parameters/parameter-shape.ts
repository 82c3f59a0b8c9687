// A parameter's schema → its shape: which primitive types its text may become, and whether it is one value, a list or a set of fields.
import { DEEP_OBJECT_LEVELS } from '@octavo/runtime/facts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../schema/conjuncts.ts';
import type { Schema } from '../../schema/schema.ts';
import { ANY, ARRAY, BOOLEAN, FRACTION, INTEGER, intendedTypes, NULL, NUMBER, OBJECT, STRING } from '../../schema/types.ts';
import type { DeepObjectLists, Parameter, ParameterShape, ParameterStyle, PrimitiveType } from '../../service.ts';

const COMPOUND = ARRAY | OBJECT;
const PRIMITIVE = NULL | BOOLEAN | NUMBER | STRING;

/** `loss`: what may be a single value or a list, which look the same, so that it is read as a list: the whole, `''`, or `the property 'sort' of `. */
type ShapeOutcome = { readonly shape: ParameterShape; readonly loss?: string } | { readonly fault: string };

/** Without a schema, text is read as a string: its type is never guessed from its characters. */
const TEXT: ParameterShape = { kind: 'primitive', types: ['string'] };
/** The shape of a value that the notation of `deepObject` alone decides. */
const FREE: ParameterShape = { kind: 'free' };
const JSON_FIELD: ParameterShape = { kind: 'object', properties: new Map() };

/** Parts of one parameter's shape: schemas that share parts may expand to very many. */
const MAX_PARTS = 1000;

/** Styles that are written like exploded `form` where they are exploded. */
const EXPLODING: readonly ParameterStyle[] = ['form', 'spaceDelimited', 'pipeDelimited'];

/** The state while one shape is computed: the style, and how many parts it may still add. */
interface Walk {
  readonly style: ParameterStyle;
  /** Whether the members of an object are written as if each were a parameter, so that a list repeats its name. */
  readonly isExploded: boolean;
  left: number;
}

/** How the client writes lists where that is not the default; `undefined` where there can be none. */
export function listsOf(
  { style, shape }: { readonly style: ParameterStyle; readonly shape: ParameterShape },
  { deepObjectLists = 'numbered' }: { readonly deepObjectLists?: DeepObjectLists },
): DeepObjectLists | undefined {
  return style === 'deepObject' && shape.kind !== 'primitive' && deepObjectLists !== 'numbered' ? deepObjectLists : undefined;
}

/** Whether a query may have the text `null` for a value of the parameter, or for a member of it. JSON writes null by itself. */
export function mayWriteNull({ in: where, shape, contentType }: Pick<Parameter, 'in' | 'shape' | 'contentType'>): boolean {
  return where === 'query' && contentType === undefined && (shape.kind !== 'primitive' || shape.types.includes('null'));
}

export function shapeOf(schema: Schema, style: ParameterStyle, explode: boolean): ShapeOutcome {
  const types = intendedTypes(schema);
  const isExploded = explode && EXPLODING.includes(style);
  if (style !== 'deepObject') return shapeWithin([schema], { style, isExploded, left: MAX_PARTS }, 1);
  if (types === ANY) return { shape: { kind: 'object', properties: new Map(), additional: FREE } };
  return shapeWithin([schema], { style, isExploded, left: MAX_PARTS }, DEEP_OBJECT_LEVELS);
}

/** The shape of a form's field: a list of primitives repeats its name, and what is more than that is JSON. */
export function fieldShapeOf(schema: Schema): ParameterShape {
  const types = intendedTypes(schema);
  if (types === ANY || types === 0) return TEXT;
  if ((types & OBJECT) !== 0) return JSON_FIELD;
  if ((types & ARRAY) === 0) return primitive(types, [schema]);
  const schemas = itemsOf([schema]);
  const items = unionOf(schemas);
  if (items === ANY || items === 0) return { kind: 'array', items: TEXT };
  return { kind: 'array', items: (items & COMPOUND) === 0 ? primitive(items, schemas) : JSON_FIELD };
}

/** The shape of a value that is judged by one of the schemas at least. `levels`: how deep lists and objects may go. */
function shapeWithin(schemas: readonly Schema[], walk: Walk, levels: number): ShapeOutcome {
  const { style } = walk;
  const types = unionOf(schemas);
  const primitives = types & PRIMITIVE & ~NULL;
  walk.left--;
  if (walk.left < 0) return { fault: `it has more than ${MAX_PARTS} parts` };
  if (types === ANY || types === 0) return { shape: style === 'deepObject' && levels > 0 ? FREE : TEXT };
  if ((types & COMPOUND) === 0) return { shape: primitive(types, schemas) };
  if (levels === 0) {
    if (style === 'deepObject') return { fault: `it is nested more than ${DEEP_OBJECT_LEVELS} levels deep` };
    // The style can write some of the possible types: those.
    if (primitives !== 0) return { shape: primitive(types, schemas) };
    return { fault: `the style ${style} cannot write an array or an object inside another` };
  }
  if (style === 'deepObject') return mixedShape(schemas, walk, levels);
  if ((types & OBJECT) === 0) {
    const list = listShape(schemas, walk, levels);
    if ('fault' in list) return list;
    const { shape } = list;
    return primitives === 0 ? { shape } : { shape, loss: '' };
  }
  if ((types & ARRAY) !== 0) return { fault: 'it may be an array or an object, which look the same in its style' };
  if (primitives !== 0) return { fault: `it may be an object or a single value, which the style ${style} cannot tell apart` };
  return objectShape(schemas, walk, levels);
}

/** The style `deepObject` tells single values, lists and objects apart. */
function mixedShape(schemas: readonly Schema[], walk: Walk, levels: number): ShapeOutcome {
  const types = unionOf(schemas);
  const shapes: ParameterShape[] = (types & PRIMITIVE & ~NULL) === 0 ? [] : [primitive(types & PRIMITIVE, schemas)];
  for (const [type, read] of [[ARRAY, listShape] as const, [OBJECT, objectShape] as const]) {
    if ((types & type) === 0) continue;
    const outcome = read(schemas, walk, levels);
    if ('fault' in outcome) return outcome;
    shapes.push(outcome.shape);
  }
  const [first, second] = shapes;
  return { shape: first === undefined || second !== undefined ? { kind: 'mixed', shapes } : first };
}

function listShape(schemas: readonly Schema[], walk: Walk, levels: number): ShapeOutcome {
  const items = shapeWithin(itemsOf(schemas), walk, levels - 1);
  return 'fault' in items ? { fault: `its items: ${items.fault}` } : { shape: { kind: 'array', items: items.shape } };
}

function objectShape(schemas: readonly Schema[], walk: Walk, levels: number): ShapeOutcome {
  const parts = possibleConjuncts(schemas);
  const byName = propertiesOf(schemas);
  const properties = new Map<string, ParameterShape>();
  let loss: { readonly loss?: string } = {};
  for (const [name, members] of byName) {
    const outcome = memberShape(members, walk, levels - 1);
    if ('fault' in outcome) return { fault: `its property ${name}: ${outcome.fault}` };
    properties.set(name, outcome.shape);
    if (outcome.loss !== undefined) loss = { loss: `${outcome.loss}the property '${name}' of ` };
  }
  const closed = parts.some((part) => part.additionalProperties?.boolean === false && part.patternProperties === undefined);
  if (closed) return { shape: { kind: 'object', properties }, ...loss };
  const open = parts.flatMap((part) => [part.additionalProperties ?? [], ...(part.patternProperties?.values() ?? [])].flat());
  const outcome = memberShape(
    open.filter((item) => item.boolean !== false),
    walk,
    levels - 1,
  );
  if ('fault' in outcome) return { fault: `its additional properties: ${outcome.fault}` };
  return { shape: { kind: 'object', properties, additional: outcome.shape }, ...loss };
}

/** A list that may also be a single value is read as a list. */
function memberShape(schemas: readonly Schema[], walk: Walk, levels: number): ShapeOutcome {
  const types = unionOf(schemas);
  const isList = walk.isExploded && types !== ANY && (types & ARRAY) !== 0;
  if (!isList) return shapeWithin(schemas, walk, levels);
  const list = listShape(schemas, walk, levels + 1);
  return 'fault' in list || (types & PRIMITIVE & ~NULL) === 0 ? list : { ...list, loss: '' };
}

function unionOf(schemas: readonly Schema[]): number {
  return schemas.reduce((all, schema) => all | intendedTypes(schema), 0);
}

/** The types in the order in which they are tried. Without types, text is read as a string: its type is never guessed from its characters. */
export function primitive(types: number, schemas: readonly Schema[]): ParameterShape {
  if (types === ANY) return TEXT;
  const found: PrimitiveType[] = [];
  if ((types & FRACTION) !== 0) found.push('number');
  else if ((types & INTEGER) !== 0) found.push(possibleConjuncts(schemas).some(isWide) ? 'int64' : 'integer');
  if ((types & BOOLEAN) !== 0) found.push('boolean', ...wordsOf(types, schemas));
  if ((types & NULL) !== 0) found.push('null');
  if ((types & STRING) !== 0) found.push('string');
  return { kind: 'primitive', types: found };
}

/** The nearest words count. Beside numbers and texts there are none: `1` and `t` are read as those. */
function wordsOf(types: number, schemas: readonly Schema[]): readonly PrimitiveType[] {
  if ((types & ~NULL) !== BOOLEAN) return [];
  const words = possibleConjuncts(schemas).find((part) => part.booleanWords !== undefined)?.booleanWords;
  if (words === undefined) return [];
  return (['true', 'false'] as const).flatMap((value) => words[value].map((word): PrimitiveType => `${value}=${word}`));
}

/** Whether the schema's integers have 64 bits. */
function isWide({ type, format }: Schema): boolean {
  return (format === 'int64' || format === 'uint64') && type?.includes('integer') === true;
}
