// Samples whole inputs of an operation that its validator accepts and the wire can express: from examples, required only, all optional, by chance.
import { type ExampleSchema, type SampleOptions, sampleValue, Unsatisfied, withoutEmpty } from '@octavo/runtime/conformance';
import type { Random } from '@octavo/runtime/testing';
import { isNamedByCaller } from '../../inference/makers.ts';
import { plain } from '../../inference/names.ts';
import { changedAt, lastNameOf, tokensOf, valueAt } from '../../inference/pointers.ts';
import { shapesOf } from '../../inference/shapes.ts';
import { lastPlaceOf } from '../../inference/templates.ts';
import { conjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Judge } from '../judge/index.ts';
import { schemasOf } from './constraints.ts';
import { inOrder } from './in-order.ts';
import type { Input } from './input.ts';
import { withMask } from './mask.ts';
import { withExample } from './mended.ts';
import { randomFor } from './seed.ts';
import { asStated } from './stated.ts';

export type InputWishes = Pick<SampleOptions, 'examples' | 'optional'> & {
  /** The declared media type of the body. Default: one by chance. */
  readonly contentType?: string;
  /** A value in one place of the input, such as that of the branch of a union. */
  readonly set?: { readonly place: string; readonly value: string };
};

/** How many samples are tried before giving up. */
const ATTEMPTS = 30;

/** A valid input; `undefined` where none was found. */
export function sampleInput(judge: Judge, operation: Operation, random: Random, wishes: InputWishes): Input | undefined {
  const { schemas } = judge;
  const { contentType, set, ...policy } = wishes;
  const schema = withSet(withContentType(schemas.inputOf(operation), contentType), set);
  const spare = (): Input | undefined => {
    const all = sampleValue(schemas.named, schema, { random, examples: 'some', optional: 'all', tagged: false });
    return withoutEmpty(judge.rowOf(operation), all) as Input;
  };
  let unsatisfied = 0;
  // Sampling has tried many values by then; another attempt would seldom help.
  for (let attempt = 0; attempt < ATTEMPTS && unsatisfied < 4; attempt++) {
    // The document's examples may contradict its schemas.
    const examples = attempt > ATTEMPTS / 2 ? 'none' : policy.examples;
    try {
      const sampled = sampleValue(schemas.named, schema, { random, ...policy, examples, tagged: attempt % 2 === 0 });
      const sent = withoutDefault(withoutEmpty(judge.rowOf(operation), sampled) as Input, operation);
      const input = withOwnName(judge, operation, sent, random);
      if (judge.input(operation, input).length > 0) continue;
      // The document's own examples are as its sentences want them, or these mean something else.
      if (policy.examples === 'first') return arranged(judge, operation, withExample(judge, operation, input), examples === 'first');
      return arranged(judge, operation, asStated(judge, operation, input, spare));
    } catch (error) {
      if (!(error instanceof Unsatisfied)) throw error;
      unsatisfied++;
    }
  }
  return undefined;
}

/**
 * The input with another value in a place, where the document allows it so; or else one of the branch that has the value: `{ "status": "sent" }` may
 * need other members beside it than `{ "status": "paid" }`.
 */
export function inputHaving(judge: Judge, operation: Operation, given: Input, set: NonNullable<InputWishes['set']>): Input | undefined {
  const input = changedAt(given, set.place, set.value) as Input;
  if (judge.input(operation, input).length === 0) return input;
  return sampleInput(judge, operation, randomFor(0, operation.id, 'having', set.value), { examples: 'some', optional: 'none', set });
}

/** The input as services want it beyond its schema: ends after starts, and masks that name what is sent. */
function arranged(judge: Judge, operation: Operation, input: Input, isExample = false): Input {
  return withMask(judge, operation, inOrder(judge, operation, input, { isExample }));
}

/** `image/*` is sent as `image/example`, as the schema of inputs has it. */
function withContentType(schema: ExampleSchema, contentType: string | undefined): ExampleSchema {
  if (contentType === undefined) return schema;
  const literal = contentType.replaceAll('*', 'example');
  return { allOf: [schema, { properties: { contentType: { const: literal } }, required: ['contentType', 'body'] }] };
}

/** The schema of inputs that have a value in a place. */
function withSet(schema: ExampleSchema, set: InputWishes['set']): ExampleSchema {
  if (set === undefined) return schema;
  const only = tokensOf(set.place).reduceRight<ExampleSchema>((held, name) => ({ properties: { [name]: held }, required: [name] }), {
    const: set.value,
  });
  return { allOf: [schema, only] };
}

/** The input without its media type, where clients send that one by default. */
function withoutDefault(input: Input, operation: Operation): Input {
  const { contentType, ...rest } = input;
  return contentType === operation.body?.contents[0]?.contentType ? rest : input;
}

const ownForms = new WeakMap<Operation, readonly Schema[]>();

/** The schemas of the member that shows the name in a path, where the path itself takes any text. */
function formsOf(operation: Operation): readonly Schema[] {
  const forms = ownForms.get(operation) ?? readForms(operation);
  ownForms.set(operation, forms);
  return forms;
}

function readForms(operation: Operation): readonly Schema[] {
  const at = isNamedByCaller(operation) ? lastPlaceOf(operation.path) : undefined;
  if (at === undefined || schemasOf(operation, at).some(isFormed)) return [];
  const name = plain(lastNameOf(at));
  const shown = shapesOf(operation).flatMap(({ properties }) => [...properties].filter(([own]) => plain(own) === name));
  const [first] = shown.map(([, schemas]) => conjuncts(schemas).filter(isFormed));
  return first ?? [];
}

function isFormed({ pattern, format, enum: listed, const: one }: Schema): boolean {
  return pattern !== undefined || format !== undefined || listed !== undefined || one !== undefined;
}

/** Whether the name that an input gives has the form that answers show. */
export function hasOwnForm({ schemas }: Judge, operation: Operation, input: Input): boolean {
  const value = valueAt(input, lastPlaceOf(operation.path) ?? '');
  return formsOf(operation).every((schema) => schemas.matches(schema, value));
}

/** The input with a name of the form that answers show. */
function withOwnName(judge: Judge, operation: Operation, input: Input, random: Random): Input {
  const at = lastPlaceOf(operation.path);
  if (at === undefined || hasOwnForm(judge, operation, input)) return input;
  const { schemas } = judge;
  try {
    const forms = formsOf(operation).map((schema) => schemas.of(schema));
    const changed = changedAt(
      input,
      at,
      sampleValue(schemas.named, { allOf: forms }, { random, examples: 'some', tagged: false }),
    ) as Input;
    return judge.input(operation, changed).length > 0 ? input : changed;
  } catch (error) {
    if (error instanceof Unsatisfied) return input;
    throw error;
  }
}
