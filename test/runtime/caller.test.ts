// The signal that a handler gets from a `Request`: aborted if the caller goes away before the end of the response, and not by what comes after.
import { createServer, eventStream, json, type ServerContext } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';

const responses = { 200: { contents: { 'application/json': json, 'text/event-stream': eventStream(json) } } };
const operation = { id: 'read', method: 'GET', path: '/', responses } as const;

/** Serves one request whose caller is a controller; the handler listens to its signal, and returns `result`. */
function serve(result: (signal: AbortSignal) => unknown, caller = new AbortController()) {
  const seen: unknown[] = [];
  const server = createServer(
    { id: 'demo', servers: [{ url: 'https://example.com/' }] },
    [{ name: 'read', operation, checks: { input: (_value: unknown): _value is unknown => true, responses: {} } }],
    {
      read: (_input: unknown, { signal }: ServerContext) => {
        signal.addEventListener('abort', () => seen.push(signal.reason));
        return result(signal);
      },
    },
    { onError: () => {} },
  );
  const response = server(new Request('https://example.com/', { signal: caller.signal }));
  return { caller, seen, response };
}

async function* events(ended: () => void = () => {}): AsyncGenerator<object> {
  try {
    yield { data: 1 };
    yield { data: 2 };
  } finally {
    ended();
  }
}

describe('a caller that got the whole response did not go away', () => {
  test('a value', async () => {
    const { caller, seen, response } = serve(() => ({ status: 200, contentType: 'application/json', body: 1 }));
    const answer = await response;
    caller.abort('later');
    expect([await answer.json(), seen]).toEqual([1, []]);
  });

  test('a stream that is read to its end', async () => {
    const { caller, seen, response } = serve(() => ({ status: 200, contentType: 'text/event-stream', body: events() }));
    expect(await (await response).text()).toBe('data: 1\n\ndata: 2\n\n');
    caller.abort('later');
    expect(seen).toEqual([]);
  });

  test('a stream that fails', async () => {
    const fails = (async function* (): AsyncGenerator<object> {
      yield { data: 1 };
      throw new Error('broken');
    })();
    const { caller, seen, response } = serve(() => ({ status: 200, contentType: 'text/event-stream', body: fails }));
    await expect((await response).text()).rejects.toThrow('broken');
    caller.abort('later');
    expect(seen).toEqual([]);
  });
});

describe('a caller that goes away before that aborts the signal, with its reason', () => {
  test('while the handler works', async () => {
    const { caller, seen, response } = serve(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({ status: 200, body: 1 }))),
    );
    setTimeout(() => caller.abort('gone'), 5);
    await response;
    expect(seen).toEqual(['gone']);
  });

  test('before the handler is called', async () => {
    const gone = new AbortController();
    gone.abort('gone');
    const { response } = serve(({ aborted }) => ({ status: 200, contentType: 'application/json', body: aborted }), gone);
    expect(await (await response).json()).toBe(true);
  });

  test('while it reads a stream, whose source ends', async () => {
    let ended = 0;
    const { caller, seen, response } = serve(() => ({ status: 200, contentType: 'text/event-stream', body: events(() => ended++) }));
    const reader = (await response).body?.getReader();
    await reader?.read();
    caller.abort('gone');
    await expect(reader?.read()).rejects.toBe('gone');
    expect([seen, ended]).toEqual([['gone'], 1]);
  });

  test('a stream that its reader cancels ends its source', async () => {
    let ended = 0;
    const { response } = serve(() => ({ status: 200, contentType: 'text/event-stream', body: events(() => ended++) }));
    const reader = (await response).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(ended).toBe(1);
  });
});
