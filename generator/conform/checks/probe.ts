// Requests that checks send beside the planned cases: a changed copy of a valid case, before or after its response.

import type { Location } from '../../base/problem.ts';
import type { Operation } from '../../model/service.ts';
import type { Case, ValidKind, WireRequest } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';

export interface Probe {
  readonly check: string;
  /** Which of the requests of the check it is, and the end of the id of the case: `PATCH`. */
  readonly name: string;
  readonly says: string;
  /** Changes of the request. A header that is `undefined` is left out. */
  readonly request?: Partial<Omit<WireRequest, 'headers'>> & { readonly headers?: Readonly<Record<string, string>> };
  /** Whether the request has no body. */
  readonly bodiless?: boolean;
  readonly credential?: Case['credential'];
  readonly location?: Location;
}

export function probeOf(base: Case, { check, name, says, request = {}, bodiless = false, credential, location }: Probe): Case {
  const { input: _input, request: before, ...rest } = base;
  const { body, headers: beforeHeaders, ...line } = before;
  const { headers: added, body: other, ...changed } = request;
  const headers = { ...(bodiless ? withoutBodyFields(beforeHeaders) : beforeHeaders), ...added };
  return {
    ...rest,
    id: `${base.operation.id} ${check} ${name}`,
    intent: { kind: 'probe', check, name },
    says,
    location: location ?? base.location,
    request: { ...line, ...changed, headers, ...(bodiless || body === undefined ? {} : { body: other ?? body }) },
    credential: credential ?? base.credential,
  };
}

function withoutBodyFields(headers: WireRequest['headers']): WireRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
}

/** The cases whose responses lead to further requests: few for each operation. */
const LEADING: ReadonlySet<ValidKind> = new Set(['override', 'example', 'required', 'all']);

/** Whether a check may send requests after the exchange: a plain valid case has succeeded, and the whole response is there. */
export function isLeading({ case: { intent, credential }, response, after }: Answered): boolean {
  return (
    intent.kind === 'valid' &&
    LEADING.has(intent.by) &&
    credential === 'given' &&
    after === undefined &&
    response.cut === undefined &&
    isSuccess(response.status)
  );
}

/** Whether the exchange is the check's own probe; with `name`, that one of them. */
export function isProbeOf(check: string, { case: { intent } }: Exchange, name?: string): boolean {
  return intent.kind === 'probe' && intent.check === check && (name === undefined || intent.name === name);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The place of the path that an operation is declared at. */
export function pathItemOf({ location }: Operation): Location {
  const { offset: _offset, at: _at, ...rest } = location;
  return { ...rest, pointer: location.pointer.replace(/\/[^/]*$/, '') };
}
