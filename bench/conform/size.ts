// How much memory a run of `octavo conform` takes on a service of 400 operations, and whether it takes more when it runs twice as long.
// `node bench/conform/size.ts 20` lets the first run take 20 seconds.
import { fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conform } from '../../generator/conform/index.ts';

/** Kinds of things; each has five operations. */
const KINDS = 80;

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object): object => ({ content: { 'application/json': { schema } } });

function documentOf(): string {
  const paths: Record<string, object> = {};
  const answers = { '400': { description: 'Wrong.' }, '404': { description: 'None.' } };
  const thing = { '200': { description: 'It.', ...content(reference('Thing')) }, ...answers };
  for (let kind = 0; kind < KINDS; kind++) {
    const body = { requestBody: { required: true, ...content(reference('NewThing')) } };
    paths[`/kinds${kind}`] = {
      get: {
        operationId: `list${kind}`,
        responses: { '200': { description: 'All.', ...content({ type: 'array', items: reference('Thing') }) } },
      },
      post: {
        operationId: `add${kind}`,
        ...body,
        responses: { '201': { description: 'Made.', ...content(reference('Thing')) }, ...answers },
      },
    };
    paths[`/kinds${kind}/{id}`] = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: { operationId: `get${kind}`, responses: thing },
      put: { operationId: `put${kind}`, ...body, responses: thing },
      delete: { operationId: `remove${kind}`, responses: { '204': { description: 'Gone.' }, ...answers } },
    };
  }
  const properties = {
    name: { type: 'string', minLength: 1, maxLength: 60 },
    size: { type: 'integer', minimum: 0, maximum: 1000 },
    tags: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 10 },
    note: { type: 'string', maxLength: 2000 },
  };
  const id = { type: 'string', format: 'uuid' };
  const schemas = {
    NewThing: { type: 'object', required: ['name'], properties },
    Thing: { type: 'object', required: ['id', 'name'], properties: { id, ...properties } },
  };
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Kinds', version: '1' }, paths, components: { schemas } });
}

/** The service; it takes every object with a name. Lists have the newest hundred. */
async function serve(): Promise<void> {
  const kinds = new Map<string, Map<string, object>>();
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const [, kind = '', id] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/');
    const things = kinds.get(kind) ?? new Map<string, object>();
    kinds.set(kind, things);
    const answer = (status: number, value?: unknown): void => {
      response.writeHead(status, value === undefined ? {} : { 'content-type': 'application/json' });
      response.end(value === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(value));
    };
    const body = ((): { readonly name?: unknown } | undefined => {
      try {
        return JSON.parse(Buffer.concat(chunks).toString()) as object;
      } catch {
        return undefined;
      }
    })();
    if (id === undefined && request.method === 'GET') return answer(200, [...things.values()].slice(-100));
    if (id !== undefined && !things.has(id)) return answer(404);
    if (request.method === 'DELETE') {
      things.delete(id ?? '');
      return answer(204);
    }
    if (request.method === 'GET') return answer(200, things.get(id ?? ''));
    if (typeof body?.name !== 'string') return answer(400);
    const thing = { ...body, id: id ?? randomUUID() };
    things.set(thing.id, thing);
    answer(id === undefined ? 201 : 200, thing);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  process.send?.((server.address() as AddressInfo).port);
}

async function run(document: string, port: number, seconds: number): Promise<void> {
  const report = await conform({ document, target: `http://127.0.0.1:${port}`, allowWrites: true, maxTime: seconds * 1000 });
  process.send?.({
    requests: report.exchanges,
    findings: report.findings.length,
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  });
}

interface Outcome {
  readonly requests: number;
  readonly findings: number;
  readonly megabytes: number;
}

function child<T>(...args: readonly string[]): Promise<readonly [message: T, stop: () => void]> {
  const started = fork(import.meta.filename, [...args]);
  return new Promise((done, fail) => {
    started.once('message', (message) => done([message as T, () => started.kill()]));
    started.once('exit', (code) => fail(new Error(`A process has ended with ${code}.`)));
  });
}

async function measure(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-size-'));
  const document = join(folder, 'kinds.json');
  const text = documentOf();
  writeFileSync(document, text);
  console.log(`${KINDS * 5} operations, document ${createHash('sha256').update(text).digest('hex').slice(0, 8)}\n`);
  console.log('| seconds | requests | findings | peak MB |\n|---:|---:|---:|---:|');
  for (const limit of [seconds, 2 * seconds]) {
    const [port, stop] = await child<number>('serve');
    const [{ requests, findings, megabytes }, end] = await child<Outcome>('run', document, String(port), String(limit));
    console.log(`| ${limit} | ${requests} | ${findings} | ${megabytes} |`);
    end();
    stop();
  }
  rmSync(folder, { recursive: true });
}

const [what = '20', document = '', port = '', seconds = ''] = process.argv.slice(2);
if (what === 'serve') await serve();
else if (what === 'run') await run(document, Number(port), Number(seconds));
else await measure(Number(what));
