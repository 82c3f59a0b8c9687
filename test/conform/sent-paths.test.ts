// Tests what a run sends where the paths of the document have letters outside ASCII, and that its time limit may be any number.
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Bread, version: '1' }
paths:
  /bäckerei/{type}:
    get:
      operationId: readBread
      parameters: [{ name: type, in: path, required: true, schema: { type: string, enum: [rye] } }]
      responses: { '200': { description: Found. }, '404': { description: None. } }
`);

test('letters of a path are sent as the bytes of UTF-8, percent-encoded', async () => {
  const targets = new Set<string>();
  const server = createServer(({ url = '' }, response) => {
    targets.add(url);
    response.writeHead(url === '/b%C3%A4ckerei/rye' ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const report = await conformService(service, { target: `http://127.0.0.1:${port}`, allowWrites: true, random: 1 });
  server.close();
  expect(report.reached).toEqual({ succeeded: 1, of: 1 });
  expect([...targets].filter((target) => !/^[\x21-\x7e]+$/.test(target))).toEqual([]);
});

test.each([8.25, 1e12])('a run may take %d ms', async (maxTime) => {
  const report = await conformService(service, { target: () => new Response(null), allowWrites: true, random: 1, maxTime });
  expect(report.operations).toHaveLength(1);
});
