// The XML codec by itself: nodes of all types, hostile XML, encodings, and a property test of mappings and values.
import { SyntaxFault, UnsupportedMediaFault } from '@octavo/runtime';
import { type XmlNode, type XmlShape, xml } from '@octavo/runtime/xml';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { byEffort } from '../support/effort.ts';
import fc from '../support/fast-check.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

function write(root: XmlNode, value: unknown): string | undefined {
  const { body } = xml(root).encode(value, 'application/xml');
  return body === undefined ? undefined : String(body).replace(HEAD, '');
}

function read(root: XmlNode, text: string | Uint8Array<ArrayBuffer>, type = 'application/xml'): Promise<unknown> {
  return Promise.resolve(xml(root).decode(typeof text === 'string' ? new TextEncoder().encode(text) : text, type));
}

const rootOf = (shape: XmlShape): XmlNode => ({ name: 'r', shape });

// OpenAPI 3.1 section 4.8.26.2 and 3.2, "XML Object Examples".
test.each<[title: string, root: XmlNode, value: unknown, text: string]>([
  [
    'a list',
    rootOf({ properties: { animals: { shape: { items: { shape: 'string' } } } } }),
    { animals: ['a', 'b'] },
    '<r><animals>a</animals><animals>b</animals></r>',
  ],
  [
    'named items',
    rootOf({ properties: { animals: { shape: { items: { name: 'animal', shape: 'string' } } } } }),
    { animals: ['a'] },
    '<r><animal>a</animal></r>',
  ],
  [
    'a wrapped list',
    rootOf({ properties: { animals: { shape: { wrapped: true, items: { shape: 'string' } } } } }),
    { animals: ['a', 'b'] },
    '<r><animals><animals>a</animals><animals>b</animals></animals></r>',
  ],
  [
    'a named wrapper',
    rootOf({ properties: { animals: { name: 'aliens', shape: { wrapped: true, items: { shape: 'string' } } } } }),
    { animals: ['a'] },
    '<r><aliens><aliens>a</aliens></aliens></r>',
  ],
  [
    'both named',
    rootOf({ properties: { animals: { name: 'aliens', shape: { wrapped: true, items: { name: 'animal', shape: 'string' } } } } }),
    { animals: [] },
    '<r><aliens/></r>',
  ],
  [
    'a list of lists',
    rootOf({ properties: { a: { shape: { items: { shape: { items: { name: 'b', shape: 'integer' } } } } } } }),
    { a: [[1, 2], []] },
    '<r><a><b>1</b><b>2</b></a><a/></r>',
  ],
  [
    'a text beside an attribute',
    rootOf({ properties: { id: { as: 'attribute', shape: 'integer' }, value: { as: 'text', shape: 'number' } } }),
    { id: 1, value: 2.5 },
    '<r id="1">2.5</r>',
  ],
  [
    'CDATA',
    rootOf({ properties: { code: { as: 'cdata', shape: 'string' } } }),
    { code: 'a<b]]>c' },
    '<r><![CDATA[a<b]]]]><![CDATA[>c]]></r>',
  ],
  [
    'CDATA with a carriage return',
    rootOf({ properties: { code: { as: 'cdata', shape: 'string' } } }),
    { code: 'a\r<' },
    '<r>a&#13;&lt;</r>',
  ],
  [
    'a default namespace',
    { name: 'r', namespace: 'urn:a', shape: { properties: { b: { shape: 'string' } } } },
    { b: 'x' },
    '<r xmlns="urn:a"><b>x</b></r>',
  ],
  [
    'a prefix of the element around it',
    {
      name: 'r',
      namespace: 'urn:a',
      prefix: 'p',
      shape: { properties: { b: { prefix: 'p', shape: 'string' }, c: { prefix: 'q', shape: 'string' } } },
    },
    { b: 'x', c: 'y' },
    '<p:r xmlns:p="urn:a"><p:b>x</p:b><c>y</c></p:r>',
  ],
  [
    'an attribute with a namespace and no prefix',
    rootOf({ properties: { a: { as: 'attribute', namespace: 'urn:a', shape: 'string' } } }),
    { a: '"\t\n\r<' },
    '<r xmlns:ns="urn:a" ns:a="&quot;&#9;&#10;&#13;&lt;"/>',
  ],
  ['null', rootOf('string'), null, '<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>'],
  [
    'anything',
    rootOf('any'),
    { a: [{ b: 'x' }, ''], c: null, __proto__x: 'y' },
    '<r><a><b>x</b></a><a/><c xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/><__proto__x>y</__proto__x></r>',
  ],
])('%s', async (_title, root, value, text) => {
  expect(write(root, value)).toBe(text);
  expect(await read(root, text)).toEqual(value);
});

test.each<[title: string, shape: XmlShape, value: unknown]>([
  ['a control character', 'string', 'a\u0001'],
  ['a lone surrogate', 'string', '\ud800'],
  ['U+FFFE', 'string', '\ufffe'],
  ['an object for a text', 'string', {}],
  ['a text for a list', { items: { shape: 'string' } }, 'a'],
  ['a text for a number', 'number', '5'],
  ['not a number', 'number', Number.NaN],
  ['a name with a space', 'any', { 'a b': 'x' }],
  ['a name with a colon', 'any', { 'a:b': 'x' }],
  ['an empty name', 'any', { '': 'x' }],
  ['a list at the root', 'any', ['x']],
  ['null in an attribute', { properties: { a: { as: 'attribute', shape: 'string' } } }, { a: null }],
  [
    'one prefix for two namespaces',
    {
      properties: {
        a: { as: 'attribute', prefix: 'p', namespace: 'urn:a', shape: 'string' },
        b: { as: 'attribute', prefix: 'p', namespace: 'urn:b', shape: 'string' },
      },
    },
    { a: 'x', b: 'y' },
  ],
  ['nothing', 'string', undefined],
])('%s is not written', (_title, shape, value) => {
  expect(write(rootOf(shape), value)).toBeUndefined();
});

test('a value that holds itself is not written', () => {
  const value: Record<string, unknown> = {};
  value.a = value;
  expect(write(rootOf('any'), value)).toBeUndefined();
});

describe('namespaces', () => {
  const root: XmlNode = { name: 'r', namespace: 'urn:a', shape: { properties: { b: { namespace: 'urn:b', shape: 'string' } } } };
  test.each<[string, unknown]>([
    ['<r xmlns="urn:a"><b xmlns="urn:b">x</b></r>', { b: 'x' }],
    ['<p:r xmlns:p="urn:a" xmlns:q="urn:b"><q:b>x</q:b></p:r>', { b: 'x' }],
  ])('%s', async (text, value) => {
    expect(await read(root, text)).toEqual(value);
  });

  test.each(['<r><b xmlns="urn:b">x</b></r>', '<p:r xmlns:p="urn:b"/>'])('%s has another root', async (text) => {
    await expect(read(root, text)).rejects.toThrow('does not have <r> as its root element');
  });

  test('a prefix without a declaration is not well-formed', async () => {
    await expect(read(root, '<p:r/>')).rejects.toThrow(new SyntaxFault('is not well-formed XML'));
  });
});

describe('hostile XML', () => {
  const nested = (depth: number): string => '<r>'.repeat(depth) + '</r>'.repeat(depth);
  const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><r>&b;</r>`;
  const refused: readonly [title: string, text: string, message: string][] = [
    ['an entity bomb', bomb, 'has a document type declaration, which is not allowed'],
    [
      'an external entity',
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
      'has a document type declaration, which is not allowed',
    ],
    ['an external subset', '<!DOCTYPE r SYSTEM "http://example.com/r.dtd"><r/>', 'has a document type declaration, which is not allowed'],
    ['an unknown entity', '<r>&x;</r>', 'is not well-formed XML'],
    ['a mismatched tag', '<r><a></b></r>', 'is not well-formed XML'],
    ['an unclosed tag', '<r><a>', 'is not well-formed XML'],
    ['two roots', '<r/><r/>', 'is not well-formed XML'],
    ['text after the root', '<r/>x', 'is not well-formed XML'],
    ['an attribute twice', '<r a="1" a="2"/>', 'is not well-formed XML'],
    ['an attribute twice by namespace', '<r xmlns:p="u" xmlns:q="u" p:a="1" q:a="2"/>', 'is not well-formed XML'],
    ['an attribute without quotes', '<r a=1/>', 'is not well-formed XML'],
    ['a control character', '<r>\u0001</r>', 'is not well-formed XML'],
    ['a reference to a control character', '<r>&#1;</r>', 'is not well-formed XML'],
    ['XML 1.1', '<?xml version="1.1"?><r>&#1;</r>', 'is not well-formed XML'],
    ['nothing', '', 'is not well-formed XML'],
    ['201 levels', nested(201), 'is nested more than 200 levels deep'],
    ['a million open tags', '<r>'.repeat(1e6), 'is nested more than 200 levels deep'],
    [
      'many attributes',
      `<r ${Array.from({ length: 1001 }, (_, index) => `a${index}=""`).join(' ')}/>`,
      'has an element with more than 1000 attributes',
    ],
  ];

  test.each(refused)('%s', async (_title, text, message) => {
    await expect(read(rootOf('any'), text)).rejects.toThrow(new SyntaxFault(message));
  });

  test('200 levels are read and written', async () => {
    const value = await read(rootOf('any'), nested(200));
    expect(write(rootOf('any'), value)).toBe(nested(200).replace('<r></r>', '<r/>'));
    expect(write(rootOf('any'), { r: value })).toBeUndefined();
  });

  test('names of the prototype are own properties', async () => {
    const value = await read(rootOf('any'), '<r><__proto__><polluted>1</polluted></__proto__><constructor>x</constructor></r>');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  /** Characters, about. */
  const LENGTH = byEffort({ quick: 200_000, deep: 1_000_000 });
  test(`${LENGTH} characters take no more than linear time`, async () => {
    const texts = [
      `<r>${'<a>1</a>'.repeat(Math.floor(LENGTH / 8))}</r>`,
      `<r>${'\r\n'.repeat(Math.floor(LENGTH / 2))}</r>`,
      `<r>${'&amp;'.repeat(Math.floor(LENGTH / 5))}</r>`,
      `<r>${'<![CDATA[x]]>'.repeat(Math.floor(LENGTH / 14))}</r>`,
      `<r>${'<a xmlns:p="u"/>'.repeat(Math.floor(LENGTH / 17))}</r>`,
      `<r><!--${'- '.repeat(Math.floor(LENGTH / 2))}--></r>`,
    ];
    for (const text of texts) {
      const start = performance.now();
      await read(rootOf({ properties: { a: { shape: { items: { shape: 'string' } } } } }), text);
      expect(performance.now() - start, text.slice(0, 20)).toBeLessThan(byEffort({ quick: 2_000, deep: 5_000 }));
    }
  });
});

describe('encodings', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...'<r>é</r>'].flatMap((character) => [character.charCodeAt(0), 0])]);
  const latin = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (character) => character.charCodeAt(0));
  test.each<[title: string, bytes: string | Uint8Array<ArrayBuffer>, type: string]>([
    ['UTF-8', '<r>é</r>', 'text/xml'],
    ['UTF-8 with a byte order mark', '\uFEFF<?xml version="1.0"?><r>é</r>', 'text/xml'],
    ['UTF-16 by its byte order mark', utf16, 'text/xml'],
    ['the encoding of the XML declaration', latin('<?xml version="1.0" encoding="iso-8859-1"?><r>é</r>'), 'text/xml'],
    ['the charset of the media type', latin('<?xml version="1.0" encoding="utf-8"?><r>é</r>'), 'text/xml; charset=iso-8859-1'],
  ])('%s', async (_title, bytes, type) => {
    expect(await read(rootOf('string'), bytes, type)).toBe('é');
  });

  test('another one is not supported', async () => {
    await expect(read(rootOf('string'), '<?xml version="1.0" encoding="x-none"?><r/>')).rejects.toThrow(UnsupportedMediaFault);
    expect(xml(rootOf('string')).encode('é', 'text/xml; charset=iso-8859-1').body).toBeUndefined();
  });

  test('bytes that are not UTF-8 are malformed', async () => {
    await expect(read(rootOf('string'), latin('<r>é</r>'))).rejects.toThrow(new SyntaxFault('is not valid UTF-8'));
  });
});

/** A mapping together with values of it. */
function shapes(depth: number): fc.Arbitrary<{ shape: XmlShape; value: fc.Arbitrary<unknown> }> {
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(one));
  const leaf = fc.constantFrom(
    { shape: 'string' as const, value: text as fc.Arbitrary<unknown> },
    { shape: 'integer' as const, value: fc.maxSafeInteger() },
    { shape: 'number' as const, value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (one === 0 ? 0 : one)) },
    { shape: 'boolean' as const, value: fc.boolean() },
  );
  if (depth === 0) return leaf;
  const inner = shapes(depth - 1);
  const wrapped = inner.map(({ shape, value }) => ({
    shape: { wrapped: true, items: { name: 'item', shape } } as const,
    value: fc.array(value, { maxLength: 3 }),
  }));
  const object = fc.record({ a: inner, b: inner, c: leaf, list: inner }).map(({ a, b, c, list }) => ({
    shape: {
      properties: {
        a: { shape: a.shape },
        b: { name: 'x', namespace: 'urn:b', prefix: 'p', shape: b.shape },
        c: { as: 'attribute', shape: c.shape },
        list: { required: true, shape: { items: { name: 'one', namespace: 'urn:list', shape: list.shape } } },
      },
    } as const,
    value: fc.record(
      { a: a.value, b: b.value, c: c.value, list: fc.array(fc.option(list.value), { maxLength: 3 }) },
      { requiredKeys: ['list'] },
    ),
  }));
  return fc.oneof(leaf, wrapped, object);
}

test('each value of each mapping is read back', async () => {
  const cases = shapes(3).chain(({ shape, value }) => value.map((one) => ({ shape, value: one })));
  await fc.assert(
    fc.asyncProperty(cases, async ({ shape, value }) => {
      expect(await read(rootOf(shape), write(rootOf(shape), value) ?? '')).toEqual(value);
    }),
  );
});

describe('without the package saxes', () => {
  afterEach(() => {
    vi.doUnmock('saxes');
  });

  test('reading names what to install, and writing works', async () => {
    vi.doMock('saxes', () => {
      throw new Error('Cannot find package');
    });
    expect(write(rootOf('integer'), 5)).toBe('<r>5</r>');
    await expect(read(rootOf('integer'), '<r>5</r>')).rejects.toThrow(
      'XML is read with the package saxes, which is not installed: run `npm install saxes`.',
    );
  });
});
