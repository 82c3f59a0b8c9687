// The option `formatTypes`: its faults, its merging by row, and runs that use it: paths of modules, hints, the cache.
import { FORMATS, INTEGER_RANGES } from '@octavo/runtime/facts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonText } from '../../generator/base/exact.ts';
import { checkConfig } from '../../generator/config/check.ts';
import { STANDARD_FORMATS } from '../../generator/config/format-faults.ts';
import { generate } from '../../generator/run/generate.ts';
import { type Scratch, scratch } from '../generate/project.ts';
import { DECIMAL, DOCUMENT } from './shop.ts';

test('the standard formats are those of the runtime', () =>
  expect([...STANDARD_FORMATS].sort()).toEqual([...FORMATS.keys(), ...INTEGER_RANGES.keys()].sort()));

describe('faults', () => {
  const OWN = { type: 'Decimal', read: 'readDecimal', write: 'writeDecimal', import: './decimal.ts' };
  test.each<[object, string]>([
    [{ 'date-time': 'Temporal.Instent' }, "'Temporal.Instent', which is no type. Did you mean 'Temporal.Instant'?"],
    [{ 'date-time': 'Temporal.ZonedDateTime' }, "`formatTypes['date-time']` cannot be 'Temporal.ZonedDateTime': no format has a time zone"],
    [{ date: 'Temporal.Instant' }, "`formatTypes.date` cannot be 'Temporal.Instant'. It can be 'string', 'Temporal.PlainDate', a brand"],
    [{ date: 'Date' }, "It can be 'string', 'Temporal.PlainDate', a brand"],
    [{ uuid: 'Date' }, "`formatTypes.uuid` cannot be 'Date'. It can be 'string', a brand"],
    [{ snowflake: 'bigint' }, "`formatTypes.snowflake` cannot be 'bigint'."],
    [{ decimal: 7 }, "`formatTypes.decimal` must be the name of a type, such as 'Temporal.Instant', a brand"],
    [{ uuid: { brand: 'uuid' } }, "`formatTypes.uuid.brand` must be a PascalCase word, such as 'Uuid'."],
    [{ uuid: { brand: 'Date' } }, "`formatTypes.uuid.brand` is 'Date', which the language has already."],
    [{ uuid: { brand: 'Uuid', read: 'x' } }, 'has `brand` and `read`: a brand has no other member'],
    [{ int32: { brand: 'Count' } }, 'cannot have a brand, which is for texts'],
    [{ decimal: { ...OWN, read: undefined } }, '`formatTypes.decimal.read` is missing: the name of the function that reads'],
    [{ decimal: { ...OWN, write: undefined } }, '`formatTypes.decimal.write` is missing: the name of the function that writes'],
    [
      { decimal: { ...OWN, type: 'Map<string, number>' } },
      "is 'Map<string, number>', which is not the name of a type, such as 'Decimal'. Export",
    ],
    [{ decimal: { ...OWN, read: 'a-b' } }, '`formatTypes.decimal.read` must be the name of the function that reads'],
    [{ decimal: { ...OWN, read: 'default' } }, '`formatTypes.decimal.read` must be the name of the function that reads'],
    [{ decimal: { ...OWN, wirte: 'x' } }, 'Unknown option `formatTypes.decimal.wirte`. Did you mean `formatTypes.decimal.write`?'],
  ])('%j', (formatTypes, want) => {
    const faults = checkConfig({ documents: ['a.yaml'], formatTypes });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(want);
  });

  test('a short form beside the row that it stands for', () => {
    const document = { input: 'a.yaml', int64: 'bigint', formatTypes: { uint64: 'string' } };
    const config = { documents: [document], dates: 'date', formatTypes: { 'date-time': 'Temporal.Instant' } };
    expect(checkConfig(config)).toEqual([
      "`dates` and `formatTypes['date-time']` are about the same format: keep one of them.",
      '`documents[0].int64` and `documents[0].formatTypes.uint64` are about the same format: keep one of them.',
    ]);
  });

  test('every form is possible', () => {
    const formatTypes = {
      'date-time': 'Date',
      date: 'Temporal.PlainDate',
      int64: 'bigint',
      uuid: { brand: 'Uuid' },
      decimal: OWN,
      stamp: 'Temporal.Instant',
    };
    expect(checkConfig({ documents: ['a.yaml'], formatTypes })).toEqual([]);
  });
});

describe('a project', () => {
  let project: Scratch;
  const configure = (config: object): void =>
    void project.put(
      'octavo.config.mjs',
      `export default ${JSON.stringify({ documents: ['shop.json'], schema: false, importExtension: '.ts', ...config })};\n`,
    );
  const OWN = { type: 'Decimal', read: 'readDecimal', write: 'writeDecimal', import: './src/decimal.ts' };
  beforeAll(() => {
    project = scratch();
    project.put('src/decimal.ts', DECIMAL);
    project.put('shop.json', jsonText({ info: { title: 'Shop', version: '1' }, ...DOCUMENT }));
    project.put('node_modules/temporal-polyfill/package.json', '{ "version": "1.0.8" }');
  });
  afterAll(() => project.remove());

  test('a document has the rows of all documents and its own; `string` takes one back', async () => {
    project.put('other.json', '{}');
    configure({
      documents: ['shop.json', { input: 'other.json', dates: 'date', formatTypes: { uuid: 'string', decimal: { brand: 'Amount' } } }],
      int64: 'bigint',
      formatTypes: { 'date-time': 'Temporal.Instant', uuid: { brand: 'Uuid' }, decimal: OWN },
    });
    const [first, second] = (await project.load()).documents;
    const integer = { kind: 'integer', as: 'bigint' };
    expect(first?.held).toEqual({
      'date-time': { kind: 'temporal', type: 'Instant', from: 'temporal-polyfill' },
      decimal: {
        kind: 'own',
        type: 'Decimal',
        read: 'readDecimal',
        write: 'writeDecimal',
        from: '../../src/decimal.ts',
        module: '../../src/decimal.ts',
      },
      int64: integer,
      uint64: integer,
      uuid: { kind: 'brand', brand: 'Uuid' },
    });
    expect(second?.held).toEqual({
      'date-time': { kind: 'date' },
      decimal: { kind: 'brand', brand: 'Amount' },
      int64: integer,
      uint64: integer,
    });
  });

  test.each([
    ['.ts', '../../src/decimal.ts'],
    ['.js', '../../src/decimal.js'],
    ['none', '../../src/decimal'],
  ])('with the extension %s, its module is imported as %s', async (importExtension, want) => {
    configure({ importExtension, formatTypes: { decimal: { ...OWN, from: 'decimal.js' } }, temporal: 'global' });
    expect((await project.load()).documents[0]?.held.decimal).toMatchObject({ module: want, from: 'decimal.js' });
  });

  test.each<[string, object, RegExp]>([
    [
      'no such module',
      { decimal: { ...OWN, import: './src/decimals.ts' } },
      /Cannot find the module `.\/src\/decimals.ts` of `formatTypes.decimal`/,
    ],
    ['a module without its extension', { decimal: { ...OWN, import: './src/decimal' } }, /Write it as `.\/src\/decimal.ts`/],
    ['one brand for two formats', { uuid: { brand: 'Id' }, guid: { brand: 'Id' } }, /`guid` and `uuid` have the same brand, Id/],
    ['a plain time where times have an offset', { time: 'Temporal.PlainTime' }, /Set `formats: 'lenient'`/],
    ['a row that is wrong alone', { date: 'Date' }, /`formatTypes.date` cannot be 'Date'/],
  ])('%s ends the run before anything is written', async (_, formatTypes, want) => {
    configure({ formatTypes });
    const error: unknown = await project.load().catch((one: unknown) => one);
    const { message, fix } = error as { message: string; fix: string };
    expect(`${message} ${fix}`).toMatch(want);
  });

  test('rows that the document cannot use, and packages that are missing, are named; the cache knows all of it', async () => {
    const formatTypes = { decimal: { ...OWN, from: 'decimal.js' }, datetime: 'Temporal.Instant', 'date-time': 'Temporal.Instant' };
    configure({ formatTypes });
    const first = await generate(await project.load());
    const codes = (report: typeof first) => report.documents.flatMap(({ problems }) => problems.map(({ code, fix }) => `${code} ${fix}`));
    expect(codes(first)).toEqual([expect.stringMatching(/^format-package .*decimal\.js/), 'format-unused Write `date-time`.']);
    expect(first.documents.map(({ status }) => status)).toEqual(['written']);
    const again = await generate(await project.load());
    expect([again.documents[0]?.files, codes(again)]).toEqual([undefined, codes(first)]);
    configure({ formatTypes: { ...formatTypes, uuid: { brand: 'Uuid' } } });
    const other = await generate(await project.load());
    expect(other.documents[0]?.files?.written).toContain('formats.ts');
    expect((await generate(await project.load(), { check: true })).failed).toBe(false);
    configure({ formatTypes: { ...formatTypes, uuid: { brand: 'Key' } } });
    expect((await generate(await project.load(), { check: true })).failed).toBe(true);
  });
});
