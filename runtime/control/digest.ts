// Makes the digest of what an attempt sent, by which a payload that has changed since is seen.
import type { SendInit } from '../contract/request.ts';
import { toHex } from '../crypto/md5.ts';
import { sha256 } from '../crypto/sha256.ts';
import { joinBytes } from '../stream/join-bytes.ts';

/** The digest that tells a changed payload from a changed secret. It reveals neither. */
export async function toDigest(url: string, body: SendInit['body']): Promise<string> {
  const head = new TextEncoder().encode(`${url}\n`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(await new Response(body ?? null).arrayBuffer());
  return toHex(await sha256(joinBytes([head, bytes], head.length + bytes.length)));
}
