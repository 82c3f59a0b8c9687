// An authorization server as the document or its own metadata tell it, and requests to it: bounded, over https, and with errors that hold no secret.
import * as oauth from 'oauth4webapi';
import type { OAuth2Flow, OAuth2Flows, OAuth2Scheme, OpenIdConnectScheme } from '../client/security.ts';
import { masked, sendHeld } from '../client/send.ts';
import { ConfigurationError, OctavoError } from '../contract/errors.ts';
import type { Send } from '../contract/outgoing.ts';
import type { SecurityScheme } from '../contract/security.ts';
import { heed } from '../stream/heed.ts';
import { isFieldValue } from '../wire/text.ts';

/** Of all that gets tokens. The facts of the document may be replaced; what it does not say must be given. */
export interface OAuthOptions {
  readonly clientId: string;
  /** Left out for a public client, which has none: a browser, a command line. */
  readonly clientSecret?: string;
  /** How the secret is sent: in `Authorization` (RFC 6749 section 2.3.1, the default), or in the body. */
  readonly clientAuthentication?: 'basic' | 'body';
  /** The server's identifier: its metadata (RFC 8414, OpenID Connect Discovery) are read and count instead of the document's URLs. */
  readonly issuer?: string;
  /** In place of the document's. */
  readonly tokenUrl?: string;
  /** What relative URLs of the document are relative to: the base URL of the client. */
  readonly baseUrl?: string;
  /** More parameters of the request for tokens, such as `audience` or `resource`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Sends requests to the authorization server. Default: the platform's. */
  readonly fetch?: Send;
  /** Of one request to the authorization server. Default: 30,000. */
  readonly timeoutMilliseconds?: number;
}

/** What an authorization server gave. Whoever keeps it keeps secrets. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Milliseconds since 1970. Absent: not known. */
  readonly expiresAt?: number;
  /** What was granted, where it is not what was asked for. */
  readonly scopes?: readonly string[];
  /** Of OpenID Connect. Its issuer, audience and time are checked, its signature is not: it came from the server itself (OpenID Connect Core section 3.1.3.7). */
  readonly idToken?: string;
}

/** No tokens. The message holds no token, secret or code. */
export class OAuthError extends OctavoError {
  override readonly name = 'OAuthError';
  /** The server's word for it, such as `invalid_grant` (RFC 6749 section 5.2); `undefined` where it gave none. */
  readonly error: string | undefined;
  /** `error_description`, masked. */
  readonly description: string | undefined;
  readonly status: number | undefined;

  constructor(
    reason: string,
    facts: { readonly error?: string; readonly description?: string; readonly status?: number | undefined } = {},
  ) {
    super(`No access token: ${reason}${facts.error === undefined ? '' : ` (${facts.error})`}.`);
    this.error = facts.error;
    this.description = facts.description;
    this.status = facts.status;
  }
}

/** A scheme of a document. Of bearer tokens too, where the document does not say that OAuth 2 gives them. */
export type TokenScheme = SecurityScheme | OAuth2Scheme | OpenIdConnectScheme;

/** What a request of the library is made with. */
interface Grant {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  readonly options: oauth.TokenEndpointRequestOptions;
}

/** A request of the library, whichever it is. */
interface LibraryRequest {
  readonly body: URLSearchParams | undefined;
  readonly headers: Record<string, string>;
  readonly method: string;
  readonly redirect: 'manual';
  readonly signal?: AbortSignal;
}

export interface AuthorizationServer {
  /**
   * Runs requests of the library. `secrets` must not show in an error, beside the client's own.
   * @throws {OAuthError}
   * @throws {ConfigurationError} where neither document nor options say where the server is.
   */
  run<T>(secrets: readonly string[], signal: AbortSignal | undefined, work: (grant: Grant) => Promise<T>): Promise<T>;
  /** The document's flow. */
  readonly flow: OAuth2Flow | undefined;
  /** Whether the server's identifier is known, so that it can be checked. */
  readonly hasIssuer: boolean;
}

const WELL_KNOWN = '/.well-known/openid-configuration';
const MAX_BYTES = 1 << 20;

export function authorizationServer(scheme: TokenScheme, flowName: keyof OAuth2Flows, options: OAuthOptions): AuthorizationServer {
  const { clientId, clientSecret, fetch = (request: Request) => globalThis.fetch(request), timeoutMilliseconds = 30_000 } = options;
  const flow = 'flows' in scheme ? scheme.flows[flowName] : undefined;
  const issuer = issuerOf(scheme, options);
  const client: oauth.Client = { client_id: clientId };
  const authentication = authenticationOf(options);
  const additionalParameters = { ...options.parameters };
  let discovered: Promise<oauth.AuthorizationServer> | undefined;

  const bounded = {
    // Insecure addresses are refused by `fetchBounded`, but for those of this machine.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: LibraryRequest) =>
      fetchBounded(fetch, new Request(url, { ...init, body: init.body ?? null }), init.signal, issuer !== undefined),
  } as const;
  const limited = (signal: AbortSignal | undefined): AbortSignal => {
    const limit = AbortSignal.timeout(timeoutMilliseconds);
    return signal === undefined ? limit : AbortSignal.any([signal, limit]);
  };

  /** One request for all who wait, and anew after a failure. */
  async function serverOf(): Promise<oauth.AuthorizationServer> {
    if (issuer === undefined) return fromDocument(scheme, flow, options);
    discovered ??= discover(issuer, scheme, { ...bounded, signal: limited(undefined) });
    const mine = discovered;
    try {
      return await mine;
    } catch (error) {
      if (discovered === mine) discovered = undefined;
      throw error;
    }
  }

  return {
    flow,
    hasIssuer: issuer !== undefined,
    async run(secrets, signal, work) {
      try {
        signal?.throwIfAborted();
        const server = await serverOf();
        return await work({ server, client, authentication, options: { ...bounded, signal: limited(signal), additionalParameters } });
      } catch (error) {
        if (signal?.aborted === true) throw error;
        throw cleaned(error, clientSecret === undefined ? secrets : [...secrets, clientSecret]);
      }
    },
  };
}

/**
 * Tokens of an answer that was asked for at a time, in milliseconds since 1970.
 * @throws {OAuthError} for a token that no header can hold: the platform's error would quote it.
 */
export function tokensOf(answer: oauth.TokenEndpointResponse, askedAt: number): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn, scope, id_token: idToken } = answer;
  if (!isFieldValue(accessToken)) throw new OAuthError('the authorization server gave one that no header can hold');
  return {
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(expiresIn === undefined ? {} : { expiresAt: askedAt + 1000 * expiresIn }),
    ...(scope === undefined ? {} : { scopes: scope.split(' ') }),
    ...(idToken === undefined ? {} : { idToken }),
  };
}

/** An absolute URL of the document or of options, over https, or of this machine. */
export function endpointUrl(written: string | undefined, word: string, baseUrl: string | undefined): URL {
  if (written === undefined) throw new ConfigurationError(`OAuth: neither the document nor the options say the ${word}.`);
  // A path under the base URL, which ends without a slash.
  const base = baseUrl === undefined ? undefined : `${baseUrl.replace(/\/$/, '')}/`;
  if (!URL.canParse(written, base)) throw new ConfigurationError(`OAuth: the ${word} is relative; set baseUrl.`);
  const url = new URL(written, base);
  if (!isSecure(url)) throw new ConfigurationError(`OAuth: the ${word} is not https.`);
  return url;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
}

function authenticationOf({ clientSecret, clientAuthentication }: OAuthOptions): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  return clientAuthentication === 'body' ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

function issuerOf(scheme: TokenScheme, options: OAuthOptions): URL | undefined {
  if (options.issuer !== undefined) return endpointUrl(options.issuer, 'issuer', undefined);
  if (!('openIdConnectUrl' in scheme) || options.tokenUrl !== undefined) return undefined;
  const url = endpointUrl(scheme.openIdConnectUrl, 'OpenID Connect URL', options.baseUrl);
  if (!url.pathname.endsWith(WELL_KNOWN)) {
    throw new ConfigurationError(`OAuth: the OpenID Connect URL does not end with ${WELL_KNOWN}; set issuer or tokenUrl.`);
  }
  url.pathname = url.pathname.slice(0, -WELL_KNOWN.length);
  return url;
}

/** Only what is there is checked: a flow needs some of the URLs. */
function fromDocument(scheme: TokenScheme, flow: OAuth2Flow | undefined, options: OAuthOptions): oauth.AuthorizationServer {
  const token = endpointUrl(options.tokenUrl ?? flow?.tokenUrl, `token URL of ${scheme.name}`, options.baseUrl);
  const url = (written: string | undefined, word: string): string | undefined =>
    written === undefined ? undefined : endpointUrl(written, word, options.baseUrl).href;
  const authorization = url(flow?.authorizationUrl, 'authorization URL');
  const device = url(flow?.deviceAuthorizationUrl, 'device authorization URL');
  return {
    issuer: token.origin,
    token_endpoint: token.href,
    ...(authorization === undefined ? {} : { authorization_endpoint: authorization }),
    ...(device === undefined ? {} : { device_authorization_endpoint: device }),
  };
}

/** RFC 8414 section 3, then OpenID Connect Discovery section 4; a server has one of the two. */
async function discover(issuer: URL, scheme: TokenScheme, options: oauth.HttpRequestOptions<'GET'>): Promise<oauth.AuthorizationServer> {
  if (!('openIdConnectUrl' in scheme)) {
    const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' });
    if (response.status === 200) return oauth.processDiscoveryResponse(issuer, response);
  }
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oidc' }));
}

/** The answer read as far as any may go; a redirect is one that is not followed, and so refused by the library. */
async function fetchBounded(fetch: Send, request: Request, signal: AbortSignal | undefined, hasIssuer: boolean): Promise<Response> {
  if (!isSecure(new URL(request.url))) throw new OAuthError('the authorization server gave a URL that is not https');
  const response = await sendHeld(request, fetch);
  const { status } = response;
  if (status === 0 || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    throw new OAuthError('the authorization server answered with a redirect, which is not followed', { status });
  }
  const bytes = await readBounded(response, signal);
  const headers = new Headers({ 'content-type': response.headers.get('content-type') ?? '' });
  // Who the server is cannot be checked, so neither can an ID token, which nobody asked for.
  const body = hasIssuer ? bytes : withoutIdToken(bytes);
  return new Response(status === 204 || status === 205 ? null : body, { status, headers });
}

async function readBounded(response: Response, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body === null ? undefined : heed(response.body, signal);
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    chunks.push(step.value);
    length += step.value.length;
    if (length <= MAX_BYTES) continue;
    await reader?.cancel();
    throw new OAuthError('the authorization server answered with too much', { status: response.status });
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function withoutIdToken(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | string {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof answer !== 'object' || answer === null || !Object.hasOwn(answer, 'id_token')) return bytes;
    return JSON.stringify({ ...answer, id_token: undefined });
  } catch {
    return bytes;
  }
}

const MAX_DESCRIPTION = 500;

/** Errors of the library hold answers and parameters: only their words are taken over. */
function cleaned(error: unknown, secrets: readonly string[]): unknown {
  if (error instanceof OctavoError) return error;
  // RFC 6749 section 5.2: printable ASCII without `"` and `\`.
  const clean = (text: string): string =>
    masked(text, secrets.filter(Boolean))
      .replace(/[^\x20-\x7e]/g, ' ')
      .slice(0, MAX_DESCRIPTION);
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
    const { error_description: description } = error;
    return new OAuthError('the authorization server refused', {
      error: clean(error.error),
      ...(typeof description === 'string' ? { description: clean(description) } : {}),
      status: error instanceof oauth.ResponseBodyError ? error.status : undefined,
    });
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return new OAuthError(clean(error.message));
  }
  if (error instanceof Error && error.name === 'TimeoutError') return new OAuthError('the authorization server did not answer in time');
  return new OAuthError('the authorization server could not be asked');
}
