// Answers for the log of requests.

import { refuse } from '@octavo/runtime';
import type { ControlRequestsHandlers, LoggedRequest } from '../../../generated/control/index.ts';
import type * as log from '../../requests/log.ts';

export function requestHandlers(requests: log.RequestLog): ControlRequestsHandlers {
  return {
    listRequests({ query }) {
      const { document, operation, verdict, limit = 50 } = query ?? {};
      return { status: 200, body: { requests: requests.list({ document, operation, verdict }, limit).map(bodyOf) } };
    },

    clearRequests() {
      requests.clear();
      return { status: 204 };
    },

    getRequest({ path }) {
      const found = requests.one(path.id);
      if (found === undefined) throw refuse(404, { detail: `There is no request ${path.id}. The last 500 are kept.` });
      return { status: 200, body: bodyOf(found) };
    },
  };
}

function bodyOf({ answeredAt, sandboxTime, headers, reasons, answer, ...request }: log.LoggedRequest): LoggedRequest {
  return {
    ...request,
    answered_at: new Date(answeredAt).toISOString(),
    sandbox_time: new Date(sandboxTime).toISOString(),
    headers: { ...headers },
    reasons: [...reasons],
    answer: { ...answer, headers: { ...answer.headers } },
  };
}
