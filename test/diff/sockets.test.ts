// Classifies the changes of `x-sockets` between two versions of a document as breaking or not, by who sends a message.
import { expect, test } from 'vitest';
import { compareServices } from '../../generator/diff/index.ts';
import { serviceOf } from './support.ts';

const message = (name: string, properties: object = {}, required: string[] = []) => ({
  type: 'object',
  properties: { event: { const: name }, ...properties },
  required: ['event', ...required],
});

/** A document with one socket, whose messages have these schemas on both sides. */
function documentOf(socket: object | undefined, schemas: Record<string, object> = {}): object {
  const names = Object.keys(schemas);
  const any = { anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
  return {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { operationId: 'getA', responses: { 204: { description: 'x' } } } } },
    components: { schemas: { ...schemas, ...(names.length === 0 ? {} : { Any: any }), Text: { type: 'string' } } },
    ...(socket === undefined ? {} : { 'x-sockets': { room: socket } }),
  };
}

async function changesOf(before: object, after: object): Promise<string[]> {
  const changes = compareServices(await serviceOf(before), await serviceOf(after));
  return changes.map(({ kind, code, operation, message, location }) => `${kind} ${code} ${location.pointer} ${operation}: ${message}`);
}

const path = '/room';
const reply = (pong: string) => ({ path, replies: [{ to: { event: 'ping' }, with: { event: pong } }] });
const signed = (text: string) => ({ path, signs: [{ when: { event: 'join' }, at: '/auth', text }] });
const keeps = (at: string) => ({ path, keeps: { id: { of: { event: 'opened' }, at } } });
const at = '/x-sockets/room room:';
test.each<[what: string, before: object | undefined, after: object | undefined, want: string[]]>([
  ['a new socket', undefined, { path }, [`compatible socket-added ${at} the socket is new`]],
  ['a removed socket', { path }, undefined, [`breaking socket-removed ${at} the socket was removed`]],
  ['another address', { path }, { path: '/hall' }, [`breaking socket-moved ${at} the socket is at \`/hall\` now, and was at \`/room\``]],
  [
    'messages that are described now',
    { path },
    { path, sends: 'Text' },
    [`compatible socket-message-added ${at} describes a message of a client now (\`sends\`)`],
  ],
  [
    'messages that are no longer described',
    { path, receives: 'Text' },
    { path },
    [`breaking socket-message-removed ${at} no longer describes a message of the service (\`receives\`)`],
  ],
  ['a reply that is needed now', { path }, reply('pong'), [`breaking socket-reply-added ${at} clients must answer {"event":"ping"} now`]],
  [
    'a reply that is not needed any more',
    reply('pong'),
    { path },
    [`compatible socket-reply-removed ${at} clients no longer have to answer {"event":"ping"}`],
  ],
  [
    'another text that is signed',
    signed('{/a}'),
    signed('{/b}'),
    [
      `breaking socket-signing-added ${at} the member \`/auth\` of {"event":"join"} is signed in a new way`,
      `compatible socket-signing-removed ${at} the member \`/auth\` of {"event":"join"} is no longer signed as before`,
    ],
  ],
  [
    'another place of a value',
    keeps('/a'),
    keeps('/b'),
    [`breaking socket-value-removed ${at} the value \`id\` is no longer at \`/a\` of {"event":"opened"}`],
  ],
  ['the same, in other words', { ...reply('pong'), summary: 'Enter' }, { ...reply('pong'), summary: 'Come in' }, []],
])('%s', async (_, before, after, want) => {
  expect(await changesOf(documentOf(before), documentOf(after))).toEqual(want);
});

const [sent, received] = ['message of a client', 'message of the service'];
const First = message('first');
const Second = message('second');
test.each<[what: string, before: Record<string, object>, after: Record<string, object>, sends: string, receives: string]>([
  [
    'one event more',
    { First },
    { First, Second },
    `compatible branch-added /components/schemas/Any/anyOf/1 room: ${sent} can be Second now`,
    `breaking branch-added /components/schemas/Any/anyOf/1 room: ${received} can be Second now`,
  ],
  [
    'one event less',
    { First, Second },
    { First },
    `breaking branch-removed /components/schemas/Any/anyOf/1 room: ${sent} can no longer be Second`,
    `compatible branch-removed /components/schemas/Any/anyOf/1 room: ${received} can no longer be Second`,
  ],
  [
    'a property that is required now',
    { First: message('first', { data: {} }) },
    { First: message('first', { data: {} }, ['data']) },
    `breaking property-required /components/schemas/First/properties/data room: ${sent} \`<First>.data\` is required now`,
    `compatible property-required /components/schemas/First/properties/data room: ${received} \`<First>.data\` is required now`,
  ],
])('the messages of a socket, %s', async (_, before, after, sends, receives) => {
  const change = (socket: object) => changesOf(documentOf(socket, before), documentOf(socket, after));
  expect(await change({ path, sends: 'Any' })).toEqual([sends]);
  expect(await change({ path, receives: 'Any' })).toEqual([receives]);
});
