// A living mock without a server, for tests: what each request gets.

import { Problems } from '../../generator/base/problem.ts';
import type { Description } from '../../generator/load/index.ts';
import { createEngine } from '../../generator/mock/octavo/engine.ts';
import { buildService } from '../../generator/model/index.ts';

/** A mock of its own, and what it answers: the status, the headers, who answered, and the body. */
export async function living(description: Description, things = 0) {
  const service = buildService(description, {}, new Problems());
  if (service === undefined) throw new Error('The document has no model.');
  const engine = await createEngine(service, {}, { seed: 1, things });
  return async (method: string, target: string, body?: unknown, headers: Record<string, string> = {}) => {
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body));
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const request = {
      method,
      target,
      headers: { authorization: 'Bearer any', ...(bytes === undefined ? {} : { 'content-type': type }), ...headers },
    };
    const asked = {
      document: service.id,
      dynamic: false,
      base: 'http://mock',
      request: bytes === undefined ? request : { ...request, body: bytes },
    };
    const outcome = await engine.answer(asked);
    if (outcome.kind !== 'answer') throw new Error(`${method} ${target}: ${JSON.stringify(outcome)}`);
    const { status, headers: sent, body: text } = outcome.answer;
    const isText = typeof text === 'string' && text !== '' && sent['content-type']?.includes('json') === true;
    return { status, headers: sent, isLiving: outcome.by === 'living', body: isText ? JSON.parse(text) : undefined };
  };
}
