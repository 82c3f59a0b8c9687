// `stated-conditions`: a state or a flag goes by another member as its description says, in every answer that shows both.
import { getOwn } from '@octavo/runtime/conformance';
import {
  type Condition,
  conditionsIn,
  memberSentences,
  type Needed,
  neededIn,
  presenceIn,
  type Test,
  type Testable,
  wordsOf,
} from '../../../inference/prose/index.ts';
import { amountOf } from '../../../inference/stated/lists.ts';
import { describesAny, numbersOf, objectsIn, perSchema } from '../../../inference/stated/objects.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Check, Fault } from '../../contract/check.ts';
import { isSuccess } from '../probe.ts';

export const statedConditions: Check = {
  id: 'stated-conditions',
  summary: 'a state or a flag goes by another member as its description says',
  on: true,
  judgesProbes: true,
  look({ case: { operation }, response, reading }) {
    const schema = reading?.content?.schema;
    if (schema === undefined || response === undefined || !isSuccess(response.status) || response.redacted !== undefined) return undefined;
    const needs = operation.method === 'GET' ? undefined : neededBy(operation);
    if (!isTelling(schema) && needs === undefined) return undefined;
    const judged = [...objectsIn([schema], reading?.body)].flatMap(({ schemas, object }) => [
      ...rulesOf(schemas).flatMap((rule) => judgedBy(rule, object)),
      ...(needs?.(schemas) ?? []).flatMap((need) => judgedNeed(need, object)),
    ]);
    if (judged.length === 0) return undefined;
    return judged.filter((one) => one !== 'right').map((fault) => ({ ...fault, location: operation.location }));
  },
};

interface Rule {
  readonly name: string;
  readonly conditions: readonly Condition[];
  /** The states in which alone the member may be there, and the member that says the state. */
  readonly only?: { readonly state: string; readonly states: ReadonlySet<string>; readonly quote: string };
}

const isTelling = perSchema((schemas) => describesAny(schemas, (one) => rulesOf(one).length > 0));

const rulesOf = perSchema((schemas): readonly Rule[] => {
  const properties = propertiesOf(schemas);
  const named = testableOf(properties);
  const state = stateIn(properties);
  const presences = state === undefined ? [] : [...properties].flatMap(([name, own]) => presenceOf(name, own, state));
  const told = [...properties].flatMap(([name, own]): readonly Rule[] => {
    const parts = possibleConjuncts(own);
    const values = parts.flatMap(({ enum: listed = [] }) => listed.filter((one) => typeof one === 'string'));
    if (values.length === 0 && !named.booleans.includes(name)) return [];
    const conditions = parts.flatMap(({ description = '' }) => conditionsIn(description, { name, values }, named));
    return conditions.length === 0 ? [] : [{ name, conditions }];
  });
  return [...told, ...presences];
});

interface StateOf {
  readonly name: string;
  readonly values: readonly string[];
}

/** The one member of an object that says its state. */
function stateIn(properties: ReadonlyMap<string, readonly Schema[]>): StateOf | undefined {
  const found = [...properties].flatMap(([name, own]): readonly StateOf[] => {
    const values = possibleConjuncts(own).flatMap(({ enum: listed = [] }) => listed.filter((one) => typeof one === 'string'));
    return values.length > 1 && /^(?:status|state|phase|stage)$/.test(wordsOf(name).at(-1) ?? '') ? [{ name, values }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** `Null unless the order is paid` */
function presenceOf(name: string, own: readonly Schema[], { name: state, values }: StateOf): readonly Rule[] {
  if (name === state) return [];
  return memberSentences(possibleConjuncts(own)).flatMap(({ text: quote }): readonly Rule[] => {
    const found = presenceIn(quote, values);
    return found?.kind === 'only' ? [{ name, conditions: [], only: { state, states: found.states, quote } }] : [];
  });
}

/** What a thing must have in a state, and the member that says the state. */
interface Need extends Needed {
  readonly state: string;
}

/** What the sentences of an operation say that the things in its answers must have; `undefined` where they say nothing of the kind. */
function neededBy({ description = '' }: Operation): ((schemas: readonly Schema[]) => readonly Need[]) | undefined {
  if (!/\b(?:have|needs?|requires?)\b/i.test(description)) return undefined;
  return (schemas) => {
    const properties = propertiesOf(schemas);
    const state = stateIn(properties);
    if (state === undefined) return [];
    const nullable = [...properties].filter(([, own]) => possibleConjuncts(own).some(({ type = [] }) => type.includes('null')));
    const members = nullable.map(([name]) => name);
    return neededIn(description, state.values, members).map((one) => ({ ...one, state: state.name }));
  };
}

function judgedNeed({ member, states, quote, state }: Need, object: Readonly<Record<string, unknown>>): readonly (Told | 'right')[] {
  const [is, value] = [getOwn(object, state), getOwn(object, member)];
  if (typeof is !== 'string' || !states.has(is) || value === undefined) return [];
  if (value !== null) return ['right'];
  return [{ message: `\`${member}\` is null in a state in which a thing must have it.`, expected: `“${quote}”` }];
}

type Told = Omit<Fault, 'location'>;

function testableOf(properties: ReadonlyMap<string, readonly Schema[]>): Testable {
  const having = (type: NonNullable<Schema['type']>[number]): readonly string[] =>
    [...properties].filter(([, own]) => possibleConjuncts(own).some((one) => one.type?.includes(type) === true)).map(([name]) => name);
  return { numbers: numbersOf(properties), booleans: having('boolean'), lists: having('array'), nullable: having('null') };
}

/** States in which a thing is over, or has not begun: what its other members say counts no more, or not yet. */
const ASIDE =
  /cancel|void|refund|draft|delet|archiv|expire|reject|writ|clos|fail|disput|return|withdr|suspend|block|pend|delay|abandon|credit|new|remov|declin|lost/i;

function judgedBy(rule: Rule, object: Readonly<Record<string, unknown>>): readonly (Told | 'right')[] {
  const { name, conditions, only } = rule;
  if (only !== undefined) {
    const [value, state] = [getOwn(object, name), getOwn(object, only.state)];
    if (value === undefined || typeof state !== 'string') return [];
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty || only.states.has(state)) return ['right'];
    return [{ message: `\`${name}\` has a value in a state in which it has none.`, expected: `“${only.quote}”` }];
  }
  const is = getOwn(object, name);
  if (typeof is !== 'string' && typeof is !== 'boolean') return [];
  const told = conditions.flatMap((one): readonly { readonly wanted: string | boolean; readonly quote: string }[] => {
    if (one.test.kind === 'is' && one.test.value === 0 && isNothing(object)) return [];
    const holds = isSo(one.test, object);
    if (holds === true) return [{ wanted: one.value, quote: one.quote }];
    return holds === false && one.isBoth && typeof one.value === 'boolean' ? [{ wanted: !one.value, quote: one.quote }] : [];
  });
  const [first] = told;
  if (first === undefined || (typeof is === 'string' && ASIDE.test(is))) return [];
  if (told.some(({ wanted }) => wanted === is)) return ['right'];
  // The values are left out: a finding has the same id in each run.
  return [{ message: `\`${name}\` does not go by what its description says.`, expected: `“${first.quote}”` }];
}

/** A thing whose numbers are all 0, such as an order without lines, may be at its beginning as well as at its end. */
function isNothing(object: Readonly<Record<string, unknown>>): boolean {
  return Object.values(object).every((one) => typeof one !== 'number' || one === 0);
}

/** Whether a test holds; `undefined` where the object does not show what it asks for. */
function isSo(test: Test, object: Readonly<Record<string, unknown>>): boolean | undefined {
  const is = getOwn(object, test.member);
  if (test.kind === 'empty') return Array.isArray(is) ? (is.length === 0) !== test.isDenied : undefined;
  if (test.kind === 'is') {
    const value = test.value === 0 ? amountOf(is) : is;
    return value === undefined ? undefined : (value === test.value) !== test.isDenied;
  }
  const [one, other] = [amountOf(is), typeof test.to === 'number' ? test.to : amountOf(getOwn(object, test.to))];
  if (one === undefined || other === undefined) return undefined;
  // What is shown may be rounded.
  if (one !== other && Math.abs(one - other) < 0.01) return undefined;
  return { above: one > other, below: one < other, least: one >= other, most: one <= other }[test.sign];
}
