// Reads example data from the JSON in generated code: every value as it was written, with references to shared parts.
import { describe, expect, test } from 'vitest';
import { rawJson } from '../../generator/emit/text/escape.ts';
import { readFacts } from '../../runtime/testing/example-facts.ts';

describe('values', () => {
  test.each<[string, unknown]>([
    ['a bigint', 2n ** 64n],
    ['a negative one', -(2n ** 63n)],
    ['one of many digits', 10n ** 200n],
    ['the smallest unsafe integer', 2n ** 53n],
    ['the greatest integer that a double holds', 2 ** 53 - 1],
    ['a double of as many digits', 2 ** 64],
    ['a double beyond them', -1e22],
    ['one without end', Number.POSITIVE_INFINITY],
    ['a fraction of many digits', 0.12345678901234568],
    ['a small fraction', 1.2345678901234568e-19],
    ['digits in a text', '12345678901234567890'],
    ['a text like a mark', ['#12345678901234567890', '##1', '"#', '\\"#12345678901234567890']],
    ['minus nothing', -0],
    ['half a surrogate pair', '\ud800'],
  ])('%s', (_, value) => {
    const { schemas } = readFacts(rawJson({ schemas: { A: { examples: [value, { '12345678901234567890': value }, 2n ** 70n] } } }));
    expect(schemas).toEqual({ A: { examples: [value, { '12345678901234567890': value }, 2n ** 70n] } });
    expect(readFacts(rawJson({ schemas: { A: { const: value } } })).schemas).toEqual({ A: { const: value } });
  });

  test('case 11: a key __proto__ is an own key', () => {
    const section = JSON.parse('{"__proto__": {"type": ["string"]}}') as object;
    for (const long of [1, 2n ** 70n]) {
      const { schemas, operations } = readFacts(rawJson({ schemas: section, operations: section, parameters: { a: { const: long } } }));
      expect(Object.keys(schemas)).toEqual(['__proto__', '#/parameters/a']);
      expect(Object.keys(operations)).toEqual(['__proto__']);
      expect(Object.hasOwn(Object.prototype, 'type')).toBe(false);
    }
  });
});

test('a file can refer to shared schemas and add its own', () => {
  const shared = readFacts(rawJson({ schemas: { A: true, B: true }, parameters: { p: {} }, headers: { h: {} }, responses: { r: {} } }));
  const own = readFacts(rawJson({ schemas: { B: false }, operations: { get: { input: {}, responses: {} } } }), shared);
  expect(own).toEqual({
    schemas: { A: true, B: false, '#/parameters/p': {}, '#/headers/h': {} },
    responses: { '#/responses/r': {} },
    operations: { get: { input: {}, responses: {} } },
  });
});
