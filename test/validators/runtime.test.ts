// The functions that validators import: formats, equality, multiples, lengths and messages; and patterns with the flags they need.

import { describe, expect, test } from 'vitest';
import { stringLiteral } from '../../generator/emit/text/escape.ts';
import { patternExpression } from '../../generator/emit/validators/checks/string.ts';
import * as runtime from '../../runtime/validate/validation.ts';
import fc from '../support/fast-check.ts';
import { processorTime } from '../support/processor-time.ts';

const exported = new Map<string, unknown>(Object.entries(runtime));

describe('formats', () => {
  test.each<[string, string[], string[]]>([
    [
      'isDateTime',
      [
        '2026-03-14T09:26:53Z',
        '2026-03-14t09:26:53.589z',
        '1990-12-31T23:59:60Z',
        '1990-12-31T15:59:60-08:00',
        '2000-02-29T00:00:00+14:00',
      ],
      [
        '2026-03-14 09:26:53Z',
        '2026-03-14T09:26:53',
        '1990-02-31T15:59:60.123-08:00',
        '1998-12-31T23:58:60Z',
        '2026-03-14T24:00:00Z',
        '2026-03-14T09:26:53.Z',
        '2026-03-14T09:26:53+24:00',
        '2026-03-14T09:26:53+0100',
        '٢٠٢٦-03-14T09:26:53Z',
        '',
      ],
    ],
    [
      'isDate',
      ['2026-03-14', '2024-02-29', '2000-02-29', '0000-01-01'],
      ['2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-3-1', '2026-03-14Z', '06/19/1963'],
    ],
    [
      'isTime',
      ['09:26:53Z', '23:59:60Z', '01:29:60+01:30', '09:26:53.123456-08:00'],
      ['09:26:53', '24:00:00Z', '09:60:00Z', '23:59:61Z', '22:59:60Z', '09:26Z', '08:30:06 PST'],
    ],
    [
      'isDuration',
      ['P4DT12H30M5S', 'P4Y', 'PT0S', 'P1M', 'PT36H', 'P2W', 'P1Y2M3D'],
      ['PT1D', 'P', 'P1YT', 'P2D1Y', 'P1W2D', '4DT12H', 'P1', 'PT', 'P1Y2D'],
    ],
    [
      'isEmail',
      ['ann@example.com', 'te~st@example.com', "o'neil+x@a-b.example.co.uk", `${'a'.repeat(64)}@example.com`],
      [
        '2962',
        'a@b',
        'ann@',
        '@example.com',
        '.ann@example.com',
        'a..n@example.com',
        'ann@-example.com',
        'ann@example..com',
        'ann@example.com.',
        `${'a'.repeat(65)}@example.com`,
        `a@${'b'.repeat(64)}.com`,
        'a b@example.com',
        'ann@exa_mple.com',
      ],
    ],
    ['isIdnEmail', ['실례@실례.테스트', 'ann@example.com'], ['2962', '@실례.테스트', 'a b@example.com']],
    [
      'isHostname',
      ['www.example.com', 'localhost', 'xn--4gbwdl.xn--wgbh1c', 'a-b', '1.2', `${'a'.repeat(63)}.com`],
      ['-a.com', 'a-.com', 'a_b', 'a..b', '.a', 'a.', '', `${'a'.repeat(64)}.com`, `${'a.'.repeat(127)}`],
    ],
    ['isIdnHostname', ['실례.테스트', 'example.com'], ['-실례', '〮실례.테스트', 'a b']],
    [
      'isIpv4',
      ['192.168.0.1', '0.0.0.0', '255.255.255.255'],
      ['256.0.0.1', '127.0.0', '127.0.0.1.1', '087.10.0.1', '0x7f000001', '1.2.3.4/8', '१.2.3.4', '1.2.3.4\n'],
    ],
    [
      'isIpv6',
      ['::1', '::', '2001:db8::8a2e:370:7334', '::ffff:192.168.0.1', '1:2:3:4:5:6:7:8', '::42:ff:1', 'd6::', '1::d6::42'.slice(0, 5)],
      [
        '12345::',
        ':::',
        '1:2:3:4:5:6:7',
        '1:2:3:4:5:6:7:8:9',
        '1::d6::42',
        '::laptop',
        '::ffff:256.0.0.1',
        '127.0.0.1',
        '1:1:1:1:1:1:255.255.255.255:1',
        'fe80::a%eth1',
        ':2:3:4:5:6:7:8',
      ],
    ],
    [
      'isUuid',
      ['2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2EB8AA08-AA98-11EA-B4AA-73B441D16380', '00000000-0000-0000-0000-000000000000'],
      [
        '2eb8aa08-aa98-11ea-b4aa-73b441d1638',
        '2eb8aa08aa9811eab4aa73b441d16380',
        '2eb8aa08-aa98-11ea-b4ga-73b441d16380',
        'urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380',
      ],
    ],
    [
      'isUri',
      [
        'https://example.com/a?b=c#d',
        'http://foo.bar/?q=Test%20URL-encoded%20stuff',
        "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
        'ftp://ftp.is.co.za/rfc/rfc1808.txt',
        'mailto:a@b.c',
        'urn:oasis:names',
        'tel:+1-816-555-1212',
        'ldap://[2001:db8::7]/c=GB?objectClass?one',
        'http://223.255.255.254',
        'a:',
      ],
      [
        '//foo.bar/?baz=qux#quux',
        '/abc',
        '\\\\WINDOWS\\fileshare',
        'abc',
        'http:// shouldfail.com',
        ':// should fail',
        'bar,baz:// x',
        'https://[@example.org/test.txt',
        'https://example.org/foobar\\.txt',
        'https://example.org/foobar<>.txt',
        'https://example.org/%zz',
        'https://example.org/a#b#c',
        'https://[1::2::3]/',
        'https://example.org:x/',
        'http://ä.example',
        '1http://x',
      ],
    ],
    [
      'isUriReference',
      ['/abc', 'abc', '#fragment', '', '?q', '//foo.bar/?baz', 'http://foo.bar', './a:b'],
      ['\\\\WINDOWS\\fileshare', '#frag\\ment', 'a:b c', '1:2'],
    ],
    [
      'isIri',
      ['http://ƒøø.ßår/?∂éœ=πîx#πîüx', 'http://[2001:0db8:85a3::7334]', 'https://example.com/'],
      ['/abc', 'âππ', 'http:// ƒøø', 'http://2001:0db8:85a3:0000:0000:8a2e:0370:7334'],
    ],
    ['isIriReference', ['/âππ', 'âππ', '#ƒrägmênt', 'http://ƒøø.ßår/'], ['\\\\WINDOWS\\filëßåré', '#ƒräg\\mênt']],
    [
      'isUriTemplate',
      ['http://example.com/dictionary/{term:1}/{term}', '{/list*}', '{?a,b.c}', 'plain', ''],
      ['http://example.com/{term', '{}', '{a b}', 'a b', '}'],
    ],
    ['isJsonPointer', ['', '/', '/foo/bar~0/baz~1/%a', '/ ', '//', '/foo//bar'], ['/foo/bar~', '#', 'a', '/~2', '/~']],
    ['isRelativeJsonPointer', ['1', '0/foo/bar', '2/0/baz/1/zip', '0#'], ['/foo/bar', '-1/foo', '0##', '01/a', '']],
    ['isRegex', ['([abc])+\\s+$', '', '\\p{L}'], ['^(abc]', '\\', '(?<n>a)(?<n>b)', '[z-a]']],
    ['isBase64', ['', 'Zm9v', 'Zm8=', 'Zg=='], ['Zg=', 'Zm9v=', '===', 'Zm9 ', 'Zm_v']],
  ])('%s', (name, right, wrong) => {
    const isRight = exported.get(name) as (text: string) => boolean;
    expect(right.filter((text) => !isRight(text))).toEqual([]);
    expect(wrong.filter((text) => isRight(text))).toEqual([]);
  });

  test('take linear time on text designed to be slow', () => {
    const attacks = [
      'a'.repeat(400_000),
      `${'a-'.repeat(200_000)}@`,
      `a@${'a.'.repeat(200_000)}`,
      `http://${'a'.repeat(400_000)} `,
      `{${'a,'.repeat(200_000)}`,
      '1'.repeat(400_000),
      ':'.repeat(400_000),
    ];
    const checks = [...exported].filter(
      ([name]) => /^is[A-Z]/.test(name) && !['isObject', 'isShorter', 'isMultipleOf', 'isRegex'].includes(name),
    );
    expect(checks.length).toBeGreaterThan(15);
    const seconds = processorTime();
    for (const [, check] of checks) for (const attack of attacks) (check as (text: string) => boolean)(attack);
    expect(seconds()).toBeLessThan(10);
  });
});

describe('numbers', () => {
  test.each([
    [0.0075, 0.0001, true],
    [0.00751, 0.0001, false],
    [19.99, 0.01, true],
    [0.3, 0.1, true],
    [0.30000000000000004, 0.1, false],
    [4.5, 1.5, true],
    [35, 1.5, false],
    [12391239123, 1e-8, true],
    [1e308, 0.123456789, false],
    [1e300, 0.1, true],
    [-1.1, 0.55, true],
    [0, 0.01, true],
    [5e-324, 5e-324, true],
    [123456789.12, 0.01, true],
    [123456789.123, 0.01, false],
  ])('%d is a multiple of %d: %s', (value, step, want) => {
    expect(runtime.isMultipleOf(value, step)).toBe(want);
  });

  test('decimal multiples are exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 1, max: 6 }), (units, places) => {
        expect(runtime.isMultipleOf(Number(`${units}e-${places}`), Number(`1e-${places}`))).toBe(true);
        expect(runtime.isMultipleOf(Number(`${units}5e-${places + 1}`), Number(`1e-${places}`))).toBe(false);
      }),
    );
  });
});

describe('equality', () => {
  test.each([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{ a: undefined }, { b: undefined }, false],
    [0, -0, true],
    [1, true, false],
    [null, {}, false],
    [{ constructor: 1 }, {}, false],
  ])('%j and %j: %s', (left, right, want) => {
    expect(runtime.deepEqual(left, right)).toBe(want);
    expect(runtime.hasUniqueItems([left, right])).toBe(!want);
    // Long arrays use another algorithm.
    expect(runtime.hasUniqueItems([left, right, ...Array.from({ length: 20 }, (_, index) => `${index}`)])).toBe(!want);
  });

  test('unique items: strings that look like serialized objects are distinct values', () => {
    const many = Array.from({ length: 20 }, (_, index) => index + 100);
    expect(
      runtime.hasUniqueItems([...many, { a: 1 }, '{"a":1}', '\0{"a":1,}', '\0\0{"a":1,}', [1], '[1]', '1', 1, true, 'true', null, 'null']),
    ).toBe(true);
    expect(runtime.hasUniqueItems([...many, '\0x', '\0x'])).toBe(false);
    expect(runtime.hasUniqueItems([...many, { a: 1, b: 2 }, { b: 2, a: 1 }])).toBe(false);
  });

  test('unique items agree with pairwise comparison', () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(value, fc.constantFrom<unknown>(0, 1, '1', [], {}, [0], { a: 1, b: 2 }, { b: 2, a: 1 })), { maxLength: 30 }),
        (items) => {
          const plainly = items.every((left, index) => items.slice(index + 1).every((right) => !runtime.deepEqual(left, right)));
          expect(runtime.hasUniqueItems(items)).toBe(plainly);
        },
      ),
    );
  });

  test('case 49: a large or deep array does not hang or overflow', () => {
    const seconds = processorTime();
    expect(runtime.hasUniqueItems(Array.from({ length: 100_000 }, (_, index) => ({ index })))).toBe(true);
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(runtime.hasUniqueItems([deep, JSON.parse(JSON.stringify([1])), 2])).toBe(true);
    expect(runtime.deepEqual(deep, JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toBe(true);
    expect(seconds()).toBeLessThan(10);
  });
});

test.each([
  ['', 0],
  ['abc', 3],
  ['é😀', 2],
  ['😀😀😀', 3],
  ['\ud83d', 1],
  ['\ude00\ud83d', 2],
])('%j has %d code points', (text, want) => {
  expect(runtime.codePoints(text)).toBe(want);
  expect(runtime.isShorter(text, want)).toBe(false);
  expect(runtime.isShorter(text, want + 1)).toBe(true);
});

describe('messages', () => {
  test.each<[keyword: string, want: string, expected: unknown]>([
    ['required', 'is missing', 'a'],
    ['dependentRequired', 'is missing', 'a'],
    ['const', 'must be novel', 'novel'],
    ['const', 'must be [1,"a"]', [1, 'a']],
    ['const', 'must be 9007199254740993', 9007199254740993n],
    ['enum', 'must be one of: novel, craft', ['novel', 'craft']],
    ['enum', 'must be one of: "two words", "", "1", "null", 1, null, http://a', ['two words', '', '1', 'null', 1, null, 'http://a']],
    ['enum', 'must be one of: a, b, c, d, e, f, g, h, i, j and 2 more', 'abcdefghijkl'.split('')],
    ['discriminator', 'must be one of: cat, dog', ['cat', 'dog']],
    ['format', 'must be a valid date-time', 'date-time'],
    ['pattern', 'must match the pattern ^[$&]+$', '^[$&]+$'],
    ['minLength', 'must have at least 2 characters', 2],
    ['maxLength', 'must have at most 1 character', 1],
    ['minItems', 'must have at least 1 item', 1],
    ['maxItems', 'must have at most 3 items', 3],
    ['minProperties', 'must have at least 1 property', 1],
    ['maxProperties', 'must have at most 2 properties', 2],
    ['contains', 'must contain at least 1 matching item', 1],
    ['minContains', 'must contain at least 2 matching items', 2],
    ['maxContains', 'must contain at most 2 matching items', 2],
    ['minimum', 'must be at least 1', 1],
    ['maximum', 'must be at most 9007199254740993', 9007199254740993n],
    ['exclusiveMinimum', 'must be greater than 0', 0],
    ['exclusiveMaximum', 'must be less than 0.5', 0.5],
    ['multipleOf', 'must be a multiple of 0.01', 0.01],
    ['uniqueItems', 'must not contain an item twice', true],
    ['properties', 'is not a known property', false],
    ['additionalProperties', 'is not a known property', false],
    ['unevaluatedProperties', 'is not a known property', false],
    ['items', 'is one item too many', false],
    ['prefixItems', 'is one item too many', false],
    ['unevaluatedItems', 'is one item too many', false],
    ['anyOf', 'must match at least one of: a string, an array', ['a string', 'an array']],
    ['anyOf', 'must come with a or with b and c', ['with a', 'with b and c']],
    ['oneOf', 'must match exactly one of: Cat, Dog', ['Cat', 'Dog']],
    ['not', 'must not match Cat', 'Cat'],
    ['depth', 'is nested too deeply', undefined],
    ['maxDepth', 'must not be nested more than 8 levels deep', 8],
    ['syntax', 'must be name=value', 'name=value'],
    ['encoding', 'must be percent-encoded UTF-8', 'percent-encoded UTF-8'],
    ['unheard', 'is not allowed (unheard)', 2],
  ])('%s: %s', (keyword, want, expected) => {
    expect(runtime.formatIssue({ path: '/a', keyword, expected, found: 'secret' })).toBe(`/a ${want}.`);
  });

  test.each<[expected: unknown, want: string, found: unknown]>([
    ['object', 'The value must be an object, but is an array.', []],
    [['string', 'null'], 'The value must be a string or null, but is an integer.', 3],
    ['integer', 'The value must be an integer, but is a number.', 1.5],
    ['number', 'The value must be a number, but is not a finite number.', Number.NaN],
    ['string', 'The value must be a string, but is an integer.', 1n],
    ['array', 'The value must be an array, but is null.', null],
  ])('type %s: %s', (expected, want, found) => {
    expect(runtime.formatIssue({ path: '', keyword: 'type', expected, found })).toBe(want);
  });

  test('without a found value', () => {
    expect(runtime.formatIssue({ path: '/a', keyword: 'type', expected: 'integer' })).toBe('/a must be an integer.');
  });
});

describe('patterns', () => {
  test.each([
    ['^(a|b)+$', '^(?:a|b)+$'],
    ['\\((x)[(]', '\\((?:x)[(]'],
    ['(?<year>\\d+)(?=x)(?:y)', '(?<year>\\d+)(?=x)(?:y)'],
    ['(a)\\1', '(a)\\1'],
    ['(?<n>a)\\k<n>(b)', '(?<n>a)\\k<n>(b)'],
    ['[\\](](a)', '[\\](](?:a)'],
  ])('%s → %s', (given, want) => {
    const text = patternExpression(given, { kind: 'native', flags: '' }, () => 'linear');
    expect(text).toBe(`/* @__PURE__ */ new RegExp(${stringLiteral(want)}, '')`);
  });
});
