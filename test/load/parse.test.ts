// Parses YAML 1.2 and JSON text into values, and locates the faults of invalid text.
import { execFileSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import type { Json } from '../../generator/load/description.ts';
import { defaultLimits } from '../../generator/load/limits.ts';
import { scanJson } from '../../generator/load/text/json-scan.ts';
import { parse } from '../../generator/load/text/parse.ts';
import { position } from '../../generator/load/text/position.ts';
import { makeSource } from '../../generator/load/text/read.ts';
import { document, given, loadIn, loadText, project, withSchema } from './support.ts';

function parsed(text: string, file = 'a.yaml'): { value: Json | undefined; lines: string[]; pointers: string[] } {
  const problems = new Problems();
  const value = parse(makeSource(`/${file}`, file, text), defaultLimits, problems);
  return {
    value,
    lines: problems.list.map(({ code, location }) => `${code} ${position(location).line}:${position(location).column}`),
    pointers: problems.list.map(({ location }) => location.pointer),
  };
}

describe('case 24: values follow YAML 1.2', () => {
  test.each<[given: string, want: unknown]>([
    ['NO', 'NO'],
    ['yes', 'yes'],
    ['on', 'on'],
    ['0777', 777],
    ['0o777', 511],
    ['0x1F', 31],
    ['0b11', '0b11'],
    ['1e3', 1000],
    ['1_000', '1_000'],
    ['2016-07-20', '2016-07-20'],
    ['12:30:45', '12:30:45'],
    ['~', null],
    ['null', null],
    ['Null', null],
    ['nULL', 'nULL'],
    ['', null],
    ['true', true],
    ['True', true],
    ['tRUE', 'tRUE'],
    ['-0', -0],
    ['+12', 12],
    ['.5', 0.5],
    ['5.', 5],
    ['.', '.'],
    ['-', [null]],
    ['- 1', [1]],
    ["'1'", '1'],
    ['"\\u00e9"', 'é'],
    ['!!str 1', '1'],
    ['! 1', '1'],
    ['!!int 1', 1],
    ['!!float 1', 1],
    ['!!bool true', true],
    ['!!null ~', null],
    ['!!map {a: 1}', { a: 1 }],
    ['!!seq [1]', [1]],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['+0018446744073709551615', 18446744073709551615n],
    ['!!int 9223372036854775807', 9223372036854775807n],
    ['!!float 9223372036854775807', 2 ** 63],
    ['9223372036854775807.0', 2 ** 63],
    ['1e19', 1e19],
    ['"9223372036854775807"', '9223372036854775807'],
  ])('%s', (given, want) => {
    const { value, lines } = parsed(`${given}\n`.startsWith('- ') ? `k:\n${given}\n` : `k: ${given === '-' ? '\n  -' : given}\n`);
    expect(lines).toEqual([]);
    expect(value).toEqual({ k: want });
  });

  test('keys keep their source text', () => {
    expect(parsed('200: a\n1.10: b\ntrue: c\n~: d\n"<<": e\n').value).toEqual({ 200: 'a', '1.10': 'b', true: 'c', '~': 'd', '<<': 'e' });
  });

  test('aliases share one value', () => {
    const value = parsed('a: &x {b: 1}\nc: *x\n').value as { a: unknown; c: unknown };
    expect(value.c).toEqual({ b: 1 });
    expect(value.c).toBe(value.a);
  });

  test('`__proto__` is an ordinary own key', () => {
    for (const [text, file] of [
      ['__proto__: {polluted: 1}\n', 'a.yaml'],
      ['{"__proto__": {"polluted": 1}}', 'a.json'],
    ] as const) {
      const { value } = parsed(text, file);
      expect(Object.keys(value as object)).toEqual(['__proto__']);
      expect((value as { polluted?: unknown }).polluted).toBeUndefined();
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }
  });
});

test.each<[given: string, want: unknown]>([
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['-9007199254740991', -9007199254740991],
  ['-9007199254740992', -9007199254740992n],
  ['-9223372036854775808', -9223372036854775808n],
  ['[1, 18446744073709551615, "18446744073709551615"]', [1, 18446744073709551615n, '18446744073709551615']],
  ['{"__proto__": 9223372036854775807}', Object.fromEntries([['__proto__', 9223372036854775807n]])],
  ['9223372036854775807.0', 2 ** 63],
  ['9223372036854775807e0', 2 ** 63],
])('JSON: %s', (given, want) => {
  const { value, lines } = parsed(`{ "k": ${given} }`, 'a.json');
  expect(lines).toEqual([]);
  expect((value as { k: unknown }).k).toEqual(want);
});

test('an integer with very many digits is not read as a `bigint`', () => {
  expect(parsed(`k: 1${'0'.repeat(305)}\n`).value).toEqual({ k: 1e305 });
  expect(parsed(`{ "k": 1${'0'.repeat(305)} }`, 'a.json').value).toEqual({ k: 1e305 });
});

describe('YAML that is rejected', () => {
  test.each<[title: string, given: string, want: string[]]>([
    ['tab in the indentation', 'a:\n\tb: 1\n', ['yaml-syntax 2:1']],
    ['colon in plain text', 'a: b: c\n', ['yaml-syntax 1:5']],
    ['open bracket', 'a: [1\n', ['yaml-syntax 2:1']],
    ['open quote', 'a: "x\n', ['yaml-syntax 2:1']],
    ['unknown tag', 'a: !thing x\n', ['yaml-tag 1:4']],
    ['tag of a wrong value', 'a: !!int x\n', ['yaml-tag 1:4']],
    ['tag of another shape', 'a: !!map [1]\n', ['yaml-tag 1:4']],
    ['tag of a key', '!!int 1: a\n', ['yaml-tag 1:1']],
    ['tags given another meaning', '%TAG !! tag:example.com,2000:\n---\na: !!str x\n', ['yaml-tag 3:4']],
    ['list as a key', '? [a]\n: b\n', ['yaml-key 1:3']],
    ['alias of a list as a key', 'a: &x [1]\n*x : b\n', ['yaml-key 2:1']],
    ['alias without an anchor', 'a: *x\n', ['yaml-alias 1:4']],
    ['infinity', 'a: .inf\n', ['number-out-of-range 1:4']],
    ['not a number', 'a: .nan\n', ['number-out-of-range 1:4']],
    ['huge number', 'a: 1e999\n', ['number-out-of-range 1:4']],
    ['two documents', 'a: 1\n---\nb: 2\n', ['yaml-documents 3:1']],
    ['nothing', '', ['document-empty 1:1']],
    ['comments only', '# a\n\n', ['document-empty 1:1']],
    ['an empty document', '---\n...\n', ['document-empty 1:1']],
  ])('%s', (_title, given, want) => {
    expect(parsed(given).lines).toEqual(want);
  });

  test('every fault of a text is reported with its pointer', () => {
    const { lines, pointers } = parsed('a:\n  - b: 1\n    b: 2\n  - <<: [1]\n    d: !x e\n');
    expect(lines).toEqual(['duplicate-key 3:5', 'yaml-merge-key 4:9', 'yaml-tag 5:8']);
    expect(pointers).toEqual(['/a/0/b', '/a/1', '/a/1/d']);
  });
});

describe('merge keys of YAML 1.1', () => {
  test.each<[given: string, want: unknown]>([
    ['a: &a { b: 1 }\nc: { <<: *a }', { a: { b: 1 }, c: { b: 1 } }],
    ['a: &a { b: 1, c: 2 }\nd: { c: 3, <<: *a }', { a: { b: 1, c: 2 }, d: { c: 3, b: 1 } }],
    ['a: &a { b: 1, c: 2 }\nd: { <<: *a, c: 3 }', { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } }],
    [
      'a: &a { b: 1 }\nb: &b { b: 2, c: 2 }\nd: { <<: [*a, *b, { c: 3, e: 4 }] }',
      { a: { b: 1 }, b: { b: 2, c: 2 }, d: { b: 1, c: 2, e: 4 } },
    ],
    ['a: &a [{ b: 1 }, { b: 2, c: 2 }]\nd: { <<: *a }', { a: [{ b: 1 }, { b: 2, c: 2 }], d: { b: 1, c: 2 } }],
    ['a: { <<: { b: 1 }, <<: { b: 2, c: 2 } }', { a: { b: 1, c: 2 } }],
    [
      'a: &a { b: { c: 1 } }\nd: &d { <<: *a, e: 2 }\nf: { <<: *d, b: 3 }',
      { a: { b: { c: 1 } }, d: { b: { c: 1 }, e: 2 }, f: { b: 3, e: 2 } },
    ],
    ['a: { <<: [] }\nb: { <<: {} }', { a: {}, b: {} }],
    ['a: { !!merge <<: { b: 1 } }', { a: { b: 1 } }],
    ['a: { "<<": { b: 1 }, c: <<, d: [<<] }', { a: { '<<': { b: 1 }, c: '<<', d: ['<<'] } }],
    ['a: { !!str <<: 1 }', { a: { '<<': 1 } }],
  ])('%s', (text, want) => {
    const { value, lines } = parsed(`${text}\n`);
    expect(lines).toEqual([]);
    expect(value).toEqual(want);
  });

  test.each<[given: string, want: readonly string[]]>([
    ['a: { <<: 1 }', ['yaml-merge-key 1:10']],
    ['a: { <<: }', ['yaml-merge-key 1:6']],
    ['a: { <<: [{}, b] }', ['yaml-merge-key 1:10']],
    ['a: &a x\nb: { <<: *a }', ['yaml-merge-key 2:10']],
    ['a: { <<: *b }', ['yaml-alias 1:10']],
    ['a: { b: 1, b: 2, <<: { b: 3 } }', ['duplicate-key 1:12']],
  ])('%s is a fault', (text, want) => {
    expect(parsed(`${text}\n`).lines).toEqual(want);
  });

  test('a fault in a merged member is shown where the member is written', async () => {
    const text = document(
      '3.1.1',
      'paths: {}',
      'components:',
      '  schemas:',
      '    A: &a { type: object, minProperties: x }',
      '    B: { <<: [*a], maxProperties: x }',
    );
    const { lines } = await loadText(text);
    expect(lines).toEqual(['unsupported wrong-type 8:42', 'unsupported wrong-type 8:42', 'unsupported wrong-type 9:35']);
  });
});

test.each<[title: string, given: string, want: RegExp]>([
  ['half a file, cut off inside a quote', "a:\n  b: { c: '#/comp", /^Close the open quote/],
  ['half a file, cut off inside a bracket', 'a: [1, 2', /^Close the open quote or bracket/],
  ['a value that needs quotes', 'a: b: c\n', /^Put the value in quotes/],
  ['a tab', 'a:\n\tb: 1\n', /spaces/],
])('the fix for %s', (_title, given, want) => {
  const problems = new Problems();
  parse(makeSource('/a.yaml', 'a.yaml', given), defaultLimits, problems);
  expect(problems.list[0]?.fix).toMatch(want);
});

describe('JSON that is rejected', () => {
  test.each<[title: string, given: string, want: string, message: RegExp]>([
    ['trailing comma in an object', '{"a": 1,}', '1:9', /^Unexpected comma before/],
    ['trailing comma in a list', '[1,\n]', '2:1', /^Unexpected comma before/],
    ['single quotes', "{'a': 1}", '1:2', /double quotes/],
    ['single quotes around a value', `{"a": 'b'}`, '1:7', /single quotes/],
    ['comment', '{"a": 1 // x\n}', '1:9', /comments/],
    ['missing comma', '{"a": 1 "b": 2}', '1:9', /^Expected `,` or/],
    ['missing colon', '{"a" 1}', '1:6', /^Expected `:`/],
    ['missing value', '{"a": }', '1:7', /^Expected a value/],
    ['not a number', '{"a": NaN}', '1:7', /NaN/],
    ['leading zero', '{"a": 012}', '1:7', /number/],
    ['word', '{"a": yes}', '1:7', /^Invalid JSON value/],
    ['two values', '{} {}', '1:4', /after the end/],
    ['open object', '{"a": 1', '1:8', /the text ends here/],
    ['open string', '{"a": "x', '1:7', /is not closed/],
    ['line break in a string', '{"a": "x\ny"}', '1:7', /does not end on its line/],
    ['control character', '{"a": "x\ty"}', '1:9', /control character/],
    ['unknown escape', '{"a": "\\x"}', '1:8', /escape/],
    ['nothing after the key', '{"a"', '1:5', /^Expected `:`/],
    ['wrong bracket', '{"a": [1}', '1:9', /^Expected `,` or/],
  ])('%s', (_title, given, want, message) => {
    expect(parsed(given, 'a.json').lines).toEqual([`json-syntax ${want}`]);
    expect(scanJson(given)?.message).toMatch(message);
  });

  test('the scanner accepts exactly the texts that JSON.parse accepts', () => {
    const texts = [
      '{}',
      '[]',
      '0',
      '-1.5e+3',
      '"\\ud83d\\ude00 \\\\"',
      ' [1, {"a": [true, false, null]}] ',
      '{"": ""}',
      '01',
      '1.',
      '[,]',
      '{,}',
      '[1 2]',
      '"',
      '+1',
      '--1',
      'tru',
      '[',
      '{"a":1}}',
    ];
    for (const text of texts) {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect([text, scanJson(text) === undefined]).toEqual([text, valid]);
    }
  });

  test('a number beyond the range of doubles', () => {
    expect(parsed('{"a": [1, 1e400]}', 'a.json').lines).toEqual(['number-out-of-range 1:11']);
  });

  test('duplicate keys, escaped ones too', () => {
    const { lines, pointers } = parsed('{"a": 1, "x": {"b/c": 1,\n "b\\u002fc": 2}, "\\u0061": 2}', 'a.json');
    expect(lines).toEqual(['duplicate-key 2:2', 'duplicate-key 2:18']);
    expect(pointers).toEqual(['/x/b~1c', '/a']);
  });

  test('keys in strings, and colons after strings in lists, are not counted as keys', () => {
    expect(parsed('{"a\\"": "\\"b\\": 1", "c": ["d", ":", "\\\\"], "e" : {}}', 'a.json').lines).toEqual([]);
  });
});

describe('files', () => {
  test.each<[title: string, file: string, bytes: Uint8Array | string, want: string[]]>([
    ['byte order mark', 'a.yaml', `\uFEFF${withSchema('{}')}`, []],
    ['byte order mark before JSON', 'a.json', '\uFEFF{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{}}', []],
    ['UTF-16 with a mark', 'a.yaml', Buffer.from(`\uFEFF${withSchema('{}')}`, 'utf16le'), ['error not-utf8 1:1']],
    ['UTF-16 without a mark', 'a.yaml', Buffer.from(withSchema('{}'), 'utf16le'), ['error not-utf8 1:1']],
    [
      'bytes that are not UTF-8',
      'a.yaml',
      Buffer.concat([Buffer.from('openapi: 3.1.1\n# �'), Buffer.from([0xe9, 0x0a])]),
      ['error not-utf8 2:4'],
    ],
    ['an empty file', 'a.yaml', '', ['error document-empty 1:1']],
    ['a list', 'a.yaml', '- a\n', ['error document-shape 1:1']],
    ['text', 'a.yaml', 'hello\n', ['error document-shape 1:1']],
    ['no version', 'a.yaml', 'info: {}\n', ['error version-missing 1:1']],
    ['an old Swagger', 'a.yaml', 'swagger: "1.2"\n', ['error version-unknown 1:10']],
    ['a version to come', 'a.yaml', 'openapi: 4.0.0\n', ['error version-unknown 1:10']],
    ['no patch number', 'a.yaml', 'openapi: "3.1"\ninfo: {title: T, version: "1"}\npaths: {}\n', ['warning version-incomplete 1:10']],
    ['JSON under another name', 'a.txt', '{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{}}', []],
    ['YAML that is not JSON under the name of JSON', 'a.json', 'openapi: 3.1.1\n', ['error json-syntax 1:1']],
  ])('%s', async (_title, file, bytes, want) => {
    const folder = await project({ [file]: bytes });
    expect((await loadIn(folder, file)).lines).toEqual(want);
  });

  test('missing file, folder, file in a file', async () => {
    const folder = await project({ 'a/b.yaml': '' });
    expect((await loadIn(folder, 'none.yaml')).lines).toEqual(['error file-not-found 1:1']);
    expect((await loadIn(folder, 'a')).lines).toEqual(['error file-is-folder 1:1']);
    expect((await loadIn(folder, 'a/b.yaml/c.yaml')).lines).toEqual(['error file-not-found c.yaml:1:1']);
  });

  // Root can read every file.
  test.skipIf(process.getuid?.() === 0)('no permission', async () => {
    const folder = await project({ 'a.yaml': '' });
    await chmod(join(folder, 'a.yaml'), 0);
    expect((await loadIn(folder, 'a.yaml')).lines).toEqual(['error file-no-permission 1:1']);
  });

  test('a named pipe is rejected without waiting', async () => {
    const folder = await project({});
    execFileSync('mkfifo', [join(folder, 'a.yaml')]);
    expect((await loadIn(folder, 'a.yaml')).lines).toEqual(['error file-not-regular 1:1']);
  });

  test('the caller may pass the text; the file name is then only an id', async () => {
    const description = given(await loadText(withSchema('{}'), {}, 'h-email.yaml'));
    expect([description.id, description.version]).toEqual(['h-email', '3.1']);
  });
});
