// Sends the requests of a probe to a bed, and gives answers in a form that is short to judge.

export interface Sent {
  /** The body as JSON. */
  readonly body?: unknown;
  /** The body as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly form?: FormData;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Item = Readonly<Record<string, unknown>>;

export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The body as JSON, or undefined where it is none. */
  readonly json: unknown;
  readonly data: Item;
  readonly items: readonly Item[];
  readonly meta: Item;
}

export type Send = (method: string, path: string, sent?: Sent) => Promise<Got>;

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function read(response: Response): Promise<Got> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const json = parse(bytes);
  const { data, meta } = (json ?? {}) as { data?: unknown; meta?: Item };
  const items = Array.isArray(data) ? (data as Item[]) : [];
  return { status: response.status, headers: response.headers, bytes, json, data: (data ?? {}) as Item, items, meta: meta ?? {} };
}

/** A client of a service that sends these headers with each request, unless the request has others. */
export function client(url: string, credentials: Readonly<Record<string, string>>): Send {
  return async (method, path, { body, raw, form, type, headers } = {}) => {
    const content = form ?? raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const media = type ?? (body === undefined ? undefined : 'application/json');
    const all = { ...credentials, ...(media === undefined ? {} : { 'content-type': media }), ...headers };
    return read(await fetch(url + path, { method, headers: all, ...(content === undefined ? {} : { body: content }) }));
  };
}
