// The SHA-256 digest, computed on this thread where the platform can.

/** Node's `createHash`, as far as it is used here. */
interface NodeCrypto {
  createHash(algorithm: 'sha256'): { update(message: Uint8Array): { digest(): Uint8Array } };
}

export async function sha256(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Web Crypto does it on another thread, which takes longer for a short message.
  const platform = globalThis as { process?: { getBuiltinModule?: (name: 'node:crypto') => NodeCrypto | undefined } };
  const native = platform.process?.getBuiltinModule?.('node:crypto');
  return native === undefined
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', message))
    : native.createHash('sha256').update(message).digest();
}
