// Cross-origin resource sharing (Fetch standard section 3.3): tells browsers which pages of other origins may call a server.
import { ConfigurationError } from '../contract/errors.ts';
import { requestFacade, type ServerRequest } from './request.ts';
import { type ServerAnswer, toResponse } from './respond.ts';
import type { FetchHandler } from './server.ts';

export interface CorsOptions {
  /**
   * Who may call: origins as browsers send them, `https://app.example.com`; or a function that decides. `*`: any page, which then calls without
   * the cookies and certificates of its visitor.
   */
  readonly origins: '*' | readonly string[] | ((origin: string) => boolean | Promise<boolean>);
  /** Whether browsers send cookies and certificates along. Default: no. */
  readonly credentials?: boolean;
  /** The request headers that pages may set. Default: those they ask for. */
  readonly allowHeaders?: readonly string[];
  /** How long a browser may keep the answer to a preflight. Default: 600. */
  readonly maxAgeSeconds?: number;
}

/**
 * `cors(createEmailServer(…), { origins: ['https://app.example.com'] })`. Preflights are answered with the methods that the document has at the
 * path, and every header of an answer can be read. Requests of other origins are served too: a browser keeps the answer from the page.
 * @throws {ConfigurationError} for origins that no browser sends, and for credentials to any page.
 */
export function cors(handler: FetchHandler, options: CorsOptions): FetchHandler {
  const { answer: inner, served } = handler;
  if (inner === undefined || served === undefined) throw new ConfigurationError('cors takes a server that createServer made.');
  const { origins, credentials = false, maxAgeSeconds = 600 } = options;
  if (origins === '*' && credentials) throw new ConfigurationError('cors: credentials are for origins that are listed, not for any.');
  for (const origin of Array.isArray(origins) ? origins : [])
    if (!isOrigin(origin)) throw new ConfigurationError(`cors: ${JSON.stringify(origin)} is no origin, such as https://app.example.com.`);

  async function isAllowed(origin: string): Promise<boolean> {
    if (origins === '*') return true;
    return typeof origins === 'function' ? (await origins(origin)) === true : origins.includes(origin);
  }

  /** What lets the page of the request's origin read the answer. */
  async function grantTo(request: ServerRequest, headers: Record<string, string>): Promise<boolean> {
    if (origins !== '*') headers.vary = headers.vary === undefined ? 'Origin' : `${headers.vary}, Origin`;
    const origin = request.header('origin');
    if (origin === undefined || !(await isAllowed(origin))) return false;
    headers['access-control-allow-origin'] = origins === '*' ? '*' : origin;
    if (credentials) headers['access-control-allow-credentials'] = 'true';
    return true;
  }

  const answer = async (request: ServerRequest): Promise<ServerAnswer> => {
    const methods = isPreflight(request) ? served.methodsAt(request.target) : undefined;
    if (methods === undefined) {
      const answered = await inner(request);
      const exposed = exposedOf(answered.headers);
      if ((await grantTo(request, answered.headers)) && exposed !== '') answered.headers['access-control-expose-headers'] = exposed;
      return answered;
    }
    const headers: Record<string, string> = { vary: 'Access-Control-Request-Method, Access-Control-Request-Headers' };
    if (await grantTo(request, headers)) {
      headers['access-control-allow-methods'] = methods.join(', ');
      const allowed = options.allowHeaders ?? fieldNames(request.header('access-control-request-headers'));
      if (allowed.length > 0) headers['access-control-allow-headers'] = allowed.join(', ');
      headers['access-control-max-age'] = String(maxAgeSeconds);
    }
    return { status: 204, headers, body: null };
  };

  return Object.assign(async (request: Request) => toResponse(await answer(requestFacade(request))), { ...handler, answer });
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function isPreflight(request: ServerRequest): boolean {
  return (
    request.method === 'OPTIONS' && request.header('origin') !== undefined && request.header('access-control-request-method') !== undefined
  );
}

function fieldNames(header: string | undefined): string[] {
  const names = (header ?? '').split(',', 100).map((name) => name.trim());
  return names.filter((name) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name));
}

/** What scripts can read of any answer (Fetch standard section 2.2.2), and what they never can. */
const KNOWN = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma', 'set-cookie'];

function exposedOf(headers: Readonly<Record<string, string>>): string {
  return Object.keys(headers)
    .filter((name) => !KNOWN.includes(name) && name !== 'vary')
    .join(', ');
}
