// `Link` headers: finds the link with a relation, and reads any text in one pass without throwing.

import { expect, test } from 'vitest';
import { nextLink } from '../../runtime/wire/link-header.ts';
import fc from '../support/fast-check.ts';
import { processorTime } from '../support/processor-time.ts';

// All that a path or a query may hold. fast-check's own addresses first note each code point, which takes longer than all tests of this file.
const CHARACTERS = [..."aZ09-._~!$&'()*+,;=:@/?", '%20', '%2C', '%3E', '%E2%82%AC'];
const target = fc
  .tuple(
    fc.constantFrom('http://', 'https://'),
    fc.constantFrom('a.example', 'list.example:8080', '[::1]'),
    fc.string({ unit: fc.constantFrom(...CHARACTERS) }),
  )
  .map(([scheme, host, rest]) => `${scheme}${host}/${rest}`);
const relation = fc.constantFrom('prev', 'first', 'last', 'x-other', 'https://rel.example/next');
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const parameter = fc
  .tuple(fc.constantFrom('title', 'type', 'hreflang'), fc.string())
  .map(([name, value]) => `; ${name}=${quoted(value.replace(/[\r\n]/g, ''))}`);
const link = fc.record({
  target,
  relations: fc.array(relation, { minLength: 1, maxLength: 3 }),
  parameters: fc.array(parameter, { maxLength: 2 }),
});

test('finds the first link with the relation among others', () => {
  const property = fc.property(
    fc.array(link, { maxLength: 4 }),
    target,
    fc.array(link, { maxLength: 4 }),
    fc.boolean(),
    (before, next, after, plain) => {
      const written = [
        ...before.map(({ target, relations, parameters }) => `<${target}>${parameters.join('')}; rel=${quoted(relations.join(' '))}`),
        `<${next}>; rel=${plain ? 'next' : quoted('last NEXT')}`,
        ...after.map(({ target, parameters }) => `<${target}>;rel=next${parameters.join('')}`),
      ].join(', ');
      expect(nextLink(written, 'next')).toBe(next);
      expect(nextLink(written, 'none')).toBeUndefined();
    },
  );
  fc.assert(property);
});

test('reads any text, in linear time', () => {
  const pieces = fc.constantFrom('<', '>', ';', ',', '"', '\\', '=', ' ', '\t', 'rel', 'next', 'anchor', 'a');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const found = nextLink(parts.join(''), 'next');
      expect(found === undefined || parts.join('').includes(found)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  const seconds = processorTime();
  for (const text of ['<', '<a>;', '<a>; rel="', '<a>; rel=x,', '"\\', '; ', ',,,, ']) nextLink(text.repeat(200_000), 'next');
  expect(seconds()).toBeLessThan(10);
});
