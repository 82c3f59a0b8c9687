// `x-sockets`: what the model has of it, and the problem of each wrong form.
import { describe, expect, test } from 'vitest';
import { document, read } from './support.ts';

const SCHEMAS = 'paths: {}\ncomponents: { schemas: { In: { type: object }, Out: { type: string } } }\n';

const NOTHING = { keeps: [], signs: [], examples: [] };

async function sockets(entry: string) {
  const { service, problems } = await read(document(`${SCHEMAS}x-sockets: { changes: ${entry} }\n`));
  const found = service?.sockets.map(({ sends, receives, location, ...rest }) => ({
    ...rest,
    at: location.pointer,
    sends: sends?.name,
    receives: receives?.name,
  }));
  return { found, problems: problems.map(({ code, location, message }) => `${code} ${location.pointer}: ${message}`) };
}

test('a socket with all of its fields', async () => {
  const entry = '{ path: "/a/{b}?c=d", sends: In, receives: Out, summary: s, description: d, replies: [{ to: { t: 1 }, with: [2] }] }';
  const replies = [{ to: { t: 1 }, with: [2] }];
  const want = {
    key: 'changes',
    at: '/x-sockets/changes',
    path: '/a/{b}?c=d',
    summary: 's',
    description: 'd',
    sends: 'In',
    receives: 'Out',
    replies,
    ...NOTHING,
  };
  expect(await sockets(entry)).toEqual({ found: [want], problems: [] });
});

test('a socket with its path alone', async () => {
  const want = { key: 'changes', at: '/x-sockets/changes', path: '/', sends: undefined, receives: undefined, replies: [], ...NOTHING };
  expect(await sockets('{ path: / }')).toEqual({ found: [want], problems: [] });
});

test('how messages are signed, and messages to send', async () => {
  const keeps = 'keeps: { id: { of: { t: hello }, at: /data/id } }';
  const signs =
    "signs: [{ when: { t: join }, at: /auth, text: '{id}:{/room}', value: '{key}:{signature}' }, { when: {}, at: /a, text: t }]";
  const examples = 'examples: { join: { summary: Join, value: { t: join } }, seven: { value: 7 } }';
  expect(await sockets(`{ path: /, ${keeps}, ${signs}, ${examples} }`)).toMatchObject({
    found: [
      {
        keeps: [{ name: 'id', of: { t: 'hello' }, at: '/data/id' }],
        signs: [
          { when: { t: 'join' }, at: '/auth', text: '{id}:{/room}', value: '{key}:{signature}' },
          { when: {}, at: '/a', text: 't', value: '{signature}' },
        ],
        examples: [
          { key: 'join', summary: 'Join', value: { t: 'join' } },
          { key: 'seven', value: 7 },
        ],
      },
    ],
    problems: [],
  });
});

describe('what is wrong', () => {
  test.each([
    ['{ path: socket }', 'sockets-invalid /x-sockets/changes: The socket has no `path` that begins with a slash.'],
    ['{ sends: In }', 'sockets-invalid /x-sockets/changes: The socket has no `path` that begins with a slash.'],
    ['{ path: /, sends: Other }', 'sockets-invalid /x-sockets/changes/sends: `sends` does not name a schema of the document.'],
    ['{ path: /, receives: 7 }', 'sockets-invalid /x-sockets/changes/receives: `receives` does not name a schema of the document.'],
    [
      '{ path: /, replies: [{ to: ping, with: pong }] }',
      'sockets-invalid /x-sockets/changes/replies/0: A reply needs `to`, an object, and `with`.',
    ],
    [
      '{ path: /, keeps: { id: { of: hello, at: /id } } }',
      'sockets-invalid /x-sockets/changes/keeps/id: A value that is kept needs `of`, an object, and `at`, a JSON pointer.',
    ],
    [
      "{ path: /, signs: [{ when: {}, at: /a, text: t, value: '{key}' }] }",
      'sockets-invalid /x-sockets/changes/signs/0: A signing needs `when`, an object; `at`, a JSON pointer; `text`, what is signed; and a `value` with `{signature}`, if it has one.',
    ],
    ['{ path: /, examples: { join: { summary: s } } }', 'sockets-invalid /x-sockets/changes/examples/join: The example has no `value`.'],
    [
      '{ port: 7 }',
      'extension-foreign /x-sockets: `x-sockets` has a form that Octavo does not know, so it is taken for another tool’s extension and ignored.',
    ],
  ])('%s', async (entry, want) => {
    expect((await sockets(entry)).problems).toEqual([want]);
  });
});
