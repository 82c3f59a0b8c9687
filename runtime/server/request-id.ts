// Identifiers of requests: one random UUID per process, with a counter as its last part. A random one for each would cost more than all of routing.

let random: string | undefined;
/** All but the last two digits of the counter, which change once in 256 requests. */
let prefix = '';
let count = 0;
const LAST = /* @__PURE__ */ Array.from({ length: 256 }, (_, digits) => digits.toString(16).padStart(2, '0'));

/** A unique identifier in the form of a UUID. It is not a secret: the next one can be guessed. */
export function nextRequestId(): string {
  // This is not done at import, when some platforms have no randomness.
  random ??= crypto.randomUUID().slice(0, 24);
  count = (count + 1) % 2 ** 48;
  const last = count % 256;
  if (last === 0 || prefix === '')
    prefix =
      random +
      Math.floor(count / 256)
        .toString(16)
        .padStart(10, '0');
  return prefix + LAST[last];
}
