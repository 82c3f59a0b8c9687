// The strict JSON parser returns the exact value or a fault with its pointer. In all other respects it agrees with JSON.parse.
import { createServer, encodeBody, type Operation, SyntaxFault } from '@octavo/runtime';
import { describe, expect, it, test } from 'vitest';
import { json } from '../../runtime/body/body.ts';
import { readJsonText } from '../../runtime/json/reader.ts';
import { parseExactJson, parseStrictJson } from '../../runtime/json/strict.ts';
import { contentJson } from '../../runtime/wire/parameter.ts';
import fc from '../support/fast-check.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Message and pointer of the fault that parsing throws. */
function faultOf(source: string | Uint8Array, parse = parseStrictJson): { message: string; pointer: string } | undefined {
  try {
    parse(source);
  } catch (error) {
    if (error instanceof SyntaxFault) return { message: error.message, pointer: error.pointer };
    throw error;
  }
  return undefined;
}

/** Texts that RFC 8259 does not allow, by class; each group has one mistake in several places. */
const BROKEN: Readonly<Record<string, readonly string[]>> = {
  'nothing, or nothing but blanks': ['', ' ', '\n', '\t\r\n '],
  'blanks of other alphabets': [
    '[\u00a0]',
    '[\u2028]',
    '[\u2060]',
    '[\u3000]',
    '\u00a0{}',
    '[1]\u0085',
    '[\f]',
    '[\v]',
    '{\f}',
    '[\u0000]',
  ],
  'commas too many': [
    ...['[,]', '[1,]', '[,1]', '[1,,2]', '[1,2,]', '[,,]', '{,}', '{"a":1,}', '{,"a":1}', '{"a":1,,"b":2}', '["a",]', '[[],]'],
    ...['1,', ',1', '[1],', '[],[]'],
  ],
  'commas and colons missing': [
    '[1 2]',
    '["a" "b"]',
    '[1 true]',
    '{"a" 1}',
    '{"a"}',
    '{"a":}',
    '{:1}',
    '{"a":1 "b":2}',
    '["a":1]',
    '{"a","b"}',
  ],
  'brackets that do not match': [
    ...[
      '[',
      ']',
      '{',
      '}',
      '[1',
      '1]',
      '{"a":1',
      '"a":1}',
      '[}',
      '{]',
      '[1}',
      '{"a":1]',
      '[[1]',
      '[1]]',
      '{"a":{}',
      '{"a":[}',
      '[{]}',
      '[{}',
    ],
    ...['[{"a":1]', '['.repeat(500), '[{"":'.repeat(200)],
  ],
  'more than one value': ['1 2', '{} {}', '[] x', '"a" "b"', 'true false', '[1]x', '{}#', '{"a":1}/', 'null null', '1a', '{}}'],
  'literals in other words': [
    ...[
      'nul',
      'nulll',
      'True',
      'TRUE',
      'tru',
      'fals',
      'False',
      'undefined',
      'NULL',
      '[nul]',
      '[truth]',
      '[fals]',
      'None',
      'nil',
      '[n]',
      '[t]',
    ],
  ],
  'numbers that JSON does not have': [
    ...[
      'NaN',
      '-NaN',
      'Infinity',
      '-Infinity',
      '+1',
      '++1',
      '-',
      '--1',
      '- 1',
      '01',
      '-01',
      '00',
      '012',
      '-012',
      '0x1',
      '0x',
      '0b1',
      '0o7',
    ],
    ...['1.', '-1.', '.5', '-.5', '1.e1', '1e', '1e+', '1e-', '1E', '1eE2', '0e', '0e+', '0.e1', '0.3e', '0.3e+', '1.0e', '1.0e-', '1.0e+'],
    ...[
      '1_000',
      '1 000.0',
      '1,5',
      '1.2.3',
      '1e1.5',
      '٣',
      '１',
      '2.e3',
      '9.e+',
      '1ea',
      '[+Inf]',
      '[-1x]',
      '[1.8011670033376514H-308]',
      '1+2',
      '[0x42]',
    ],
  ],
  'strings that do not end, or begin': [
    '"',
    '"a',
    'a"',
    "'a'",
    '["a]',
    '{"a:1}',
    '"\\"',
    '"\\',
    '{"a',
    '[“a”]',
    '`a`',
    'a',
    '[a]',
    '{a:1}',
    "{'a':1}",
  ],
  'escapes that JSON does not have': [
    ...[
      '"\\x41"',
      '"\\a"',
      '"\\0"',
      '"\\\'"',
      '"\\u"',
      '"\\u1"',
      '"\\u12"',
      '"\\u123"',
      '"\\u123g"',
      '"\\U0041"',
      '"\\ "',
      '"\\\n"',
      '"\\🌀"',
    ],
    ...['"\\u00A"', '"\\uD834\\uDd"', '"\\v"', '"\\u{41}"', '\\n'],
  ],
  'control characters in strings': ['"\n"', '"\t"', '"\u0000"', '"\u001f"', '"a\rb"', '{"\n":1}', '["new\nline"]'],
  comments: ['/* a */ 1', '1 // a', '[1 /* a */]', '# a', '{"a":/*b*/1}', '<!-- -->', '{"a":1}//', '<null>', '[<null>]'],
  'a byte order mark': ['\ufeff', '\ufeff\ufeff1', '1\ufeff', '[\ufeff]'],
};

describe('invalid JSON', () => {
  const all = Object.entries(BROKEN).flatMap(([name, texts]) => texts.map((text) => [name, text] as const));

  it('covers at least 188 cases', () => expect(all.length).toBeGreaterThanOrEqual(188));

  it.each(all)('case 45: %s: %j', (_, text) => {
    expect(() => JSON.parse(text)).toThrow();
    for (const source of [text, bytes(text)]) expect(faultOf(source)?.message).toMatch(/^(?:is|begins) /);
    expect(faultOf(text, parseExactJson)).toEqual(faultOf(text));
  });

  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['an overlong NUL', [0x22, 0xe0, 0x80, 0x80, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a pair of surrogates', [0x22, 0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80, 0x22]],
    ['a character above U+10FFFF', [0x22, 0xf4, 0xbf, 0xbf, 0xbf, 0x22]],
    ['a character cut off', [0x22, 0xe0, 0xff, 0x22]],
    ['a byte that UTF-8 does not have', [0xff]],
    ['a name of Latin-1', [0x7b, 0x22, 0xb9, 0x22, 0x3a, 0x30, 0x7d]],
    ['Latin-1', [0x5b, 0x22, 0xe9, 0x22, 0x5d]],
    ['UTF-16, little end first, with its mark', [0xff, 0xfe, 0x5b, 0, 0x5d, 0]],
    ['UTF-16, big end first, with its mark', [0xfe, 0xff, 0, 0x5b, 0, 0x5d]],
  ])('case 45: bytes that are not UTF-8: %s', (_, given) => {
    expect(faultOf(Uint8Array.from(given))).toEqual({ message: 'is not valid UTF-8', pointer: '' });
  });

  it.each([
    ['UTF-16 without a mark, little end first', [0x5b, 0, 0x22, 0, 0xe9, 0, 0x22, 0, 0x5d, 0]],
    ['UTF-16 without a mark, big end first', [0, 0x5b, 0, 0x31, 0, 0x5d]],
    ['UTF-8 with two marks', [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x7b, 0x7d]],
    ['a mark cut off', [0xef, 0xbb, 0x7b, 0x7d]],
  ])('case 45: %s', (_, given) => {
    expect(faultOf(Uint8Array.from(given))).toBeDefined();
  });
});

describe('names', () => {
  it.each([
    ['{"a":1,"a":1}', 'has a duplicate name "a" in the object at the top level', ''],
    ['{"a":1,"b":2,"\\u0061":3}', 'has a duplicate name "a" in the object at the top level', ''],
    ['[0,{"x":{"b":[],"c":{},"b":[]}}]', 'has a duplicate name "b" in the object at /1/x', '/1/x'],
    ['{"a~b":{"c/d":[1,{"":1,"":2}]}}', 'has a duplicate name "" in the object at /a~0b/c~1d/1', '/a~0b/c~1d/1'],
    ['{"__proto__":1,"__proto__":{}}', 'has a duplicate name "__proto__" in the object at the top level', ''],
    ['{"constructor":1,"constructor":2}', 'has a duplicate name "constructor" in the object at the top level', ''],
    ['{"1":1,"01":1,"1":2}', 'has a duplicate name "1" in the object at the top level', ''],
    [`{"${'n'.repeat(200)}":1,"${'n'.repeat(200)}":1}`, `has a duplicate name "${'n'.repeat(80)}…" in the object at the top level`, ''],
    ['{"\\n":1,"\\n":1}', 'has a duplicate name "\\n" in the object at the top level', ''],
    ['{"\\\\":1,"\\\\":1}', 'has a duplicate name "\\\\" in the object at the top level', ''],
  ])('case 47: %s', (text, message, pointer) => {
    for (const parse of [parseStrictJson, parseExactJson]) expect(faultOf(bytes(text), parse)).toEqual({ message, pointer });
  });

  it.each([
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":":","b":"\\":\\"","c":"{\\"a\\":1}"}',
    '{"":1," ":2,"\\u0000":3}',
    '{"a":1,"A":2}',
  ])('the same name in other objects, and colons in strings, are no matter: %s', (text) =>
    expect(parseStrictJson(bytes(text))).toEqual(JSON.parse(text)),
  );

  it.each(['{"__proto__":{"polluted":1}}', '{"__proto__":{"polluted":1},"n":1e23,"x":9007199254740993}'])(
    'case 48: %s is data of its own',
    (text) => {
      const value = parseExactJson(bytes(text)) as object;
      expect(Object.keys(value)).toContain('__proto__');
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ polluted: 1 });
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );
});

test('an escaped name is what it says, whatever names other texts have had', () => {
  // V8 13.6 reads the second text of each pair with the name of the first one.
  const pairs = [
    ['{"first":1,"\\\\":2}', '{"first":1,"\\u0062":2}', 'b'],
    ['{"second":1,"user\\\\u0":2}', '{"second":1,"user\\u005fid":2}', 'user_id'],
    ['{"third":1,"\\\\":2}', '{"third":1,"\\n" :2}', '\n'],
  ];
  for (const [before = '', text = '', name = ''] of pairs) {
    parseStrictJson(before);
    expect(Object.keys(parseStrictJson(bytes(text)) as object)[1]).toBe(name);
    parseExactJson(before);
    expect(Object.keys(parseExactJson(text) as object)[1]).toBe(name);
  }
});

describe('numbers', () => {
  const lost = { message: 'has a number that cannot be held exactly at /n', pointer: '/n' };

  it.each([
    ...['-9007199254740993', '9007199254740993', '123456789012345678901234567890', '18446744073709551615'],
    ...['100000000000000000001', `1${'0'.repeat(5000)}`],
  ])('case 49: the integer %s is rejected, or read as a bigint', (literal) => {
    expect(faultOf(bytes(`{"n":${literal}}`))).toEqual(lost);
    const wide = faultOf(bytes(`{"n":${literal}}`), parseExactJson);
    if (literal.length > 1000) expect(wide).toEqual(lost);
    else expect(parseExactJson(bytes(`{"n":${literal}}`))).toEqual({ n: BigInt(literal) });
  });

  it.each(['9007199254740992', '-9007199254740992', '1700000000000000000', '100000000000000000000', '123456789012345680000'])(
    'the integer %s, as JSON.stringify writes it, is accepted as a number and read exactly as a bigint',
    (literal) => {
      expect(JSON.stringify(parseStrictJson(bytes(`{"n":${literal}}`)))).toBe(`{"n":${literal}}`);
      expect(parseExactJson(bytes(`{"n":${literal}}`))).toEqual({ n: BigInt(literal) });
    },
  );

  it.each([
    ...['1e400', '-1e400', '1e999999999999', '1e-400', '0.1234567890123456789', '12345678901234567.89', '999999999999999.99'],
    ...[
      '1234567890123456.78',
      '9007199254740993.0',
      '9007199254740993e0',
      '0.10000000000000000555',
      '4.94065645841246544e-324',
      '1.1e-323',
    ],
    ...[`0.${'1'.repeat(5000)}`, '90071992547409935e-1'],
  ])('case 43: %s is rejected, not rounded', (literal) => {
    for (const parse of [parseStrictJson, parseExactJson]) expect(faultOf(bytes(`{"n":${literal}}`), parse)).toEqual(lost);
  });

  it.each([
    ...[
      '0',
      '-0',
      '1',
      '-1',
      '9007199254740991',
      '-9007199254740991',
      '19.99',
      '0.1',
      '1e23',
      '1E+2',
      '1e-7',
      '5e-324',
      '1.5e300',
      '0e400',
    ],
    ...[
      '-120485042867379.12',
      '0.10000000000000001',
      '1.00000000000000000000000',
      '0.000000000000000000000001',
      '123456789012345.67',
      '1.7976931348623157e308',
      '-0.0',
    ],
    ...[
      '0.30000000000000004',
      '100.0',
      '1e20',
      '0.0000000000000000',
      `1.${'0'.repeat(5000)}`,
      '51.50735091234568',
      '2.2250738585072014E-308',
    ],
  ])('%s is read as a number', (literal) => {
    for (const parse of [parseStrictJson, parseExactJson]) {
      expect(parse(bytes(literal))).toBe(Number(literal));
      expect(parse(bytes(`["ü",${literal}]`))).toEqual(['ü', Number(literal)]);
    }
  });
});

describe('texts', () => {
  it.each([
    ['["\\ud800"]', '/0'],
    ['{"a":"x\\uDFFFy"}', '/a'],
    ['{"\\udc00":1}', ''],
    ['["\\uD834a\\uDD1E"]', '/0'],
    ['["\\uDD1E\\uD834"]', '/0'],
    ['[[],["\\uD800\\uD800\\uDC00"]]', '/1/0'],
  ])('half of a surrogate pair is rejected: %s', (text, pointer) => {
    const message = `has a lone surrogate in a string at ${pointer === '' ? 'the top level' : pointer}`;
    expect(faultOf(bytes(text))).toEqual({ message, pointer });
  });

  it.each(['"\\uD834\\uDD1E"', '"\\\\ud800"', '"\\ue000\\ud7ff"', '"\\\\\\\\"', '["\\\\","\\""]', '"\\"\\\\\\"\\u0041\\/\\b\\f\\n\\r\\t"'])(
    '%s is well formed',
    (text) => {
      // Beside a large integer, so that the parser takes its slow path too.
      expect(parseStrictJson(bytes(text))).toEqual(JSON.parse(text));
      expect(parseExactJson(bytes(`[9007199254740993, ${text}]`))).toEqual([9007199254740993n, JSON.parse(text)]);
    },
  );
});

describe('depth', () => {
  it.each([5001, 100_000])('case 49: %i levels are rejected', (depth) => {
    for (const text of [`${'['.repeat(depth)}${']'.repeat(depth)}`, `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`]) {
      expect(faultOf(bytes(text))).toEqual({ message: 'is nested more than 5000 levels deep', pointer: '' });
    }
  });

  it('5000 levels are read, by both parsers', () => {
    const text = `${'['.repeat(5000)}1${']'.repeat(5000)}`;
    const wide = text.replace('1', '9007199254740993');
    const innermost = (value: unknown): unknown => {
      let inner = value;
      while (Array.isArray(inner)) [inner] = inner;
      return inner;
    };
    expect(innermost(parseStrictJson(bytes(text)))).toBe(1);
    expect(innermost(parseExactJson(bytes(wide)))).toBe(9007199254740993n);
  });
});

describe('compared with JSON.parse', () => {
  /** Values without lone surrogates, which the strict parser rejects. */
  const values = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }).filter((value) => !/\\ud[89a-f]/i.test(JSON.stringify(value)));
  const held = (text: string): boolean => !/\d{16}/.test(text);

  test('gives the same value', () => {
    fc.assert(
      fc.property(values, fc.constantFrom('', '  ', '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        fc.pre(held(text));
        expect(parseStrictJson(bytes(text))).toEqual(JSON.parse(text));
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
        expect(parseExactJson(bytes(`[18446744073709551615,${text}]`))).toEqual([18446744073709551615n, JSON.parse(text)]);
      }),
      { numRuns: 500 },
    );
  });

  test('gives what the reader of single tokens gives, or refuses with its words', () => {
    // Few names, so that many objects have one twice; some are written in two ways, and strings look like names and numbers.
    const names = fc.constantFrom('"a"', '"\\u0061"', '"b"', '""', '"__proto__"', '"1"', '"01"', '":"', '"\\\\"', '"\\""', '"é"');
    const scalars = fc.constantFrom(
      ...['null', 'true', '0', '-1', '1e2', '0.1', '1E400', '123456789012345678', '9007199254740993', '19.999999999999999999', '-0.0'],
      ...['"a:b"', '"\\":{"', '"\\\\"', '"\\ud83d\\ude00"', '"\\ud83d"', '"12345678901234567890"', '":"', '""'],
    );
    const space = fc.constantFrom('', ' ', '\n\t');
    const { text } = fc.letrec<{ text: string }>((tie) => {
      const member = fc.tuple(names, space, space, tie('text')).map(([name, before, after, value]) => `${name}${before}:${after}${value}`);
      return {
        text: fc.oneof(
          { maxDepth: 4 },
          scalars,
          fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
          fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`),
        ),
      };
    });
    let refused = 0;
    fc.assert(
      fc.property(text, fc.boolean(), (whole, wide) => {
        const outcomeOf = (read: () => unknown) => {
          try {
            return { value: read() };
          } catch (error) {
            if (!(error instanceof SyntaxFault)) throw error;
            return { message: error.message, pointer: error.pointer };
          }
        };
        const expected = outcomeOf(() => readJsonText(whole, wide));
        if ('message' in expected) refused++;
        const parse = wide ? parseExactJson : parseStrictJson;
        expect(outcomeOf(() => parse(bytes(whole)))).toEqual(expected);
        expect(outcomeOf(() => parse(whole))).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
    expect(refused).toBeGreaterThan(300);
  });

  test('rejects a damaged text, or gives the same value', () => {
    const damaged = fc.tuple(
      values,
      fc.nat(),
      fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '1', '-', '.', 'e', '\u0000', ' '),
    );
    fc.assert(
      fc.property(damaged, ([value, at, change]) => {
        const whole = JSON.stringify(value);
        const place = at % (whole.length + 1);
        const text = whole.slice(0, place) + change + whole.slice(place + 1);
        const valid = attempt(() => JSON.parse(text));
        const fault = faultOf(text);
        if (valid === undefined) expect(fault).toBeDefined();
        else if (fault === undefined) expect(parseStrictJson(text)).toEqual(valid.value);
        // Only the documented differences may remain.
        else expect(fault.message).toMatch(/^has (?:a duplicate name|a number|a lone surrogate)/);
      }),
      { numRuns: 2000 },
    );
  });

  test('reads every double as JavaScript prints it, and with 17 digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        fc.pre(!Number.isInteger(number) || Number.isSafeInteger(number));
        expect(parseStrictJson(JSON.stringify(number))).toEqual(number + 0);
        const printed = number.toExponential(16);
        expect(parseStrictJson(`[${printed}]`)).toEqual([number + 0]);
      }),
    );
  });

  test('reads every integer exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (integer) => {
        const read = parseExactJson(`{"n":${integer}}`) as { n: number | bigint };
        expect(BigInt(read.n)).toBe(integer);
        expect(typeof read.n).toBe(Number.isSafeInteger(Number(integer)) ? 'number' : 'bigint');
      }),
    );
  });
});

function attempt<T>(run: () => T): { readonly value: T } | undefined {
  try {
    return { value: run() };
  } catch {
    return undefined;
  }
}

describe('a server', () => {
  const valid = (_value: unknown): _value is unknown => true;
  const put: Operation = {
    id: 'put',
    method: 'POST',
    path: '/things',
    parameters: [{ in: 'query', name: 'filter', codec: contentJson, shape: 'string' }],
    body: { encode: encodeBody, contents: { 'application/json': json } },
    responses: { 204: {} },
  };
  const seen: unknown[] = [];
  const server = createServer(
    { id: 'demo', servers: [{ url: '/' }] },
    [{ name: 'put', operation: put, checks: { input: valid, responses: {} } }],
    { put: (input: unknown) => seen.push(input) && { status: 204 } },
  );
  const post = async (body: string, query = '') => {
    const request = new Request(`https://example.com/things${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const response = await server(request);
    return { status: response.status, detail: response.status === 204 ? '' : ((await response.json()) as { detail: string }).detail };
  };

  it('case 47: answers 400 for a duplicate name, and says which', async () => {
    expect(await post('{"role":"user","role":"admin"}')).toEqual({
      status: 400,
      detail: 'The body has a duplicate name "role" in the object at the top level.',
    });
  });

  it('case 49: answers 400 for a number that it cannot represent, and says where', async () => {
    expect(await post('{"a":[1e400]}')).toEqual({ status: 400, detail: 'The body has a number that cannot be held exactly at /a/0.' });
  });

  it('parses a JSON parameter by the same rules', async () => {
    expect((await post('{}', `?filter=${encodeURIComponent('{"a":1,"a":2}')}`)).status).toBe(400);
    expect((await post('{}', `?filter=${encodeURIComponent('{"a":1}')}`)).status).toBe(204);
    expect(seen.at(-1)).toEqual({ query: { filter: { a: 1 } }, body: {} });
  });
});
