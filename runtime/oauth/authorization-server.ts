// An authorization server, and requests to it: bounded, over https, and with errors that hold no secret.
import * as oauth from 'oauth4webapi';
import type { Clock } from '../contract/clock.ts';
import type { Send } from '../contract/request.ts';
import type { OAuth2Flow, OAuth2Flows } from '../security/bearer.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { discover, type EndpointOptions, endpointsOf, issuerOf, type TokenScheme } from './endpoints.ts';
import { withoutSecrets } from './errors.ts';

/** Options of every function that gets tokens. They replace what the document says, and add what it does not say. */
export interface OAuthOptions extends EndpointOptions {
  readonly clientId: string;
  /** Left out for a public client, which has none: a browser, a command line. */
  readonly clientSecret?: string;
  /** How the secret is sent: in `Authorization` (RFC 6749 section 2.3.1, the default), or in the body. */
  readonly clientAuthentication?: 'basic' | 'body';
  /** More parameters of the request for tokens, such as `audience` or `resource`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Sends requests to the authorization server. Default: the platform's. */
  readonly fetch?: Send;
  /** The time that one request to the authorization server may take. Default: 30,000. */
  readonly timeoutMilliseconds?: number;
  /** The clock that the lives of tokens are counted by. Default: `Date.now`. */
  readonly now?: Clock;
}

/** The arguments of oauth4webapi's request functions. */
interface Grant {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  readonly options: oauth.TokenEndpointRequestOptions;
}

export interface AuthorizationServer {
  /**
   * Runs requests of the library. `secrets`, and the client's own, are masked in errors.
   * @throws {OAuthError}
   * @throws {ConfigurationError} where neither document nor options say where the server is.
   */
  run<T>(secrets: readonly string[], signal: AbortSignal | undefined, work: (grant: Grant) => Promise<T>): Promise<T>;
  /** The document's flow. */
  readonly flow: OAuth2Flow | undefined;
  readonly now: Clock;
  /** Whether the server's identifier is known, so that it can be checked. */
  readonly hasIssuer: boolean;
}

export function authorizationServer(scheme: TokenScheme, flowName: keyof OAuth2Flows, options: OAuthOptions): AuthorizationServer {
  const {
    clientId,
    clientSecret,
    fetch = (url, init) => globalThis.fetch(url, init),
    timeoutMilliseconds = 30_000,
    now = () => Date.now(),
  } = options;
  const flow = 'flows' in scheme ? scheme.flows[flowName] : undefined;
  const issuer = issuerOf(scheme, options);
  const authentication = authenticationOf(options);
  const additionalParameters = { ...options.parameters };
  let discovered: Promise<oauth.AuthorizationServer> | undefined;

  const bounded = {
    // `boundedFetch` refuses insecure addresses, except those of this machine.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: boundedFetch(fetch, issuer !== undefined),
  } as const;
  const limited = (signal: AbortSignal | undefined): AbortSignal => {
    const limit = AbortSignal.timeout(timeoutMilliseconds);
    return signal === undefined ? limit : AbortSignal.any([signal, limit]);
  };

  /** Metadata are requested once for all who wait, and again after a failure. */
  async function findServer(): Promise<oauth.AuthorizationServer> {
    if (issuer === undefined) return endpointsOf(scheme, flow, options);
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
    now,
    hasIssuer: issuer !== undefined,
    async run(secrets, signal, work) {
      try {
        signal?.throwIfAborted();
        const server = await findServer();
        const client: oauth.Client = { client_id: clientId, [oauth.clockSkew]: (now() - Date.now()) / 1000 };
        return await work({ server, client, authentication, options: { ...bounded, signal: limited(signal), additionalParameters } });
      } catch (error) {
        if (signal?.aborted === true) throw error;
        throw withoutSecrets(error, clientSecret === undefined ? secrets : [...secrets, clientSecret], timeoutMilliseconds);
      }
    },
  };
}

function authenticationOf({ clientSecret, clientAuthentication }: OAuthOptions): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  return clientAuthentication === 'body' ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}
