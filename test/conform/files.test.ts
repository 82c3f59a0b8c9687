// Tests that octavo conform finds files that are given back damaged, or described wrongly, in a small service of papers.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Papers, version: '1' }
paths:
  /papers:
    post:
      operationId: addPaper
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [file], properties: { file: {} } }
            encoding: { file: { contentType: 'text/plain, application/octet-stream' } }
      responses: { '201': { description: Made., ${json('Paper')} }, '400': { description: Invalid. }, '415': { description: No form. } }
  /papers/{id}:
    parameters: [${id}]
    get: { operationId: readPaper, responses: { '200': { description: Found., ${json('Paper')} }, '404': { description: None. } } }
  /papers/{id}/file:
    parameters: [${id}]
    get:
      operationId: readFile
      summary: Gives the file, with the media type that it was sent with
      responses:
        '200':
          description: The bytes.
          content: { text/plain: { schema: { type: string } }, application/octet-stream: {} }
        '404': { description: None. }
  /papers/{id}/cover:
    parameters: [${id}]
    put:
      operationId: putCover
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses: { '204': { description: Kept. }, '404': { description: None. }, '415': { description: No bytes. } }
    get:
      operationId: readCover
      summary: Gives the cover as it was sent
      responses: { '200': { description: The bytes., content: { application/octet-stream: {} } }, '404': { description: None. } }
components:
  schemas:
    Paper:
      type: object
      required: [id, filename, content_type, size, sha256]
      properties:
        id: { type: integer }
        filename: { type: string }
        content_type: { type: string }
        size: { type: integer, description: Bytes. }
        sha256: { type: string }
`);

interface Faults {
  readonly kept?: (bytes: Buffer) => Buffer;
  readonly cover?: (bytes: Buffer) => Buffer;
  readonly name?: (name: string) => string;
  readonly size?: (size: number) => number;
  readonly type?: string;
  readonly given?: string;
  readonly digest?: (digest: string) => string;
}

interface Paper {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly size: number;
  readonly digest: string;
  cover?: Buffer;
}

const same = <T>(value: T): T => value;

function papers({ kept = same, cover = same, name = same, size = same, type, given, digest = same }: Faults) {
  const all = new Map<number, Paper>();
  let last = 0;
  const none = (status: number): Response => new Response(null, { status });
  const shown = (id: number, { name, type: own, size, digest }: Paper, status = 200): Response =>
    Response.json({ id, filename: name, content_type: type ?? own, size, sha256: digest }, { status });
  const bytesOf = (bytes: Buffer, own: string): Response => new Response(new Uint8Array(bytes), { headers: { 'content-type': own } });
  return async (request: Request): Promise<Response> => {
    const [, , key, part] = new URL(request.url).pathname.split('/');
    if (request.method === 'POST') {
      if (request.headers.get('content-type')?.startsWith('multipart/form-data') !== true) return none(415);
      const file = (await request.formData().catch(() => undefined))?.get('file');
      if (!(file instanceof File)) return none(400);
      const bytes = Buffer.from(await file.arrayBuffer());
      const paper = {
        ...{ name: name(file.name), type: file.type, bytes: kept(bytes), size: size(bytes.length) },
        digest: digest(createHash('sha256').update(bytes).digest('hex')),
      };
      all.set(++last, paper);
      return shown(last, paper, 201);
    }
    const paper = all.get(Number(key));
    if (paper === undefined) return none(404);
    if (request.method === 'PUT') {
      if (request.headers.get('content-type') !== 'application/octet-stream') return none(415);
      paper.cover = cover(Buffer.from(await request.arrayBuffer()));
      return none(204);
    }
    if (part === 'cover') return paper.cover === undefined ? none(404) : bytesOf(paper.cover, 'application/octet-stream');
    return part === 'file' ? bytesOf(paper.bytes, given ?? paper.type) : shown(Number(key), paper);
  };
}

const asText = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('utf8'), 'utf8');
const withoutReturns = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

test.each<readonly [says: string, faults: Faults, found: readonly RegExp[]]>([
  ['a service without a fault', {}, []],
  [
    'other ends of lines',
    { kept: withoutReturns },
    [/^The file has other bytes than those that addPaper has sent: \d+ in place of \d+\.$/],
  ],
  ['bytes that are taken for text', { kept: asText }, [/^The file has other bytes than those that addPaper has sent/]],
  ['a cover that is taken for text', { cover: asText }, [/^The file has other bytes than those that putCover has sent/]],
  ['a name in ASCII', { name: (name) => name.replace(/[^ -~]/g, '') }, [/^`filename` of a file is "Gre_\.txt"\.$/]],
  ['a size in kilobytes', { size: (size) => Math.ceil(size / 1024) }, [/^`size` of a file is 1\.$/]],
  ['another media type in the answer', { type: 'image/png' }, [/^`content_type` of a file is "image\/png"\.$/]],
  [
    'another media type of the file',
    { given: 'application/octet-stream' },
    [/^The file has the media type `application\/octet-stream`, and was/],
  ],
  ['another digest', { digest: (text) => text.replace(/./g, '0') }, [/^`sha256` of a file is "0{64}"\.$/]],
  ['a name of its own for each file', { name: () => 'upload.bin' }, []],
])('%s', async (_, faults, expected) => {
  const report = await conformService(service, { target: papers(faults), most: 1, random: 0, ...lookingFor('keeps-files') });
  const shown = report.findings.flatMap(({ check, message }) => (check === 'keeps-files' ? [message] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = report.operations.flatMap(({ operation, cells }) => (cells.has('keeps-files') ? [operation.id] : []));
  if (expected.length === 0) expect(looked).toEqual(['addPaper', 'putCover']);
});
