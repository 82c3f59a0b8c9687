// Sends a request: by the development server, which sees all of the response, or by the browser's own `fetch` on a static host.
import type { SendEvent, SendRequest } from '../../../generator/dev/send-data.ts';

/** A request as it goes out. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** A response as it comes in. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Milliseconds until the head. */
  readonly milliseconds: number;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** The origin that the user has confirmed, for one outside this machine. */
  readonly confirmed?: string;
  /** Whether the development server sends. */
  readonly byServer: boolean;
}

/** There is no response; the message says why. */
export class SendError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function send(request: PreparedRequest, options: SendOptions): Promise<Answer> {
  return options.byServer ? sendByServer(request, options) : sendByBrowser(request, options);
}

async function sendByServer(request: PreparedRequest, { signal, confirmed }: SendOptions): Promise<Answer> {
  const { body, ...rest } = request;
  const posted: SendRequest = {
    ...rest,
    ...(body === undefined ? {} : { body: toBase64(body) }),
    ...(confirmed === undefined ? {} : { confirmed }),
  };
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(posted), signal };
  const response = await fetch('/-/send', init).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new SendError('dev-gone', 'octavo dev does not answer. Start it again, and send the request once more.');
  });
  if (!response.ok || response.body === null) throw await refusal(response);
  const events = eventsOf(response.body);
  const { value: first } = await events.next();
  if (first !== undefined && 'failed' in first) throw new SendError(first.failed.code, first.failed.message);
  if (first === undefined || !('head' in first)) throw new SendError('dev-gone', 'octavo dev ended before there was a response.');
  return { ...first.head, body: bodyOf(events) };
}

async function refusal(response: Response): Promise<SendError> {
  try {
    const { code, detail } = (await response.json()) as { code?: string; detail?: string };
    return new SendError(code ?? 'refused', detail ?? `octavo dev answered ${response.status}.`);
  } catch {
    return new SendError('refused', `octavo dev answered ${response.status}.`);
  }
}

async function* eventsOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<SendEvent, undefined> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (rest + (value ?? '')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as SendEvent;
      if (done) return undefined;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function bodyOf(events: AsyncGenerator<SendEvent, undefined>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { value: event } = await events.next();
      if (event === undefined || 'head' in event) return controller.error(new SendError('broken', 'The connection to octavo dev ended.'));
      if ('failed' in event) return controller.error(new SendError(event.failed.code, event.failed.message));
      if ('end' in event) return controller.close();
      controller.enqueue(fromBase64(event.data));
    },
    async cancel() {
      await events.return(undefined);
    },
  });
}

/** Headers that a browser sets itself, and refuses from pages. */
const BROWSER_HEADERS =
  /^(?:accept-charset|accept-encoding|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|via|sec-.*|proxy-.*)$/i;

async function sendByBrowser({ method, url, headers, body }: PreparedRequest, { signal }: SendOptions): Promise<Answer> {
  const began = performance.now();
  const sent = headers.filter(([name]) => !BROWSER_HEADERS.test(name)).map(([name, value]): [string, string] => [name, value]);
  const init: RequestInit = {
    method,
    headers: sent,
    body: body ?? null,
    signal,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
  };
  const response = await fetch(url, init).catch((error: unknown) => {
    if (signal.aborted) throw error;
    const { host } = new URL(url);
    throw new SendError(
      'no-answer',
      `The browser got no response from ${host}. The service may not run, or not allow pages of other origins (CORS); octavo dev needs no CORS.`,
    );
  });
  if (response.type === 'opaqueredirect')
    throw new SendError('redirect', 'The service answered with a redirect, which browsers do not show to pages. octavo dev shows it.');
  const { status, statusText } = response;
  return {
    status,
    statusText,
    headers: [...response.headers],
    milliseconds: Math.round((performance.now() - began) * 10) / 10,
    body: response.body ?? new Blob([]).stream(),
  };
}

/** Whether a URL leads to this machine: credentials may go there without a question. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}
