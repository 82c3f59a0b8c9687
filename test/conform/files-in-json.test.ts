// Tests that octavo conform finds files that are sent in Base64 in JSON and given back damaged, or with another name.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { filesOf, sentIn } from '../../generator/conform/sequences/files/samples.ts';
import { lookingFor, serviceFrom } from './support.ts';

const scan =
  'type: object, required: [id, name, mediaType, size], properties: { id: { type: integer }, name: { type: string }, mediaType: { type: string }, size: { type: integer, description: Bytes. } }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Archive, version: '1' }
paths:
  /scans:
    post:
      operationId: addScan
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, mediaType, content]
              properties:
                name: { type: string, minLength: 1, maxLength: 60 }
                mediaType: { type: string, enum: [text/plain, application/pdf] }
                content: { type: string, description: The bytes in Base64., minLength: 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' }
            example: { name: plan.txt, mediaType: text/plain, content: QnVtcGVy }
      responses:
        '201': { description: Made., content: { application/json: { schema: { ${scan} } } } }
        '400': { description: Invalid. }
  /scans/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }]
    get:
      operationId: download
      summary: Gives the bytes of the scan
      responses: { '200': { description: The bytes., content: { text/plain: {}, application/pdf: {} } }, '404': { description: None. } }
`);

interface Faults {
  readonly size?: (bytes: Buffer, text: string) => number;
  readonly name?: (name: string) => string;
  readonly bytes?: (bytes: Buffer) => Buffer;
}

function archive({ size = (bytes) => bytes.length, name = (one) => one, bytes = (one) => one }: Faults) {
  const all = new Map<number, { readonly name: string; readonly mediaType: string; readonly content: Buffer }>();
  return async (request: Request): Promise<Response> => {
    if (request.method === 'POST') {
      const sent = (await request.json().catch(() => ({}))) as { name?: unknown; mediaType?: unknown; content?: unknown };
      const { name: own, mediaType, content } = sent;
      if (typeof own !== 'string' || typeof mediaType !== 'string' || typeof content !== 'string')
        return new Response(null, { status: 400 });
      const decoded = Buffer.from(content, 'base64');
      const id = all.size + 1;
      all.set(id, { name: own, mediaType, content: bytes(decoded) });
      return Response.json({ id, name: own, mediaType, size: size(decoded, content) }, { status: 201 });
    }
    const scan = all.get(Number(new URL(request.url).pathname.split('/')[2]));
    if (scan === undefined) return new Response(null, { status: 404 });
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name(scan.name))}`;
    return new Response(new Uint8Array(scan.content), {
      headers: { 'content-type': scan.mediaType, 'content-disposition': disposition },
    });
  };
}

test.each<readonly [says: string, faults: Faults, found: readonly RegExp[]]>([
  ['a service without a fault', {}, []],
  ['a name in ASCII', { name: (name) => name.replace(/[^ -~]/g, '_') }, [/^The file is read with the name "Gr__e___\.txt"\.$/]],
  ['a name of its own for each file', { name: () => 'download.bin' }, []],
  ['the size of the text', { size: (_, text) => text.length }, [/^`size` of a file is \d+\.$/]],
  [
    'bytes that are taken for text',
    { bytes: (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r', ''), 'latin1') },
    [/^The file has other bytes than those that addScan has sent/],
  ],
])('%s', async (_, faults, expected) => {
  const report = await conformService(service, { target: archive(faults), most: 1, random: 0, ...lookingFor('keeps-files') });
  const shown = report.findings.flatMap(({ check, message }) => (check === 'keeps-files' ? [message] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
});

test('a file has the media type that the request has at last, where a correction has changed it', () => {
  const place = { input: {}, at: '/body/content', types: [], inText: { type: '/body/mediaType', name: '/body/name' } };
  const body = { content: 'QnVtcGVy', mediaType: 'image/png', name: 'bumper.png' };
  expect(sentIn(place, { body }, filesOf('application/pdf')[0])?.file).toMatchObject({ type: 'image/png', name: 'bumper.png' });
});
