// Sockets of the console without a browser: their addresses, what is kept of messages, and replies.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Credentials } from '../../../portal/console/request/exchange.ts';
import { addressOf, knownVariables, variablesOf } from '../../../portal/console/socket/address.ts';
import { createConnection } from '../../../portal/console/socket/connection.ts';
import { sign, signableOf } from '../../../portal/console/socket/sign-message.ts';

class FakeSocket {
  onopen?: () => void;
  onmessage?: (event: { data: unknown }) => void;
  onclose?: (event: { code: number; reason: string }) => void;
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.onclose?.({ code: 1000, reason: 'bye' });
  }
}

const receives = { schema: true, validator: 'validateAnswer' } as const;
const socket = {
  key: 'a',
  path: '/',
  receives,
  replies: [{ to: { event: 'ping', data: { n: 1 } }, with: { event: 'pong' } }],
  keeps: [{ name: 'id', of: { event: 'hello' }, at: '/data/id' }],
  signs: [
    { when: { event: 'join', room: 'private-*' }, at: '/data/auth', text: '{id}:{/room}:{/data/who/name}', value: '{key}:{signature}' },
    { when: { event: 'leave' }, at: '/auth', text: '{id}', value: '{signature}' },
  ],
  examples: [],
};

function connected() {
  const fake = new FakeSocket();
  const judge = (message: unknown, value: unknown) => (message === receives && value === 7 ? ['It must not be 7.'] : []);
  const connection = createConnection(socket, judge, () => fake as unknown as WebSocket);
  connection.open('ws://127.0.0.1:1/');
  fake.onopen?.();
  const shown = () => connection.state().messages.map(({ direction, text, faults }) => [direction, text, ...faults]);
  return { fake, connection, shown };
}

test('messages are sent as JSON, and judged when they come', () => {
  const { fake, connection, shown } = connected();
  connection.send({ n: 9007199254740993n });
  for (const data of ['7', '{', new Blob([])]) fake.onmessage?.({ data });
  expect(fake.sent).toEqual(['{"n":9007199254740993}']);
  expect(shown()).toEqual([
    ['sent', '{"n":9007199254740993}'],
    ['received', '7', 'It must not be 7.'],
    ['received', '{', 'The message is not JSON.'],
    ['received', 'bytes', 'The message is not text.'],
  ]);
});

test('a message that has the members of a reply is answered', () => {
  const { fake } = connected();
  for (const data of ['{"event":"ping"}', '{"event":"ping","data":{"n":1,"m":2},"more":1}', '{"event":"other"}'])
    fake.onmessage?.({ data });
  expect(fake.sent).toEqual(['{"event":"pong"}']);
});

describe('signatures', () => {
  const credentials = { bearer: 'b', signed: { key: 'k', secret: 's3cret' } };
  const hex = (text: string) => createHmac('sha256', 's3cret').update(text).digest('hex');
  const join = { event: 'join', room: 'private-a', data: { who: '{"name":"Zo\u00eb"}' } };

  test('a value is kept of a message, also in a text that is JSON, until the next connection', () => {
    const { fake, connection } = connected();
    expect(connection.state().kept).toEqual({});
    fake.onmessage?.({ data: '{"event":"hello","data":"{\\"id\\":\\"5.1\\"}"}' });
    fake.onmessage?.({ data: '{"event":"other","data":{"id":"6"}}' });
    expect(connection.state().kept).toEqual({ id: '5.1' });
    connection.open('ws://127.0.0.1:1/');
    expect(connection.state().kept).toEqual({});
  });

  test('the first that fits signs the message', async () => {
    const found = signableOf(socket, { id: '5.1' }, credentials, join);
    if (found?.kind !== 'ready') throw new Error('It is not ready.');
    expect(found.text).toBe('5.1:private-a:Zo\u00eb');
    expect(await sign(found, join)).toEqual({ ...join, data: { ...join.data, auth: `k:${hex('5.1:private-a:Zo\u00eb')}` } });
    expect(signableOf(socket, {}, credentials, { event: 'join', room: 'public' })).toBeUndefined();
    const leave = signableOf(socket, { id: '5.1' }, credentials, { event: 'leave' });
    expect(leave?.kind === 'ready' && (await sign(leave, { event: 'leave' }))).toEqual({ event: 'leave', auth: hex('5.1') });
  });

  test('what is missing has a name', () => {
    const names = (kept: Record<string, string>, given: Credentials, message: unknown) => {
      const found = signableOf(socket, kept, given, message);
      return found?.kind === 'missing' ? found.names : undefined;
    };
    expect(names({}, credentials, join)).toEqual(['id']);
    expect(names({ id: '1' }, credentials, { event: 'join', room: 'private-a' })).toEqual(['/data/who/name']);
    expect(names({ id: '1' }, { bearer: 'b' }, join)).toEqual(['key', 'secret']);
  });
});

test('the phases, and why it was closed', () => {
  const { connection, shown } = connected();
  const phases: string[] = [connection.state().phase];
  const end = connection.subscribe(() => phases.push(connection.state().phase));
  connection.close();
  end();
  connection.clear();
  expect([phases, shown()]).toEqual([['open', 'closed', 'closed'], []]);
});

test('at most 500 messages are kept', () => {
  const { fake, shown } = connected();
  for (let index = 0; index < 600; index++) fake.onmessage?.({ data: String(index + 10) });
  expect([shown().length, shown()[0]]).toEqual([500, ['received', '110']]);
});

describe('addresses', () => {
  test.each([
    ['http://127.0.0.1:4014', 'ws://127.0.0.1:4014/app/a%2Fb?protocol=7'],
    ['https://events.example.com/v1/', 'wss://events.example.com/v1/app/a%2Fb?protocol=7'],
  ])('%s', (base, want) => {
    expect(addressOf(base, { path: '/app/{key}?protocol=7' }, { key: 'a/b' })).toBe(want);
  });

  test('variables have the values of the parts of credentials with their names', () => {
    const path = '/{app}/{key}';
    expect(variablesOf({ path })).toEqual(['app', 'key']);
    expect(knownVariables({ path }, { signed: { key: 'k', secret: 's' }, bearer: 'b' })).toEqual({ key: 'k' });
  });
});
