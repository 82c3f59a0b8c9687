// Tests the checks of parts of a whole: ranges of bytes of a file, and the members that a request asks for.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const documentOf = (fields: string, ranges: string): string => `openapi: 3.1.0
info: { title: Songs, version: '1' }
paths:
  /songs:
    get:
      operationId: listSongs
      parameters: [{ $ref: '#/components/parameters/Fields' }]
      responses:
        '200': { description: All., content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: '#/components/schemas/Song' } } } } } } }
  /songs/{id}:
    get:
      operationId: readSong
      parameters: [{ $ref: '#/components/parameters/Id' }, { $ref: '#/components/parameters/Fields' }]
      responses: { '200': { description: The song., content: { application/json: { schema: { $ref: '#/components/schemas/Song' } } } } }
  /songs/{id}/recording:
    get:
      operationId: readRecording
      description: ${ranges}
      parameters: [{ $ref: '#/components/parameters/Id' }]
      responses:
        '200': { description: The recording., content: { audio/mpeg: {} } }
        '206': { description: A part of it., content: { audio/mpeg: {} } }
        '416': { description: There is no such part. }
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: string }, example: s1 }
    Fields: { name: fields, in: query, description: '${fields}', schema: { type: string } }
  schemas:
    Song: { type: object, required: [id], properties: { id: { type: string }, title: { type: string }, seconds: { type: integer } } }
`;

const service = await serviceFrom(
  documentOf('Only these members are shown, separated by commas. The id is always among them.', 'A range of bytes may be asked for.'),
);

interface Faults {
  /** Where `fields` is not looked at. */
  readonly whole?: 'list' | 'one';
  readonly withoutId?: true;
  /** Changes the answer to a request with `Range`; `undefined`: the whole file with 200. */
  readonly part?: (start: number, end: number, isOther: boolean) => Response | undefined;
}

const FILE = new TextEncoder().encode('ID3 a song');

function partOf(
  start: number,
  end: number,
  body: Uint8Array<ArrayBuffer> = FILE.slice(start, end + 1),
  range = `${start}-${end}`,
): Response {
  const headers = { 'content-type': 'audio/mpeg', 'content-range': `bytes ${range}/${FILE.length}`, etag: '"1"' };
  return new Response(body, { status: 206, headers });
}

const tooFar = (): Response => new Response(null, { status: 416, headers: { 'content-range': `bytes */${FILE.length}` } });

function songs({ whole, withoutId, part }: Faults): (request: Request) => Response {
  return ({ url, headers }) => {
    const { pathname, searchParams } = new URL(url);
    const asked = searchParams.get('fields')?.split(',');
    const song = (id: string, where: Faults['whole']): object => {
      const all = Object.entries({ id, title: 'Fair winds', seconds: 212 });
      const isShown = (name: string): boolean => asked?.includes(name) !== false || (name === 'id' && withoutId !== true);
      return Object.fromEntries(all.filter(([name]) => where === whole || isShown(name)));
    };
    if (pathname === '/songs') return Response.json({ data: [song('s1', 'list'), song('s2', 'list')] });
    if (pathname === '/songs/s1') return Response.json(song('s1', 'one'));
    if (pathname !== '/songs/s1/recording') return new Response(null, { status: 404 });
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
    const file = new Response(FILE, { headers: { 'content-type': 'audio/mpeg', etag: '"1"' } });
    if (first + last === '') return file;
    const start = first === '' ? FILE.length - Number(last) : Number(first);
    const end = first === '' || last === '' ? FILE.length - 1 : Number(last);
    const isOther = ![null, '"1"'].includes(headers.get('if-range'));
    if (part !== undefined) return part(start, end, isOther) ?? file;
    return isOther ? file : start >= FILE.length ? tooFar() : partOf(start, end);
  };
}

async function foundIn(one: typeof service, faults: Faults): Promise<readonly string[]> {
  const report = await conformService(one, { target: songs(faults), random: 1, ...lookingFor('byte-ranges', 'sparse-fields') });
  const judged = report.findings.filter(({ check }) => check === 'byte-ranges' || check === 'sparse-fields');
  return judged.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`);
}

test('a service whose parts are right has no finding', async () => expect(await foundIn(service, {})).toEqual([]));

test('what the document does not say of parts is not judged', async () => {
  const silent = await serviceFrom(documentOf('The members to show. The service may add others.', 'Items come in ranges.'));
  expect(await foundIn(silent, { whole: 'list', part: () => undefined })).toEqual([]);
});

test.each<readonly [fault: string, faults: Faults, message: string]>([
  ['all members of a list', { whole: 'list' }, 'sparse-fields listSongs: `fields=title` is answered with `seconds` too.'],
  ['all members of a thing', { whole: 'one' }, 'sparse-fields readSong: `fields=title` is answered with `seconds` too.'],
  ['no identifier', { withoutId: true }, 'sparse-fields readSong: `fields=title` is answered without `id`.'],
  ['the whole file', { part: () => undefined }, 'byte-ranges readRecording: A `Range` within the file is answered with 200.'],
  [
    'one byte too few',
    { part: (start, end, other) => (other ? undefined : start > 99 ? tooFar() : partOf(start, end, FILE.slice(start, end))) },
    'byte-ranges readRecording: The part has 1 byte in place of 2.',
  ],
  [
    'bytes from the beginning in place of the end',
    { part: (start, end, other) => (other ? undefined : start > 99 ? tooFar() : partOf(start, end, FILE.slice(0, end - start + 1))) },
    'byte-ranges readRecording: The part has other bytes than the file has there.',
  ],
  [
    'a wrong `Content-Range`',
    { part: (start, end, other) => (other ? undefined : start > 99 ? tooFar() : partOf(start, end, undefined, `${start + 1}-${end + 1}`)) },
    'byte-ranges readRecording: `Content-Range` is not that of the part.',
  ],
  [
    'an empty part behind the end',
    { part: (start, end, other) => (other ? undefined : partOf(start, end)) },
    'byte-ranges readRecording: `Range` behind the end of the file is answered with 206.',
  ],
  [
    'a part of another version',
    { part: (start, end) => (start > 99 ? tooFar() : partOf(start, end)) },
    'byte-ranges readRecording: `Range` with an `If-Range` that no answer gave is answered with 206.',
  ],
])('%s is found', async (_, faults, message) => expect(await foundIn(service, faults)).toContain(message));
