// Which addresses an application may be sent back to.

/**
 * An address of this machine that is registered without a port holds for each port: a program gets a free one when it starts (RFC 8252 section 7.3).
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true;
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return false;
  url.port = '';
  return registered.includes(url.href);
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
