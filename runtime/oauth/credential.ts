// Access tokens as a credential: kept while they are good, asked for once however many calls wait, and renewed when the service refuses one.

import type { CredentialContext } from '../client/security.ts';
import { OAuthError, type Tokens } from './authorization-server.ts';

/** A credential for `credentials` of a client: the access token for a call. */
export type TokenCredential = (context: CredentialContext) => Promise<string>;

export interface TokenSource {
  /** Tokens that are there already. */
  readonly tokens?: Tokens;
  /** Scopes that are asked for whatever calls need. Absent: what the calls so far needed. */
  readonly scopes?: readonly string[] | undefined;
  /**
   * New tokens; `old` are those that are good no longer. `undefined`: there is nothing to ask for them with.
   * @throws {OAuthError}
   */
  obtain(scopes: readonly string[], old: Tokens | undefined): Promise<Tokens | undefined>;
  /** Keeps new tokens. Should it fail, the call fails, and the tokens are used by the next one all the same. */
  readonly onTokens?: ((tokens: Tokens) => unknown) | undefined;
}

interface Held {
  readonly tokens: Tokens;
  readonly scopes: readonly string[];
  /** When new ones are asked for, in milliseconds since 1970. */
  readonly staleAt: number;
}

/** A token is renewed this long before it expires, or a tenth of its life if that is shorter: a request takes its time, and clocks differ. */
const MARGIN = 30_000;

export function tokenCredential(source: TokenSource): TokenCredential {
  const { tokens: given, scopes: fixed } = source;
  let held: Held | undefined = given && { tokens: given, scopes: fixed ?? [], staleAt: (given.expiresAt ?? Infinity) - MARGIN };
  let pending: { readonly scopes: readonly string[]; readonly tokens: Promise<Tokens | undefined> } | undefined;

  const covers = (has: readonly string[], needed: readonly string[]): boolean =>
    fixed !== undefined || given !== undefined || needed.every((scope) => has.includes(scope));

  function obtain(needed: readonly string[]): Promise<Tokens | undefined> {
    const scopes = fixed ?? [...new Set([...(held?.scopes ?? []), ...(pending?.scopes ?? []), ...needed])];
    const askedAt = Date.now();
    const asked = async (): Promise<Tokens | undefined> => {
      try {
        const tokens = await source.obtain(scopes, held?.tokens);
        // Tokens for fewer scopes than are asked for by now are for those who wait for them.
        if (tokens === undefined || pending !== mine) return tokens;
        const { expiresAt = Number.POSITIVE_INFINITY } = tokens;
        held = { tokens, scopes, staleAt: expiresAt - Math.min(MARGIN, (expiresAt - askedAt) / 10) };
        await source.onTokens?.(tokens);
        return tokens;
      } finally {
        if (pending === mine) pending = undefined;
      }
    };
    // `asked` gets on only when it has waited, and so after this.
    const mine = { scopes, tokens: Promise.resolve().then(asked) };
    pending = mine;
    return mine.tokens;
  }

  /** `refused`: a token that the service did not take. */
  function current(needed: readonly string[], refused?: string): Promise<Tokens | undefined> {
    // Whoever waits takes what comes, even if it is stale by then.
    if (pending !== undefined && covers(pending.scopes, needed)) return pending.tokens;
    const good = held !== undefined && covers(held.scopes, needed) && held.tokens.accessToken !== refused && Date.now() < held.staleAt;
    return good && held !== undefined ? Promise.resolve(held.tokens) : obtain(needed);
  }

  return async ({ scopes, outgoing }) => {
    const { body, secrets, signal } = outgoing;
    const tokens = await within(signal, current(scopes));
    if (tokens === undefined) throw new OAuthError('it is good no longer, and there is no refresh token');
    const { accessToken } = tokens;
    outgoing.renew = (send) => async (request) => {
      // What cannot be sent twice is not, and a token of somebody else is not ours to renew.
      const ours = request.headers.get('authorization') === `Bearer ${accessToken}`;
      const copy = ours && !(body instanceof ReadableStream) ? request.clone() : undefined;
      const response = await send(request);
      if (response.status !== 401 || copy === undefined) return response;
      const renewed = await within(signal, current(scopes, accessToken)).catch(async (error: unknown) => {
        await response.body?.cancel();
        throw error;
      });
      if (renewed === undefined) return response;
      await response.body?.cancel();
      secrets.push(renewed.accessToken);
      const headers = new Headers(copy.headers);
      headers.set('authorization', `Bearer ${renewed.accessToken}`);
      // A copy's own is tied to the first one's weakly (undici 7), and heard of only by chance.
      return send(new Request(copy, { headers, signal: request.signal }));
    };
    return accessToken;
  };
}

/** Waits for what others may wait for too: one caller's abort ends only its own waiting. */
function within<T>(signal: AbortSignal | undefined, waiting: Promise<T>): Promise<T> {
  if (signal === undefined) return waiting;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
