// Answers for the log of requests.

import { refuse } from '@octavo/runtime';
import { type LoggedRequest as Logged, requestView } from '@octavo/runtime/conformance';
import type { LoggedRequest, RequiredControlRequestsHandlers } from '../../../generated/control/index.ts';
import type { RequestLog } from '../../requests/log.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/** How many requests wait for a reader that is slow. */
const MOST_WAITING = 500;

export function requestHandlers({ requests, servers }: Pick<Sandbox, 'requests' | 'servers'>): RequiredControlRequestsHandlers {
  return {
    followRequests: (_input, { signal }) => ({ status: 200, body: followed(requests, signal) }),

    async replayRequest({ path }) {
      const kept = requests.kept(path.id);
      if (kept === undefined) throw missing(path.id);
      if (kept.isCut)
        throw refuse(409, {
          detail: 'The request was not kept whole: its body is longer than 64 KiB, or personal data was removed from it.',
        });
      const server = servers[kept.document];
      if (server === undefined || kept.method === '' || !kept.target.startsWith('/'))
        throw refuse(409, { detail: 'Only a request that came over HTTP can be sent again.' });
      const { method, target, headers, body = null } = kept;
      const before = requests.list({}, 1)[0]?.id;
      // Its length is that of the body that is sent.
      const { 'content-length': _length, ...sent } = headers;
      const response = await server(
        new Request(`http://127.0.0.1${target}`, { method, headers: sent, body: method === 'GET' || method === 'HEAD' ? null : body }),
      );
      await response.body?.cancel();
      const [newest] = requests.list({}, 1);
      const again = requests.one(response.headers.get('x-request-id') ?? '') ?? newest;
      if (again === undefined || again.id === before) throw new Error('The request was sent again, but the log does not have it.');
      return { status: 200, body: requestView(again) };
    },

    listRequests({ query }) {
      const { document, operation, verdict, limit } = query;
      return { status: 200, body: { requests: requests.list({ document, operation, verdict }, limit).map(requestView) } };
    },

    clearRequests() {
      requests.clear();
      return { status: 204 };
    },

    getRequest({ path }) {
      const found = requests.one(path.id);
      if (found === undefined) throw missing(path.id);
      return { status: 200, body: requestView(found) };
    },
  };
}

function missing(id: string): Error {
  return refuse(404, { detail: `There is no request ${id}. The last 500 are kept.` });
}

/** Requests as they are answered, until the signal is aborted. */
async function* followed(requests: RequestLog, signal: AbortSignal): AsyncGenerator<{ data: LoggedRequest }> {
  const waiting: Logged[] = [];
  let wake = () => {};
  const end = requests.follow((request) => {
    waiting.push(request);
    if (waiting.length > MOST_WAITING) waiting.shift();
    wake();
  });
  const stop = () => wake();
  signal.addEventListener('abort', stop);
  try {
    while (!signal.aborted) {
      const next = waiting.shift();
      if (next !== undefined) yield { data: requestView(next) };
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    end();
  }
}
