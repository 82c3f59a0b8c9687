// Samples values of example schemas: builds a value from the schemas that apply, checks it where needed, and tries again within a budget.
import { type Choices, conjunctionOf, typesOf, valuesOf } from './conjunction.ts';
import type { ExampleKeywords, ExampleSchema, ExampleSchemas } from './example-schema.ts';
import { type Heights, heightsOf } from './heights.ts';
import { matches } from './matches.ts';
import { ATTEMPTS, again, MOST_VALUES, type Position, type SampleOptions, SHALLOW, Unsatisfied } from './position.ts';
import { plainly } from './random.ts';
import { arrayOf } from './sample-array.ts';
import { objectOf } from './sample-object.ts';
import { longInteger, numberOf, textOf } from './sample-scalar.ts';
import { word } from './words.ts';

/** The most levels of a value: more than `Heights` searches. */
const DEEPEST = 100;

const knownHeights = new WeakMap<ExampleSchemas, Heights>();

/** @throws {Unsatisfied} */
export function sampleValue(schemas: ExampleSchemas, schema: ExampleSchema, options: SampleOptions): unknown {
  let known = knownHeights.get(schemas);
  if (known === undefined) {
    known = heightsOf(schemas);
    knownHeights.set(schemas, known);
  }
  const { random: source, plain } = options;
  const start = {
    schemas,
    heights: known,
    ...options,
    source,
    level: 0,
    path: '',
    budget: { left: options.most ?? MOST_VALUES },
    sample: value,
  };
  return value([schema], plain !== undefined ? { ...start, random: plainly(plain) } : start);
}

/** A value that matches all of the schemas. */
function value(roots: readonly ExampleSchema[], position: Position): unknown {
  const { schemas, heights, tagged, level, loose = false } = position;
  if (level > DEEPEST) throw new Unsatisfied(position.path, 'it is nested too deeply');
  const choices: Omit<Choices, 'apart' | 'random'> = { schemas, heights, levels: 2 * SHALLOW - level, tagged };
  const holds = (candidate: unknown): boolean => loose || roots.every((root) => matches(schemas, root, candidate));
  let reason: Unsatisfied | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (position.budget.left-- <= 0) throw new Unsatisfied(position.path, 'it would take too many attempts');
    const apart = attempt < ATTEMPTS / 2 ? 'not' : attempt % 2 === 0 ? 'one' : 'each';
    const current = attempt === 0 ? position : again(position);
    const conjunction = conjunctionOf(roots, { ...choices, random: current.random, apart });
    if (conjunction === undefined) continue;
    const { parts, uncertain } = conjunction;
    const example = exampleOf(parts, current, holds);
    if (example !== undefined) return structuredClone(example.value);
    try {
      const candidate = build(parts, current);
      if (!uncertain || holds(candidate)) return candidate;
    } catch (error) {
      if (!(error instanceof Unsatisfied)) throw error;
      if (loose) return null;
      if (position.budget.left <= 0) throw error;
      reason = error;
      // Without a choice on this level, another attempt would fail in the same way.
      if (!uncertain && parts.every((part) => part.anyOf === undefined)) throw error;
    }
  }
  throw reason ?? new Unsatisfied(position.path, 'no value was found that all of its keywords allow');
}

function exampleOf(
  parts: readonly ExampleKeywords[],
  { random, examples: policy }: Position,
  holds: (candidate: unknown) => boolean,
): { readonly value: unknown } | undefined {
  if (policy === 'none') return undefined;
  const given = parts.flatMap((part) => part.examples ?? []);
  const hints = parts.flatMap((part) => [...(part.default === undefined ? [] : [part.default]), ...(part.known ?? [])]);
  const examples = [...given, ...hints];
  if (examples.length === 0) return undefined;
  if (policy === 'first') {
    const index = examples.findIndex(holds);
    return index === -1 ? undefined : { value: examples[index] };
  }
  if (random.chance(0.5)) return undefined;
  const chosen = random.pick(examples);
  return (typeof chosen === 'string' || typeof chosen === 'number' || typeof chosen === 'bigint') && holds(chosen)
    ? { value: chosen }
    : undefined;
}

function build(parts: readonly ExampleKeywords[], position: Position): unknown {
  const { random, path } = position;
  // Without a media type, it is sent with the declared one.
  if (parts.some((part) => part.file === true)) return new Blob([word(random)]);
  const values = valuesOf(parts);
  if (values !== undefined) {
    if (values.length === 0) throw new Unsatisfied(path, 'its constants exclude each other');
    return structuredClone(random.pick(values));
  }
  const types = typesOf(parts);
  // Other values are better examples than `null`.
  const telling = types.filter((type) => type !== 'null');
  const type = telling.length > 0 && random.chance(0.9) ? random.pick(telling) : random.pick(types);
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return (type === 'integer' ? longInteger(parts, position) : undefined) ?? numberOf(parts, type === 'integer', position);
    case 'string':
      return textOf(parts, position);
    case 'array':
      return arrayOf(parts, position);
    case 'object':
      return objectOf(parts, position);
    default:
      throw new Unsatisfied(path, 'its types exclude each other');
  }
}
