// Fetches an allowed remote document within the limits of time and size: without credentials, from one origin, and not from a private address unless
// it is allowed.
import { type LookupAddress, type LookupAllOptions, lookup as lookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Location, Problem, Source } from '../../base/problem.ts';
import type { Limits } from '../limits.ts';
import { decode } from '../text/read.ts';
import { isPrivateAddress } from './addresses.ts';
import { allows, type OwnOrigin } from './policy.ts';

export interface RemoteOptions {
  readonly allowRemote: readonly string[];
  readonly limits: Limits;
  /** The origin of a document that the command line names. */
  readonly own?: OwnOrigin;
  /** Replaces the transport below. It connects by itself, so private addresses are not checked. */
  readonly fetch?: typeof fetch;
  /** Replaces the system's name resolution. */
  readonly lookup?: (name: string, options: LookupAllOptions, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;
}

interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly encoding: string | null;
  readonly body: AsyncIterable<Uint8Array>;
  close(): void;
}

class Refusal extends Error {
  readonly code: string;
  readonly fix: string;
  constructor(code: string, message: string, fix: string) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

export async function readRemote(url: URL, location: Location, options: RemoteOptions): Promise<Source | Problem> {
  const { limits } = options;
  const signal = AbortSignal.timeout(limits.remoteMilliseconds);
  try {
    let address = url;
    for (let redirects = 0; ; redirects++) {
      const answer = await (options.fetch === undefined ? viaNode(address, options, signal) : viaFetch(address, options.fetch, signal));
      try {
        if (answer.status >= 300 && answer.status < 400 && answer.location !== null) {
          address = redirected(address, answer.location, redirects, limits);
          continue;
        }
        if (answer.status !== 200)
          throw new Refusal('ref-remote-failed', `${address.href} responded with status ${answer.status}.`, 'Check the address.');
        return decode(await body(answer, address, limits, signal), url.href, url.href, location);
      } finally {
        answer.close();
      }
    }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : failure(error, url, signal, limits);
    return { code: refusal.code, severity: 'error', message: refusal.message, fix: refusal.fix, location };
  }
}

/**
 * Reads a document whose address the command line names. By http only from this machine or a private address, and where those are allowed.
 * The location of a problem says nothing.
 */
export async function readDocument(url: URL, options: RemoteOptions & { readonly allowPrivate: boolean }): Promise<Source | Problem> {
  const location: Location = { source: { path: url.href, display: url.href, text: '', format: 'yaml' }, pointer: '' };
  const { allowPrivate } = options;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol === 'http:' && !(allowPrivate && (host === 'localhost' || (isIP(host) !== 0 && isPrivateAddress(host))))) {
    return {
      code: 'ref-remote',
      severity: 'error',
      message: `${url.href} is not an https address.`,
      fix: 'Write `https://`; for a server on this machine, add `--allow-private`.',
      location,
    };
  }
  return readRemote(url, location, { ...options, own: { origin: url.origin, allowPrivate } });
}

function failure(error: unknown, url: URL, signal: AbortSignal, limits: Limits): Refusal {
  if (signal.aborted) {
    return new Refusal(
      'limit-remote-milliseconds',
      `${url.href} did not respond within ${limits.remoteMilliseconds} ms.`,
      'Copy the document into the project, or raise `limits.remoteMilliseconds` in the configuration.',
    );
  }
  const refusal = error instanceof Error && error.cause instanceof Refusal ? error.cause : undefined;
  const code = (error as NodeJS.ErrnoException).code;
  return (
    refusal ??
    new Refusal('ref-remote-failed', `Cannot read ${url.href} (${code ?? String(error)}).`, 'Check the address and the network connection.')
  );
}

function redirected(from: URL, location: string, redirects: number, limits: Limits): URL {
  if (redirects >= limits.redirects) {
    throw new Refusal('ref-remote-redirect', `${from.href} redirects more than ${limits.redirects} times.`, 'Refer to the final address.');
  }
  let to: URL;
  try {
    to = new URL(location, from);
  } catch {
    throw new Refusal('ref-remote-redirect', `${from.href} redirects to an invalid address.`, 'Refer to the document itself.');
  }
  if (to.origin !== from.origin || to.username !== '' || to.password !== '') {
    throw new Refusal(
      'ref-remote-redirect',
      `${from.href} redirects to ${to.origin}, another origin.`,
      'Refer to the final address, and allow its host in the configuration.',
    );
  }
  return to;
}

async function body(answer: Answer, url: URL, limits: Limits, signal: AbortSignal): Promise<Buffer> {
  if (answer.encoding !== null && answer.encoding !== 'identity') {
    throw new Refusal(
      'ref-remote-failed',
      `${url.href} responded with the content encoding \`${answer.encoding}\`, which was not requested.`,
      'Copy the document into the project.',
    );
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    signal.throwIfAborted();
    size += chunk.byteLength;
    if (size > limits.remoteBytes) {
      throw new Refusal(
        'limit-remote-bytes',
        `${url.href} is longer than ${limits.remoteBytes.toLocaleString('en-US')} bytes.`,
        'Copy the document into the project, or raise `limits.remoteBytes` in the configuration.',
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const headers = { accept: 'application/json, application/yaml, */*;q=0.5', 'accept-encoding': 'identity' };

async function viaFetch(url: URL, fetcher: typeof fetch, signal: AbortSignal): Promise<Answer> {
  const response = await fetcher(url.href, { headers, redirect: 'manual', credentials: 'omit', signal });
  return {
    status: response.status,
    location: response.headers.get('location'),
    encoding: response.headers.get('content-encoding'),
    body: response.body ?? emptyBody(),
    close: () => void response.body?.cancel().catch(() => undefined),
  };
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Uses `node:http` instead of `fetch`, so that the address that is checked is the one that is connected to. */
async function viaNode(url: URL, options: RemoteOptions, signal: AbortSignal): Promise<Answer> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = isIP(host) !== 0;
  const mayBePrivate = options.own?.origin === url.origin && options.own.allowPrivate;
  if (literal && isPrivateAddress(host) && !mayBePrivate && !options.allowRemote.some((name) => allows(name, url))) {
    throw privateRefusal(url, host, options);
  }
  const lookup: LookupFunction = (name, lookupOptions, done) => {
    (options.lookup ?? lookupAddress)(name, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      const bad = addresses.find(
        ({ address }) => isPrivateAddress(address) && !mayBePrivate && !allowedByNumber(address, url, options.allowRemote),
      );
      if (bad !== undefined) done(new Error('refused', { cause: privateRefusal(url, bad.address, options) }), []);
      else if (lookupOptions.all === true) done(null, addresses);
      else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // Without an agent, no connection is kept, and proxies and credentials of the environment are not used.
    const request = send(url, { agent: false, headers, signal, ...(literal ? {} : { lookup }) }, resolve);
    request.on('error', reject);
    request.end();
  });
  return {
    status: response.statusCode ?? 0,
    location: response.headers.location ?? null,
    encoding: response.headers['content-encoding'] ?? null,
    body: response,
    close: () => void response.destroy(),
  };
}

/** `localhost` may be a loopback address; for other names, a private address must be allowed itself. */
function allowedByNumber(address: string, url: URL, allowRemote: readonly string[]): boolean {
  if (url.hostname === 'localhost' && /^(?:127\.|::1$)/.test(address)) return allowRemote.some((name) => allows(name, url));
  const numbered = new URL(url.href);
  numbered.hostname = address.includes(':') ? `[${address}]` : address;
  return allowRemote.some((name) => allows(name, numbered));
}

function privateRefusal(url: URL, address: string, { own }: RemoteOptions): Refusal {
  const host = address.includes(':') ? `[${address}]` : address;
  const origin = `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}`;
  const message = `${url.hostname}${isIP(address) !== 0 && url.hostname.includes(address) ? ' is' : ` resolves to ${address},`} a private address; nothing was fetched.`;
  if (own?.origin === url.origin) return new Refusal('ref-remote-private', message, 'If you trust it, add `--allow-private`.');
  return new Refusal(
    'ref-remote-private',
    message,
    `To allow the address as well as the name, suggested config: \`allowRemote: ['${url.origin}', '${origin}']\`.`,
  );
}
