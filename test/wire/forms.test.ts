// Tests form and multipart bodies: the standard's examples, each field's encoding both ways, hostile bodies, and URLSearchParams and undici as
// readers.
import {
  contentJson,
  deepObject,
  type FormEncoding,
  type FormShape,
  formArray,
  formExplodeObject,
  InvalidParameterError,
  multipart,
  pipeDelimitedArray,
  querystringForm,
  reserved,
  SyntaxFault,
  UnsupportedMediaFault,
  urlencoded,
} from '@octavo/runtime';
import { FormData as UndiciFormData, Response as UndiciResponse } from 'undici';
import { describe, expect, it, test } from 'vitest';
import { parseStrictJson } from '../../runtime/json/strict.ts';
import fc from '../support/fast-check.ts';

const FORM = 'application/x-www-form-urlencoded';
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function writeForm(value: unknown, shape: FormShape = {}, encoding: FormEncoding = {}): string {
  return String(urlencoded(shape, encoding).encode(value, FORM).body);
}

function readForm(text: string, shape: FormShape = {}, encoding: FormEncoding = {}): unknown {
  return urlencoded(shape, encoding).decode(bytesOf(text), FORM, parseStrictJson);
}

async function writeParts(value: unknown, encoding: FormEncoding = {}): Promise<{ body: Uint8Array<ArrayBuffer>; contentType: string }> {
  const { body, contentType = '' } = multipart({}, encoding).encode(value, 'multipart/form-data');
  return { body: new Uint8Array(await new Response(body as Blob).arrayBuffer()), contentType };
}

const TYPE = 'multipart/form-data; boundary=b';

function readParts(text: string, shape: FormShape = {}, encoding: FormEncoding = {}, contentType = TYPE): unknown {
  return multipart(shape, encoding).decode(bytesOf(text), contentType, parseStrictJson);
}

const address = { streetAddress: '123 Example Dr.', city: 'Somewhere', state: 'CA', zip: '99999+1234' };
const id = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';

describe('urlencoded', () => {
  // OpenAPI 3.1.1 section 4.8.14.3: by default an object is JSON; blanks are %20 here, and "+" where WHATWG writes forms.
  test("the standard's example", () => {
    const text = writeForm({ id, address });
    expect([...new URLSearchParams(text)]).toEqual([
      ['id', id],
      ['address', JSON.stringify(address)],
    ]);
    const whatwg = new URLSearchParams({ id, address: JSON.stringify(address) }).toString();
    expect(readForm(whatwg, { address: {} })).toEqual({ id, address });
  });

  test.each<[string, unknown, FormShape, FormEncoding, string]>([
    ['a list', { a: ['x', 'y'], n: 1 }, { a: ['string'], n: 'integer' }, {}, 'a=x&a=y&n=1'],
    ['a list of one', { a: ['x'] }, { a: ['string'] }, {}, 'a=x'],
    ['a list of objects', { a: [{ b: 1 }] }, { a: [{}] }, {}, 'a=%7B%22b%22%3A1%7D'],
    ['a list with commas', { a: [1, 2] }, { a: ['integer'] }, { a: { codec: formArray } }, 'a=1,2'],
    ['a list with pipes', { a: ['x', 'y'] }, { a: ['string'] }, { a: { codec: pipeDelimitedArray } }, 'a=x%7Cy'],
    [
      'a deep object',
      { a: { b: { c: 1 } } },
      { a: { properties: { b: { properties: { c: 'integer' } } } } },
      { a: { codec: deepObject } },
      'a%5Bb%5D%5Bc%5D=1',
    ],
    [
      'an exploded object',
      { a: { x: '1', y: '2' }, z: '3' },
      { a: { properties: { x: 'string', y: 'string' } } },
      { a: { codec: formExplodeObject } },
      'x=1&y=2&z=3',
    ],
    ['JSON of a text', { a: 'x' }, {}, { a: { codec: contentJson } }, 'a=%22x%22'],
    ['reserved characters', { a: 'x/y?' }, {}, { a: { codec: formArray, escape: reserved } }, 'a=x/y?'],
    ['nothing', { a: undefined }, {}, {}, ''],
    ['null', { a: null }, { a: 'null|string' }, {}, 'a=null'],
  ])('%s', (name, value, shape, encoding, want) => {
    expect(writeForm(value, shape, encoding)).toBe(want);
    expect(readForm(want, shape, encoding)).toEqual(name === 'nothing' ? {} : value);
  });

  it('case 53: more than 1,000 fields are rejected', () => {
    expect(() => readForm('a=1&'.repeat(10_000), { a: ['integer'] })).toThrow('more than 1000 fields');
  });

  it.each(['a=%zz', '%zz=1', 'a=%C0%AF', 'a=%E0%A4%A'])('case 51: %s is rejected', (text) => {
    expect(() => readForm(text)).toThrow(SyntaxFault);
  });

  it('case 38: __proto__ is a field like any other', () => {
    const read = readForm('__proto__=x&constructor=y', {}) as object;
    expect(Object.entries(read)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  test('a value that cannot be encoded throws an error that names the field', () => {
    expect(() => writeForm({ n: Number.NaN })).toThrow(InvalidParameterError);
    expect(() => writeForm({ n: Number.NaN })).toThrow('body.n');
  });

  test('decode(encode(x)) = x, and URLSearchParams reads the same', () => {
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Surrogate}/u.test(text));
    fc.assert(
      fc.property(fc.dictionary(texts, fc.array(texts, { minLength: 2, maxLength: 3 }), { maxKeys: 5 }), (value) => {
        const text = writeForm(value);
        expect(readForm(text)).toEqual(value);
        const search = new URLSearchParams(text);
        for (const [name, items] of Object.entries(value)) expect(search.getAll(name)).toEqual(items);
      }),
    );
  });

  test('a whole query is encoded as a form', () => {
    const codec = querystringForm({ n: 'integer', list: ['string'], o: {} });
    const value = { n: 1, list: ['a b'], o: { x: '&' } };
    const parameter = { in: 'querystring', name: 'q', codec } as const;
    const text = codec.write(parameter, value) ?? '';
    expect(text).toBe('n=1&list=a%20b&o=%7B%22x%22%3A%22%26%22%7D');
    expect(codec.read?.(text, 'string', false)).toEqual(value);
    expect(codec.write(parameter, {})).toBeUndefined();
  });
});

describe('multipart', () => {
  const png = new Blob([new Uint8Array([0, 13, 10, 45, 45, 255])], { type: 'image/png' });

  test('parts have their media types, in both directions', async () => {
    const shape: FormShape = { n: 'integer', o: {}, list: ['string'], rows: [{}] };
    const value = { title: 'ü\r\n--\n\r', n: 1, o: { a: 1 }, list: ['x'], rows: [{ b: 2 }] };
    const { body, contentType } = await writeParts(value);
    const text = new TextDecoder().decode(body);
    expect(text).toContain('name="o"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n');
    expect(multipart(shape).decode(body, contentType, parseStrictJson)).toEqual(value);
  });

  test('files keep their bytes, names and types', async () => {
    const file = new File([new Uint8Array([1, 2])], 'ä "b".bin', { type: 'application/x-b' });
    const { body, contentType } = await writeParts({ photo: png, file, more: [png, png] });
    const read = multipart({ more: ['string'] }).decode(body, contentType, parseStrictJson) as Record<string, File> & { more: File[] };
    expect(await read.photo?.bytes()).toEqual(await png.bytes());
    expect(read.photo?.type).toBe('image/png');
    expect([read.file?.name, read.file?.type]).toEqual([file.name, file.type]);
    expect(read.more.map((one) => one.size)).toEqual([6, 6]);
  });

  test('undici reads our bodies, and we read undici’s', async () => {
    const { body, contentType } = await writeParts({ a: ['1', 'ü"\n'], 'na"me': 'x', photo: png });
    const data = await new UndiciResponse(body, { headers: { 'content-type': contentType } }).formData();
    expect(data.getAll('a')).toEqual(['1', 'ü"\n']);
    expect(data.get('na"me')).toBe('x');
    const photo = data.get('photo');
    expect(photo === null || typeof photo === 'string' ? photo : await photo.bytes()).toEqual(await png.bytes());
    const form = new UndiciFormData();
    form.append('na"me', 'v');
    form.append('photo', png, 'p.png');
    const sent = new UndiciResponse(form);
    const read = multipart().decode(new Uint8Array(await sent.arrayBuffer()), sent.headers.get('content-type') ?? '', parseStrictJson);
    expect(read).toMatchObject({ 'na"me': 'v', photo: { name: 'p.png' } });
  });

  const encoding: FormEncoding = {
    photo: { contentTypes: ['image/png', 'image/*'] },
    deep: { codec: deepObject },
    json: { contentTypes: ['application/json'] },
  };

  test('encoding: media types and styles', async () => {
    const shape: FormShape = { deep: { properties: { a: { properties: { b: 'integer' } } } } };
    const value = { photo: new Blob(['x']), deep: { a: { b: 1 } }, json: 'text' };
    const { body, contentType } = await writeParts(value, encoding);
    const text = new TextDecoder().decode(body);
    expect(text).toContain('name="photo"; filename="blob"\r\nContent-Type: image/png\r\n');
    expect(text).toContain('name="deep[a][b]"\r\n\r\n1\r\n');
    expect(text).toContain('name="json"\r\nContent-Type: application/json\r\n\r\n"text"\r\n');
    expect(multipart(shape, encoding).decode(body, contentType, parseStrictJson)).toMatchObject({ deep: { a: { b: 1 } }, json: 'text' });
  });

  test('both ends reject a file with an undeclared media type', async () => {
    await expect(writeParts({ photo: new Blob(['x'], { type: 'text/html' }) }, encoding)).rejects.toThrow('body.photo');
    const part = '--b\r\nContent-Disposition: form-data; name="photo"; filename="p"\r\nContent-Type: text/html\r\n\r\nx\r\n--b--';
    expect(() => readParts(part, {}, encoding)).toThrow(UnsupportedMediaFault);
  });

  const part = (head: string, body = 'x') => `--b\r\n${head}\r\n\r\n${body}\r\n--b--`;
  const disposition = 'Content-Disposition: form-data; name="a"';

  test.each([
    ['nothing', ''],
    ['no boundary', 'a=1'],
    ['another boundary', part(disposition).replaceAll('--b', '--c')],
    ['no end', `--b\r\n${disposition}\r\n\r\nx`],
    ['no blank line', `--b\r\n${disposition}\r\nx\r\n--b--`],
    ['no name', part('Content-Disposition: form-data')],
    ['no disposition', part('X-A: 1')],
    ['attachment', part('Content-Disposition: attachment; name="a"')],
    ['a name twice', part(`${disposition}; name="b"`)],
    ['a header twice', part(`${disposition}\r\n${disposition}`)],
    ['a folded header', part('Content-Disposition: form-data;\r\n name="a"')],
    ['an open quote', part('Content-Disposition: form-data; name="a')],
    ['text after a boundary', part(disposition).replace('--b\r\n', '--b x\r\n')],
    ['bare line feeds', part(disposition).replaceAll('\r\n', '\n')],
    ['a long header', part(`${disposition}\r\nX-A: ${'x'.repeat(9000)}`)],
    ['many parts', `${`--b\r\n${disposition}\r\n\r\nx\r\n`.repeat(1001)}--b--`],
    ['backslashes', part(`Content-Disposition: form-data; name="${'\\'.repeat(5001)}`)],
  ])('%s is rejected', (_name, text) => {
    expect(() => readParts(text)).toThrow(SyntaxFault);
  });

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
    'multipart/form-data; boundary="b\u00e4"',
  ])('%s names no boundary', (contentType) => {
    expect(() => readParts(part(disposition), {}, {}, contentType)).toThrow(SyntaxFault);
  });

  test('transfer encodings and charsets other than UTF-8 are rejected', () => {
    expect(() => readParts(part(`${disposition}\r\nContent-Transfer-Encoding: base64`))).toThrow(UnsupportedMediaFault);
    expect(() => readParts(part(`${disposition}\r\nContent-Type: text/plain; charset=latin1`))).toThrow(UnsupportedMediaFault);
  });

  test('preamble, epilogue, empty parts and blanks after a boundary are read', () => {
    expect(readParts(`before\r\n--b \t\r\n${disposition}\r\n\r\n\r\n--b--\r\nafter`)).toEqual({ a: '' });
  });

  it('case 38: __proto__ is a field like any other', () => {
    const read = readParts(part('Content-Disposition: form-data; name="__proto__"')) as object;
    expect(Object.entries(read)).toEqual([['__proto__', 'x']]);
  });

  test('any bytes are decoded or rejected with a SyntaxFault', () => {
    const pieces = fc.constantFrom(
      '--b',
      '\r\n',
      '\r\n\r\n',
      '--',
      disposition,
      ': ',
      ';',
      '"',
      'x',
      'Content-Type: text/plain',
      '\0',
      'ÿ',
      '%22',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (given) => {
        try {
          readParts(given.join(''));
        } catch (error) {
          expect(error instanceof SyntaxFault || error instanceof UnsupportedMediaFault).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('decode(encode(x)) = x', async () => {
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Surrogate}|%(?:22|0[ad])/iu.test(text));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(texts, texts, { maxKeys: 5 }), async (value) => {
        const { body, contentType } = await writeParts(value);
        expect(multipart().decode(body, contentType, parseStrictJson)).toEqual(value);
      }),
    );
  });
});
