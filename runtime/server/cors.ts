// Cross-origin resource sharing (Fetch standard section 3.3): lets pages of other origins call a server from browsers.
import { ConfigurationError } from '../contract/errors.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import type { ServerAnswer } from './respond.ts';
import { respondTo } from './respond-to.ts';
import type { FetchHandler } from './server.ts';

export interface CorsOptions {
  /**
   * The origins that may call, as browsers send them: `https://app.example.com`; or a function that decides. `*`: any origin, without the
   * cookies and certificates of the visitor.
   */
  readonly origins: '*' | readonly string[] | ((origin: string) => boolean | Promise<boolean>);
  /** Whether browsers send cookies and certificates along. Default: no. */
  readonly credentials?: boolean;
  /** The request headers that pages may set. Default: all that they ask for. */
  readonly allowHeaders?: readonly string[];
  /** How long a browser may cache the response to a preflight request. Default: 600. */
  readonly maxAgeSeconds?: number;
}

/**
 * `cors(createEmailServer(…), { origins: ['https://app.example.com'] })`. Preflight requests are answered with the methods of the path, and pages
 * can read every header of a response. Requests from other origins are served too, but browsers hide the response from the page.
 * @throws {ConfigurationError} for text that is not an origin, and for `credentials` with `*`.
 */
export function cors(handler: FetchHandler, options: CorsOptions): FetchHandler {
  const { answer: inner, served, finish } = handler;
  if (inner === undefined || served === undefined)
    throw new ConfigurationError('cors: pass a server that createServer returned, not a function around it.');
  const { origins, credentials = false, maxAgeSeconds = 600 } = options;
  if (origins === '*' && credentials)
    throw new ConfigurationError("cors: credentials cannot be allowed for origins: '*'; list the origins.");
  for (const origin of Array.isArray(origins) ? origins : [])
    if (!isOrigin(origin))
      throw new ConfigurationError(`cors: ${JSON.stringify(origin)} is not an origin; write one such as https://app.example.com.`);

  async function isAllowed(origin: string): Promise<boolean> {
    if (origins === '*') return true;
    return typeof origins === 'function' ? (await origins(origin)) === true : origins.includes(origin);
  }

  /** Adds the headers that let the request's origin read the response; `false` where it may not. */
  async function addGrant(request: ServerRequest, headers: Record<string, string>): Promise<boolean> {
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
      if ((await addGrant(request, answered.headers)) && exposed !== '') answered.headers['access-control-expose-headers'] = exposed;
      return answered;
    }
    const headers: Record<string, string> = { vary: 'Access-Control-Request-Method, Access-Control-Request-Headers' };
    if (await addGrant(request, headers)) {
      headers['access-control-allow-methods'] = methods.join(', ');
      const allowed = options.allowHeaders ?? fieldNames(request.header('access-control-request-headers'));
      if (allowed.length > 0) headers['access-control-allow-headers'] = allowed.join(', ');
      headers['access-control-max-age'] = String(maxAgeSeconds);
    }
    const preflight: ServerAnswer = { status: 204, headers, body: null };
    return finish === undefined ? preflight : finish(preflight, request);
  };

  return Object.assign((request: Request) => respondTo(request, answer), { ...handler, answer });
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

/** Headers that scripts can read in any response (Fetch standard section 2.2.2), and `set-cookie`, which they can never read. */
const NEVER_LISTED = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
  'set-cookie',
];

function exposedOf(headers: Readonly<Record<string, string>>): string {
  return Object.keys(headers)
    .filter((name) => !NEVER_LISTED.includes(name) && name !== 'vary')
    .join(', ');
}
