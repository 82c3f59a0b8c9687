// Tests the parameter codecs: RFC 6570's and OpenAPI's own examples, the strict lexical rule, and that decoding undoes encoding in every cell.
import * as codecs from '@octavo/runtime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cookiePairs, decodePairs, decodeText, queryPairs, readPrimitive } from '../../runtime/decode.ts';
import { type Encodable, encodeParameter, encodePath } from '../../runtime/encode.ts';
import type { Issue } from '../../runtime/issue.ts';
import type { ParameterCodec, Shape } from '../../runtime/parameter.ts';

const byName = {
  matrix: codecs.matrix,
  matrixExplode: codecs.matrixExplode,
  label: codecs.label,
  labelExplode: codecs.labelExplode,
  simple: codecs.simple,
  simpleExplode: codecs.simpleExplode,
  form: codecs.form,
  formExplode: codecs.formExplode,
  spaceDelimited: codecs.spaceDelimited,
  spaceDelimitedExplode: codecs.spaceDelimitedExplode,
  pipeDelimited: codecs.pipeDelimited,
  pipeDelimitedExplode: codecs.pipeDelimitedExplode,
  deepObject: codecs.deepObject,
  cookie: codecs.cookie,
  cookieExplode: codecs.cookieExplode,
  contentJson: codecs.contentJson,
} as const;

const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };
const objectShape: Shape = { properties: { R: 'integer', G: 'integer', B: 'integer' } };

interface Cell {
  readonly in: Encodable['in'];
  readonly codec: keyof typeof byName;
  /** What the primitive '' and 'blue', the list and the object look like; `undefined`: not a cell of the table. */
  readonly empty?: string;
  readonly string?: string;
  readonly array?: string;
  readonly object?: string;
}

// OpenAPI 3.1.1 section 4.8.12.6, with its percent-encoding; the parameter is named `color`. 3.2's `cookie` style is its section 4.12.
const table: readonly Cell[] = [
  { in: 'path', codec: 'matrix', string: ';color=blue', array: ';color=blue,black,brown', object: ';color=R,100,G,200,B,150' },
  { in: 'path', codec: 'matrixExplode', string: ';color=blue', array: ';color=blue;color=black;color=brown', object: ';R=100;G=200;B=150' },
  { in: 'path', codec: 'label', string: '.blue', array: '.blue,black,brown', object: '.R,100,G,200,B,150' },
  { in: 'path', codec: 'labelExplode', string: '.blue', array: '.blue.black.brown', object: '.R=100.G=200.B=150' },
  { in: 'path', codec: 'simple', string: 'blue', array: 'blue,black,brown', object: 'R,100,G,200,B,150' },
  { in: 'path', codec: 'simpleExplode', string: 'blue', array: 'blue,black,brown', object: 'R=100,G=200,B=150' },
  { in: 'header', codec: 'simple', empty: '', string: 'blue', array: 'blue,black,brown', object: 'R,100,G,200,B,150' },
  { in: 'header', codec: 'simpleExplode', empty: '', string: 'blue', array: 'blue,black,brown', object: 'R=100,G=200,B=150' },
  { in: 'query', codec: 'form', empty: 'color=', string: 'color=blue', array: 'color=blue,black,brown', object: 'color=R,100,G,200,B,150' },
  {
    in: 'query',
    codec: 'formExplode',
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue&color=black&color=brown',
    object: 'R=100&G=200&B=150',
  },
  { in: 'query', codec: 'spaceDelimited', array: 'color=blue%20black%20brown', object: 'color=R%20100%20G%20200%20B%20150' },
  { in: 'query', codec: 'pipeDelimited', array: 'color=blue%7Cblack%7Cbrown', object: 'color=R%7C100%7CG%7C200%7CB%7C150' },
  { in: 'query', codec: 'deepObject', object: 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150' },
  {
    in: 'cookie',
    codec: 'form',
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue,black,brown',
    object: 'color=R,100,G,200,B,150',
  },
  {
    in: 'cookie',
    codec: 'cookieExplode',
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue; color=black; color=brown',
    object: 'R=100; G=200; B=150',
  },
  { in: 'query', codec: 'contentJson', string: 'color=%22blue%22', array: 'color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D' },
  { in: 'header', codec: 'contentJson', string: '"blue"', object: '{"R":100,"G":200,"B":150}' },
];

const values = { empty: ['', 'string'], string: ['blue', 'string'], array: [list, ['string']], object: [object, objectShape] } as const;

function decodeIn(place: Encodable['in'], codec: ParameterCodec, shape: Shape, text: string, issues: Issue[] = []): unknown {
  const parameter = { in: place, name: 'color', codec, shape };
  if (place === 'path' || place === 'header') return decodeText(parameter, text, `/${place}/color`, issues);
  const pairs = place === 'cookie' ? cookiePairs(text) : queryPairs(text);
  return pairs === undefined ? 'undecodable' : decodePairs(parameter, pairs, `/${place}/color`, issues);
}

describe('the table of styles, both ways', () => {
  for (const cell of table) {
    for (const kind of ['empty', 'string', 'array', 'object'] as const) {
      const want = cell[kind];
      if (want === undefined) continue;
      const [value, shape] = values[kind];
      test(`${cell.in} ${cell.codec}, ${kind}: ${want}`, () => {
        const codec = byName[cell.codec];
        expect(encodeParameter({ in: cell.in, name: 'color', codec }, value)).toBe(want);
        expect(decodeIn(cell.in, codec, shape as Shape, want)).toEqual(value);
      });
    }
  }
});

// RFC 6570 sections 3.2.2, 3.2.5, 3.2.7, 3.2.8: var, hello, path, list and keys of its section 3.2.
const semi = { semi: ';', dot: '.', comma: ',' };
const rfc6570: readonly (readonly [string, string, ParameterCodec, Encodable['in'], unknown, string])[] = [
  ['{var}', 'var', codecs.simple, 'path', 'value', 'value'],
  ['{hello}', 'hello', codecs.simple, 'path', 'Hello World!', 'Hello%20World%21'],
  ['{half}', 'half', codecs.simple, 'path', '50%', '50%25'],
  ['{list}', 'list', codecs.simple, 'path', ['red', 'green', 'blue'], 'red,green,blue'],
  ['{keys}', 'keys', codecs.simple, 'path', semi, 'semi,%3B,dot,.,comma,%2C'],
  ['{keys*}', 'keys', codecs.simpleExplode, 'path', semi, 'semi=%3B,dot=.,comma=%2C'],
  ['{;hello}', 'hello', codecs.matrix, 'path', 'Hello World!', ';hello=Hello%20World%21'],
  ['{;list*}', 'list', codecs.matrixExplode, 'path', ['red', 'green', 'blue'], ';list=red;list=green;list=blue'],
  ['{;keys}', 'keys', codecs.matrix, 'path', semi, ';keys=semi,%3B,dot,.,comma,%2C'],
  ['{?empty}', 'empty', codecs.form, 'query', '', 'empty='],
  ['{?x}', 'x', codecs.form, 'query', 1024, 'x=1024'],
  ['{?list}', 'list', codecs.form, 'query', ['red', 'green', 'blue'], 'list=red,green,blue'],
  ['{?keys*}', 'keys', codecs.formExplode, 'query', semi, 'semi=%3B&dot=.&comma=%2C'],
];

describe("RFC 6570's examples", () => {
  test.each(rfc6570)('%s of %s', (_expression, name, codec, place, value, want) => {
    expect(encodeParameter({ in: place, name, codec }, value)).toBe(want);
  });

  test('absent, an empty list and an empty object have no text', () => {
    for (const value of [undefined, [], {}, { a: undefined }]) {
      expect(encodeParameter({ in: 'query', name: 'list', codec: codecs.form }, value)).toBeUndefined();
    }
  });
});

describe('case 36: no path value leaves its segment', () => {
  const encode = (value: unknown, codec: ParameterCodec = codecs.simple, template = '/a/{id}/b') =>
    encodePath(template, (name) => encodeParameter({ in: 'path', name, codec }, value));

  test.each(['%2e%2e', 'a/b', 'a?x=1', 'a#b', 'a\\b', 'ü', '💌', ' ', '%2F', 'a;b', '..a', '...', "it's (so) *bold*!"])(
    '%j stays in it',
    (value) => {
      const url = new URL(`https://example.com${encode(value)}`);
      expect(url.pathname.split('/')).toHaveLength(4);
      expect(url.search + url.hash).toBe('');
      expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(value);
    },
  );

  test.each(['.', '..', '', '\0', 'a\0b', '\ud800'])('%j throws', (value) => {
    expect(() => encode(value)).toThrow(codecs.InvalidPathParameterError);
  });

  test.each([
    ['label', '', codecs.label],
    ['label', '.', codecs.label],
    ['list', [''], codecs.simple],
    ['empty list', [], codecs.simple],
    ['missing', undefined, codecs.simple],
  ] as const)('%s of %j throws', (_, value, codec) => {
    expect(() => encode(value, codec)).toThrow(codecs.InvalidPathParameterError);
  });

  test('two values in one segment do not make a dot segment', () => {
    expect(() => encode('.', codecs.simple, '/a/{x}{y}')).toThrow('must not be "." or ".."');
    expect(encode('.', codecs.simple, '/a/{x}-{y}')).toBe('/a/.-.');
  });

  test('any text keeps the number of segments or throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        let path: string;
        try {
          path = encode(value);
        } catch (error) {
          expect(error).toBeInstanceOf(codecs.InvalidPathParameterError);
          return;
        }
        const url = new URL(`https://example.com${path}`);
        expect(url.pathname.split('/')).toHaveLength(4);
        expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(value);
      }),
    );
  });
});

describe('case 39: header values', () => {
  test.each(['a\r\nx: 1', 'a\nb', 'a\0', 'Ā', '💌', ' a', 'a\t'])('%j throws and is not quoted', (value) => {
    const attempt = () => encodeParameter({ in: 'header', name: 'X-Tag', codec: codecs.simple }, value, 'op');
    expect(attempt).toThrow(codecs.InvalidHeaderError);
    expect(attempt).toThrow(/^op: header\.X-Tag has CR, LF, NUL/);
  });

  test('Latin-1 and commas of a single value pass', () => {
    expect(encodeParameter({ in: 'header', name: 'X-Tag', codec: codecs.simple }, 'é, ÿ')).toBe('é, ÿ');
  });

  test('an item with a comma has no form', () => {
    expect(() => encodeParameter({ in: 'header', name: 'X-Tags', codec: codecs.simple }, ['a,b'])).toThrow(codecs.InvalidHeaderError);
  });
});

describe('case 38: own properties only', () => {
  test('keys like __proto__ are data both ways', () => {
    const value = JSON.parse('{"__proto__":"x","constructor":"y"}');
    const codec = codecs.deepObject;
    const text = encodeParameter({ in: 'query', name: 'color', codec }, value);
    expect(text).toBe('color%5B__proto__%5D=x&color%5Bconstructor%5D=y');
    const back = decodeIn('query', codec, { additional: 'string' }, text ?? '') as object;
    expect(Object.keys(back)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  });
});

describe('case 53: one lexical form per type; what does not fit stays text', () => {
  test.each([
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
  ] as const)('%s %j', (types, text, want) => {
    expect(readPrimitive(text, types)).toBe(want);
  });

  const issuesOf = (query: string, codec: ParameterCodec, shape: Shape): Issue[] => {
    const issues: Issue[] = [];
    decodeIn('query', codec, shape, query, issues);
    return issues;
  };

  test('a scalar key twice is an issue', () => {
    expect(issuesOf('color=1&color=2', codecs.formExplode, 'integer')).toMatchObject([{ path: '/query/color', expected: 'single value' }]);
    expect(issuesOf('color=1,2&color=3', codecs.form, ['integer'])).toMatchObject([{ path: '/query/color', expected: 'single value' }]);
    expect(issuesOf('color%5BR%5D=1&color[R]=2', codecs.deepObject, objectShape)).toHaveLength(1);
  });

  test.each(['color=%zz', 'color=%E0%A4%A', 'color=%C0%AF', 'color=%'])('case 51: %s is an issue, not a throw', (query) => {
    expect(issuesOf(query, codecs.formExplode, 'string')).toMatchObject([{ keyword: 'encoding' }]);
    expect(issuesOf(query, codecs.formExplode, ['string'])).toMatchObject([{ keyword: 'encoding' }]);
    expect(issuesOf(query, codecs.form, ['string'])).toMatchObject([{ keyword: 'encoding' }]);
  });

  test('names that cannot be decoded', () => {
    expect(queryPairs('%zz=1')).toBeUndefined();
  });

  test('malformed structure is an issue', () => {
    expect(issuesOf('color=R,100,G', codecs.form, objectShape)).toMatchObject([{ keyword: 'syntax' }]);
    expect(issuesOf('color={', codecs.contentJson, 'string')).toMatchObject([{ keyword: 'syntax' }]);
  });

  test('%2C is data and "," a delimiter; "+" is a space', () => {
    expect(decodeIn('query', codecs.form, ['string'], 'color=a%2Cb,c+d')).toEqual(['a,b', 'c d']);
  });
});

describe('allowReserved', () => {
  test('leaves reserved characters, but not what would end or change the value', () => {
    const encode = (value: unknown) => encodeParameter({ in: 'query', name: 'q', codec: codecs.form, allowReserved: true }, value);
    expect(encode("a:/?@!$'()*,;=[]")).toBe("q=a:/?@!$'()*,;=[]");
    expect(encode('a&b#c+d%41')).toBe('q=a%26b%23c%2Bd%2541');
    expect(encode(['a,b', 'c'])).toBe('q=a%2Cb,c');
  });
});

describe('decode(encode(x)) = x', () => {
  const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).filter((text) => !/\p{Surrogate}/u.test(text));
  const any = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/\p{Surrogate}/u.test(text));
  const ascii = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 }).filter((text) => /^[^\s,;"\\=]+$/.test(text));
  const cells: readonly (readonly [Encodable['in'], string, ParameterCodec, fc.Arbitrary<string>])[] = [
    ...(['simple', 'simpleExplode', 'label', 'labelExplode', 'matrix', 'matrixExplode'] as const).map(
      (name) => ['path', name, byName[name], any.filter((text) => text !== '' && !text.includes('\0'))] as const,
    ),
    ...(['form', 'formExplode', 'spaceDelimitedExplode', 'pipeDelimitedExplode'] as const).map(
      (name) => ['query', name, byName[name], any] as const,
    ),
    ['query', 'spaceDelimited', codecs.spaceDelimited, any.filter((text) => !text.includes(' '))],
    ['query', 'pipeDelimited', codecs.pipeDelimited, any.filter((text) => !text.includes('|'))],
    ['cookie', 'form', codecs.form, any],
    ['cookie', 'cookieExplode', codecs.cookieExplode, ascii],
    ['header', 'simple', codecs.simple, ascii],
    ['header', 'simpleExplode', codecs.simpleExplode, ascii],
  ];

  test.each(cells)('%s %s', (place, _name, codec, texts) => {
    const keys =
      place === 'header' || codec.style === 'cookie'
        ? ascii
        : place === 'path'
          ? key.filter((text) => !text.includes('\0'))
          : key.filter((text) => !/[ |]/.test(text));
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number));
    const cases: fc.Arbitrary<readonly [unknown, Shape]> = fc.oneof(
      texts.map((value) => [value, 'string'] as const),
      numbers.map((value) => [value, 'number'] as const),
      fc.boolean().map((value) => [value, 'boolean'] as const),
      fc.array(texts, { minLength: 1, maxLength: 5 }).map((value) => [value, ['string']] as const),
      fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 5 }).map((value) => [value.map((n) => n || 0), ['integer']] as const),
      fc.dictionary(keys, texts, { minKeys: 1, maxKeys: 4 }).map((value) => [value, { additional: 'string' }] as const),
    );
    fc.assert(
      fc.property(cases, ([value, shape]) => {
        const text = encodeParameter({ in: place, name: 'color', codec }, value);
        const issues: Issue[] = [];
        expect(decodeIn(place, codec, shape, text ?? '', issues)).toEqual(value);
        expect(issues).toEqual([]);
      }),
    );
  });
});
