// Answers `/healthz` and `/readyz` beside the operations of a document, for those that start, stop and balance processes.

import type { Interceptor, ServerAnswer } from '@octavo/runtime';
import type { Check } from '../sandbox/readiness.ts';

export interface Health {
  /** Answers requests for the two paths, and passes all others on. They are no operations: no log has them and no limit counts them. */
  readonly answer: Interceptor;
  /** What a path is answered with; `undefined` for any other path. */
  find(path: string): (() => ServerAnswer | Promise<ServerAnswer>) | undefined;
  /** From now on, `/readyz` says that this process ends. */
  drain(): void;
}

export function createHealth(checks: () => Promise<readonly Check[]>): Health {
  let isDraining = false;
  async function readiness(): Promise<ServerAnswer> {
    const found = await checks();
    const isReady = !isDraining && found.every(({ ok }) => ok);
    const status = isDraining ? 'draining' : isReady ? 'ready' : 'not ready';
    return answerOf(isReady ? 200 : 503, { status, checks: found });
  }
  const pages: Readonly<Record<string, () => ServerAnswer | Promise<ServerAnswer>>> = {
    '/healthz': () => answerOf(200, { status: 'alive' }),
    '/readyz': readiness,
  };
  const find: Health['find'] = (path) => (Object.hasOwn(pages, path) ? pages[path] : undefined);
  return {
    find,
    async answer(request, next) {
      const [path = ''] = request.target.split('?', 1);
      const page = find(path);
      if (page === undefined) return isDraining ? lastOf(await next(request)) : next(request);
      if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' }, body: null };
      const answer = await page();
      return request.method === 'HEAD' ? { ...answer, body: null } : answer;
    },
    drain() {
      isDraining = true;
    },
  };
}

/** Has a proxy give up the connection, so that it sends no further request into one that is about to be closed. */
function lastOf(answer: ServerAnswer): ServerAnswer {
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}

function answerOf(status: number, body: object): ServerAnswer {
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body: `${JSON.stringify(body)}\n` };
}
