// Generates the tables of docs/wire.md from the behaviour of both ends; fails when the committed page differs.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type BodyCodec,
  type Comma,
  deepObject,
  type FormEncoding,
  type FormShape,
  formArray,
  formExplodeArray,
  httpScheme,
  json,
  ndjson,
  reserved,
  type Shape,
  urlencoded,
  withWords,
} from '@octavo/runtime';
import { expect, test } from 'vitest';
import type { Incoming } from '../../runtime/security/handler.ts';
import { serverHalf } from '../../runtime/security/kinds.ts';
import { requestFacade } from '../../runtime/server/request.ts';
import { decodePairs, decodeText } from '../../runtime/wire/decode.ts';
import { fillPath } from '../../runtime/wire/encode.ts';
import { queryPairs } from '../../runtime/wire/pairs.ts';
import { CELLS, type Cell, cellName, codecOf, decode, encode, KINDS, type Kind, VALUES } from './cells.ts';
import { spellingRows } from './spellings.ts';

const page = new URL('../../docs/wire.md', import.meta.url);

/** The text that the client writes if the server reads it back; otherwise the reason why nothing is written. */
function shown(cell: Cell, value: unknown, shape: Parameters<typeof encode>[1], isReserved = false): string {
  let text: string | undefined;
  try {
    text = encode(cell, shape, value, isReserved);
    // A path value must also not form a dot segment.
    if (cell.in === 'path') fillPath('/{color}', 'color', text);
  } catch {
    return 'refused';
  }
  if (text === undefined) return 'absent';
  const read = decode(cell, shape, text);
  expect(read, `${cellName(cell)}: ${text}`).toEqual({ value, issues: [] });
  return code(text);
}

function code(text: string): string {
  return text === '' ? '(empty)' : `\`${text.replaceAll('|', '\\|')}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function matrix(): string {
  const cellOf = (cell: Cell, kind: Kind) => {
    const [value, shape] = VALUES[kind];
    const isTable = cell.want[kind] !== undefined;
    if (!isTable && (cell.style === 'deepObject' || cell.style.endsWith('Delimited'))) return 'no cell';
    return shown(cell, value, shape);
  };
  return table(
    ['cell', 'empty text', 'text', 'list', 'object'],
    CELLS.map((cell) => [cellName(cell), ...KINDS.map((kind) => cellOf(cell, kind))]),
  );
}

const HARD = 'a/b?c&d=e,f;g h%i.ü';

function hard(): string {
  return table(
    ['cell', 'one value', 'with `allowReserved`', 'list of it and `x`', '`null`', 'empty list'],
    CELLS.filter(({ style }) => style !== 'deepObject').map((cell) => [
      cellName(cell),
      cell.style.endsWith('Delimited') ? 'no cell' : shown(cell, HARD, 'string'),
      cell.style.endsWith('Delimited') || cell.in === 'header' || cell.style === 'cookie' ? 'no cell' : shown(cell, HARD, 'string', true),
      shown(cell, [HARD, 'x'], ['string']),
      cell.style.endsWith('Delimited') ? 'no cell' : shown(cell, null, 'null|string'),
      shown(cell, [], ['string']),
    ]),
  );
}

const NESTED = { a: { b: { c: 1 } }, list: ['x', 'y'], rows: [{ n: 1 }] };

function fields(): string {
  const shape: FormShape = {
    f: {
      properties: {
        a: { properties: { b: { properties: { c: 'integer' } } } },
        list: ['string'],
        rows: [{ properties: { n: 'integer' } }],
      },
    },
  };
  const rows: readonly (readonly [string, unknown, FormShape, FormEncoding])[] = [
    ['text', 'x y', { f: 'string' }, {}],
    ['list', ['x', 'y'], { f: ['string'] }, {}],
    ['list, `style: form, explode: true`', ['x', 'y'], { f: ['string'] }, { f: { codec: formExplodeArray } }],
    ['list, `explode: false`', ['x', 'y'], { f: ['string'] }, { f: { codec: formArray } }],
    ['text, `allowReserved: true`', ['a/b'], { f: ['string'] }, { f: { codec: formArray, escape: reserved } }],
    ['object', { a: 1 }, { f: {} }, {}],
    ['list of objects', [{ a: 1 }], { f: [{}] }, {}],
    ['object, `style: deepObject`', NESTED, shape, { f: { codec: deepObject } }],
  ];
  return table(
    ['field `f`', 'on the wire'],
    rows.map(([name, value, shapes, encoding]) => {
      const codec = urlencoded(shapes, encoding);
      const text = String(codec.encode({ f: value }, '').body);
      expect(codec.decode(new TextEncoder().encode(text), '')).toEqual({ f: value });
      return [name, code(text)];
    }),
  );
}

/** How the server reads texts as booleans: without words, with the document's words, and with words and null. */
function booleans(): string {
  const kinds: readonly Shape[] = ['boolean', 'boolean|true=t|true=1|false=f|false=0', 'boolean|true=t|true=1|false=f|false=0|null'];
  return table(
    ['text', 'no words', "`{ true: [t, '1'], false: [f, '0'] }`", 'the same, and null'],
    ['true', 'false', 't', '1', 'f', '0', 'null', 'T', 'yes', ''].map((text) => [
      code(text),
      ...kinds.map((shape) => {
        const { value } = decode({ in: 'query', style: 'form', explode: true }, shape, `color=${text}`);
        return typeof value === 'string' ? '400' : String(value);
      }),
    ]),
  );
}

/** How a server reads a text in a list of integers and in a list of free text, and a strict server the former. */
function commas(): string {
  const cell = { in: 'query', style: 'form', explode: false } as const;
  const rows: readonly (readonly [Shape, Comma | undefined])[] = [
    ['integer', 'separator'],
    ['string', undefined],
    ['string', 'encoded'],
    ['integer', undefined],
  ];
  return table(
    ['text', 'list of integers', 'list of free text', 'free text, `x-comma: encoded`', "list of integers, `tolerance: 'strict'`"],
    ['1,2', '1%2C2', '1%2c2,3', '1%252C2'].map((text) => [
      code(text),
      ...rows.map(([item, comma]) =>
        readAs(
          item,
          decodePairs(
            { ...cell, name: 'color', codec: codecOf(cell, [item]), shape: [item], comma },
            queryPairs(`color=${text}`) ?? new Map(),
            '',
            [],
          ),
        ),
      ),
    ]),
  );
}

function repeated(): string {
  const cell = { in: 'header', style: 'simple', explode: false } as const;
  const rows: readonly (readonly [Shape, Comma | undefined])[] = [
    ['integer', 'separator'],
    ['string', undefined],
    [['integer'], 'separator'],
    ['integer', undefined],
  ];
  return table(
    ['lines', 'integer', 'free text', 'list of integers', "integer, `tolerance: 'strict'`"],
    [['1'], ['1', '1'], ['1', '2']].map((lines) => [
      lines.map(code).join(' and '),
      ...rows.map(([shape, comma]) =>
        readAs(shape, decodeText({ ...cell, name: 'X-Color', codec: codecOf(cell, shape), shape, comma }, lines.join(', '), '', [])),
      ),
    ]),
  );
}

/** Which credential a server finds in a header. */
async function words(): Promise<string> {
  const own = httpScheme('shop', { scheme: 'Shop-Auth' });
  const schemes = [own, withWords(own, ['Token']), withWords(own, ['*Auth'])];
  const rows = ['Shop-Auth k', 'shop-auth k', 'Token k', 'Store-2Auth k', 'Authority k', 'k'].map(async (header) => {
    const request = requestFacade(new Request('https://example.com', { headers: { authorization: header } }));
    const incoming: Incoming = { request, query: new Map(), bytes: async () => new Uint8Array(), lenient: true };
    const found = schemes.map(async (scheme) => {
      const verdict = await serverHalf(scheme).authenticate(scheme, incoming, async (credential) => ({ principal: credential }));
      return verdict == null ? '401' : code(String(verdict.principal));
    });
    return [code(header), ...(await Promise.all(found))];
  });
  return table(['header', 'no words', '`[Token]`', "`['*Auth']`"], await Promise.all(rows));
}

function lines(): string {
  const escaped = (text: string): string => text.replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  const row = (name: string, codec: BodyCodec): string[] => [name, code(escaped(String(codec.encode([{ n: 1 }, { n: 2 }], '').body)))];
  return table(['`lineEnd`', 'on the wire'], [row('`lf`', ndjson(json)), row('`crlf`', ndjson(json, { lineEnd: 'crlf' }))]);
}

/** A value as JSON; `400` where a number stayed a text, which the validator refuses. */
function readAs(shape: Shape, value: unknown): string {
  const isRefused = String(shape) === 'integer' && [value].flat().some((item) => typeof item === 'string');
  return isRefused ? '400' : code(JSON.stringify(value));
}

async function spellings(): Promise<string> {
  return table(['request', 'the document has', 'is read as', "with `tolerance: 'strict'`"], await spellingRows(code));
}

test('docs/wire.md matches the behaviour of both ends', async () => {
  const committed = readFileSync(page, 'utf8');
  let wanted = committed;
  for (const [name, text] of Object.entries({
    matrix: matrix(),
    hard: hard(),
    booleans: booleans(),
    commas: commas(),
    repeated: repeated(),
    spellings: await spellings(),
    words: await words(),
    lines: lines(),
    fields: fields(),
  })) {
    const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const from = wanted.indexOf(start) + start.length;
    const to = wanted.indexOf(end);
    expect(from, `docs/wire.md has no ${start}`).toBeLessThan(to);
    wanted = `${wanted.slice(0, from)}\n${text}\n${wanted.slice(to)}`;
  }
  if (process.env.UPDATE_WIRE !== undefined) writeFileSync(page, wanted);
  else expect(committed, 'run `UPDATE_WIRE=1 npx vitest run test/wire/page.test.ts` and commit docs/wire.md').toBe(wanted);
});
