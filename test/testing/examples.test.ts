// Examples pass the generated validator and depend only on the seed; a schema that cannot be satisfied gives an error that says why.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exampleGetUserResult } from '@octavo/interfaces/e-scheduling/examples';
import { createEmailClient } from '@octavo/interfaces/h-email';
import { exampleVerifyEmailResult, mockEmailServer } from '@octavo/interfaces/h-email/examples';
import { inMemoryFetch, type Validator } from '@octavo/runtime';
import { createRandom, ExampleError, Examples, type Random } from '@octavo/runtime/testing';
import { describe, expect, test } from 'vitest';
import { rawJson } from '../../generator/emit/text/escape.ts';
import type { Service } from '../../generator/model/service.ts';
import { sampleValue } from '../../runtime/testing/sampler.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { exampleSchemas } from '../support/arbitrary.ts';
import { documents, generatedModule, root } from '../support/documents.ts';
import { byEffort, IS_DEEP, sampleOf } from '../support/effort.ts';
import { emit } from '../support/emit.ts';
import { inFull } from '../support/in-full.ts';
import { typeCheck } from '../support/type-check.ts';
import { documentOf, type Emitted, emitDocument } from '../validators/pipeline.ts';
import { hopelessSchemas, keywordSchemas } from './keywords.ts';
import { usage } from './services.ts';

const SEEDS = byEffort({ quick: 8, deep: 100 });

/** An example of the schema. @throws when the validator rejects it. */
function example({ module }: Emitted, examples: Examples, name: string, seed?: number): unknown {
  const validate = module[`validate${name}`] as Validator;
  return examples.schema(name, validate, seed === undefined ? undefined : createRandom(seed));
}

/** Examples of the service's schemas. */
function examplesOf(service: Service): Examples {
  return new Examples(rawJson({ schemas: exampleSchemas(service) }));
}

const SPARSE: readonly (readonly [name: string, sections: Readonly<Record<string, unknown>>])[] = [
  ['no operations and no schemas', {}],
  ['schemas only', { components: { schemas: { Note: { type: 'string' } } } }],
  ['operations that answer nothing', { paths: { '/notes': { get: { operationId: 'getNotes' } } } }],
  ['webhooks only', { webhooks: { changed: { post: { operationId: 'changed', responses: { 204: { description: 'Taken.' } } } } } }],
];

test(`documents of ${SPARSE.map(([name]) => name).join(', of ')} compile`, async () => {
  const files = new Map<string, string>();
  for (const [name, sections] of SPARSE)
    for (const [file, text] of emit(await serviceOf(sections), OPTIONS)) files.set(`${name.replaceAll(' ', '-')}/${file}`, text);
  expect(typeCheck(join(root, '.octavo/tmp/sparse-examples'), files)).toBe('');
});

describe('every keyword', async () => {
  const emitted = await emitDocument('keywords.json', 'examples', { text: documentOf(keywordSchemas) });
  const examples = examplesOf(emitted.service);

  test.each(emitted.service.schemas.map((schema) => schema.name ?? ''))('%s', (name) => {
    const validate = emitted.validator(`validate${name}`);
    const found = new Set<string>();
    for (let seed = 0; seed < SEEDS; seed++) {
      const value = example(emitted, examples, name, seed);
      expect(validate(value, [])).toBe(true);
      found.add(JSON.stringify(value));
      if (seed % 10 === 0) expect(example(emitted, examples, name, seed)).toEqual(value);
    }
    expect(found.size).toBeGreaterThan(0);
    expect(example(emitted, examples, name)).toEqual(example(emitted, examples, name));
  });

  test('is there', () => {
    const keywords = new Set(JSON.stringify(keywordSchemas).match(/"[A-Za-z$]+":/g));
    const wanted = [
      ...['type', 'const', 'enum', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
      ...['pattern', 'format', 'items', 'prefixItems', 'contains', 'minContains', 'maxContains', 'uniqueItems', 'minItems', 'maxItems'],
      ...['unevaluatedItems', 'properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'required', 'minProperties'],
      ...[
        'maxProperties',
        'dependentRequired',
        'dependentSchemas',
        'unevaluatedProperties',
        'allOf',
        'anyOf',
        'oneOf',
        'not',
        'if',
        'then',
      ],
      ...['else', 'discriminator', '$ref', 'examples'],
    ];
    expect(wanted.filter((keyword) => !keywords.has(`"${keyword}":`))).toEqual([]);
  });

  test('without a seed, the document’s first valid example is used', () => {
    expect(example(emitted, examples, 'WithExample')).toEqual({ name: 'Ann' });
    expect(example(emitted, examples, 'PartExamples')).toEqual({ city: 'Delft' });
  });

  test('a seed gives the same values on every platform', () => {
    const random = createRandom(42);
    expect(Array.from({ length: 5 }, () => random.integer(0, 999_999))).toEqual(FIRST_OF_42);
    expect(['Person', 'Pet', 'Pattern'].map((name) => example(emitted, examples, name, 7))).toEqual(SAMPLES_OF_7);
  });

  test('a discriminator gets the tag of its branch', () => {
    const kinds = Array.from({ length: SEEDS }, (_, seed) => example(emitted, examples, 'Pet', seed) as { kind: string; lives?: number });
    expect(kinds.filter(({ kind, lives }) => (kind === 'cat') !== (lives !== undefined))).toEqual([]);
  });

  test('a base with a discriminator is one of the schemas that include it, or itself', () => {
    const tanks = Array.from(
      { length: SEEDS },
      (_, seed) => example(emitted, examples, 'Tank', seed) as { fish: { kind: string; teeth?: number } },
    );
    const seen = new Set(tanks.map(({ fish }) => `${fish.kind} ${fish.teeth === undefined ? 'without' : 'with'} teeth`));
    expect([...seen].sort()).toEqual(['Fish without teeth', 'shark with teeth']);
  });
});

const FIRST_OF_42 = [153771, 18084, 534890, 727247, 572911];
const SAMPLES_OF_7 = [{ name: 'hazel', age: 869 }, { kind: 'cat', lives: -596 }, 'DK-2001'];

/** Exports of the example module of a generated service. */
type Functions = Readonly<Record<string, (random?: Random, status?: number) => unknown>>;

describe.each(sampleOf(documents, 4).map((document) => [document.id, document] as const))('%s', async (_id, document) => {
  const functions = (await generatedModule(document, 'examples.ts')) as Functions;
  const names = Object.keys(functions).filter((name) => name.startsWith('example'));

  test('each example is the same with the same seed, and without one', async () => {
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const made = functions[name];
      if (made === undefined) throw new Error(`no ${name}`);
      // Only a few seeds, since the round trips sample every input and result again with others.
      for (let seed = 0; seed < byEffort({ quick: 1, deep: 12 }); seed++) {
        const value = made(createRandom(seed));
        if (seed % 4 === 0) expect(await inFull(made(createRandom(seed))), name).toEqual(await inFull(value));
      }
      expect(await inFull(made()), name).toEqual(await inFull(made()));
    }
  });
});

test('a discriminator that selects the branch is always in the sample, also without examples of its tags', () => {
  const branch = (name: string) => ({ type: ['object'], properties: { kind: { type: ['string'] }, [name]: { type: ['integer'] } } });
  const schema = { oneOf: [branch('lives'), branch('age')], tags: { property: 'kind', values: [['cat', 'lion'], ['dog']], decides: true } };
  const kinds = Array.from({ length: 50 }, (_, seed) => {
    const value = sampleValue({}, schema, { random: createRandom(seed), examples: 'none', tagged: seed % 2 === 0 }) as { kind: string };
    return value.kind;
  });
  expect([...new Set(kinds)].sort()).toEqual(['cat', 'dog', 'lion']);
});

test('an optional object that needs a member is in a sample with all that is optional', () => {
  const part = { type: ['object'], properties: { a: { type: ['integer'] } }, minProperties: 1, additionalProperties: false };
  const value = sampleValue(
    {},
    { type: ['object'], properties: { part } },
    { random: createRandom(1), examples: 'none', optional: 'all', tagged: true },
  );
  expect(value).toEqual({ part: { a: expect.any(Number) } });
});

test('exact integers are sometimes beyond double precision, within their bounds', () => {
  const sample = (keywords: object): unknown[] =>
    Array.from({ length: 200 }, (_, seed) => {
      const options = { random: createRandom(seed), examples: 'some', tagged: true } as const;
      return sampleValue({}, { type: ['integer'], ...keywords }, options);
    });
  const signed = sample({ format: 'int64', exact: true });
  expect(signed).toEqual(expect.arrayContaining([2n ** 63n - 1n, -(2n ** 63n), expect.any(Number)]));
  for (const value of sample({ format: 'uint64', exact: true, maximum: 2 ** 62 })) {
    expect(value).toSatisfy((one: number | bigint) => (typeof one === 'bigint' ? one > 2n ** 53n && one <= 2n ** 62n : one >= 0));
  }
  expect(sample({ format: 'int64' }).every(Number.isSafeInteger)).toBe(true);
});

test('results have the requested status, by default the first success', () => {
  expect(exampleVerifyEmailResult().status).toBe(200);
  expect(exampleVerifyEmailResult(createRandom(1)).status).toBe(200);
  expect(exampleVerifyEmailResult(undefined, 451)).toMatchObject({ status: 451, body: { errors: [{}] } });
  expect(() => exampleVerifyEmailResult(undefined, 418 as never)).toThrow(ExampleError);
});

test('headers have the values that the document shows', () => {
  expect(exampleGetUserResult()).toMatchObject({ headers: { 'X-RateLimit-Limit': 180 } });
});

describe('a mock server', () => {
  const input = { query: { email: 'ann@example.com' } };
  const call = async (seed?: number) => {
    const server = mockEmailServer({ getAccount: () => ({ status: 200, body: usage }) }, seed === undefined ? {} : { seed });
    const client = createEmailClient({
      baseUrl: 'https://api.example.com/v2',
      fetch: inMemoryFetch(server),
      credentials: { apiKey: 'any' },
    });
    return { account: await client.getAccount(), verified: await client.verifyEmail(input) };
  };

  test('answers with handlers first, then with examples', async () => {
    const { account, verified } = await call();
    expect(account).toMatchObject({ status: 200, body: usage });
    expect(verified.body).toEqual(exampleVerifyEmailResult().body);
  });

  test('gives the same answers for the same seed', async () => {
    expect(await call(3)).toEqual(await call(3));
    expect((await call(3)).verified).not.toEqual((await call(4)).verified);
  });
});

describe('a schema that cannot be satisfied', async () => {
  const schemas = Object.fromEntries(Object.entries(hopelessSchemas).map(([name, [schema]]) => [name, schema]));
  const emitted = await emitDocument('hopeless.json', 'hopeless', { text: documentOf(schemas) });
  const examples = examplesOf(emitted.service);
  // Seconds pass until no text is found for the long pattern.
  const tried = Object.entries(hopelessSchemas).filter(([name]) => IS_DEEP || name !== 'LongPattern');
  test.each(tried)('%s', (name, [, reason]) => {
    const error: unknown = (() => {
      try {
        return example(emitted, examples, name, 1);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(ExampleError);
    expect(error).toMatchObject({ schema: name, message: expect.stringMatching(reason) });
  });
});

const GITHUB = 'bench/node_modules/@octokit/openapi/generated/api.github.com.json';
const large = existsSync(GITHUB);
if (!large) console.warn(`No ${GITHUB}: its schemas are not sampled. Run \`npm --prefix bench ci\`.`);

// A quick run has the documents of this repository: to generate the code of this one takes longer than all other tests of this file.
describe.skipIf(!large || !IS_DEEP)("GitHub's document", () => {
  test('every schema has examples', async () => {
    const emitted = await emitDocument(GITHUB, 'github-examples');
    const examples = examplesOf(emitted.service);
    const faults: string[] = [];
    // More seeds would take minutes.
    for (const { name = '' } of emitted.service.schemas) {
      for (const seed of [undefined, 1]) {
        try {
          example(emitted, examples, name, seed);
        } catch (error) {
          faults.push(`${name} ${seed}: ${error instanceof Error ? error.message : error}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(emitted.service.schemas.length).toBeGreaterThan(1000);
  });
});
