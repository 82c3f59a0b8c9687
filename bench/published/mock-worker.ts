// Asks three mocks of one published document for a valid request of each operation, and counts the 2xx responses that the document allows.
import { readFileSync } from 'node:fs';
import { inMemoryFetch } from '@octavo/runtime/testing';
import { Problems } from '../../generator/base/problem.ts';
import { compiledOf, exported, loadGenerated } from '../../generator/conform/judge/compile.ts';
import { readResponse } from '../../generator/conform/judge/reading.ts';
import { sampleSchemas } from '../../generator/conform/judge/schemas.ts';
import { createClientName, exampleName, mockName } from '../../generator/emit/text/names.ts';
import { load } from '../../generator/load/index.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import { defaultLoadLimit } from '../../generator/mock/supervisor.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Operation, SecurityScheme } from '../../generator/model/service.ts';
import { root } from './documents.ts';

export interface MockCounts {
  /** Operations that declare a 2xx response, and of which a valid request was made. */
  readonly requests: number;
  /** Absent: Prism did not load the document. */
  readonly prism?: number;
  readonly octavo: number;
  readonly generated: number;
}

type Fetch = typeof fetch;
type Client = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;

async function count(id: string, file: string): Promise<MockCounts> {
  const description = await load(file, { id, root: '/', text: readFileSync(file, 'utf8'), allowRemote: [], partial: true }, new Problems());
  const service = description === undefined ? undefined : buildService(description, {}, new Problems());
  if (description === undefined || service === undefined) throw new Error('Octavo refuses the document.');
  const generated = await loadGenerated(service, {}, ['operations.ts', 'checks.ts', 'client.ts', 'examples.ts']);
  const compiled = compiledOf(generated);
  const { matchesHeader } = sampleSchemas(service);
  const credentials = Object.fromEntries(service.securitySchemes.map((scheme) => [scheme.name, credentialOf(scheme)]));
  const create = exported<(options: object) => Client>(generated['client.ts'], createClientName(service));

  const ask = async (operation: Operation, baseUrl: string, by: Fetch): Promise<'valid' | 'invalid' | 'unsent'> => {
    let received: Promise<Response> | undefined;
    const client = create({
      baseUrl,
      credentials,
      fetch: async (...call: Parameters<Fetch>) => {
        received ??= by(...call);
        return (await received).clone();
      },
    });
    try {
      const input = exported<() => unknown>(generated['examples.ts'], exampleName(`${operation.typeName}Input`))();
      await client[operation.name]?.(input);
    } catch {
      // The client judges less than this program does.
    }
    const response = await received?.catch(() => undefined);
    if (received === undefined) return 'unsent';
    if (response === undefined || !response.ok) return 'invalid';
    const facts = { operation, row: compiled.rowOf(operation), checks: compiled.checksOf(operation), matchesHeader };
    const { status, headers } = response;
    const read = await readResponse(facts, { status, headers, body: new Uint8Array(await response.arrayBuffer()) }, operation.method);
    return read.faults.length === 0 ? 'valid' : 'invalid';
  };

  type MakeServer = (handlers: object, options: object) => Parameters<typeof inMemoryFetch>[0];
  const makeServer = exported<MakeServer>(generated['examples.ts'], mockName(service));
  const generatedMock = inMemoryFetch(makeServer({}, { basePath: '' }));
  const mock = await startMock([description], { root, patience: defaultLoadLimit });
  try {
    const withPrism = mock.mocks.documents.get(id)?.withoutPrism === undefined;
    const counts = { requests: 0, prism: 0, octavo: 0, generated: 0 };
    for (const operation of service.operations) {
      // Without a declared 2xx response there is none that would be valid.
      if (!operation.responses.some(({ status }) => status === 'default' || status.startsWith('2'))) continue;
      const first = await ask(operation, mock.urlOf(id), fetch);
      if (first === 'unsent') continue;
      counts.requests++;
      if (first === 'valid') counts.octavo++;
      if ((await ask(operation, 'http://localhost', generatedMock as Fetch)) === 'valid') counts.generated++;
      if (withPrism && (await ask(operation, 'http://localhost', prismAlone(mock, id))) === 'valid') counts.prism++;
    }
    const { prism, ...others } = counts;
    return withPrism ? { ...others, prism } : others;
  } finally {
    await mock.stop();
  }
}

/** Requests to the process of Prism, without what Octavo does before and after. */
function prismAlone({ mocks }: RunningMock, document: string): Fetch {
  return async (...call) => {
    const request = new Request(...call);
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const headers = { ...Object.fromEntries(request.headers), 'content-length': String(Buffer.byteLength(body)) };
    const sent = { document, method: request.method, path: pathname, query: search.slice(1), headers };
    const outcome = await mocks.supervisor.request({ ...sent, ...(body === '' ? {} : { body }) });
    if (outcome.kind === 'failed') return new Response(outcome.detail, { status: 502 });
    const { status, headers: given, body: text } = outcome.answer;
    return new Response([204, 304].includes(status) ? null : text, { status, headers: given });
  };
}

function credentialOf({ kind }: SecurityScheme): unknown {
  if (kind === 'basic') return { username: 'anyone', password: 'anything' };
  return kind === 'signature' ? { key: 'anyone', secret: 'secret' } : 'anything';
}

process.once('message', async ({ id, file }: { id: string; file: string }) => {
  try {
    process.send?.({ counts: await count(id, file) }, () => process.exit(0));
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) }, () => process.exit(0));
  }
});
