// Valid inputs of an operation: the document's examples, only what is required, everything optional, other media types, and some by chance.
import { pointerTo, tokensOf, valueAt } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { ValidKind } from '../contract/case.ts';
import type { Judge } from '../judge/index.ts';
import { type Draft, validDraft } from './draft.ts';
import type { Input } from './input.ts';
import { type InputWishes, sampleInput } from './inputs.ts';
import { randomFor } from './seed.ts';

export interface ValidOptions {
  readonly seed: number;
  /** Valid inputs by chance, beside the systematic ones. */
  readonly random: number;
  /** Puts the values that the user gives into an input. */
  readonly override?: (operation: Operation, input: Input) => Input;
}

export async function* validDrafts(judge: Judge, operation: Operation, options: ValidOptions): AsyncGenerator<Draft> {
  const { seed, override = (_, input) => input } = options;
  const sampled = (purpose: string, wishes: InputWishes): Input | undefined =>
    sampleInput(judge, operation, randomFor(seed, operation.id, purpose), wishes);
  async function* draft(input: Input | undefined, by: ValidKind, name: string, says: string): AsyncGenerator<Draft> {
    const found = input === undefined ? undefined : await validDraft(judge, operation, override(operation, input), by, name, says);
    if (found !== undefined) yield found;
  }

  const [main, ...others] = operation.body?.contents ?? [];
  // A body that is not required may be left out, and is then left out of the least input too.
  const mainType = main === undefined ? {} : { contentType: main.contentType };
  const leastType = operation.body?.required === true ? mainType : {};
  const first = sampled('example', { examples: 'first', ...mainType });
  // The user's values alone may make an input that cannot be sampled.
  yield* draft(first ?? {}, 'example', 'example', 'the examples of the document');
  for (const { name, input, says } of exampleInputs(operation, first ?? {})) yield* draft(input, 'example', name, says);
  const least = sampled('required', { examples: 'some', optional: 'none', ...leastType });
  // Without the required values no input can be made.
  if (first === undefined && least === undefined) return;
  yield* draft(least, 'required', 'required', 'only what is required');
  yield* draft(sampled('all', { examples: 'some', optional: 'all', ...mainType }), 'all', 'all', 'everything that is optional');
  for (const { contentType } of others)
    yield* draft(
      sampled(contentType, { examples: 'some', optional: 'all', contentType }),
      'media-type',
      contentType,
      `a body of type ${contentType}`,
    );
  const known = new Set<string>();
  let files = 0;
  // Each file is another one: its bytes are not compared.
  const keyOf = (input: Input): string =>
    JSON.stringify(input, (_, value: unknown) =>
      value instanceof Blob ? `file ${files++}` : typeof value === 'bigint' ? String(value) : value,
    );
  for (let index = 0, repeated = 0; index < options.random && repeated < MOST_REPEATED; index++) {
    const input = sampled(`random ${index}`, { examples: index % 2 === 0 ? 'some' : 'none' });
    const key = input && keyOf(override(operation, input));
    if (key === undefined || known.has(key)) {
      repeated++;
      continue;
    }
    known.add(key);
    repeated = 0;
    yield* draft(input, 'random', `random ${index}`, 'a valid input by chance');
  }
}

/** An operation has no more inputs than were found, where so many in a row are known: most have only the values that the user gives. */
const MOST_REPEATED = 10;

interface ExampleInput {
  readonly name: string;
  readonly input: Input;
  readonly says: string;
}

/** The named examples of parameters and bodies, each in an input with the first examples of all else. */
function* exampleInputs(operation: Operation, first: Input): Generator<ExampleInput> {
  for (const { in: where, name, examples = [] } of operation.parameters) {
    if (where === 'querystring') continue;
    for (const example of examples.slice(1)) {
      const section = { ...(first[where] as object | undefined), [name]: example.value };
      const says = `the example ${example.name} of the parameter ${name}`;
      yield { name: `example ${where}.${name} ${example.name}`, input: { ...first, [where]: section }, says };
    }
  }
  for (const [index, { contentType, examples, kind }] of (operation.body?.contents ?? []).entries()) {
    if (kind === 'bytes') continue;
    for (const example of examples) {
      const { contentType: _, ...rest } = first;
      const input = { ...rest, ...(index === 0 ? {} : { contentType }), body: example.value };
      yield { name: `example body ${contentType} ${example.name}`, input, says: `the example ${example.name} of the body` };
    }
  }
}

/** The most valid inputs of which one is looked for that names what it can name. */
const MOST_FIRSTS = 12;

/** The first valid input that has no `null` where it could name a thing; else the first one. `references`: the places that name things. */
export async function firstDraft(
  judge: Judge,
  operation: Operation,
  options: ValidOptions,
  references: readonly string[],
): Promise<Draft | undefined> {
  let first: Draft | undefined;
  let count = 0;
  for await (const draft of validDrafts(judge, operation, options)) {
    first ??= draft;
    if (!references.some((place) => isNulled(draft.input, place))) return draft;
    if (++count === MOST_FIRSTS) break;
  }
  return first;
}

/** Whether `null` stands in a place, or around it: the request names nothing there, on purpose. */
function isNulled(input: unknown, place: string): boolean {
  return tokensOf(place).some((_, index, tokens) => valueAt(input, pointerTo(...tokens.slice(0, index + 1))) === null);
}
