// Patterns with the flags of other languages: what is written without them, and what cannot be.
import { expect, test } from 'vitest';
import { withoutInlineFlags } from '../../generator/model/patterns/inline-flags.ts';
import { lines, read } from './support.ts';

test.each([
  ['(?i)abc', '[Aa][Bb][Cc]'],
  ['^(?i)abc$', '^[Aa][Bb][Cc]$'],
  ['(?i)^a1-b_c$', '^[Aa]1-[Bb]_[Cc]$'],
  ['(?i)a|b', '[Aa]|[Bb]'],
  ['(?i)a{2,3}b+', '[Aa]{2,3}[Bb]+'],
  ['(?i)[a-f0-9]', '[A-Fa-f0-9]'],
  ['(?i)[A-F]', '[a-fA-F]'],
  ['(?i)[^x]', '[^Xxx]'],
  ['(?i)[W-c]', '[A-Cw-zW-c]'],
  ['(?i)[a-z_-]', '[A-Za-z_-]'],
  ['(?i)[-a]', '[Aa\\-a]'],
  ['(?i)[\\w.-]', '[\\w.-]'],
  ['(?i)[\\d\\-x]', '[Xx\\d\\-x]'],
  ['(?i)\\d\\.\\s\\bx', '\\d\\.\\s\\b[Xx]'],
  ['(?i)\\x41\\u0042\\x31', '[Aa][Bb]\\x31'],
  ['(?i)\\p{L}+', '\\p{L}+'],
  ['(?i)(?:a(?=b)|(?<!c)d)', '(?:[Aa](?=[Bb])|(?<![Cc])[Dd])'],
  ['(?i)(?<year>\\d+)y', '(?<year>\\d+)[Yy]'],
  ['(?i)€中', '€中'],
  ['(?s)a.b', 'a[\\s\\S]b'],
  ['(?is)a.', '[Aa][\\s\\S]'],
  ['(?s)[.]\\.', '[.]\\.'],
  ['(?i:a)b', '(?:[Aa])b'],
  ['(?i)a(?-i:b)c', '[Aa](?:b)[Cc]'],
  ['(?i)a(?-i)b', '[Aa]b'],
  ['x((?i)a)b', 'x([Aa])b'],
  ['(é)\\1(?i:a)', '(é)\\1(?:[Aa])'],
])('%s is %s', (given, want) => {
  expect(withoutInlineFlags(given)).toBe(want);
  // Each text of its own case, and of the other, as the flags of the engine have it.
  const [, on = '', rest = ''] = /^\^?\(\?([is]+)\)(.*)$/s.exec(given) ?? [];
  if (on === '' || /\(\?-/.test(rest)) return;
  const [flagged, written] = [new RegExp(rest, `${on}u`), new RegExp(want, 'u')];
  for (let code = 0; code < 0x80; code++) {
    const character = String.fromCharCode(code);
    for (const text of [character, `${character}B1`, `a${character}b`, `A1-B_${character}`, `\u20ac${character}`])
      if (!given.startsWith('^')) expect([text, written.test(text)]).toEqual([text, flagged.test(text)]);
  }
});

test.each([
  ['no flags', '^[a-z]+$'],
  ['a group without flags', '(?:a)(?=b)(?<n>c)'],
  ['a letter outside of ASCII', '(?i)é'],
  ['a range with one', '(?i)[à-ÿ]'],
  ['a range that ends outside of ASCII', '(?i)[a-\\u00ff]'],
  ['a number of one', '(?i)\\u00e9'],
  ['a property of one case', '(?i)\\p{Lu}'],
  ['a property of one case in a class', '(?i)[\\p{Ll}_]'],
  ['a reference to a group', '(?i)(a)\\1'],
  ['a reference by name', '(?i)(?<n>a)\\k<n>'],
  ['another flag', '(?m)^a$'],
  ['white space that does not count', '(?ix)a b'],
  ['an anchor of other languages', '(?i)\\Aabc\\z'],
  ['quoted text', '(?i)\\Qa.b\\E'],
  ['a class inside another', '(?i)[[:alpha:]]'],
  ['an intersection', '(?i)[a-z&&b]'],
  ['a group that is not closed', '(?i)(abc'],
  ['a quantifier after flags', 'a(?i)*'],
  ['an atomic group', '(?i)(?>a)'],
  ['a possessive quantifier', '(?i)a++'],
])('%s: %s stays as it is', (_title, given) => {
  expect(withoutInlineFlags(given)).toBeUndefined();
});

test('a schema has the pattern without flags, with a warning', async () => {
  const { service, problems } = await read(`openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      parameters: [{ name: q, in: query, schema: { type: string, not: { pattern: '(?i)no' } } }]
      responses: { '200': { description: Fine., content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } }
components:
  schemas:
    A:
      type: object
      properties: { a: { type: string, pattern: '^(?i)ab$' } }
      patternProperties: { '(?i)x': { type: integer }, '(?i)y': {}, '[Yy]': {} }
`);
  const found = service?.schemas.find(({ name }) => name === 'A');
  expect([...(found?.patternProperties?.keys() ?? [])]).toEqual(['[Xx]', '(?:[Yy])', '[Yy]']);
  expect(found?.properties?.get('a')?.pattern).toBe('^[Aa][Bb]$');
  expect(lines(problems)).toContain('warning pattern-flags /components/schemas/A/properties/a/pattern');
  expect(lines(problems)).toContain('warning pattern-flags /paths/~1a/get/parameters/0/schema/not/pattern');
  expect(problems.find(({ location }) => location.pointer.endsWith('/a/pattern'))?.message).toBe(
    'ECMA-262 has no flags inside of patterns, so `^(?i)ab$` is read as `^[Aa][Bb]$`.',
  );
});
