// Looks for the credentials of the seeds in what processes have written.

import { createReadStream } from 'node:fs';
import { loadServices, serviceNames } from '../../../services/index.ts';

/** A shorter text may be a word. */
const LEAST = 8;

/** The credentials of all services, and the parts of those that have two. */
export async function seededSecrets(): Promise<readonly string[]> {
  const services = await loadServices(serviceNames);
  const texts = services.flatMap(({ credentials }) => credentials.flatMap(({ value }) => [value, ...value.split(':')]));
  return [...new Set(texts)].filter((text) => text.length >= LEAST);
}

/** @returns the secrets that a file has, and how many bytes were looked at */
export async function secretsIn(
  file: string,
  secrets: readonly string[],
): Promise<{ readonly found: readonly string[]; readonly bytes: number }> {
  const longest = Math.max(...secrets.map((secret) => Buffer.byteLength(secret)));
  const found = new Set<string>();
  let rest = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const text = Buffer.concat([rest, chunk as Buffer]);
    for (const secret of secrets) if (text.includes(secret)) found.add(secret);
    bytes += (chunk as Buffer).length;
    rest = text.subarray(Math.max(0, text.length - longest));
  }
  return { found: [...found], bytes };
}
