// Access tokens as a credential: cached until they expire, requested once however many calls wait, and renewed when the service refuses one.

import type { Clock } from '../contract/clock.ts';
import type { CredentialContext } from '../security/credential.ts';
import { OAuthError } from './errors.ts';
import type { Tokens } from './tokens.ts';

/** A credential for `credentials` of a client: the access token for a call. */
export type TokenCredential = (context: Omit<CredentialContext, 'operation'>) => Promise<string>;

export interface TokenSource {
  readonly now: Clock;
  /** Tokens that were issued before. */
  readonly tokens?: Tokens;
  /** Scopes to request, whatever calls need. Absent: the scopes that calls needed so far. */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Requests new tokens; `expired` are the ones to replace. `undefined`: there is no way to get new ones.
   * @throws {OAuthError}
   */
  obtain(scopes: readonly string[], expired: Tokens | undefined): Promise<Tokens | undefined>;
  /** Saves new tokens. When it fails, the call fails, and the next one uses the tokens all the same. */
  readonly onTokens?: ((tokens: Tokens) => unknown) | undefined;
}

interface CachedTokens {
  readonly tokens: Tokens;
  readonly scopes: readonly string[];
  /** When to request new ones, in milliseconds since 1970. */
  readonly staleAt: number;
}

/** A token is renewed this long before it expires, or a tenth of its lifetime if that is shorter: a request takes time, and clocks differ. */
const MARGIN = 30_000;

export function tokenCredential(source: TokenSource): TokenCredential {
  const { tokens: given, scopes: fixed, now } = source;
  let cached: CachedTokens | undefined = given && { tokens: given, scopes: fixed ?? [], staleAt: (given.expiresAt ?? Infinity) - MARGIN };
  let pending: { readonly scopes: readonly string[]; readonly tokens: Promise<Tokens | undefined> } | undefined;

  const covers = (has: readonly string[], needed: readonly string[]): boolean =>
    fixed !== undefined || given !== undefined || needed.every((scope) => has.includes(scope));

  function obtain(needed: readonly string[]): Promise<Tokens | undefined> {
    const scopes = fixed ?? [...new Set([...(cached?.scopes ?? []), ...(pending?.scopes ?? []), ...needed])];
    const askedAt = now();
    const request = async (): Promise<Tokens | undefined> => {
      try {
        const tokens = await source.obtain(scopes, cached?.tokens);
        // A later request for more scopes replaces this one in the cache; these tokens are for the calls that wait for them.
        if (tokens === undefined || pending !== mine) return tokens;
        const { expiresAt = Number.POSITIVE_INFINITY } = tokens;
        cached = { tokens, scopes, staleAt: expiresAt - Math.min(MARGIN, (expiresAt - askedAt) / 10) };
        await source.onTokens?.(tokens);
        return tokens;
      } finally {
        if (pending === mine) pending = undefined;
      }
    };
    // Started in a microtask, so that `pending` is set before `request` compares it.
    const mine = { scopes, tokens: Promise.resolve().then(request) };
    pending = mine;
    return mine.tokens;
  }

  /** `refused`: a token that the service did not accept. */
  function current(needed: readonly string[], refused?: string): Promise<Tokens | undefined> {
    // A call that waits takes the tokens that come, even if they are stale by then.
    if (pending !== undefined && covers(pending.scopes, needed)) return pending.tokens;
    const isGood = cached !== undefined && covers(cached.scopes, needed) && cached.tokens.accessToken !== refused && now() < cached.staleAt;
    return isGood && cached !== undefined ? Promise.resolve(cached.tokens) : obtain(needed);
  }

  return async ({ scopes, signal, renewBy }) => {
    const tokens = await abortable(current(scopes), signal);
    if (tokens === undefined)
      throw new OAuthError('the access token has expired and there is no refresh token; the user must sign in again');
    const { accessToken } = tokens;
    renewBy((send, hide) => async (url, init) => {
      const response = await send(url, init);
      // A stream cannot be sent twice, and a token that a header of the caller replaced is not ours to renew.
      const isOurs = init.headers.authorization === `Bearer ${accessToken}`;
      if (response.status !== 401 || !isOurs || init.body instanceof ReadableStream) return response;
      const renewed = await abortable(current(scopes, accessToken), signal).catch(async (error: unknown) => {
        await response.body?.cancel();
        throw error;
      });
      if (renewed === undefined) return response;
      await response.body?.cancel();
      hide(renewed.accessToken);
      return send(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${renewed.accessToken}` } });
    });
    return accessToken;
  };
}

/** Rejects when the signal is aborted. The promise itself goes on, since other calls may wait for it. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
