// The formats of strings: generated validators and samples have the same checks, and samples fit them.
import { describe, expect, test } from 'vitest';
import * as generator from '../../generator/emit/validators/plan/formats.ts';
import { makeSource } from '../../generator/load/text/read.ts';
import { neverHolds } from '../../generator/model/schema/characters.ts';
import * as runtime from '../../runtime/testing/formats.ts';
import { createRandom } from '../../runtime/testing/random.ts';
import * as validation from '../../runtime/validate/validation.ts';

const checked = [...runtime.stringFormats].filter(([, { check }]) => check !== undefined);

test('generator and runtime check the same formats with the same functions', () => {
  const functions = new Map(Object.entries(validation));
  expect(new Map([...generator.stringFormats].map(([format, name]) => [format, functions.get(name)]))).toEqual(
    new Map(checked.map(([format, { check }]) => [format, check])),
  );
});

const location = { source: makeSource('/a.yaml', 'a.yaml', '{}'), pointer: '' };
const withoutComma = [...runtime.stringFormats.keys()].filter((format) =>
  neverHolds({ key: '#', location, type: ['string'], format }, [',']),
);

test('formats without a comma are known', () => {
  expect(withoutComma).toEqual(expect.arrayContaining(['date', 'date-time', 'uuid']));
});

test.each(withoutComma)('no text of the format %s holds a comma', (format) => {
  const { check, sample } = runtime.stringFormats.get(format) ?? {};
  expect(check).toBeDefined();
  for (let seed = 0; seed < 50; seed++) {
    const text = sample?.(createRandom(seed), seed % 5) ?? '';
    for (let at = 0; at <= text.length; at++) {
      for (const end of [at, at + 1]) expect(check?.(`${text.slice(0, at)},${text.slice(end)}`), text).toBe(false);
    }
  }
});

describe('each checked format has valid samples', () => {
  test.each(checked)('%s', (_, { check, sample }) => {
    for (let seed = 0; seed < 50; seed++) {
      const text = sample(createRandom(seed), seed % 5);
      expect(check?.(text), text).toBe(true);
    }
  });
});
