// Queries of overlays, by the examples and rules of RFC 9535: what is a query, what is none, and what a query selects.
import { describe, expect, test } from 'vitest';
import { createSelect, unquotedName } from '../../generator/load/overlay/select.ts';

const select = createSelect();
const limits = { milliseconds: 5000, matches: 1000, depth: 50 };
const document = {
  o: { j: 1, k: 2, 'j j': { 'k.k': 3 }, '@': 4, '☺': 5 },
  a: [3, 5, 1, 2, 4, 6, { b: 'j' }, { b: 'k' }, { b: {} }, { b: 'kilo' }],
  n: null,
  e: 'f',
};

const found = (query: string): unknown => {
  const selection = select(query, document, limits);
  return selection.kind === 'matches' ? selection.matches.map(({ tokens }) => tokens.join('/')) : selection.kind;
};

test.each<[query: string, want: readonly string[]]>([
  ['$', ['']],
  ["$.o['j j']['k.k']", ['o/j j/k.k']],
  ['$["o"]["\\u0040"]', ['o/@']],
  ['$.o.☺', ['o/☺']],
  ['$.n', ['n']],
  ['$.n[0]', []],
  ['$[?@.b]', ['a'].slice(1)],
  ['$.a[-1]', ['a/9']],
  ['$.a[1:6:2]', ['a/1', 'a/3', 'a/5']],
  ['$.a[5:1:-2]', ['a/5', 'a/3']],
  ['$.a[::-1][?@ == 1]', []],
  ['$.a[0,0]', ['a/0']],
  ["$.a[?@.b == 'kilo']", ['a/9']],
  ['$.a[?@ > 3.5]', ['a/1', 'a/4', 'a/5']],
  ['$.a[?@.b]', ['a/6', 'a/7', 'a/8', 'a/9']],
  ['$.a[?!@.b && @ < 2]', ['a/2']],
  ["$.a[?@ < 2 || @.b == 'k']", ['a/2', 'a/7']],
  ["$.a[?match(@.b, '[jk]')]", ['a/6', 'a/7']],
  ["$.a[?search(@.b, '[jk]')]", ['a/6', 'a/7', 'a/9']],
  ['$.a[?length(@.b) == 4]', ['a/9']],
  ['$[?count(@.*) > 5]', ['a']],
  ['$[?value(@..j) == 1]', ['o']],
  ['$.a[?@ == $.o.k]', ['a/3']],
  ['$.a[?@.x == @.y]', Array.from({ length: 10 }, (_, index) => `a/${index}`)],
  ['$..j', ['o/j']],
  ['$ ["o"] [ "j" ]', ['o/j']],
])('%s', (query, want) => {
  expect(found(query)).toEqual(want);
});

describe('no query', () => {
  test.each([
    '',
    'o',
    '@.o',
    ' $',
    '$ ',
    '$.',
    '$..',
    '$. o',
    '$.1a',
    '$[01]',
    '$[-0]',
    '$[9007199254740992]',
    '$[1:2:3:4]',
    '$[]',
    "$['o'",
    '$["\\x41"]',
    '$["\\uD800"]',
    '$[a]',
    '$.o.length()',
    '$[(@.length-1)]',
    '$[?@.a === 1]',
    '$[?@.a == 1 &&]',
    '$[?1]',
    '$[?@.* == 1]',
    '$[?length(@)]',
    '$[?count(1) > 0]',
    '$[?match(@.b, "a") == true]',
    '$[?@.b == [1]]',
    '$[?@.b == TRUE]',
    '$[?@.b == 01]',
    '$.o~',
    '$.o.^',
  ])('%s', (query) => {
    expect(found(query)).toBe('invalid');
  });
});

test.each<[query: string, name: string | undefined]>([
  ['$.info.x-a', 'x-a'],
  ['$..x-a-b[0]', 'x-a-b'],
  ['$[?@.get.x-a]', 'x-a'],
  ["$['x.a-b']", undefined],
  ['$[?@.a == "\\".x-a"].b', undefined],
  ['$[?@ > 1.5e-3 && @.a > -1]', undefined],
])('names with a hyphen are quoted: %s', (query, name) => {
  expect(unquotedName(query)).toBe(name);
});
