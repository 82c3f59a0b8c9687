// The table of formats: generated validators find the checks that it names, its texts and samples are valid, and its misfits are not.
import * as validation from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { FORMAT_CHECKS, FORMATS, isInFormat } from '../../runtime/testing/formats.ts';
import { createRandom } from '../../runtime/testing/random.ts';

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

test('the runtime exports every check', () => {
  for (const check of FORMAT_CHECKS) expect(validation, check).toHaveProperty(check);
  const named = [...FORMATS.values()].flatMap(({ check, lenient }) => [check, lenient]);
  expect([...FORMAT_CHECKS].sort()).toEqual(named.filter((check) => check !== undefined).sort());
});

describe.each([...FORMATS])('%s', (format, { text, sample, misfits = [], characters }) => {
  const samples = Array.from({ length: 50 }, (_, seed) => sample(createRandom(seed), seed % 5));

  test('texts are valid, and misfits are not', () => {
    for (const one of [text, ...samples]) expect(isInFormat(format, one), one).toBe(true);
    for (const one of misfits) expect(isInFormat(format, one), one).toBe(false);
  });

  test('no text holds a character that it does not name', () => {
    const others = ASCII.filter((character) => characters?.test(character) === false);
    for (const one of [text, ...samples.slice(0, 5)]) {
      for (let at = 0; at <= one.length; at++) {
        for (const character of others)
          for (const end of [at, at + 1]) expect(isInFormat(format, `${one.slice(0, at)}${character}${one.slice(end)}`)).toBe(false);
      }
    }
  });
});
