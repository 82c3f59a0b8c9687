// Makes the digest of what an attempt sent, by which a payload that has changed since is seen.

import { createHash } from 'node:crypto';
import type { SendInit } from '@octavo/runtime';

/** The digest that tells a changed payload from a changed secret. It reveals neither. */
export async function toDigest(url: string, body: SendInit['body']): Promise<string> {
  return createHash('sha256')
    .update(`${url}\n`)
    .update(typeof body === 'string' || body instanceof Uint8Array ? body : new Uint8Array(await new Response(body ?? null).arrayBuffer()))
    .digest('hex');
}
