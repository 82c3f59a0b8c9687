// Finds the URLs of an authorization server: in the document, in the options, or in the server's own metadata.
import * as oauth from 'oauth4webapi';
import { ConfigurationError } from '../contract/errors.ts';
import type { SecurityScheme } from '../contract/security.ts';
import type { OAuth2Flow, OAuth2Scheme, OpenIdConnectScheme } from '../security/bearer.ts';

/** A security scheme of a document. One of bearer tokens will do where the options say where tokens come from. */
export type TokenScheme = SecurityScheme | OAuth2Scheme | OpenIdConnectScheme;

/** The options that say where an authorization server is. */
export interface EndpointOptions {
  /** The server's identifier: its metadata (RFC 8414, OpenID Connect Discovery) are read, and replace the document's URLs. */
  readonly issuer?: string;
  /** Replaces the document's token URL. */
  readonly tokenUrl?: string;
  /** The base of the document's relative URLs: the base URL of the client. */
  readonly baseUrl?: string;
}

const WELL_KNOWN = '/.well-known/openid-configuration';

/**
 * An absolute https URL from a document or options; http is allowed to this machine only. `name` and `option` are for the error message.
 * @throws {ConfigurationError}
 */
export function endpointUrl(written: string | undefined, name: string, baseUrl: string | undefined, option: string): URL {
  if (written === undefined) throw new ConfigurationError(`OAuth: the document has no ${name}; set the option ${option}.`);
  // A path under the base URL, which ends without a slash.
  const base = baseUrl === undefined ? undefined : `${baseUrl.replace(/\/$/, '')}/`;
  if (!URL.canParse(written, base)) {
    const reason = base === undefined ? 'is not an absolute URL; set the option baseUrl' : 'is not a URL';
    throw new ConfigurationError(`OAuth: the ${name} ${reason}.`);
  }
  const url = new URL(written, base);
  if (!isSecure(url)) throw new ConfigurationError(`OAuth: the ${name} is not https.`);
  return url;
}

export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
}

/** The identifier of the server, where the options or an OpenID Connect URL give it. */
export function issuerOf(scheme: TokenScheme, options: EndpointOptions): URL | undefined {
  if (options.issuer !== undefined) return endpointUrl(options.issuer, 'issuer', undefined, 'issuer');
  if (!('openIdConnectUrl' in scheme) || options.tokenUrl !== undefined) return undefined;
  const url = endpointUrl(scheme.openIdConnectUrl, 'OpenID Connect URL', options.baseUrl, 'issuer');
  if (!url.pathname.endsWith(WELL_KNOWN)) {
    throw new ConfigurationError(
      `OAuth: the OpenID Connect URL of ${scheme.name} does not end with ${WELL_KNOWN}; set the option issuer or tokenUrl.`,
    );
  }
  url.pathname = url.pathname.slice(0, -WELL_KNOWN.length);
  return url;
}

/** The URLs that the document and the options have. A flow needs only some of them. */
export function endpointsOf(scheme: TokenScheme, flow: OAuth2Flow | undefined, options: EndpointOptions): oauth.AuthorizationServer {
  const { baseUrl } = options;
  const token = endpointUrl(options.tokenUrl ?? flow?.tokenUrl, `token URL of ${scheme.name}`, baseUrl, 'tokenUrl or issuer');
  const optional = (written: string | undefined, name: string): string | undefined =>
    written === undefined ? undefined : endpointUrl(written, `${name} of ${scheme.name}`, baseUrl, 'issuer').href;
  const authorization = optional(flow?.authorizationUrl, 'authorization URL');
  const device = optional(flow?.deviceAuthorizationUrl, 'device authorization URL');
  return {
    issuer: token.origin,
    token_endpoint: token.href,
    ...(authorization === undefined ? {} : { authorization_endpoint: authorization }),
    ...(device === undefined ? {} : { device_authorization_endpoint: device }),
  };
}

/** Reads the server's metadata: RFC 8414 section 3, then OpenID Connect Discovery section 4. A server has one of the two. */
export async function discover(
  issuer: URL,
  scheme: TokenScheme,
  options: oauth.HttpRequestOptions<'GET'>,
): Promise<oauth.AuthorizationServer> {
  if (!('openIdConnectUrl' in scheme)) {
    const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' });
    if (response.status === 200) return oauth.processDiscoveryResponse(issuer, response);
  }
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oidc' }));
}
