// Tests parameter encoding: the tables of RFC 6570 and OpenAPI, strict lexical forms, values that a style cannot express, and round trips.
import * as runtime from '@octavo/runtime';
import { createQuerySerializer } from 'openapi-fetch';
import { describe, expect, it, test } from 'vitest';
import type { Encodable } from '../../runtime/contract/codec.ts';
import { createRouter } from '../../runtime/server/routing/router.ts';
import { decodePairs } from '../../runtime/wire/decode.ts';
import { encodeParameter, fillPath } from '../../runtime/wire/encode.ts';
import { queryPairs } from '../../runtime/wire/pairs.ts';
import { readPrimitive } from '../../runtime/wire/primitive.ts';
import { anyText } from '../support/any-text.ts';
import fc from '../support/fast-check.ts';
import { CELLS, type Cell, cellName, decode, decodeWith, encode, KINDS, VALUES } from './cells.ts';

const query = { in: 'query', style: 'form', explode: true } as const;
const comma = { in: 'query', style: 'form', explode: false } as const;
const deep = { in: 'query', style: 'deepObject', explode: true } as const;
const path = { in: 'path', style: 'simple', explode: false } as const;
const header = { in: 'header', style: 'simple', explode: false } as const;

describe.each(CELLS.map((cell) => [cellName(cell), cell] as const))('%s', (_name, cell) => {
  for (const kind of KINDS) {
    const want = cell.want[kind];
    if (want === undefined) continue;
    test(`${kind}: ${want}`, () => {
      const [value, shape] = VALUES[kind];
      expect(encode(cell, shape, value)).toBe(want);
      expect(decode(cell, shape, want)).toEqual({ value, issues: [] });
    });
  }

  test('absent and empty values have no text', () => {
    expect(encode(cell, 'string', undefined)).toBeUndefined();
    expect(encode(cell, { additional: 'string' }, {})).toBeUndefined();
    expect(encode(cell, { additional: 'string' }, { a: undefined })).toBeUndefined();
    if (cell.style !== 'deepObject') expect(encode(cell, ['string'], [])).toBeUndefined();
  });

  test('a value that cannot be encoded throws an error that names the parameter', () => {
    for (const value of [Symbol('s'), () => 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => encode(cell, 'string', value)).toThrow(runtime.InvalidParameterError);
      expect(() => encode(cell, { additional: 'string' }, { a: value })).toThrow(runtime.InvalidParameterError);
    }
    expect(() => encode(cell, { additional: 'string' }, ['a'])).toThrow('must be an object');
    expect(() => encode(cell, { additional: 'string' }, 'a')).toThrow('must be an object');
  });
});

// RFC 6570 sections 3.2.2, 3.2.5, 3.2.7, 3.2.8: var, hello, path, list and keys of its section 3.2.
const semi = { semi: ';', dot: '.', comma: ',' };
const list = ['red', 'green', 'blue'];
const rfc6570: readonly (readonly [string, string, runtime.ParameterCodec, Encodable['in'], unknown, string])[] = [
  ['{var}', 'var', runtime.simple, 'path', 'value', 'value'],
  ['{hello}', 'hello', runtime.simple, 'path', 'Hello World!', 'Hello%20World%21'],
  ['{half}', 'half', runtime.simple, 'path', '50%', '50%25'],
  ['{list}', 'list', runtime.simpleArray, 'path', list, 'red,green,blue'],
  ['{keys}', 'keys', runtime.simpleObject, 'path', semi, 'semi,%3B,dot,.,comma,%2C'],
  ['{keys*}', 'keys', runtime.simpleExplodeObject, 'path', semi, 'semi=%3B,dot=.,comma=%2C'],
  ['{.who}', 'who', runtime.label, 'path', 'fred', '.fred'],
  ['{.half}', 'half', runtime.label, 'path', '50%', '.50%25'],
  ['{.list}', 'list', runtime.labelArray, 'path', list, '.red,green,blue'],
  ['{.list*}', 'list', runtime.labelExplodeArray, 'path', list, '.red.green.blue'],
  ['{;hello}', 'hello', runtime.matrix, 'path', 'Hello World!', ';hello=Hello%20World%21'],
  ['{;empty}', 'empty', runtime.matrix, 'path', '', ';empty'],
  ['{;list}', 'list', runtime.matrixArray, 'path', list, ';list=red,green,blue'],
  ['{;list*}', 'list', runtime.matrixExplodeArray, 'path', list, ';list=red;list=green;list=blue'],
  ['{;keys}', 'keys', runtime.matrixObject, 'path', semi, ';keys=semi,%3B,dot,.,comma,%2C'],
  ['{;keys*}', 'keys', runtime.matrixExplodeObject, 'path', semi, ';semi=%3B;dot=.;comma=%2C'],
  ['{?empty}', 'empty', runtime.form, 'query', '', 'empty='],
  ['{?x}', 'x', runtime.form, 'query', 1024, 'x=1024'],
  ['{?list}', 'list', runtime.formArray, 'query', list, 'list=red,green,blue'],
  ['{?list*}', 'list', runtime.formExplodeArray, 'query', list, 'list=red&list=green&list=blue'],
  ['{?keys}', 'keys', runtime.formObject, 'query', semi, 'keys=semi,%3B,dot,.,comma,%2C'],
  ['{?keys*}', 'keys', runtime.formExplodeObject, 'query', semi, 'semi=%3B&dot=.&comma=%2C'],
];

test.each(rfc6570)("RFC 6570's %s of %s", (_expression, name, codec, place, value, want) => {
  expect(encodeParameter({ in: place, name, codec }, value)).toBe(want);
});

describe('case 36: no path value leaves its segment', () => {
  const into = (value: unknown, codec: runtime.ParameterCodec = runtime.simple, template = '/a/{id}/b', escaping?: runtime.Escape) =>
    [...template.matchAll(/\{(\w+)\}/g)].reduce((path, [, name = '']) => {
      const text = encodeParameter({ in: 'path', name, codec, ...(escaping === undefined ? {} : { escape: escaping }) }, value);
      return fillPath(path, name, text);
    }, template);

  it.each(['%2e%2e', 'a/b', 'a?x=1', 'a#b', 'a\\b', 'ü', '💌', ' ', '%2F', 'a;b', '..a', '...', "it's (so) *bold*!"])(
    'case 36: %j stays in it',
    (value) => {
      for (const text of [into(value), into(value, runtime.simple, '/a/{id}/b', runtime.reserved)]) {
        const url = new URL(`https://example.com${text}`);
        expect(url.pathname.split('/')).toHaveLength(4);
        expect(url.search + url.hash).toBe('');
        expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(value);
      }
    },
  );

  it.each(['.', '..', '', '\0', 'a\0b', '\ud800'])('case 36: %j throws', (value) => {
    expect(() => into(value)).toThrow(runtime.InvalidPathParameterError);
  });

  it.each([
    ['label', '', runtime.label],
    ['label', '.', runtime.labelArray],
    ['list', [''], runtime.simpleArray],
    ['empty list', [], runtime.simpleArray],
    ['empty object', {}, runtime.simpleObject],
    ['missing', undefined, runtime.simple],
  ] as const)('case 36: %s of %j throws', (_, value, codec) => {
    expect(() => into(value, codec)).toThrow(runtime.InvalidPathParameterError);
  });

  it('case 36: two values in one segment do not make a dot segment', () => {
    expect(() => into('.', runtime.simple, '/a/{x}{y}')).toThrow('"." or ".."');
    expect(into('.', runtime.simple, '/a/{x}-{y}')).toBe('/a/.-.');
  });

  it.each([
    ['-', '{a}-{b}', undefined],
    ['.', '{a}.{b}.json', undefined],
    ['~', 'x~{a}~~{b}', undefined],
    [':', '{a}:{b}', runtime.reserved],
  ])('two values with %j between them arrive as two, whatever is in them', (separator, segment, escaping) => {
    const router = createRouter([{ method: 'GET', path: `/${segment}`, value: 1 }]);
    const word = fc.string({ unit: fc.constantFrom(separator, '-', '.', 'x', 'é', '/', '%'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const [first = '', second = ''] = [a, b].map((value, index) =>
          encodeParameter(
            { in: 'path', name: 'p', codec: runtime.simple, ...(index === 0 ? { escape: runtime.before(separator, escaping) } : {}) },
            value,
          ),
        );
        const found = router(`/${segment.replace('{a}', () => first).replace('{b}', () => second)}`);
        if (found === undefined || found === 'malformed') throw new Error(`${a} and ${b}: ${found}`);
        expect([...(found.find('GET')?.parameters.values() ?? [])].map(decodeURIComponent)).toEqual([a, b]);
      }),
    );
  });

  it('case 36: any text keeps the number of segments or throws', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(undefined, runtime.reserved), (value, escaping) => {
        let text: string;
        try {
          text = into(value, runtime.simple, '/a/{id}/b', escaping);
        } catch (error) {
          expect(error).toBeInstanceOf(runtime.InvalidPathParameterError);
          return;
        }
        const url = new URL(`https://example.com${text}`);
        expect(url.pathname.split('/')).toHaveLength(4);
        expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(value);
      }),
    );
  });
});

describe('case 38: own properties only', () => {
  it.each(['__proto__', 'constructor', 'hasOwnProperty', '$query___proto__'])('case 38: %s is data both ways', (key) => {
    const value = JSON.parse(`{"${key}":"x"}`);
    for (const cell of CELLS.filter(({ want }) => want.object !== undefined)) {
      const read = decode(cell, { additional: 'string' }, encode(cell, { additional: 'string' }, value) ?? '').value;
      expect(Object.entries(read as object)).toEqual([[key, 'x']]);
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    }
    const nested = decode(deep, { additional: { additional: 'string' } }, `color[${key}][${key}]=x`).value;
    expect(JSON.stringify(nested)).toBe(`{"${key}":{"${key}":"x"}}`);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});

describe('case 39: header values', () => {
  it.each(['a\r\nx: 1', 'a\nb', 'a\0', 'Ā', '💌', ' a', 'a\t', '\x7f', '\x1b'])(
    'case 39: %j throws an error that does not show the value',
    (value) => {
      const attempt = () => encodeParameter({ in: 'header', name: 'X-Tag', codec: runtime.header }, value, 'op');
      expect(attempt).toThrow(runtime.InvalidHeaderError);
      expect(attempt).toThrow(/^op: header\.X-Tag has a character not allowed there/);
    },
  );

  test('a single value may contain Latin-1 and commas', () => {
    expect(encode(header, 'string', 'é, ÿ')).toBe('é, ÿ');
  });

  test('an item with a comma and a name with "=" cannot be encoded', () => {
    expect(() => encode(header, ['string'], ['a,b'])).toThrow(runtime.InvalidHeaderError);
    expect(() => encode({ ...header, explode: true }, { additional: 'string' }, { 'a=b': '1' })).toThrow(runtime.InvalidHeaderError);
  });
});

describe('case 53: one lexical form per type; any other text stays a string', () => {
  it.each([
    ['integer', '0', 0],
    ['integer', '-7', -7],
    ['integer', '9007199254740991', 9007199254740991],
    ['integer', '9007199254740993', '9007199254740993'],
    ['integer', '123456789012345678901234567890', '123456789012345678901234567890'],
    ['integer', '1e2', '1e2'],
    ['integer', '0x10', '0x10'],
    ['integer', ' 5', ' 5'],
    ['integer', '5 ', '5 '],
    ['integer', '+1', '+1'],
    ['integer', '01', '01'],
    ['integer', '٣', '٣'],
    ['integer', '-0', '-0'],
    ['integer', '100.0', '100.0'],
    ['integer', '', ''],
    ['number', '1.5', 1.5],
    ['number', '1e2', 100],
    ['number', '-0', '-0'],
    ['number', '-0.0', '-0.0'],
    ['number', '.5', '.5'],
    ['number', '5.', '5.'],
    ['number', '1e400', '1e400'],
    ['number', 'NaN', 'NaN'],
    ['number', 'Infinity', 'Infinity'],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', 'TRUE', 'TRUE'],
    ['boolean', '1', '1'],
    ['null', 'null', null],
    ['integer|string', '5', 5],
    ['integer|string', '5x', '5x'],
    ['boolean|null', 'null', null],
  ] as const)('case 53: %s %j', (types, text, want) => {
    expect(readPrimitive(text, types)).toBe(want);
  });

  const issuesOf = (text: string, cell: Pick<Cell, 'in' | 'style' | 'explode'>, shape: runtime.Shape) => decode(cell, shape, text).issues;
  const single = [{ path: '/query/color', expected: 'single value' }];

  it('case 53: a scalar key twice is an issue', () => {
    expect(issuesOf('color=1&color=2', query, 'integer')).toMatchObject(single);
    expect(issuesOf('color=1,2&color=3', comma, ['integer'])).toMatchObject(single);
    expect(issuesOf('color%5BR%5D=1&color[R]=2', deep, { properties: { R: 'integer' } })).toMatchObject(single);
  });

  it.each([
    ['color[a][b]=1', 'a member of what is text'],
    ['color[a]=1&color[a][b]=2', 'a value and members'],
    ['color[l][0]=1&color[l]=2', 'a list in two forms'],
    ['color[l][]=1&color[l][0]=2', 'a list in two forms'],
    ['color[l][1]=1', 'a list with a gap'],
    ['color[l][00]=1', 'another way to write 0'],
    ['color[l][length]=1', 'a list with a name'],
    ['color[o]=1', 'text for an object'],
    ['color[a', 'no end'],
    ['color[a]b=1', 'text after the end'],
    ['color[a[b]]=1', 'brackets in brackets'],
    [`color${'[o]'.repeat(9)}=1`, 'nine levels'],
    [`color${'[o]'.repeat(5000)}=1`, 'five thousand levels'],
    ['color[l][]=1&'.repeat(10_000), 'ten thousand values'],
  ])('case 53: query %#', (text) => {
    const shape = { properties: { a: 'string', l: ['string'], o: { properties: { o: 'string' } } } } as const;
    expect(issuesOf(text, deep, shape)).toHaveLength(1);
  });

  it.each(['color=%zz', 'color=%E0%A4%A', 'color=%C0%AF', 'color=%'])('case 51: %s is an issue, not a throw', (text) => {
    for (const [cell, shape] of [
      [query, 'string'],
      [query, ['string']],
      [comma, ['string']],
    ] as const) {
      expect(issuesOf(text, cell, shape)).toMatchObject([{ keyword: 'encoding' }]);
    }
    expect(issuesOf(text.replace('=', '[a]='), deep, {})).toMatchObject([{ keyword: 'encoding' }]);
  });

  it('case 51: a query with a name that cannot be decoded is rejected', () => {
    expect(queryPairs('%zz=1')).toBeUndefined();
  });

  it.each(['%zz', '%E0%A4%A', '%C0%AF'])('case 51: %s in a path is an issue', (text) => {
    expect(issuesOf(text, path, 'string')).toMatchObject([{ keyword: 'encoding' }]);
    expect(issuesOf(`.${text}`, { ...path, style: 'label' }, ['string'])).toMatchObject([{ keyword: 'encoding' }]);
    expect(issuesOf(`;color=${text}`, { ...path, style: 'matrix' }, 'string')).toMatchObject([{ keyword: 'encoding' }]);
  });

  it('case 52: decoded once, never twice', () => {
    expect(decode(path, 'string', 'a%252Fb').value).toBe('a%2Fb');
    expect(decode(path, 'string', 'a%2Fb').value).toBe('a/b');
  });

  test('malformed structure is an issue', () => {
    expect(issuesOf('color=R,100,G', comma, {})).toMatchObject([{ keyword: 'syntax' }]);
    expect(issuesOf('blue', { ...path, style: 'label' }, 'string')).toMatchObject([{ keyword: 'syntax' }]);
    expect(decodeWith(runtime.contentJson, 'query', 'string', 'color={').issues).toMatchObject([{ keyword: 'syntax' }]);
  });

  test('%2C is data and "," a delimiter; "+" is a space', () => {
    expect(decode(comma, ['string'], 'color=a%2Cb,c+d').value).toEqual(['a,b', 'c d']);
  });

  test('delimiters are read escaped or not, in upper or lower case', () => {
    const piped = { in: 'query', style: 'pipeDelimited', explode: false } as const;
    expect(decode(piped, ['string'], 'color=a|b%7cc%7Cd').value).toEqual(['a', 'b', 'c', 'd']);
    expect(decode({ ...piped, style: 'spaceDelimited' }, ['string'], 'color=a%20b+c').value).toEqual(['a', 'b', 'c']);
  });
});

describe('allowReserved', () => {
  const cookie = { in: 'cookie', style: 'form', explode: false } as const;
  test.each([
    ['query', query, 'string', "a:/?@!$'()*,;=[]", "color=a:/?@!$'()*,;=[]"],
    ['what would end or change a value', query, 'string', 'a&b#c+d%41', 'color=a%26b%23c%2Bd%2541'],
    ['an item', comma, ['string'], ['a,b', 'c:d'], 'color=a%2Cb,c:d'],
    ['a path', path, 'string', 'a/b?c[d]:e@f;g,h', 'a%2Fb%3Fc%5Bd%5D:e@f;g,h'],
    ['an item in a path', path, ['string'], ['a,b', 'c:d'], 'a%2Cb,c:d'],
    ['a label', { ...path, style: 'label' }, 'string', 'a.b:c', '.a%2Eb:c'],
    ['a matrix', { ...path, style: 'matrix' }, 'string', 'a;b:c', ';color=a%3Bb:c'],
    ['a cookie', cookie, 'string', 'a;b,c:d/e', 'color=a%3Bb%2Cc:d/e'],
  ] as const)('of %s', (_name, cell, shape, value, want) => {
    expect(encode(cell, shape, value, true)).toBe(want);
    expect(decode(cell, shape, want).value).toEqual(value);
  });
});

describe('deepObject, where the standard leaves it open', () => {
  const value = { a: { b: { c: 1 } }, list: ['x', 'y'], rows: [{ n: 1 }, { n: 2 }] };
  const shape = {
    properties: {
      a: { properties: { b: { properties: { c: 'integer' } } } },
      list: ['string'],
      rows: [{ properties: { n: 'integer' } }],
    },
  } as const;
  const want = 'color[a][b][c]=1&color[list][0]=x&color[list][1]=y&color[rows][0][n]=1&color[rows][1][n]=2';

  test('both ways', () => {
    const text = encode(deep, shape, value) ?? '';
    expect(decodeURIComponent(text)).toBe(want);
    expect(decode(deep, shape, text)).toEqual({ value, issues: [] });
  });

  test.each(['color[list]=x&color[list]=y', 'color[list][]=x&color[list][]=y', 'color[list][1]=y&color[list][0]=x'])(
    'a list: %s',
    (text) => {
      expect(decode(deep, shape, text)).toEqual({ value: { list: ['x', 'y'] }, issues: [] });
    },
  );

  const list = [['integer'], [1, 2]] as const;
  const range = { anyOf: ['integer', { properties: { gt: 'integer', lt: 'integer' } }] } as const;
  const any = { anyOf: ['string', ['string'], { additional: 'free' }] } as const;
  test.each<readonly [string, runtime.Shape, unknown, string]>([
    ['a list', ...list, 'color[0]=1&color[1]=2'],
    ['a single value where there may be an object', range, 5, 'color=5'],
    ['an object where there may be a single value', range, { gt: 1, lt: 5 }, 'color[gt]=1&color[lt]=5'],
    ['a text where there may be anything', any, 'x', 'color=x'],
    ['an empty text', any, '', 'color='],
    ['a list of one where there may be anything', any, ['x'], 'color[0]=x'],
    ['an object where there may be anything', any, { a: ['1', { b: 'x' }] }, 'color[a][0]=1&color[a][1][b]=x'],
    ['a list of objects', [{ properties: { n: 'integer' } }], [{ n: 1 }, { n: 2 }], 'color[0][n]=1&color[1][n]=2'],
    ['a list of lists', [['string']], [['a'], ['b', 'c']], 'color[0][0]=a&color[1][0]=b&color[1][1]=c'],
    ['a list of numbers or objects', [range], [1, { gt: 2 }], 'color[0]=1&color[1][gt]=2'],
    ['a free object', { additional: 'free' }, { a: { b: '1' }, c: 'd', e: ['f'] }, 'color[a][b]=1&color[c]=d&color[e][0]=f'],
  ])('%s', (_name, shape, value, want) => {
    const text = encode(deep, shape, value) ?? '';
    expect(decodeURIComponent(text)).toBe(want);
    expect(decode(deep, shape, text)).toEqual({ value, issues: [] });
  });

  test.each([
    ['numbered', 'color[0]=1&color[1]=2'],
    ['brackets', 'color[]=1&color[]=2'],
    ['repeated', 'color=1&color=2'],
  ] as const)('a client that writes lists %s', (lists, want) => {
    const [shape, value] = list;
    const codec = runtime.deepLists(runtime.deepValue, lists);
    const text = encodeParameter({ in: 'query', name: 'color', codec }, value) ?? '';
    expect(decodeURIComponent(text)).toBe(want);
    expect(decode(deep, shape, text)).toEqual({ value, issues: [] });
    expect(decode(deep, any, text).value).toEqual(['1', '2']);
    expect(decode(deep, { additional: 'free' }, text.replaceAll('color', 'color[x]')).value).toEqual({ x: ['1', '2'] });
    // Only numbers can separate objects.
    expect(decodeURIComponent(encodeParameter({ in: 'query', name: 'color', codec }, [{ a: [1] }]) ?? '')).toBe(
      `color[0][a]${want.slice('color'.length, want.indexOf('='))}=1`,
    );
  });

  test.each([
    ['color[1]=a&color[2]=b', ['string']],
    ['color[a]=b', ['string']],
    ['color=a&color[0]=b', ['string']],
    ['color=1&color[gt]=2', range],
    ['color=1&color=2', range],
  ] as const)('%s is refused', (text, shape) => {
    expect(decode(deep, shape, text)).toMatchObject({ value: undefined, issues: [{ path: '/query/color' }] });
  });

  test('a list and an object are refused where an item has no value', () => {
    expect(() => encode(deep, ['string'], ['a', undefined])).toThrow('must be a primitive');
    expect(encode(deep, ['string'], [])).toBeUndefined();
  });

  test('more than eight levels, and names with brackets, throw', () => {
    let nested: object = { leaf: 1 };
    for (let depth = 0; depth < 8; depth++) nested = { o: nested };
    expect(() => encode(deep, {}, nested)).toThrow('nested more than 8 levels deep');
    expect(() => encode(deep, {}, { 'a]': 1 })).toThrow('bracket');
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(() => encode(deep, {}, circle)).toThrow('nested more than 8 levels deep');
  });
});

test('an empty value of allowEmptyValue is an unused parameter', () => {
  const read = (text: string, allowEmptyValue: boolean) => {
    const parameter = { in: 'query', name: 'color', codec: runtime.form, shape: 'integer', allowEmptyValue } as const;
    return decodePairsOf(parameter, text);
  };
  expect(read('color', true)).toBeUndefined();
  expect(read('color=', true)).toBeUndefined();
  expect(read('color=1', true)).toBe(1);
  expect(read('color=', false)).toBe('');
});

describe('content', () => {
  const value = { a: [1, 'ü&;,'], n: null };
  test.each([
    ['query', 'color=%7B%22a%22%3A%5B1%2C%22%5Cu00fc%26%3B%2C%22%5D%2C%22n%22%3Anull%7D'],
    ['cookie', 'color=%7B%22a%22%3A%5B1%2C%22%5Cu00fc%26%3B%2C%22%5D%2C%22n%22%3Anull%7D'],
    ['path', '%7B%22a%22%3A%5B1%2C%22%5Cu00fc%26%3B%2C%22%5D%2C%22n%22%3Anull%7D'],
    ['header', '{"a":[1,"\\u00fc&;,"],"n":null}'],
  ] as const)('JSON in %s', (where, want) => {
    expect(encodeParameter({ in: where, name: 'color', codec: runtime.contentJson }, value)).toBe(want);
    expect(decodeWith(runtime.contentJson, where, 'string', want)).toEqual({ value, issues: [] });
  });

  test('null is a value', () => {
    for (const where of ['query', 'cookie', 'path', 'header'] as const) {
      const text = encodeParameter({ in: where, name: 'color', codec: runtime.contentJson }, null) ?? '';
      expect(decodeWith(runtime.contentJson, where, 'string', text)).toEqual({ value: null, issues: [] });
    }
  });

  test('text', () => {
    for (const where of ['query', 'cookie', 'path', 'header'] as const) {
      const text = encodeParameter({ in: where, name: 'color', codec: runtime.contentText }, 'a b&c') ?? '';
      expect(decodeWith(runtime.contentText, where, 'string', text).value).toBe('a b&c');
    }
  });
});

describe('decode(encode(x)) = x', () => {
  const scalars = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/\p{Surrogate}/u.test(text));
  const tokens = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 }).filter((text) => /^[^\s,;"\\=]+$/.test(text));
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number));

  /** Texts that the cell can encode as an array item. */
  const textsOf = ({ in: where, style, explode }: Cell): fc.Arbitrary<string> => {
    if (where === 'header' || style === 'cookie') return tokens;
    if (where === 'path') return scalars.filter((text) => text !== '' && !text.includes('\0'));
    if (explode) return scalars;
    return scalars.filter((text) => (style === 'spaceDelimited' ? !text.includes(' ') : style !== 'pipeDelimited' || !text.includes('|')));
  };

  test.each(CELLS.map((cell) => [cellName(cell), cell] as const))('%s', (_name, cell) => {
    const texts = textsOf(cell);
    const keys = texts.filter((text) => text !== '' && !/[[\]]/.test(text));
    const objects = fc.dictionary(keys, texts, { minKeys: 1, maxKeys: 4 }).map((value) => [value, { additional: 'string' }] as const);
    const flat: fc.Arbitrary<readonly [unknown, runtime.Shape]> = fc.oneof(
      texts.map((value) => [value, 'string'] as const),
      numbers.map((value) => [value, 'number'] as const),
      fc.boolean().map((value) => [value, 'boolean'] as const),
      fc.array(texts, { minLength: 1, maxLength: 5 }).map((value) => [value, ['string']] as const),
      fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 5 }).map((value) => [value.map((n) => n || 0), ['integer']] as const),
      objects,
    );
    fc.assert(
      fc.property(cell.style === 'deepObject' ? objects : flat, ([value, shape]) => {
        expect(decode(cell, shape, encode(cell, shape, value) ?? '')).toEqual({ value, issues: [] });
        if (cell.in === 'header' || cell.style === 'cookie') return;
        expect(decode(cell, shape, encode(cell, shape, value, true) ?? '')).toEqual({ value, issues: [] });
      }),
    );
  });
});

describe('other readers', () => {
  test('URLSearchParams reads the encoded query', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (items) => {
        fc.pre(items.every((item) => !/\p{Surrogate}/u.test(item)));
        expect(new URLSearchParams(encode(query, ['string'], items)).getAll('color')).toEqual(items);
        const members = new URLSearchParams(encode(deep, {}, { a: items[0] }));
        expect([...members]).toEqual([['color[a]', items[0]]]);
      }),
    );
  });

  test.each([
    ['form', true, 'array'],
    ['form', false, 'array'],
    ['form', true, 'object'],
    ['form', false, 'object'],
    ['deepObject', true, 'object'],
  ] as const)('openapi-fetch writes %s (explode: %s) of an %s as we do', (style, explode, kind) => {
    const [value, shape] = VALUES[kind];
    const peer = createQuerySerializer(kind === 'array' ? { array: { style: 'form', explode } } : { object: { style, explode } });
    const text = encode({ in: 'query', style, explode }, shape, value) ?? '';
    // openapi-fetch does not encode brackets in names.
    expect(decodeURIComponent(text)).toBe(decodeURIComponent(peer({ color: value })));
  });
});

function decodePairsOf(parameter: Parameters<typeof decodePairs>[0], text: string): unknown {
  return decodePairs(parameter, queryPairs(text) ?? new Map(), '/query/color', []);
}
