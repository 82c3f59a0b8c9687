// The encoders of document text for TypeScript: tables of input and output, and round trips through the JavaScript parser.
import { describe, expect, test } from 'vitest';
import {
  docComment,
  generatedBy,
  identifier,
  isIdentifier,
  jsonLiteral,
  numberLiteral,
  propertyAccess,
  propertyKey,
  rawJson,
  safeIdentifier,
  stringLiteral,
} from '../../generator/emit/text/escape.ts';

const evaluate = (expression: string): unknown => new Function(`'use strict'; return (${expression});`)();

const NASTY = [
  '',
  'plain',
  "it's",
  'a"b',
  'back\\slash',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the bad input
  '`${globalThis.PWNED = 1}`',
  'line\nbreak\r\n\ttab',
  'sep\u2028para\u2029',
  '\u0000\u0001\u007f\u0085',
  '\ud800 lone \udc00',
  'pair 😀',
  'rtl \u202e override \u2066',
  '\ufeffbom \u200b',
  "']: x",
  '*/ globalThis.PWNED = 1; /*',
  '</script>',
  '__proto__',
  'constructor',
];

describe('stringLiteral', () => {
  test.each(NASTY.map((text) => [text]))('reads back as %j', (text) => {
    const literal = stringLiteral(text);
    expect(evaluate(literal)).toBe(text);
    expect(literal).not.toMatch(/[\n\r\u2028\u2029\u202e\u2066\ufeff]/);
    expect(Buffer.from(literal).toString()).toBe(literal);
  });

  test('uses single quotes and leaves readable text alone', () => {
    expect(stringLiteral('a "quoted" naïve 😀')).toBe(`'a "quoted" naïve 😀'`);
    expect(stringLiteral("it's\n")).toBe("'it\\'s\\n'");
  });
});

describe('propertyKey', () => {
  test.each([
    ['name', 'name'],
    ['$ref', '$ref'],
    ['class', 'class'],
    ['first-name', "'first-name'"],
    ['', "''"],
    ['200', '200'],
    ['0', '0'],
    ['01', "'01'"],
    ['1e3', "'1e3'"],
    ['12345678901234567890', "'12345678901234567890'"],
    ['ä', "'ä'"],
    ['__proto__', "['__proto__']"],
  ])('%j is %s', (given, want) => {
    expect(propertyKey(given)).toBe(want);
  });

  test.each(NASTY.map((text) => [text]))('case 7: %j stays an own key', (name) => {
    expect(Object.keys(evaluate(`{ ${propertyKey(name)}: 1 }`) as object)).toEqual([name]);
  });
});

describe('propertyAccess', () => {
  test.each([
    ['b', 'a.b'],
    ['b-c', "a['b-c']"],
    ["']; evil(); a['", "a['\\']; evil(); a[\\'']"],
  ])('%j', (name, want) => {
    expect(propertyAccess('a', name)).toBe(want);
  });
});

describe('jsonLiteral', () => {
  test.each([
    [null, 'null'],
    [true, 'true'],
    [-0, '-0'],
    [1.5, '1.5'],
    [[], '[]'],
    [{}, '{}'],
    [{ a: [1, 'b'], 'c-d': null }, "{ a: [1, 'b'], 'c-d': null }"],
  ])('%j', (given, want) => {
    expect(jsonLiteral(given)).toBe(want);
  });

  test('case 11: a key __proto__ stays an own key', () => {
    const value = JSON.parse('{"__proto__": {"polluted": 1}}') as object;
    const read = evaluate(jsonLiteral(value)) as Record<string, unknown>;
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect(read.polluted).toBeUndefined();
  });

  test('throws for values that JSON does not have', () => {
    expect(() => jsonLiteral(() => 1)).toThrow(TypeError);
    expect(() => numberLiteral(Number.NaN)).toThrow(TypeError);
    expect(evaluate(numberLiteral(Number.NEGATIVE_INFINITY))).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('rawJson', () => {
  const inTemplate = (json: string): unknown => JSON.parse(String(evaluate(`String.raw\`${json}\``)));

  test.each([
    [null, 'null'],
    [-0, '-0'],
    [Number.POSITIVE_INFINITY, '1e999'],
    [2 ** 53, '9.007199254740992e+15'],
    [2 ** 53 - 1, '9007199254740991'],
    [1e100, '1e+100'],
    [[], '[]'],
    [{}, '{}'],
    [{ a: [1, "it's"], '': null }, `{ "a": [1, "it's"], "": null }`],
    ['^[0-9]+$', '"^[0-9]+$"'],
    ['$a {b}', '"$a {b}"'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the bad input
    ['${a}', '"\\u0024{a}"'],
    ['$${a}', '"$\\u0024{a}"'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the bad input
    ['\\${a}\\', '"\\\\\\u0024{a}\\\\"'],
    ['\\`', '"\\\\\\u0060"'],
    ['a"\u2028\n\b', '"a\\"\\u2028\\n\\b"'],
    ['\ud800', '"\\ud800"'],
  ])('%j is %s', (given, want) => {
    expect(rawJson(given)).toBe(want);
    expect(inTemplate(rawJson(given))).toEqual(given);
  });

  test('a bigint is written as its digits', () => {
    expect(rawJson([2n ** 53n, -(2n ** 63n)])).toBe('[9007199254740992, -9223372036854775808]');
  });

  test.each(NASTY.map((text) => [text]))('case 2: %j is read back, as a string and as an own key', (text) => {
    const json = rawJson({ a: text, [text]: [text] });
    expect(inTemplate(json)).toEqual({ a: text, [text]: [text] });
    expect(Object.keys(inTemplate(rawJson(Object.fromEntries([[text, 1]]))) as object)).toEqual([text]);
    expect(json).not.toMatch(/[`\n\r\u2028\u2029\u202e\u2066\ufeff]/);
    expect(Buffer.from(json).toString()).toBe(json);
  });
});

describe('case 12: identifiers', () => {
  test.each([
    ['findEmail', 'findEmail'],
    ['delete', 'delete_'],
    ['class', 'class_'],
    ['await', 'await_'],
    ['default', 'default_'],
    ['eval', 'eval_'],
    ['1a', '_1a'],
    ['a b', 'a_b'],
    ['', '_'],
    ['😀', '_'],
    ['Ä', 'Ä'],
    ['A\u0308', 'Ä'],
    ['x;evil()', 'x_evil__'],
  ])('%j becomes %s', (given, want) => {
    expect(safeIdentifier(given)).toBe(want);
    expect(isIdentifier(want)).toBe(true);
  });

  test('a name that is not an identifier is never printed', () => {
    expect(() => identifier('a;b')).toThrow('not an identifier');
    expect(() => identifier('delete')).toThrow('not an identifier');
    expect(identifier('Ä1')).toBe('Ä1');
  });
});

describe('docComment', () => {
  test.each<[string, readonly string[], string]>([
    ['nothing', ['', '  '], ''],
    ['one line', ['A sentence.'], '/** A sentence. */\n'],
    ['paragraphs', ['One.', 'Two.'], '/**\n * One.\n *\n * Two.\n */\n'],
    ['case 1: an end of comment', ['*/ globalThis.PWNED=1; /*'], '/** *\\/ globalThis.PWNED=1; /* */\n'],
    ['line separators', ['a\u2028b\rc'], '/**\n * a\n * b\n * c\n */\n'],
    ['compiler directives', ['@ts-expect-error'], '/** \\@ts-expect-error */\n'],
    ['stripped declarations', ['Text.\n  @internal'], '/**\n * Text.\n *   \\@internal\n */\n'],
    ['a slash that a star of the frame would complete', ['/ globalThis.PWNED = 1'], '/** / globalThis.PWNED = 1 */\n'],
    ['hidden direction', ['a\u202eb'], '/** a\\u202eb */\n'],
  ])('%s', (_, given, want) => {
    expect(docComment(given)).toBe(want);
  });

  test('tags come last, indented with the rest', () => {
    expect(docComment(['Text.'], '  ', [{ name: 'deprecated' }, { name: 'default', text: "'*/'" }])).toBe(
      "  /**\n   * Text.\n   * @deprecated\n   * @default '*\\/'\n   */\n",
    );
    expect(docComment([], '', [{ name: 'deprecated' }])).toBe('/** @deprecated */\n');
  });

  test('long lines break between words, code and tables do not', () => {
    const words = 'word '.repeat(40).trim();
    const broken = docComment([words]).split('\n');
    expect(broken.length).toBeGreaterThan(3);
    expect(broken.every((line) => line.length <= 147)).toBe(true);
    const code = `\`\`\`\n${words}\n\`\`\``;
    expect(docComment([code])).toContain(` * ${words}\n`);
    expect(docComment([`| ${words} |`])).toBe(`/** | ${words} | */\n`);
  });

  test('a list item wraps with an indent, and a paragraph with a long line is wrapped again', () => {
    const long = 'word '.repeat(30).trim();
    const short = `${'word '.repeat(27)}word`;
    expect(docComment([`- a\n- ${long}\n- b`])).toBe(`/**\n * - a\n * - ${short}\n *   word word\n * - b\n */\n`);
    expect(docComment([`${long}\nand the end.\n\nA line\nand another.`])).toBe(
      `/**\n * ${short}\n * word word and the end.\n *\n * A line\n * and another.\n */\n`,
    );
    expect(docComment([`## ${short} ${short}\nText.`])).toMatch(/\n \* Text\.\n/);
    expect(docComment([`${short}  \n${long}`])).toContain(` * ${short}\n * word`);
  });

  test('a line never breaks before text that would start a Markdown block', () => {
    const text = `${'x'.repeat(141)} - y 1. z @param q`;
    expect(docComment([text])).not.toMatch(/\n \* (?:-|1\.|@)/);
  });
});

test('the header stays one line for any file name', () => {
  expect(generatedBy('h-email\nevil()')).toBe(
    '// Generated by Octavo from h-email evil(). Do not edit; edit the document and run `octavo generate`.\n',
  );
});
