// Identifiers of requests: one random UUID per process, with a counter as its last part. A random one for each would cost more than all of routing.

let prefix: string | undefined;
let count = 0;

/** A unique identifier in the form of a UUID. It is not a secret: the next one can be guessed. */
export function nextRequestId(): string {
  // This is not done at import, when some platforms have no randomness.
  prefix ??= crypto.randomUUID().slice(0, 24);
  count = (count + 1) % 2 ** 48;
  return prefix + count.toString(16).padStart(12, '0');
}
