// The `fetch` that oauth4webapi gets: https only, no redirects, and a bounded response.

import type { Send } from '../contract/request.ts';
import { parseJson } from '../json/parse.ts';
import { abortableReader } from '../stream/abortable-reader.ts';
import { isSecure } from './endpoints.ts';
import { OAuthError } from './errors.ts';

const MAX_BYTES = 1 << 20;

/** The init that oauth4webapi passes to `fetch`. */
export interface LibraryRequest {
  readonly body: URLSearchParams | undefined;
  readonly headers: Record<string, string>;
  readonly method: string;
  readonly redirect: 'manual';
  readonly signal?: AbortSignal;
}

/**
 * `keepIdToken`: whether the server's identifier is known, so that an ID token can be checked. Otherwise it is removed from the response, since
 * the library refuses one that it cannot check.
 */
export function boundedFetch(fetch: Send, keepIdToken: boolean): (url: string, init: LibraryRequest) => Promise<Response> {
  return async (url, init) => {
    if (!isSecure(new URL(url))) throw new OAuthError("the authorization server's metadata has a URL that is not https");
    const response = await fetch(url, { ...init, body: init.body ?? null });
    const { status } = response;
    if (status === 0 || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      throw new OAuthError('the authorization server responded with a redirect, which is not followed', { status });
    }
    const bytes = await readBounded(response, init.signal);
    const headers = new Headers({ 'content-type': response.headers.get('content-type') ?? '' });
    const body = keepIdToken ? bytes : withoutIdToken(bytes);
    return new Response(status === 204 || status === 205 ? null : body, { status, headers });
  };
}

async function readBounded(response: Response, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body === null ? undefined : abortableReader(response.body, signal);
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    chunks.push(step.value);
    length += step.value.length;
    if (length <= MAX_BYTES) continue;
    await reader?.cancel();
    throw new OAuthError("the authorization server's response is larger than 1 MiB", { status: response.status });
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function withoutIdToken(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | string {
  try {
    const response = parseJson(bytes);
    if (typeof response !== 'object' || response === null || !Object.hasOwn(response, 'id_token')) return bytes;
    return JSON.stringify({ ...response, id_token: undefined });
  } catch {
    return bytes;
  }
}
