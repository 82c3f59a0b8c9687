// Calls the option `onAnswer` with an answer before it is sent, and keeps the answer sendable whatever the function does.
import type { ServerRequest } from '../contract/server-request.ts';
import { checkHeader } from '../wire/encode.ts';
import type { ServerContext } from './handler-context.ts';
import type { ErrorInfo, ServerOptions } from './options.ts';
import { nextRequestId } from './request-id.ts';
import type { ServerAnswer } from './respond.ts';

/** Facts about a request that the server has found out by the time that it is answered. It is filled only where there is `onAnswer`. */
export interface Trace {
  requestId?: string;
  /** Set once the caller is authorized. */
  context?: ServerContext;
}

/** Has `onAnswer` see an answer. */
export type Finish = (answer: ServerAnswer, request: ServerRequest | undefined, trace?: Trace) => Promise<ServerAnswer>;

/** `undefined` where there is no `onAnswer`, so that such a server does nothing for it. */
export function finisherOf<Principal>(
  { onAnswer }: Pick<ServerOptions<Principal>, 'onAnswer'>,
  onError: NonNullable<ServerOptions['onError']>,
): Finish | undefined {
  if (onAnswer === undefined) return undefined;
  return async (answer, request, { requestId, context } = {}) => {
    const report = (error: unknown): void => onError(error, infoOf(answer, requestId, context));
    try {
      await onAnswer(answer, request, context as ServerContext<Principal> | undefined);
    } catch (error) {
      report(error);
    }
    tidy(answer.headers, report);
    return answer;
  };
}

function infoOf({ fault }: ServerAnswer, requestId: string | undefined, context: ServerContext | undefined): ErrorInfo {
  const operation = context?.operation ?? fault?.operation;
  const id = requestId ?? fault?.requestId ?? nextRequestId();
  return operation === undefined ? { requestId: id } : { requestId: id, operation };
}

/** Puts names into lower case, and removes values that no header can have: they would break the whole answer. */
function tidy(headers: Record<string, string>, report: (error: unknown) => void): void {
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (lower !== name) delete headers[name];
    try {
      headers[lower] = checkHeader(name, String(value));
    } catch (error) {
      delete headers[lower];
      report(error);
    }
  }
}
