// Answers requests whose paths name a kind of tags that the controller does not have (-36), or cannot be read (-13019).

import { type Fault, type FaultBody, type FetchHandler, intercept } from '@octavo/runtime';

const NO_SUCH_KIND = 'The controller has no tags of this kind.';

/** `/api/v1/device/strategy/vars/int32s` of every path below it. */
const KIND = /^\/api\/v1\/device\/strategy\/(?:ios|tables|vars)\/[^/?]+/;

/** Gives faults of paths their codes. Others have an operation, and codes of the document. */
export function pathErrors({ kind, operation, detail }: Fault): FaultBody | undefined {
  if (kind !== 'invalid-request' || operation !== undefined) return undefined;
  return { contentType: 'application/json', body: { errorCode: detail === NO_SUCH_KIND ? -36 : -13019, message: detail } };
}

/** The same server, which refuses other kinds of tags than those that its paths name. */
export function refuseUnknownKinds(server: FetchHandler): FetchHandler {
  const { served, refuse } = server;
  if (served === undefined || refuse === undefined) throw new TypeError('The server of the controller was not generated.');
  const known = new Set(served.routes.map(({ basePath, operation }) => KIND.exec(basePath + operation.path)?.[0]));
  return intercept(server, async (request, next) => {
    const kind = KIND.exec(request.target)?.[0];
    return kind === undefined || known.has(kind) ? next(request) : refuse('invalid-request', NO_SUCH_KIND, request);
  });
}
