// Integers beyond double precision keep all their digits from a document to the generated output; where code holds plain numbers, they are rounded.
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonText, rounded } from '../../generator/base/exact.ts';
import { Problems } from '../../generator/base/problem.ts';
import { samples } from '../../generator/docs/samples/index.ts';
import { type HeldOptions, type ShortForms, shortForms } from '../../generator/emit/held/forms.ts';
import { bundle } from '../../generator/load/bundle.ts';
import { load } from '../../generator/load/index.ts';
import { describeForTypes } from '../../generator/raw/schema.ts';
import type { Issue } from '../../runtime/contract/issue.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const MOST = 9223372036854775807n;
const ODD = 9007199254740993n;
const int64 = { type: 'integer', format: 'int64' };
const DOCUMENT = {
  servers: [{ url: 'https://counters.example' }],
  paths: {
    '/counters': {
      put: {
        operationId: 'putCounter',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Counter' }, example: { count: MOST, ratio: ODD } } },
        },
        responses: { 204: { description: 'Taken.' } },
      },
    },
  },
  components: {
    schemas: {
      Counter: {
        type: 'object',
        required: ['count'],
        properties: {
          count: { ...int64, minimum: -ODD, maximum: MOST, default: ODD },
          kind: { ...int64, enum: [1, ODD, -ODD] },
          never: { ...int64, const: MOST },
          // Other numbers are doubles in every form.
          ratio: { type: 'number', enum: [0.5, ODD] },
          length: { type: 'string', maxLength: MOST },
        },
      },
      Above: { ...int64, not: { maximum: ODD } },
    },
  },
};

type Int64 = NonNullable<ShortForms['int64']>;

const held = (int64: Int64): HeldOptions => shortForms({ int64 });

describe.each<[Int64, string[], string[]]>([
  ['bigint', ['kind?: 1n | 9007199254740993n | -9007199254740993n;', 'never?: 9223372036854775807n;'], ['count: 9223372036854775807n']],
  [
    'string',
    ["kind?: '1' | '9007199254740993' | '-9007199254740993';", "never?: '9223372036854775807';"],
    ["count: '9223372036854775807'"],
  ],
  ['number', ['kind?: 1 | 9007199254740992 | -9007199254740992;', 'never?: 9223372036854776000;'], ['count: 9223372036854776000']],
])('held as %s', (form, types, sample) => {
  test('types, examples and samples use that form', async () => {
    const service = await serviceOf(DOCUMENT);
    const files = emit(service, { ...OPTIONS, held: held(form) });
    for (const line of [...types, 'ratio?: 0.5 | 9007199254740992;', '@default 9007199254740993'])
      expect(files.get('types.ts')).toContain(line);
    const [operation] = service.operations;
    const shown = samples(service, operation ?? fail(), { clientModule: 'x', runtime: '@octavo/runtime', held: held(form) });
    for (const line of [...sample, 'ratio: 9007199254740992']) expect(shown.map(({ source }) => source).join('\n')).toContain(line);
    // The wire form always has every digit.
    expect(shown[0]?.source).toContain('{"count":9223372036854775807,"ratio":9007199254740993}');
    const wire = form === 'number' ? '9.223372036854776e+18' : '9223372036854775807';
    expect(files.get('examples.ts')).toContain(`"examples": [{ "count": ${wire}, "ratio": 9.007199254740992e+15 }]`);
  });
});

describe.each(['bigint', 'string'] as const)('validators of integers held as %s', (form) => {
  let validators: Readonly<Record<string, Validate>>;
  beforeAll(async () => {
    validators = await emitted(form);
  });

  test.each<[value: unknown, keywords: string[]]>([
    [{ count: ODD }, []],
    [{ count: -ODD }, []],
    [{ count: -ODD - 1n }, ['/count minimum']],
    [{ count: MOST + 1n }, ['/count maximum', '/count format']],
    [{ count: 1, kind: ODD }, []],
    [{ count: 1, kind: ODD + 1n }, ['/kind enum']],
    [{ count: 1, never: MOST }, []],
    [{ count: 1, never: MOST - 1n }, ['/never const']],
    [{ count: 1, ratio: 9007199254740992 }, []],
    [{ count: 1, ratio: ODD }, ['/ratio enum']],
  ])('%o', (value, keywords) => {
    const issues: Issue[] = [];
    expect(validators.validateCounter?.(value, issues)).toBe(keywords.length === 0);
    expect(issues.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(keywords);
  });

  test.each([
    [1, false],
    [ODD, false],
    [ODD + 1n, true],
  ])('a condition on %o', (value, want) => {
    expect(validators.validateAbove?.(value, [])).toBe(want);
  });
});

type Validate = (value: unknown, issues: Issue[]) => boolean;

/** Emits the modules, checks that they compile, and imports the validators. */
async function emitted(form: Int64): Promise<Readonly<Record<string, Validate>>> {
  const folder = resolve(import.meta.dirname, '../../.octavo/tmp/exact-document', form);
  const files = emit(await serviceOf(DOCUMENT), { ...OPTIONS, held: held(form) });
  expect(typeCheck(folder, files)).toBe('');
  return (await import(join(folder, 'validators.ts'))) as Readonly<Record<string, Validate>>;
}

test('a bundle keeps them, and so does its text for other tools', async () => {
  const text = jsonText({ openapi: '3.1.0', info: { title: 'Counters', version: '1' }, ...DOCUMENT });
  const description = await load('/counters.json', { root: '/', text }, new Problems());
  if (description === undefined) throw new Error('does not load');
  expect(jsonText(bundle(description))).toBe(text);
  expect(describeForTypes(bundle(description), await serviceOf(DOCUMENT))).toContain('"example":{"count":9223372036854775807');
});

test('rounding returns a value without such integers unchanged', () => {
  const plain = { a: [1, { b: 'x' }] };
  expect(rounded(plain)).toBe(plain);
  expect(rounded({ plain, big: [MOST], ['__proto__']: -MOST })).toEqual({ plain, big: [2 ** 63], ['__proto__']: -(2 ** 63) });
});

function fail(): never {
  throw new Error('there is no operation');
}
