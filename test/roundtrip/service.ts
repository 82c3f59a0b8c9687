// Loads a generated service together with its model, and creates its client, server and webhooks for the round-trip tests.
import type { FetchHandler, Send } from '@octavo/runtime';
import type { ProjectDocument } from '../../generator/config/config.ts';
import type { SecurityScheme, Service } from '../../generator/model/service.ts';
import { generatedModule, serviceOf } from '../support/documents.ts';

export type Method = (
  input: unknown,
  options?: unknown,
) => Promise<{ status: number; body?: unknown; headers?: Record<string, unknown>; contentType?: string }>;

export interface Generated {
  readonly id: string;
  readonly service: Service;
  /** Exports of the service's `index.ts`. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** Exports of its `examples.ts`. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export async function readGenerated(document: ProjectDocument): Promise<Generated> {
  const [{ id, service }, exports, examples] = await Promise.all([
    serviceOf(document),
    generatedModule(document, 'index.ts'),
    generatedModule(document, 'examples.ts'),
  ]);
  return { id, service, exports, examples };
}

function exported<T>(generated: Generated, name: string): T {
  const value = generated.exports[name];
  if (value === undefined) throw new Error(`generated/${generated.id} exports no ${name}`);
  return value as T;
}

export function createClient(generated: Generated, fetch: Send): Record<string, Method> {
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

/** The webhook sender, connected to the receiver that `between` wraps. `undefined` without webhooks. */
export function createWebhooks(
  generated: Generated,
  handlers: object,
  between: (receiver: FetchHandler) => Send,
): Record<string, Method> | undefined {
  const { name, webhooks } = generated.service;
  if (webhooks.length === 0) return undefined;
  const receiver = exported<(handlers: object, options: object) => FetchHandler>(generated, `create${name}WebhookReceiver`)(handlers, {
    secrets: secret,
  });
  const create = exported<(options: object) => Record<string, Method>>(generated, `create${name}WebhookSender`);
  return create({ url: 'https://receiver.example/hooks', secret, key: 'the key', fetch: between(receiver) });
}
