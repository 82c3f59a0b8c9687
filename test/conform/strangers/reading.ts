// Makes a service in memory of a document and a function for each operation: what no document of a stranger is about, such as reading a request.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { createJudge } from '../../../generator/conform/judge/index.ts';
import type { Service } from '../../../generator/model/service.ts';
import { serviceFrom } from '../support.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Call {
  readonly account: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly header: Fields;
  readonly body: Fields;
  readonly request: Request;
}

export interface Stranger extends Serving {
  readonly file: string;
}

export interface Serving {
  readonly basePath: string;
  /** Who calls; `undefined` for somebody whom the service does not know. Absent: everybody may call. */
  readonly account?: (request: Request) => string | undefined;
  readonly refusal: (status: number, text: string) => Response;
  readonly make: () => Readonly<Record<string, (call: Call) => Response>>;
}

interface Served {
  readonly service: Service;
  /** Starts the service anew. */
  readonly start: () => Handler;
}

export function read(stranger: Stranger): Promise<Served> {
  return serve(readFileSync(path.join(import.meta.dirname, stranger.file), 'utf8'), stranger);
}

/** The service of a document. */
export async function serve(document: string, stranger: Serving): Promise<Served> {
  const service = await serviceFrom(document);
  const judge = await createJudge(service);
  const start = (): Handler => {
    const answers = stranger.make();
    return async (request) => {
      const response = await answer(answers, request);
      return request.method === 'HEAD' ? new Response(null, response) : response;
    };
  };
  return { service, start };

  async function answer(answers: ReturnType<Stranger['make']>, request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const { method } = request;
    const target = pathname.slice(stranger.basePath.length) + search;
    const headers = Object.fromEntries(request.headers);
    const verdict = await judge.request({ method, target, headers, ...(bytes.length === 0 ? {} : { body: bytes }) });
    const account = stranger.account === undefined ? '' : stranger.account(request);
    if (verdict.operation !== undefined && account === undefined) return stranger.refusal(401, 'We do not know you.');
    if (!verdict.accepted) return refused(verdict, pathname.slice(stranger.basePath.length));
    const input = { path: {}, query: {}, header: {}, body: {}, ...verdict.input };
    const act = answers[verdict.operation.id];
    if (act === undefined) throw new Error(`The service has no function for ${verdict.operation.id}.`);
    return act({ ...input, account: account ?? '', request });
  }

  function refused({ status, reason }: { readonly status: number; readonly reason: string }, path: string): Response {
    const response = stranger.refusal(status, reason);
    if (status === 405) response.headers.set('allow', allowOf(service, path));
    return response;
  }
}

function allowOf({ operations }: Service, path: string): string {
  const methods = operations.flatMap(({ method, path: template }) =>
    new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{[^}]*\}/g, '[^/]+')}$`).test(path) ? [method.toUpperCase()] : [],
  );
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].join(', ');
}

/** The token of `Authorization: Bearer`. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}
