// The client of the control API, as a page of the portal uses it: the cookie that `octavo dev` has set is its credential.
import { TransportError, unwrap } from '@octavo/runtime';
import { type ControlClient, createControlClient } from '../../services/generated/control/index.ts';

export type { ControlClient } from '../../services/generated/control/index.ts';

export function controlAt(url: string): ControlClient {
  return createControlClient({ baseUrl: url, fetch: (input, init) => fetch(input, { ...init, credentials: 'include' }) });
}

/** The body of a result with this status. Throws an error with the sentence of the problem otherwise. */
export function bodyOf<Result extends { readonly status: number }, Status extends Result['status']>(result: Result, status: Status) {
  const { body } = result as { readonly body?: unknown };
  if (result.status !== status && isProblem(body)) throw new Error(body.detail);
  return unwrap(result, status);
}

function isProblem(body: unknown): body is { readonly detail: string } {
  return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
}

export function messageOf(error: unknown): string {
  if (error instanceof TransportError) return 'The sandbox does not answer.';
  return error instanceof Error ? error.message : String(error);
}
