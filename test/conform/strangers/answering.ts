// What the services of strangers share: a document beside the code, requests that are read as it says, and one function for each operation.
import { readFileSync } from 'node:fs';
import type { Credentials } from '../../../generator/conform/contract/settings.ts';
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { conformService } from '../../../generator/conform/index.ts';
import { createJudge } from '../../../generator/conform/judge/index.ts';
import type { Service } from '../../../generator/model/service.ts';
import { byEffort } from '../../support/effort.ts';
import { serviceFrom } from '../support.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** A request that is as its document says. `Body` is what the document says of the bodies of the service; the schemas have been checked. */
export interface Call<Body> {
  readonly path: Values;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly body: Body;
  /** The account and role of the caller. */
  readonly caller: Caller;
}

export interface Caller {
  readonly account: string;
  readonly isLimited: boolean;
}

export interface Rules<Body> {
  /** The error of a request that cannot be read, or of one that no operation takes. */
  readonly refuse: (status: number, reason: string, code?: string) => Response;
  /** The caller of a request; `undefined` where its credentials are unknown. Absent: everybody may call. */
  readonly callerOf?: (headers: Headers) => Caller | undefined;
  /** The status of a body that breaks its schema, where it is not the usual one. */
  readonly invalid?: number;
  /** The path of the document's server; the empty text for the root. */
  readonly base: string;
  readonly operations: Readonly<Record<string, (call: Call<Body>) => Response>>;
  /** What stands around each operation: `act` gives its answer, that of a refusal too. */
  readonly around?: (call: Call<Body>, operation: string, act: () => Response) => Response;
}

/** The service of a document of this folder. */
export function documentOf(name: string): Promise<Service> {
  return serviceFrom(readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8'));
}

/** A refusal that ends a request wherever its rules stand. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What `makeRules` makes is the state of one service: a handler has its own. */
export async function answering<Body>(name: string, makeRules: () => Rules<Body>): Promise<Handler> {
  const service = await documentOf(name);
  const judge = await createJudge(service);
  const rules = makeRules();
  const paths = service.operations.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]*\}/g, '[^/]+')}$`),
    method: method.toUpperCase(),
  }));
  const allowOf = (pathname: string): string => {
    const methods = paths.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method);
    return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ');
  };

  const answer = async (request: Request, method: string): Promise<Response> => {
    const { pathname: whole, search } = new URL(request.url);
    const pathname = whole.startsWith(rules.base) ? whole.slice(rules.base.length) : '';
    const everybody: Caller = { account: 'all', isLimited: false };
    const allow = allowOf(pathname);
    const caller = rules.callerOf === undefined ? everybody : rules.callerOf(request.headers);
    if (caller === undefined) return rules.refuse(allow === '' ? 404 : 401, 'The credentials are missing or unknown.');
    const text = await request.text();
    const headers = Object.fromEntries(request.headers);
    const verdict = await judge.request({ method, target: pathname + search, headers, ...(text === '' ? {} : { body: text }) });
    if (!verdict.accepted) {
      const isContent = verdict.status === 400 && verdict.pointers.some((pointer) => pointer.startsWith('/body'));
      const refused = rules.refuse(isContent ? (rules.invalid ?? 400) : verdict.status, verdict.reason);
      if (verdict.status === 405) refused.headers.set('Allow', allow);
      return verdict.status === 204 ? new Response(null, { status: 204, headers: { Allow: `${allow}, OPTIONS` } }) : refused;
    }
    const { path = {}, query = {}, body } = verdict.input as { path?: Values; query?: Record<string, unknown>; body?: Body };
    const { id } = verdict.operation;
    const call: Call<Body> = { path, query, headers: request.headers, body: body as Body, caller };
    const act = (): Response => {
      try {
        return rules.operations[id]?.(call) ?? rules.refuse(501, `There is no operation ${id}.`);
      } catch (error) {
        if (error instanceof Refusal) return rules.refuse(error.status, error.message, error.code);
        throw error;
      }
    };
    return rules.around?.(call, id, act) ?? act();
  };

  return async (request) => {
    if (request.method !== 'HEAD') return answer(request, request.method);
    const { status, headers } = await answer(request, 'GET');
    return new Response(null, { status, headers });
  };
}

export interface Stranger {
  readonly name: string;
  readonly start: () => Promise<Handler>;
  readonly credentials: Credentials;
  /** Operations that a careful reader would reach, and a run not at all, or by chance alone: a job is cancelled only while it waits. */
  readonly unreached: readonly string[];
}

/** What octavo conform finds wrong with a service, and the operations that it does not reach, except for those that it reaches by chance. */
export async function runOf({
  name,
  start,
  credentials,
  unreached,
}: Stranger): Promise<{ readonly findings: readonly object[]; readonly missed: readonly string[] }> {
  const effort = byEffort({ quick: { most: 4, random: 1 }, deep: {} });
  const report = await conformService(await documentOf(name), { target: await start(), credentials, ...effort });
  const missed = report.operations.flatMap((one) => (one.unreached === undefined ? [] : [one.operation.id]));
  return {
    findings: report.findings.map(({ check, operation, message }) => [check, operation.id, message]),
    missed: missed.filter((id) => !unreached.includes(id)),
  };
}
