// A generated service and its model side by side: what the round-trip tests pair up.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FetchHandler } from '@octavo/runtime';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { SecurityScheme, Service } from '../../generator/model/service.ts';
import { Problems } from '../../generator/problem.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders under `generated/`, each of the document of that name. */
export const generatedIds = readdirSync(path.join(root, 'generated'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map((entry) => entry.name)
  .sort();

export type Method = (
  input: unknown,
  options?: unknown,
) => Promise<{ status: number; body?: unknown; headers?: Record<string, unknown>; contentType?: string }>;

export interface Generated {
  readonly id: string;
  readonly service: Service;
  /** Everything that the service's `index.ts` exports. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** Everything that its `examples.ts` exports. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export async function readGenerated(id: string): Promise<Generated> {
  const problems = new Problems();
  const description = await load(path.join(root, 'specs', `${id}.yaml`), { root }, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  if (service === undefined) throw new Error(problems.list.map((problem) => problem.message).join('\n'));
  const [exports, examples] = await Promise.all(
    ['index.ts', 'examples.ts'].map((file) => import(pathToFileURL(path.join(root, 'generated', id, file)).href)),
  );
  return { id, service, exports, examples };
}

function exported<T>(generated: Generated, name: string): T {
  const value = generated.exports[name];
  if (value === undefined) throw new Error(`generated/${generated.id} exports no ${name}`);
  return value as T;
}

export function createClient(generated: Generated, fetch: (request: Request) => Promise<Response>): Record<string, Method> {
  const create = exported<(options: object) => Record<string, Method>>(generated, `create${generated.service.name}Client`);
  return create({
    fetch,
    credentials: Object.fromEntries(generated.service.securitySchemes.map((scheme) => [scheme.name, credentialOf(scheme)])),
  });
}

export function createServer(generated: Generated, handlers: object): FetchHandler {
  const create = exported<(handlers: object, options: object) => FetchHandler>(generated, `create${generated.service.name}Server`);
  const security = generated.service.securitySchemes.map((scheme) => [
    scheme.name,
    () => (scheme.kind === 'signature' ? { secret, principal: 1 } : 1),
  ]);
  return create(handlers, { security: Object.fromEntries(security) });
}

const secret = 'the secret';

function credentialOf(scheme: SecurityScheme): unknown {
  if (scheme.kind === 'basic') return { username: 'ann', password: secret };
  return scheme.kind === 'signature' ? { key: 'the key', secret } : 'the-key';
}

export function createWebhooks(generated: Generated, handlers: object): Record<string, Method> | undefined {
  const { name, webhooks } = generated.service;
  if (webhooks.length === 0) return undefined;
  const receiver = exported<(handlers: object, options: object) => FetchHandler>(generated, `create${name}WebhookReceiver`)(handlers, {
    secrets: secret,
  });
  const create = exported<(options: object) => Record<string, Method>>(generated, `create${name}WebhookSender`);
  return create({ url: 'https://receiver.example/hooks', secret, key: 'the key', fetch: (request: Request) => receiver(request) });
}
