// The recording transport stores exchanges and masks credentials; the replaying transport answers recorded requests and rejects others.
import { createEmailClient } from '@octavo/interfaces/h-email';
import { inMemoryFetch, type Send, TransportError } from '@octavo/runtime';
import { isCredentialName, type RecordedCall, recordingFetch, replayFetch, UnrecordedRequestError } from '@octavo/runtime/testing';
import { describe, expect, test } from 'vitest';
import { accountServer, findServer, usage } from './services.ts';

const baseUrl = 'https://api.example.com/v2';

describe('recordingFetch', () => {
  test('stores exchanges as JSON with credentials masked', async () => {
    const { fetch, calls } = recordingFetch(inMemoryFetch(accountServer()));
    const client = createEmailClient({ baseUrl, fetch, credentials: { apiKey: 'sesame' } });
    expect((await client.getAccount()).status).toBe(200);
    const [call] = JSON.parse(JSON.stringify(calls)) as RecordedCall[];
    expect(call?.request).toMatchObject({ method: 'GET', url: `${baseUrl}/account?api_key=***` });
    expect(call?.response.status).toBe(200);
    expect(JSON.parse(textOf(call?.response.body))).toEqual(usage);
    expect(JSON.stringify(calls)).not.toContain('sesame');
  });

  const bodies: [what: string, type: string | undefined, body: BodyInit, want: object][] = [
    ['JSON', 'application/json', '{"a":1, "access_token": "s\\"x"}', { text: '{"a":1, "access_token": "***"}' }],
    ['a form', 'application/x-www-form-urlencoded', 'a=%20&client_secret=s&b', { text: 'a=%20&client_secret=***&b' }],
    ['bytes', 'application/octet-stream', new Uint8Array([0, 255, 10]), { base64: 'AP8K' }],
    ['text in Latin 1', 'text/plain; charset=iso-8859-1', new Uint8Array([0xe9]), { base64: '6Q==' }],
    [
      'JSON of another spelling',
      'application/json',
      '{"apiKey":"s","idToken":"s","key":"k"}',
      { text: '{"apiKey":"***","idToken":"***","key":"k"}' },
    ],
    [
      'parts, with a password among them',
      'multipart/form-data; boundary=b0',
      '--b0\r\nContent-Disposition: form-data; name="password"\r\n\r\ns\r\n--b0\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b0--',
      {
        text: '--boundary\r\nContent-Disposition: form-data; name="password"\r\n\r\n***\r\n--boundary\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--boundary--',
      },
    ],
    ['UTF-8 with a BOM', 'text/plain', '\ufeffé', { text: '\ufeffé' }],
  ];
  test.each(bodies)('a body: %s', async (_, type, body, want) => {
    const { fetch, calls } = recordingFetch(async (_url, { body }) => new Response(body));
    const headers = type === undefined ? {} : { 'content-type': type };
    const response = await fetch(baseUrl, { method: 'POST', body, headers });
    await response.arrayBuffer();
    expect(calls[0]?.request.body).toEqual(want);
  });

  test('masks a token in the query of a Location header and in a multipart body with binary parts', async () => {
    const location = 'https://app.example/cb?state=1&access_token=s3cret';
    const { fetch, calls } = recordingFetch(async () => new Response(null, { status: 302, headers: { location } }));
    const body = new FormData();
    body.append('password', 's3cret');
    body.append('file', new Blob([new Uint8Array([0, 200])]));
    await fetch(baseUrl, { method: 'POST', body, headers: {} });
    expect(calls[0]?.response.headers.location).toBe('https://app.example/cb?state=1&access_token=***');
    const sent = calls[0]?.request.body ?? { text: '' };
    expect('base64' in sent ? atob(sent.base64) : sent.text).toMatch(/^--boundary\r\n.*name="password"\r\n\r\n\*\*\*\r\n--boundary/s);
    expect('base64' in sent && atob(sent.base64)).not.toContain('s3cret');
  });

  test('a recorded multipart body is the same in every run', async () => {
    const record = async (): Promise<RecordedCall | undefined> => {
      const { fetch, calls } = recordingFetch(async () => new Response(null, { status: 204 }));
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array([0, 200])]), 'a.bin');
      await fetch(baseUrl, { method: 'POST', body, headers: {} });
      return calls[0];
    };
    expect(await record()).toEqual(await record());
  });

  test('a stream is passed through on demand, and the part that was read is stored', async () => {
    let pulled = 0;
    const source = new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode(`${++pulled}\n`)) });
    const { fetch, calls } = recordingFetch(async () => new Response(source));
    const reader = (await fetch(baseUrl, { method: 'GET', headers: {} })).body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(pulled).toBeLessThan(5);
    await reader?.cancel();
    expect(calls[0]?.response.body).toEqual({ text: '1\n2\n' });
  });

  const names: [name: string, masked: boolean][] = [
    ['authorization', true],
    ['set-cookie', true],
    ['x-api-key', true],
    ['apikey', true],
    ['access_token', true],
    ['auth_signature', true],
    ['webhook-signature', true],
    ['x-hub-signature-256', true],
    ['x-amz-security-token', true],
    ['private-token', true],
    ['x-vault-token', true],
    ['secret_key', true],
    ['next_token', false],
    ['sort_key', false],
    ['idempotency-key', false],
    ['page_token', false],
    ['author', false],
    ['keyword', false],
  ];
  test.each(names)('%s is a credential: %s', (name, masked) => expect(isCredentialName(name)).toBe(masked));
});

describe('replayFetch', () => {
  test('replays each recorded response once', async () => {
    const recording = recordingFetch(inMemoryFetch(findServer()));
    const options = { baseUrl, credentials: { apiKey: 'sesame' } };
    const live = createEmailClient({ ...options, fetch: recording.fetch });
    const input = (domain: string) => ({ query: { domain, first_name: 'Ann', last_name: 'Lee' } });
    const want = [await live.findEmail(input('a.example')), await live.findEmail(input('b.example'))];

    const replay = replayFetch(JSON.parse(JSON.stringify(recording.calls)));
    const client = createEmailClient({ ...options, credentials: { apiKey: 'another' }, fetch: replay.fetch });
    expect(await client.findEmail(input('b.example'))).toEqual(want[1]);
    expect(replay.unused()).toHaveLength(1);
    expect(await client.findEmail(input('a.example'))).toEqual(want[0]);
    expect(replay.unused()).toEqual([]);
    const error: unknown = await client.findEmail(input('a.example')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TransportError);
    expect((error as TransportError).cause).toMatchObject({ name: 'UnrecordedRequestError' });
    expect(JSON.stringify([(error as Error).message, String((error as Error).cause)])).not.toContain('another');
  });

  test('rejects a request with another body, method or query', async () => {
    const { fetch, calls } = recordingFetch(async () => new Response('ok'));
    const posted = { method: 'POST', body: 'one', headers: {} };
    await (await fetch(`${baseUrl}?a=1`, posted)).text();
    const others: Parameters<Send>[] = [
      [`${baseUrl}?a=1`, { ...posted, body: 'two' }],
      [`${baseUrl}?a=1`, { ...posted, method: 'PUT' }],
      [`${baseUrl}?a=2`, posted],
    ];
    for (const [url, init] of others) await expect(replayFetch(calls).fetch(url, init)).rejects.toBeInstanceOf(UnrecordedRequestError);
    const response = await replayFetch(calls).fetch(`${baseUrl}?a=1`, posted);
    expect(await response.text()).toBe('ok');
  });

  test('an aborted request rejects with AbortError', async () => {
    const init = { method: 'GET', headers: {}, signal: AbortSignal.abort() };
    await expect(replayFetch([]).fetch(baseUrl, init)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

function textOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'text' in body ? String(body.text) : '';
}
