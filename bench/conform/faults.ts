// How a mutant departs from the faultless service: it changes requests before the service sees them, responses after it, or answers itself.
import type { Box } from './service.ts';

export interface Mutant {
  /** What is wrong, as a sentence. */
  readonly name: string;
  /** Checks that are meant to find it: one is enough. */
  readonly checks: readonly string[];
  /** Called once for each run, so that state of the fault is in it. */
  readonly mutate: Mutation;
}

export type Mutation = (box: Box) => Box;
export type Fields = Record<string, unknown>;

/** Whether a request is a call such as `GET /notebooks/*`; `*` stands for one segment, and for any method. */
export function isCall(request: Request, call: string): boolean {
  const [method = '', path = ''] = call.split(' ');
  if (method !== '*' && method !== request.method) return false;
  const segments = pathOf(request).split('/');
  const wanted = path.split('/');
  return segments.length === wanted.length && wanted.every((segment, index) => segment === '*' || segment === segments[index]);
}

/** Path below the base path. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.slice('/v1'.length);
}

/** The service sees another request. */
export function asking(call: string, change: (request: Request) => Request | Promise<Request>): Mutation {
  return (box) => async (request) => box(isCall(request, call) ? await change(request) : request);
}

/** The service sees another JSON body. One that cannot be read stays as it is. */
export function askingJson(call: string, change: (body: Fields) => unknown): Mutation {
  return asking(call, async (request) => {
    const text = await request.text();
    const body = parsed(text);
    return again(request, { body: isFields(body) ? JSON.stringify(change(body)) : text });
  });
}

/** The service sees another query. */
export function askingQuery(call: string, change: (query: URLSearchParams) => void): Mutation {
  return asking(call, (request) => {
    const url = new URL(request.url);
    change(url.searchParams);
    return again(request, { url: url.href });
  });
}

/** The caller sees another response than that of the service. */
export function answering(
  call: string,
  change: (response: Response, request: Request, box: Box) => Response | Promise<Response>,
): Mutation {
  return (box) => async (request) => {
    if (!isCall(request, call)) return box(request);
    const copy = request.clone();
    return change(await box(request), copy, box);
  };
}

/** The caller sees another JSON body in responses with the status. */
export function answeringJson(call: string, status: number, change: (body: Fields, request: Request) => unknown): Mutation {
  return answering(call, async (response, request) => {
    if (response.status !== status) return response;
    return bodied(response, JSON.stringify(change(fieldsOf(await response.json()), request)));
  });
}

/** The caller sees other headers in responses with the status. */
export function answeringHeaders(call: string, status: number, change: (headers: Headers) => void): Mutation {
  return answering(call, (response) => {
    if (response.status !== status) return response;
    const headers = new Headers(response.headers);
    change(headers);
    return new Response(response.body, { status, headers });
  });
}

/** The mutant answers requests for which `answer` gives a response; the service answers all others. */
export function instead(
  call: string,
  answer: (request: Request, box: Box) => Response | undefined | Promise<Response | undefined>,
): Mutation {
  return (box) => async (request) => (isCall(request, call) ? await answer(request.clone(), box) : undefined) ?? box(request);
}

/** A response with another body. */
export function bodied(
  response: Response,
  body: BodyInit | null,
  more: { readonly status?: number; readonly type?: string } = {},
): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  if (more.type !== undefined) headers.set('content-type', more.type);
  return new Response(body, { status: more.status ?? response.status, headers });
}

/** The same request with other parts. */
export function again(
  request: Request,
  more: { readonly method?: string; readonly url?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
): Request {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(more.headers ?? {})) headers.set(name, value);
  const method = more.method ?? request.method;
  const body = more.body ?? (method === 'GET' || method === 'HEAD' ? null : request.body);
  if (more.body !== undefined) headers.delete('content-length');
  return new Request(more.url ?? request.url, { method, headers, body, ...(body instanceof ReadableStream ? { duplex: 'half' } : {}) });
}

/** The same caller asks for something else. */
export function read(request: Request, box: Box, path: string): Promise<Response> {
  const authorization = request.headers.get('authorization') ?? '';
  return box(new Request(`http://localhost/v1${path}`, { headers: { authorization } }));
}

export function problem(status: number, title: string): Response {
  return Response.json({ title }, { status, headers: { 'content-type': 'application/problem+json' } });
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
