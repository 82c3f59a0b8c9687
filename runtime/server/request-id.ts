// Names requests: one random UUID per process, counted on in its last part. A new one for each would cost every request more than all of routing.

let prefix: string | undefined;
let count = 0;

/** Unique, in the shape of a UUID, and no secret: the next one can be guessed. */
export function nextRequestId(): string {
  // Not at import: some platforms have no randomness then.
  prefix ??= crypto.randomUUID().slice(0, 24);
  count = (count + 1) % 2 ** 48;
  return prefix + count.toString(16).padStart(12, '0');
}
