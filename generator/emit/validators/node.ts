// One schema at one place in a value into statements: constants first, then by JSON type, then the schemas that apply to the same value.
import type { JsonType, Schema } from '../../model/schema/schema.ts';
import { stringLiteral } from '../text/escape.ts';
import { emitArray } from './array.ts';
import { emitCall, emitReferences } from './call.ts';
import { emitConditional } from './conditional.ts';
import { emitConstant } from './constant.ts';
import { all, holds, not } from './expression.ts';
import { isOnlyReference } from './facts.ts';
import { bitOf, COMBINATION, CONDITION, CONSTANT, REFERENCE } from './keywords.ts';
import { emitNumber } from './number.ts';
import { emitObject } from './object.ts';
import { type Place, reportStatement } from './place.ts';
import { enter } from './scope.ts';
import { branch, rejecting, type Statement } from './statement.ts';
import { emitString } from './string.ts';
import { hasTypeTest, lacksTypeTest } from './type-test.ts';
import { emitUnevaluated, evaluatesNothing, tracking } from './unevaluated.ts';
import { emitUnion } from './union.ts';

/** The whole schema, by a call where it has a function of its own. */
export function emitNode(schema: Schema, place: Place): Statement[] {
  if (schema.boolean === true) return [];
  if (schema.boolean === false) return [reportStatement(place, 'false', 'null', place.value)];
  if (place.seen !== undefined && evaluatesNothing(schema, place)) return emitNode(schema, { ...place, seen: undefined });
  if (place.frame.unit.cut.isInline(schema)) {
    const scope = enter(place.scope, schema, place.frame.module.graph);
    return emitBody(schema, { ...place, scope });
  }
  return emitCall(schema, place);
}

/** The schema's own keywords; `place.scope` has entered it. */
export function emitBody(schema: Schema, place: Place): Statement[] {
  if (schema.boolean !== undefined) return emitNode(schema, place);
  if (schema.file === true) {
    const test = not(holds(`${place.frame.module.helper('isFile')}(${place.value})`));
    return branch(test, [reportStatement(place, 'type', stringLiteral('file'), place.value)]);
  }
  const keywords = place.frame.module.graph.facts(schema).keywords;
  const inner = tracking(schema, keywords, { ...place, composite: place.composite === true || !isOnlyReference(schema, keywords) });
  const types = schema.type;
  const constant = (keywords & CONSTANT) === 0 ? undefined : emitConstant(schema, place);
  const [single] = types ?? [];
  if (types !== undefined && types.length === 1 && single !== undefined && constant === undefined) {
    const rest = (known: JsonType): Statement[] => {
      const narrowed = { ...place, known };
      return [
        ...emitGroup(schema, single, narrowed, inner.place.seen),
        ...emitApplicators(schema, keywords, { ...inner.place, known }),
        ...emitUnevaluated(schema, keywords, narrowed, inner),
      ];
    };
    if (isKnown(single, place)) return [...inner.declare, ...rest(single)];
    const report = reportStatement(place, 'type', stringLiteral(single), place.value);
    if (isExcluded(single, place)) return [...inner.declare, report];
    const checks = rest(single);
    const test = lacksTypeTest(single, place.value, place.frame.module, schema);
    // The declarations stay in front: what an outer schema collects may be added to after the type has failed.
    return [...inner.declare, ...rejecting(branch(test, [report], checks))];
  }
  return [
    ...inner.declare,
    ...(constant ?? []),
    ...(constant === undefined ? emitByType(schema, place, inner.place.seen) : emitUntyped(schema, place, inner.place.seen)),
    ...emitApplicators(schema, keywords, inner.place),
    ...emitUnevaluated(schema, keywords, place, inner),
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

/** `type` names several or none: each type's keywords behind its own test, then the report if no test held. */
function emitByType(schema: Schema, place: Place, seen: string | undefined): Statement[] {
  const types = schema.type;
  if (types === undefined) return emitUntyped(schema, place, seen);
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
  const none = plain.map((type) => lacksTypeTest(type, place.value, module, schema));
  let chain: Statement[] = plain.length === 0 ? [failed] : branch(all(...none), [failed]);
  for (const { type, checks } of grouped.reverse()) chain = branch(hasTypeTest(type, place.value, module, schema), checks, chain);
  return rejecting(chain);
}

function emitUntyped(schema: Schema, place: Place, seen: string | undefined): Statement[] {
  const found: Statement[] = [];
  const possible = schema.type ?? (['string', 'number', 'array', 'object'] as const);
  for (const type of possible) {
    if (isExcluded(type, place)) continue;
    const checks = emitGroup(schema, type, { ...place, known: type }, seen);
    if (isKnown(type, place)) found.push(...checks);
    else found.push(...branch(hasTypeTest(type, place.value, place.frame.module, schema.type === undefined ? undefined : schema), checks));
  }
  return found;
}

/** The keywords that apply to one type, on a value that is known to have it. `seen` also gets what `contains` matched. */
function emitGroup(schema: Schema, type: JsonType, place: Place, seen: string | undefined): Statement[] {
  if ((place.frame.module.graph.facts(schema).keywords & bitOf(type)) === 0) return [];
  switch (type) {
    case 'string':
      return emitString(schema, place);
    case 'integer':
    case 'number':
      return emitNumber(schema, place);
    case 'array':
      return emitArray(schema, place, seen);
    case 'object':
      return emitObject(schema, place);
    case 'boolean':
    case 'null':
      return [];
  }
}

/** The schemas that apply to the same value. */
function emitApplicators(schema: Schema, keywords: number, place: Place): Statement[] {
  const statements: Statement[] = [];
  if ((keywords & REFERENCE) !== 0) statements.push(...emitReferences(schema, place));
  if ((keywords & COMBINATION) !== 0) {
    for (const part of schema.allOf ?? []) statements.push(...emitNode(part, place));
    statements.push(...emitUnion(schema, 'anyOf', place), ...emitUnion(schema, 'oneOf', place));
  }
  if ((keywords & CONDITION) !== 0) statements.push(...emitConditional(schema, place));
  return statements;
}
