// Connects to Redis, which processes share limits and messages through, and connects again after an outage.

import { createHash } from 'node:crypto';

// `redis` is Redis's own client and is being developed; `ioredis` only gets fixes.
export type RedisConnection = Awaited<ReturnType<typeof newClient>>;

/** Writes a line for the operator. */
export type Warn = (message: string) => void;

const PING_MILLISECONDS = 5_000;
/** A connection on which even a ping has no answer for this long is closed and made again. */
const SILENT_MILLISECONDS = 15_000;
/** Commands that wait for Redis. Above it, they fail. */
const MOST_WAITING = 10_000;

/**
 * Connects to Redis. While an outage lasts, commands fail at once; each outage and its end is one line.
 * @param url `redis://…`, or `rediss://…` for TLS
 * @throws {Error} if Redis cannot be reached now
 */
export async function connectRedis(url: string, warn: Warn): Promise<RedisConnection> {
  const address = withoutPassword(url);
  let state: 'new' | 'ready' | 'lost' = 'new';
  const client = await newClient(url, (retries) =>
    state === 'new' ? false : Math.min(50 * 2 ** retries, 2_000) * (0.75 + Math.random() / 4),
  );
  client.on('error', (error: Error) => {
    if (state === 'ready') {
      state = 'lost';
      warn(`Redis at ${address} does not answer: ${reasonOf(error)}`);
    }
  });
  client.on('ready', () => {
    if (state === 'lost') warn(`Redis at ${address} answers again.`);
    state = 'ready';
  });
  try {
    await client.connect();
  } catch (error) {
    throw new Error(connectFault(address, reasonOf(error)), { cause: error });
  }
  return client;
}

function connectFault(address: string, reason: string): string {
  if (/^NOAUTH\b/.test(reason)) return `Redis at ${address} wants a password. Write it before the host: redis://:password@host:6379`;
  if (/^WRONGPASS\b/.test(reason)) return `Redis at ${address} refuses the user name or the password.`;
  return `Redis at ${address} cannot be reached: ${reason}`;
}

/** Loads the library only where there is a Redis: its 647 files are a quarter of all that a start would load. */
async function newClient(url: string, reconnectStrategy: (retries: number) => number | false) {
  const { createClient } = await import('redis');
  return createClient({
    url,
    socket: { reconnectStrategy, connectTimeout: 5_000, socketTimeout: SILENT_MILLISECONDS },
    pingInterval: PING_MILLISECONDS,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_WAITING,
  });
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'this address';
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

function reasonOf(error: unknown): string {
  // Node puts the failures of each address of a name into an `AggregateError` without a message.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
}

/** A Lua script, which Redis gets once and then runs by its hash. */
export function createScript(client: RedisConnection, text: string) {
  const hash = createHash('sha1').update(text).digest('hex');
  return async (keys: string[], parameters: string[]): Promise<unknown> => {
    const given = { keys, arguments: parameters };
    try {
      return await client.evalSha(hash, given);
    } catch (error) {
      // Redis knows no script yet: it is new, or was restarted.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return client.eval(text, given);
    }
  };
}

/** Milliseconds by which a timer may be late before the process counts as held up. */
const USUAL_LAG = 20;

/** Rejects where Redis has not answered in time. Where this process itself was held up meanwhile, it gives as much time again. */
export function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const fail = () => reject(new Error(`no answer within ${milliseconds} ms`));
    let timer = setTimeout(() => {
      const lag = performance.now() - began - milliseconds;
      if (lag < USUAL_LAG) return fail();
      // Timers run before sockets are read, so the answer may be there, or the command not even written.
      timer = setTimeout(fail, Math.min(lag, milliseconds));
    }, milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
