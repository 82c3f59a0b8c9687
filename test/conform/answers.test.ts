// Tests the checks of the form of answers: comma-separated values, preferences, header fields, and media types in other spellings.
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../generator/conform/checks/forms/csv.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const TEAS = `openapi: 3.1.0
info: { title: Teas, version: '1' }
paths:
  /teas:
    get:
      operationId: listTeas
      parameters:
        - { name: kind, in: query, schema: { type: string, enum: [green, black] } }
      responses:
        '200': { description: All., headers: { Link: { schema: { type: string } } }, content: { application/json: { schema: { type: array, items: { type: string } } } } }
  /teas/export:
    get:
      operationId: exportTeas
      description: 'As RFC 4180 has it, with a line of names: \`name,kind\`.'
      parameters:
        - { name: kind, in: query, schema: { type: string, enum: [green, black] } }
      responses:
        '200': { description: All., content: { text/csv: { schema: { type: string } } } }
  /teas/best:
    put:
      operationId: putBest
      parameters:
        - { name: Prefer, in: header, description: '\`return=minimal\` asks for a 204 without a body.', schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }
      responses:
        '200': { description: Set., content: { application/json: { schema: { type: object } } } }
        '204': { description: Set. }
        '400': { description: Wrong. }
        '415': { description: Wrong type. }
`;

interface Faults {
  readonly csv?: (text: string) => string;
  readonly kind?: string;
  readonly link?: string;
  readonly etag?: string;
  readonly disposition?: string;
  readonly length?: string;
  readonly preference?: boolean;
  readonly exactType?: boolean;
  readonly exactAccept?: boolean;
}

const TEA_ROWS = [
  ['Sencha', 'green'],
  ['Earl "Grey", loose', 'black'],
] as const;

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function exported({ csv = (text) => text, kind }: Faults, asked: string | null): string {
  const rows = TEA_ROWS.filter(([, own]) => asked === null || kind === own || own === asked);
  return csv([['name', 'kind'], ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join(''));
}

async function answered(request: Request, faults: Faults): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const accept = request.headers.get('accept') ?? '*/*';
  if (faults.exactAccept === true && !['*/*', 'application/json'].includes(accept)) return new Response(null, { status: 406 });
  if (pathname === '/teas/export' && request.method === 'GET') {
    const disposition = faults.disposition ?? 'attachment; filename="teas.csv"';
    return new Response(exported(faults, searchParams.get('kind')), {
      headers: { 'content-type': 'text/csv', 'content-disposition': disposition },
    });
  }
  if (pathname === '/teas' && (request.method === 'GET' || request.method === 'HEAD')) {
    const headers = {
      link: faults.link ?? '</teas?page=2>; rel="next"',
      etag: faults.etag ?? 'W/"a1"',
      'content-type': 'application/json',
    };
    if (request.method === 'GET') return new Response('["Sencha"]', { headers });
    return new Response(null, { headers: { ...headers, ...(faults.length === undefined ? {} : { 'content-length': faults.length }) } });
  }
  if (pathname !== '/teas/best' || request.method !== 'PUT')
    return new Response(null, { status: pathname.startsWith('/teas') ? 405 : 404, headers: { allow: 'GET, HEAD, PUT' } });
  const type = request.headers.get('content-type') ?? '';
  if (faults.exactType === true ? type !== 'application/json' : !/^application\/json *(?:;|$)/i.test(type))
    return new Response(null, { status: 415 });
  if (request.headers.get('prefer') === 'return=minimal' && faults.preference !== false) return new Response(null, { status: 204 });
  return Response.json({});
}

const CHECKS = ['csv-form', 'header-forms', 'prefer-minimal', 'reads-media-types'] as const;

async function foundWith(faults: Faults): Promise<readonly string[]> {
  const report = await conformService(await serviceFrom(TEAS), {
    target: (request) => answered(request, faults),
    random: 2,
    ...lookingFor(...CHECKS, 'head-like-get'),
  });
  return report.findings.filter(({ check }) => CHECKS.some((one) => one === check)).map(({ check, message }) => `${check}: ${message}`);
}

test('a service whose answers are right has no finding', async () => expect(await foundWith({})).toEqual([]));

describe.each<readonly [fault: string, faults: Faults, message: string]>([
  [
    'quotes that are not doubled',
    { csv: (text) => text.replaceAll('""', '"') },
    'csv-form: In the comma-separated values, row 3 has text after the end of a quoted field.',
  ],
  ['fields that are not quoted', { csv: (text) => text.replaceAll('"', '') }, 'Row 3 of the comma-separated values has 3 fields'],
  ['rows that end with LF', { csv: (text) => text.replaceAll('\r', '') }, 'end with LF alone, and the document says RFC 4180'],
  ['no line of names', { csv: (text) => text.replace('name,kind\r\n', '') }, 'The first row of the comma-separated values is'],
  ['a filter that is ignored', { kind: 'green' }, 'With `kind` black, a row has the `kind` green.'],
  ['an ETag without quotes', { etag: 'a1' }, 'header-forms: The header ETag is `a1`.'],
  ['a link without brackets', { link: '/teas?page=2; rel=next' }, 'header-forms: The header Link is'],
  [
    'a name with spaces that is not quoted',
    { disposition: 'attachment; filename=all teas.csv' },
    'header-forms: The header Content-Disposition is',
  ],
  ['a length of HEAD that is 0', { length: '0' }, 'header-forms: The header Content-Length of HEAD is 0'],
  ['a preference that is ignored', { preference: false }, 'prefer-minimal: `Prefer: return=minimal` is answered with 200.'],
  ['a media type that is compared as a text', { exactType: true }, 'reads-media-types: A request with `Content-Type: application/'],
  ['an Accept that is compared as a text', { exactAccept: true }, 'reads-media-types: A request with `Accept: '],
])('%s', (_, faults, message) => {
  test('is found', async () => expect(await foundWith(faults)).toEqual(expect.arrayContaining([expect.stringContaining(message)])));
});

describe('comma-separated values', () => {
  test.each<readonly [text: string, rows: readonly (readonly string[])[]]>([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\n"x;""y""";2',
      [
        ['a', 'b'],
        ['x;"y"', '2'],
      ],
    ],
    ['a\r\n"two\r\nlines"\r\n', [['a'], ['two\r\nlines']]],
    ['', []],
  ])('%j is read', (text, rows) => {
    expect(csvOf(text).rows).toEqual(rows);
    expect(csvOf(text).quote).toBeUndefined();
  });

  test.each(['a\r\nx"y\r\n', 'a\r\n"x"y\r\n', 'a\r\n"x'])('%j has a wrong quote', (text) =>
    expect(csvOf(text).quote).toContain('row 2 has'),
  );
});
