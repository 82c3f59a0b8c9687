// A route of the control API of living mocks, and what it answers.
import type { requestView } from '@octavo/runtime/conformance';
import type { Ground } from './ground.ts';

export interface Request {
  /** The parts of the path that the route names. */
  readonly values: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export type Reply =
  | { readonly status: number; readonly body?: unknown }
  /** Calls for each event; what it returns ends that. */
  | { readonly follow: (send: (event: ReturnType<typeof requestView>) => void) => () => void };

export interface House {
  readonly ground: Ground;
  readonly documents: () => readonly { readonly id: string; readonly url: string }[];
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: RegExp;
  readonly answer: (request: Request, house: House) => Reply | Promise<Reply>;
}

export const DONE: Reply = { status: 204 };

export async function done(work: Promise<void> | void): Promise<Reply> {
  await work;
  return DONE;
}
