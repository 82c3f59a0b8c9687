// Overlays from the configuration and the command line: the example of docs/configuration.md, the cache, `--watch`, and every command that reads a
// document.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generate } from '../../generator/run/generate.ts';
import { type WatchChange, watch } from '../../generator/watch/index.ts';
import { octavo } from '../cli/run.ts';
import { notes, type Scratch, scratch } from './project.ts';

let project: Scratch;
beforeEach(() => {
  project = scratch();
  project.put('.git/HEAD', '');
});
afterEach(() => project.remove());

const output = (id: string, name: string): string => readFileSync(path.join(project.root, 'generated', id, name), 'utf8');
const overlay = (...actions: readonly string[]): string =>
  ['overlay: 1.0.0', "info: { title: T, version: '1' }", 'actions:', ...actions.map((action) => `  - ${action}`), ''].join('\n');
const named = (operationId: string): string => overlay(`{ target: "$.paths['/tags'].get", update: { operationId: ${operationId} } }`);

const VENDOR = `openapi: 3.1.1
info: { title: Vendor, version: '1' }
servers: [{ url: https://example.com }]
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{ name: cursor, in: query, schema: { type: string } }]
      responses:
        '200':
          description: Orders.
          content:
            application/json:
              schema:
                type: object
                required: [orders]
                properties:
                  orders: { type: array, items: { $ref: '#/components/schemas/Order' } }
                  next: { type: string }
  /orders/{id}:
    delete:
      operationId: deleteOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: Deleted. } }
components:
  schemas:
    Order: { type: object, properties: { id: { type: string } } }
`;

test('the example of docs/configuration.md does what it says', async () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
  const example = (language: string): string => new RegExp(`\`\`\`${language} overlay\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '';
  project.put('vendor.yaml', VENDOR);
  project.put('ours.yaml', example('yaml'));
  project.put('octavo.config.mjs', example('ts').replace(/import .*\n/, 'const defineConfig = (config) => config;\n'));
  const { documents } = await generate(await project.load({ schema: false }));
  expect(documents).toMatchObject([{ status: 'written', problems: [], operations: 1 }]);
  expect(output('vendor', 'client.ts')).toContain('items(');
  expect(output('vendor', 'client.ts')).not.toContain('deleteOrder');
  expect(output('vendor', 'types.ts')).toMatch(/\bid: string;/);
});

test('a changed overlay is noticed by the cache, and its warnings are shown again', async () => {
  project.put('octavo.config.mjs', "export default { documents: [{ input: 'a.yaml', overlays: ['o.yaml'] }] };\n");
  project.put('a.yaml', notes());
  project.put('o.yaml', overlay('{ target: $.nothing, remove: true }'));
  const run = async () => (await generate(await project.load({ schema: false }))).documents[0];
  expect(await run()).toMatchObject({ status: 'written', problems: [{ code: 'overlay-no-match' }] });
  const again = await run();
  expect(again).toMatchObject({ status: 'unchanged', problems: [{ code: 'overlay-no-match' }] });
  expect(again?.service).toBeUndefined();
  expect(again?.problems[0]?.location.source.display).toMatch(/o\.yaml$/);
  project.put('o.yaml', named('allTags'));
  expect(await run()).toMatchObject({ status: 'written', problems: [] });
  expect(output('a', 'client.ts')).toContain('allTags');
});

test('--watch generates again when an overlay is saved, also after an overlay with an error', async () => {
  project.put('a.yaml', notes());
  const file = project.put('o.yaml', 'overlay: 9\n');
  const stop = new AbortController();
  const changes: WatchChange[] = [];
  const until = async (number: number): Promise<void> => {
    for (let tries = 0; changes.length < number && tries < 2_000; tries++) await sleep(10);
  };
  const watching = watch(await project.load({ files: [path.join(project.root, 'a.yaml')], overlays: [file], schema: false }), {
    signal: stop.signal,
    onChange: (change) => {
      changes.push(change);
    },
  });
  try {
    await until(1);
    expect(changes[0]?.report.documents[0]).toMatchObject({ status: 'failed', problems: [{ code: 'overlay-version' }] });
    await sleep(60);
    project.put('o.yaml', named('allTags'));
    await until(2);
    expect(changes[1]?.report.documents[0]).toMatchObject({ status: 'written', problems: [] });
    expect(output('a', 'client.ts')).toContain('allTags');
  } finally {
    stop.abort();
    await watching;
  }
});

test('--overlay can be repeated, replaces the overlays of the configuration, and needs one document', async () => {
  project.put('octavo.config.mjs', "export default { documents: [{ input: 'a.yaml', overlays: ['o.yaml'] }] };\n");
  project.put('a.yaml', notes());
  project.put('o.yaml', named('fromConfig'));
  project.put('p.yaml', named('fromFirst'));
  project.put('q.yaml', named('fromSecond'));
  const run = (args: string) => octavo(args.split(' '), { cwd: project.root });
  expect(await run('generate --no-schema --overlay p.yaml --overlay q.yaml')).toMatchObject({ code: 0 });
  expect(output('a', 'client.ts')).toContain('fromSecond');
  expect(output('a', 'client.ts')).not.toContain('fromConfig');
  const missing = await run('generate --overlay r.yaml');
  expect(missing).toMatchObject({ code: 2 });
  expect(missing.stderr).toContain('Cannot find the overlay `r.yaml`.');
  project.put('b.yaml', notes());
  const two = await run('generate a.yaml b.yaml --overlay p.yaml');
  expect(two).toMatchObject({ code: 2 });
  expect(two.stderr).toContain('`--overlay` is for one document, and there are 2.');
});

test('lint, scaffold, diff and conform read the changed document too', async () => {
  project.put('a.yaml', notes());
  project.put('o.yaml', overlay('{ target: $.nothing, remove: true }', `{ target: "$.paths['/tags']", remove: true }`));
  const run = (args: string) => octavo(args.split(' '), { cwd: project.root });
  const diff = await run('diff a.yaml a.yaml --overlay o.yaml');
  expect(diff).toMatchObject({ code: 0 });
  expect(diff.stderr).toContain('No changes');
  expect(await run('scaffold a.yaml --overlay o.yaml --out server')).toMatchObject({ code: 0 });
  expect(existsSync(path.join(project.root, 'server/handlers/notes.ts'))).toBe(true);
  expect(existsSync(path.join(project.root, 'server/handlers/tags.ts'))).toBe(false);
  expect((await run('conform a.yaml --overlay none.yaml --target http://127.0.0.1:9')).stderr).toContain(
    'Cannot find the overlay `none.yaml`.',
  );
  const json = JSON.parse((await octavo(['lint', 'a.yaml', '--overlay', 'o.yaml', '--json'], { cwd: project.root })).stdout);
  expect(json.problems).toMatchObject([{ code: 'overlay-no-match', file: 'o.yaml', line: 4 }]);
});
