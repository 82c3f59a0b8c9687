// One schema at one place in a value into statements: constants first, then by JSON type, then the schemas that apply to the same value.
import type { JsonType, Schema } from '../../model/schema.ts';
import { stringLiteral } from '../escape.ts';
import { emitArray, hasArrayKeywords } from './array.ts';
import { emitCall, emitReferences } from './call.ts';
import { emitConditional } from './conditional.ts';
import { emitConstant } from './constant.ts';
import { isLeaf } from './facts.ts';
import { subschemas } from './graph.ts';
import { emitNumber, hasNumberKeywords } from './number.ts';
import { emitObject, hasObjectKeywords } from './object.ts';
import { type Module, type Place, reportStatement } from './place.ts';
import { enter } from './scope.ts';
import { branch, type Statement } from './statement.ts';
import { emitString, hasStringKeywords } from './string.ts';
import { negativeTypeTest, positiveTypeTest } from './type-test.ts';
import { emitUnevaluated, evaluatesNothing, tracking } from './unevaluated.ts';
import { emitUnion } from './union.ts';

/** The whole schema, by a call where it has a function of its own. */
export function emitNode(schema: Schema, place: Place): Statement[] {
  if (schema.boolean === true) return [];
  if (schema.boolean === false) return [reportStatement(place, 'false', 'null', place.value)];
  if (place.seen !== undefined && evaluatesNothing(schema, place)) return emitNode(schema, { ...place, seen: undefined });
  if (isInline(schema, place)) {
    const scope = enter(place.scope, schema, place.frame.module.graph);
    return emitBody(schema, { ...place, scope, owner: schema.name ?? place.owner });
  }
  return emitCall(schema, place);
}

/** Whether the schema is printed where it stands: small and used once, or so small that a call would be longer. */
function isInline(schema: Schema, place: Place): boolean {
  if (isLeaf(schema) || (schema.name === undefined && isOnlyReference(schema))) return true;
  const { graph } = place.frame.module;
  if (schema.name !== undefined || graph.uses(schema) > 1) return false;
  return weigh(schema, place.frame.module) <= INLINE_LIMIT;
}

/** Lines, roughly, above which a schema gets its own function: so that no function outgrows the optimising compiler or the reader. */
const INLINE_LIMIT = 24;
const weights = new WeakMap<Schema, number>();

function weigh(schema: Schema, module: Module): number {
  const known = weights.get(schema);
  if (known !== undefined) return known;
  let weight = 1;
  const part = (child: Schema): void => {
    const whole = child.name !== undefined || module.graph.uses(child) > 1 ? 1 : weigh(child, module);
    weight += whole > INLINE_LIMIT ? 2 : whole;
  };
  for (const child of schema.properties?.values() ?? []) part(child);
  for (const child of [schema.items, schema.additionalProperties, schema.not, schema.if, schema.then, schema.else]) {
    if (child !== undefined) part(child);
  }
  for (const child of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.prefixItems ?? [])])
    part(child);
  weights.set(schema, weight);
  return weight;
}

/** The schema's own keywords; `place.scope` has entered it. */
export function emitBody(schema: Schema, place: Place): Statement[] {
  if (schema.boolean !== undefined) return emitNode(schema, place);
  const inner = tracking(schema, { ...place, composite: place.composite === true || !isOnlyReference(schema) });
  const types = schema.type;
  const constant = emitConstant(schema, place);
  const [single] = types ?? [];
  if (types !== undefined && types.length === 1 && single !== undefined && constant === undefined) {
    const rest = (known: JsonType): Statement[] => {
      const narrowed = { ...place, known };
      return [
        ...emitGroup(schema, single, narrowed, inner.place.seen),
        ...emitApplicators(schema, { ...inner.place, known }),
        ...emitUnevaluated(schema, narrowed, inner),
      ];
    };
    if (isKnown(single, place)) return [...inner.declare, ...rest(single)];
    const report = reportStatement(place, 'type', stringLiteral(single), place.value);
    if (isExcluded(single, place)) return [...inner.declare, report];
    const checks = rest(single);
    const test = negativeTypeTest(single, place.value, place.frame.module);
    // The declarations stay in front: what an outer schema collects may be added to after the type has failed.
    return [...inner.declare, ...branch(test, [report], checks)];
  }
  return [
    ...inner.declare,
    ...(constant ?? []),
    ...(constant === undefined || schema.enum === undefined
      ? emitByType(schema, place, inner.place.seen)
      : emitUntyped(schema, place, inner.place.seen)),
    ...emitApplicators(schema, inner.place),
    ...emitUnevaluated(schema, place, inner),
  ];
}

/** Whether the value is known to have the type. */
function isKnown(type: JsonType, place: Place): boolean {
  return place.known === type || (place.known === 'integer' && type === 'number');
}

/** Whether the value is known to have another type; TypeScript would take the checks for dead code. */
function isExcluded(type: JsonType, place: Place): boolean {
  return place.known !== undefined && !isKnown(type, place) && !(place.known === 'number' && type === 'integer');
}

function isOnlyReference(schema: Schema): boolean {
  return schema.ref !== undefined && schema.type === undefined && subschemas(schema).length === 1;
}

/** `type` names several or none: each type's keywords behind its own test, then the report if no test held. */
function emitByType(schema: Schema, place: Place, seen: string | undefined): Statement[] {
  const types = schema.type;
  if (types === undefined || schema.const !== undefined) return emitUntyped(schema, place, seen);
  const certain = types.find((type) => isKnown(type, place));
  if (certain !== undefined) return emitGroup(schema, certain, place, seen);
  const plain: JsonType[] = [];
  const grouped: { type: JsonType; checks: Statement[] }[] = [];
  for (const type of types) {
    if (isExcluded(type, place)) continue;
    const checks = emitGroup(schema, type, { ...place, known: type }, seen);
    if (checks.length === 0) plain.push(type);
    else grouped.push({ type, checks });
  }
  const { module } = place.frame;
  const expected = `[${types.map(stringLiteral).join(', ')}]`;
  const failed = reportStatement(place, 'type', expected, place.value);
  const none = plain.map((type) => negativeTypeTest(type, place.value, module)).map((test) => (test.includes(' || ') ? `(${test})` : test));
  let chain: Statement[] = plain.length === 0 ? [failed] : branch(none.join(' && '), [failed]);
  for (const { type, checks } of grouped.reverse()) chain = branch(positiveTypeTest(type, place.value, module), checks, chain);
  return chain;
}

function emitUntyped(schema: Schema, place: Place, seen: string | undefined): Statement[] {
  const found: Statement[] = [];
  const possible = schema.type ?? (['string', 'number', 'array', 'object'] as const);
  for (const type of possible) {
    if (isExcluded(type, place)) continue;
    const checks = emitGroup(schema, type, { ...place, known: type }, seen);
    if (isKnown(type, place)) found.push(...checks);
    else found.push(...branch(positiveTypeTest(type, place.value, place.frame.module), checks));
  }
  return found;
}

/** The keywords that apply to one type, on a value that is known to have it. `seen` also gets what `contains` matched. */
function emitGroup(schema: Schema, type: JsonType, place: Place, seen: string | undefined): Statement[] {
  switch (type) {
    case 'string':
      return hasStringKeywords(schema) ? emitString(schema, place) : [];
    case 'integer':
    case 'number':
      return hasNumberKeywords(schema) ? emitNumber(schema, place) : [];
    case 'array':
      return hasArrayKeywords(schema) ? emitArray(schema, place, seen) : [];
    case 'object':
      return hasObjectKeywords(schema) ? emitObject(schema, place) : [];
    case 'boolean':
    case 'null':
      return [];
  }
}

/** The schemas that apply to the same value. */
function emitApplicators(schema: Schema, place: Place): Statement[] {
  return [
    ...emitReferences(schema, place),
    ...(schema.allOf ?? []).flatMap((part) => emitNode(part, place)),
    ...emitUnion(schema, 'anyOf', place),
    ...emitUnion(schema, 'oneOf', place),
    ...emitConditional(schema, place),
  ];
}
