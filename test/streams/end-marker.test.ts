// End markers of streams, such as `data: [DONE]`: read at both ends, written where they are declared, and known to `reconnect`.
import {
  type BodyCodec,
  createServer,
  eventStream,
  InvalidItemError,
  inMemoryFetch,
  json,
  jsonSeq,
  ndjson,
  type Operation,
  reconnect,
  text,
} from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { bytesOf, chunksOf, collect, decode, streamOf, textOf } from './support.ts';

const STOP = { end: 'STOP' };
const DONE = { end: '[DONE]' };

describe('readers', () => {
  test.each<[string, BodyCodec, string, unknown[]]>([
    ['events of JSON', eventStream(json), 'data: {"n":1}\n\ndata: [DONE]\n\n', [{ data: { n: 1 } }]],
    ['an event with a name', eventStream(json), 'data: 1\n\nevent: done\ndata: [DONE]\n\n', [{ data: 1 }]],
    ['an event whose data is JSON by its name', eventStream(text, { events: { n: json } }), 'event: n\ndata: [DONE]\n\ndata: 1\n\n', []],
    ['events of text', eventStream(text), 'data: [DONE]\n\n', [{ data: '[DONE]' }]],
    ['events of text with a marker', eventStream(text, DONE), 'data: a\n\ndata: [DONE]\n\n', [{ data: 'a' }]],
    ['a marker of its own', eventStream(json, STOP), 'data: 1\n\ndata: STOP\n\n', [{ data: 1 }]],
    ['a stream that ends without its marker', eventStream(json, STOP), 'data: 1\n\n', [{ data: 1 }]],
    ['what follows is not read', eventStream(json), 'data: 1\n\ndata: [DONE]\n\ndata: 2\n\ndata: {\n\n', [{ data: 1 }]],
    ['lines', ndjson(json), '1\n[DONE]\n2\n', [1]],
    ['lines with CRLF', ndjson(json), '1\r\n[DONE]\r\n2\r\n', [1]],
    ['a last line without a line feed', ndjson(json), '1\n[DONE]', [1]],
    ['lines with a marker of their own', ndjson(json, STOP), '1\nSTOP\n', [1]],
    ['a marker that is JSON', ndjson(json, { end: '{"end":"é"}' }), '1\n{"end":"é"}\n2\n', [1]],
    ['a sequence', jsonSeq(json), '\x1e1\n\x1e[DONE]\n\x1e2\n', [1]],
    ['a sequence whose last line feed is missing', jsonSeq(json), '\x1e1\n\x1e[DONE]', [1]],
  ])('%s', async (_title, codec, given, want) => {
    expect(await collect(decode(codec, [bytesOf(given)]))).toEqual(want);
    expect(
      await collect(
        decode(
          codec,
          chunksOf(
            bytesOf(given),
            [...given].map((_, index) => index),
          ),
        ),
      ),
    ).toEqual(want);
  });

  test.each<[string, BodyCodec, string]>([
    ['other spellings', eventStream(json), 'data: [done]\n\n'],
    ['a blank more', eventStream(json), 'data: [DONE] \n\n'],
    ['in lines', ndjson(json), ' [DONE]\n'],
    ['another marker is declared', eventStream(json, STOP), 'data: [DONE]\n\n'],
  ])('is an invalid item: %s', async (_title, codec, given) => {
    const reading = collect(decode(codec, [bytesOf(given)]));
    await expect(reading).rejects.toThrow('watch: item 0 of the stream (200) is not valid JSON.');
    await expect(reading).rejects.toBeInstanceOf(InvalidItemError);
  });

  test('a connection that stays open after the marker is given up', async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(bytesOf('data: 1\n\ndata: [DONE]\n\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    const items = eventStream(json).items?.decode(stream, { operation: 'watch', status: 200 });
    expect(await collect(items ?? streamOf([]))).toEqual([{ data: 1 }]);
    expect(cancelled).toBe(true);
  });
});

describe('writers', () => {
  test.each<[string, BodyCodec, unknown[], string]>([
    ['events', eventStream(json, DONE), [{ data: 1 }], 'data: 1\n\ndata: [DONE]\n\n'],
    ['lines', ndjson(json, DONE), [1, 2], '1\n2\n[DONE]\n'],
    ['lines with CRLF', ndjson(json, { ...DONE, lineEnd: 'crlf' }), [1], '1\r\n[DONE]\r\n'],
    ['a sequence', jsonSeq(json, DONE), [1], '\x1e1\n\x1e[DONE]\n'],
    ['no items', ndjson(json, DONE), [], '[DONE]\n'],
    ['none is declared', eventStream(json), [{ data: 1 }], 'data: 1\n\n'],
  ])('%s', async (_title, codec, items, want) => {
    expect(await textOf(codec, items)).toBe(want);
    expect(codec.encode(items, '').body).toBe(want);
  });

  test.each<[string, BodyCodec, unknown]>([
    ['an event', eventStream(text, DONE), { data: '[DONE]' }],
    ['a line', ndjson(json, { end: 'null' }), null],
    ['one of a sequence', jsonSeq(json, { end: '7' }), 7],
  ])('an item that reads as the marker is refused: %s', async (_title, codec, item) => {
    await expect(textOf(codec, [item])).rejects.toThrow('item 0 of the stream has the text of the end marker.');
    expect(codec.encode([item], '').body).toBeUndefined();
  });
});

test('a server sends the marker, a client reads up to it, and reconnect does not open the stream again', async () => {
  const contents = { 'text/event-stream': eventStream(json, DONE) };
  const operation: Operation = { id: 'watch', method: 'GET', path: '/watch', responses: { 200: { contents } } };
  const row = { name: 'watch', operation, checks: { input: (_: unknown): _ is unknown => true, responses: {} } };
  const body = () => [{ data: 1 }, { data: 2 }].values();
  const server = createServer({ id: 'events', servers: [{ url: '/' }] }, [row], { watch: () => ({ status: 200, body: body() }) });
  expect(await (await server(new Request('http://a.test/watch'))).text()).toBe('data: 1\n\ndata: 2\n\ndata: [DONE]\n\n');

  const fetch = inMemoryFetch(server);
  let opened = 0;
  const events = reconnect(async () => {
    opened++;
    const response = await fetch(new Request('http://a.test/watch'));
    return response.body === null
      ? undefined
      : contents['text/event-stream'].items?.decode(response.body, { operation: 'watch', status: 200 });
  });
  expect(await collect(events)).toEqual([{ data: 1 }, { data: 2 }]);
  expect(opened).toBe(1);
});
