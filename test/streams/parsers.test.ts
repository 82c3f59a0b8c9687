// The three stream formats alone: decodes bytes in any chunks to items, and encodes items to bytes.
import { BrokenStreamError, eventStream, eventStreamState, InvalidItemError, json, jsonSeq, ndjson, text } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import fc from '../support/fast-check.ts';
import { heldBytes } from '../support/garbage.ts';
import { bytesOf, chunksOf, collect, decode, encode, streamOf, textOf } from './support.ts';

const lines = ndjson(json);
const sequence = jsonSeq(json);
const events = eventStream(text);
const jsonEvents = eventStream(json);
const cuts = fc.array(fc.nat(1000), { maxLength: 12 });

describe('NDJSON', () => {
  test.each<[string, string, unknown[]]>([
    ['a line each', '{"a":1}\n2\n"é\\n"\n', [{ a: 1 }, 2, 'é\n']],
    ['CRLF, empty lines, blanks', '\n\r\n1\r\n\n  \t\n 2 \n', [1, 2]],
    ['a last line without an end', '1\n[2]', [1, [2]]],
    ['null is an item', 'null\n', [null]],
    ['nothing', '', []],
  ])('%s', async (_title, given, want) => {
    expect(await collect(decode(lines, [bytesOf(given)]))).toEqual(want);
  });

  test.each<[string, Uint8Array<ArrayBuffer>, unknown[], RegExp]>([
    ['a malformed line', bytesOf('1\n{"a":\n3\n'), [1], /^watch: item 1 of the stream \(200\) is not valid JSON\.$/],
    ['cut off within a value', bytesOf('1\n2\n{"a'), [1, 2], /item 2 .* not valid JSON/],
    ['bad UTF-8', bytesOf('"', [0xc3, 0x28], '"\n'), [], /item 0 .* not valid UTF-8/],
    ['a byte order mark within a value', bytesOf('[', [0xef, 0xbb, 0xbf], '1]\n'), [], /item 0 .* not valid JSON/],
    ['NUL', bytesOf([0], '\n'), [], /item 0 .* not valid JSON/],
    ['two values on a line', bytesOf('1 2\n'), [], /item 0 .* not valid JSON/],
  ])('%s', async (_title, given, before, message) => {
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const item of decode(lines, [given])) seen.push(item);
    })();
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(InvalidItemError);
    expect(seen).toEqual(before);
  });

  test('an item that cannot be encoded ends the stream', async () => {
    await expect(textOf(lines, [1, undefined])).rejects.toThrow('item 1 of the stream cannot be written in its media type');
    await expect(textOf(lines, [() => 1])).rejects.toThrow(InvalidItemError);
  });
});

describe('JSON sequences (RFC 7464)', () => {
  test.each<[string, string, unknown[]]>([
    ['a separator each', '\x1e{"a":1}\n\x1e2\n', [{ a: 1 }, 2]],
    ['separators without a value', '\x1e\x1e\n\x1e1\n\x1e', [1]],
    ['values over several lines', '\x1e{\n"a":\n1}\n', [{ a: 1 }]],
    ['a whole value without a line feed', '\x1e{"a":1}\x1e"b"', [{ a: 1 }, 'b']],
    ['nothing', '', []],
  ])('%s', async (_title, given, want) => {
    expect(await collect(decode(sequence, [bytesOf(given)]))).toEqual(want);
  });

  test.each<[string, string, RegExp]>([
    ['no separator', '1\n', /item 0 .* does not begin with a record separator/],
    ['a number that may have been cut', '\x1e12', /item 0 .* is truncated/],
    ['a word that may have been cut', '\x1etrue\x1e', /item 0 .* is truncated/],
    ['two values after one separator', '\x1e1\n2\n', /item 1 .* has no record separator before it/],
    ['an object that was cut', '\x1e1\n\x1e{"a"', /item 1 .* not valid JSON/],
  ])('%s', async (_title, given, message) => {
    await expect(collect(decode(sequence, [bytesOf(given)]))).rejects.toThrow(message);
  });
});

test('an item of a sequence is complete at its line feed', async () => {
  const seen: unknown[] = [];
  const chunks = function* () {
    yield bytesOf('\x1e{"a":\n["\\"]"]}');
    expect(seen).toEqual([]);
    yield bytesOf('\n');
    yield bytesOf('\x1e1\n');
    expect(seen).toEqual([{ a: ['"]'] }]);
    yield bytesOf('\n\x1e');
    expect(seen).toEqual([{ a: ['"]'] }, 1]);
  };
  for await (const item of decode(sequence, chunks())) seen.push(item);
  expect(seen).toHaveLength(2);
});

describe('server-sent events (HTML section 9.2.6)', () => {
  test.each<[string, string, unknown[]]>([
    // The standard's own examples.
    ['several lines of data', 'data: YHOO\ndata: +2\ndata: 10\n\n', [{ data: 'YHOO\n+2\n10' }]],
    [
      'comment, id, reset of the id, leading blank',
      ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n',
      [{ data: 'first event', id: '1' }, { data: 'second event', id: '' }, { data: ' third event' }],
    ],
    ['empty data, and an end without a blank line', 'data\n\ndata\ndata\n\ndata:', [{ data: '' }, { data: '\n' }]],
    ['one leading blank only', 'data:test\n\ndata: test\n\n', [{ data: 'test' }, { data: 'test' }]],
    [
      'names of events',
      'event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n',
      [
        { event: 'add', data: '73857293' },
        { event: 'remove', data: '2153' },
      ],
    ],
    ['CR, LF and CRLF', 'data: a\rdata: b\r\ndata: c\n\r\rdata: d\r\n\r\n', [{ data: 'a\nb\nc' }, { data: 'd' }]],
    ['a byte order mark, once', '\uFEFFdata: a\n\n\uFEFFdata: b\n\ndata: c\n\n', [{ data: 'a' }, { data: 'c' }]],
    ['an id with NUL', 'id: a\0b\ndata: 1\n\n', [{ data: '1' }]],
    [
      'retry',
      'retry: 10\ndata: 1\n\nretry: 1e3\ndata: 2\n\nretry: -1\ndata: 3\n\n',
      [{ data: '1', retry: 10 }, { data: '2' }, { data: '3' }],
    ],
    ['an event without data', 'event: x\nid: 7\n\ndata: 1\n\n', [{ data: '1' }]],
    ['unknown fields', 'data: 1\ncolour: red\n data: 2\nDATA: 3\n\n', [{ data: '1' }]],
    ['names that objects have', '__proto__: x\nconstructor: y\ndata: 1\n\n', [{ data: '1' }]],
  ])('%s', async (_title, given, want) => {
    expect(await collect(decode(events, [bytesOf(given)]))).toEqual(want);
    const single = bytesOf(given);
    expect(
      await collect(
        decode(
          events,
          Array.from(single, (byte) => Uint8Array.of(byte)),
        ),
      ),
    ).toEqual(want);
  });

  test('invalid UTF-8 is replaced, as the standard says', async () => {
    expect(await collect(decode(events, [bytesOf('data: ', [0xff, 0xc3, 0x28], '\n\n')]))).toEqual([{ data: '\uFFFD\uFFFD(' }]);
  });

  test('tracks the last event ID and the retry time', async () => {
    const stream = decode(events, [bytesOf('id: 1\ndata: a\n\nid: 2\nretry: 50\n\n')]);
    expect(eventStreamState(stream)).toMatchObject({ lastEventId: '', retryMilliseconds: undefined });
    await collect(stream);
    expect(eventStreamState(stream)).toMatchObject({ lastEventId: '2', retryMilliseconds: 50 });
    expect(eventStreamState(decode(lines, []))).toBeUndefined();
  });

  test('decodes data by event name', async () => {
    const mixed = eventStream(text, { events: { add: json } });
    const items = [{ event: 'add', data: { n: 1 } }, { event: 'note', data: 'plain' }, { data: 'message' }];
    expect(await collect(decode(mixed, [bytesOf(await textOf(mixed, items))]))).toEqual(items);
    await expect(collect(decode(mixed, [bytesOf('event: add\ndata: x\n\n')]))).rejects.toThrow(/item 0 .* not valid JSON/);
  });

  test.each<[string, unknown, RegExp]>([
    ['an event over two lines', { event: 'a\nb', data: '' }, /has an event that is not a single line of text/],
    ['an id with NUL', { id: 'a\0', data: '' }, /has an id that is not a single line of text/],
    ['an invalid retry', { retry: -1, data: '' }, /has a retry/],
    ['no event', 7, /cannot be written/],
    ['nothing in it', {}, /cannot be written/],
  ])('cannot be written: %s', async (_title, item, message) => {
    await expect(textOf(events, [item])).rejects.toThrow(message);
  });
});

describe('any chunks give the same items', () => {
  const values = fc.array(
    fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
    { maxLength: 6 },
  );
  test.each([
    ['NDJSON', lines],
    ['JSON sequences', sequence],
  ])('%s: decode(encode(x)) = x', async (_title, codec) => {
    await fc.assert(
      fc.asyncProperty(values, cuts, async (items, places) => {
        const bytes = bytesOf(await textOf(codec, items));
        expect(await collect(decode(codec, chunksOf(bytes, places)))).toEqual(items);
      }),
    );
  });

  const field = fc.string({ unit: 'grapheme' }).map((word) => word.replaceAll(/[\r\n\0]/g, '-'));
  const event = fc.record(
    {
      data: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
      event: field.filter((word) => word !== ''),
      id: field,
      retry: fc.nat(),
    },
    { requiredKeys: ['data'] },
  );
  test('server-sent events: decode(encode(x)) = x', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 5 }), cuts, async (items, places) => {
        const bytes = bytesOf(await textOf(jsonEvents, items));
        expect(await collect(decode(jsonEvents, chunksOf(bytes, places)))).toEqual(items.map((item) => ({ ...item })));
      }),
    );
  });

  // Tokens that a parser treats specially, in any order: items and errors must not depend on how the bytes are split.
  const alphabet = fc.constantFrom(
    'data',
    'id',
    'retry',
    'event',
    ':',
    ' ',
    '\r',
    '\n',
    '\r\n',
    '\x1e',
    '{"a":1}',
    '1',
    '"é"',
    '\uFEFF',
    '\0',
    '🜚',
  );
  const outcome = async (codec: typeof lines, chunks: Iterable<Uint8Array<ArrayBuffer>>) => {
    const seen: unknown[] = [];
    try {
      for await (const item of decode(codec, chunks)) seen.push(item);
    } catch (error) {
      if (!(error instanceof InvalidItemError)) throw error;
      seen.push(error.message);
    }
    return seen;
  };
  test.each([
    ['NDJSON', lines],
    ['JSON sequences', sequence],
    ['server-sent events', events],
  ])('%s: anything', async (_title, codec) => {
    await fc.assert(
      fc.asyncProperty(fc.array(alphabet, { maxLength: 30 }), cuts, async (words, places) => {
        const bytes = bytesOf(words.join(''));
        expect(await outcome(codec, chunksOf(bytes, places))).toEqual(await outcome(codec, [bytes]));
      }),
      { numRuns: 300 },
    );
  });
});

describe('bounds', () => {
  const small = { maxItemBytes: 100 };
  function* endless(chunk: string): Generator<Uint8Array<ArrayBuffer>> {
    for (let sent = 0; sent < 10_000; sent++) yield bytesOf(chunk);
  }

  test.each([
    ['NDJSON', ndjson(json, small), 'xxxxxxxxxx'],
    [
      'a JSON sequence',
      jsonSeq(json, small),
      '\x1e"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    ],
    ['a line of events', eventStream(text, small), 'xxxxxxxxxx'],
    ['lines of data without an end', eventStream(text, small), 'data: x\n'],
  ])('an endless item of %s', async (_title, codec, chunk) => {
    await expect(collect(decode(codec, endless(chunk)))).rejects.toThrow('item 0 of the stream (200) has more than 100 bytes');
  });

  test('the default is 1 MiB', async () => {
    const fits = `"${'x'.repeat(1024 * 1024 - 2)}"\n`;
    expect(await collect(decode(lines, chunksOf(bytesOf(fits), [5, 70_000])))).toHaveLength(1);
    await expect(collect(decode(lines, [bytesOf(`x${fits}`)]))).rejects.toThrow('has more than 1048576 bytes');
  });

  test('comments do not count towards the limit', async () => {
    expect(await collect(decode(eventStream(text, small), endless(':\n\n')))).toEqual([]);
  });

  test('many one-byte chunks use bounded memory', async () => {
    const before = heldBytes();
    let most = before;
    function* drip(): Generator<Uint8Array<ArrayBuffer>> {
      for (let sent = 0; sent < 300_000; sent++) {
        if (sent % 125_000 === 0) most = Math.max(most, heldBytes());
        yield Uint8Array.of(0x78);
      }
    }
    await expect(collect(decode(ndjson(json), drip()))).rejects.toThrow(InvalidItemError);
    expect((most - before) / 2 ** 20).toBeLessThan(20);
  });
});

describe('the lifecycle of a stream', () => {
  test('a break in the loop cancels the source, and so does returning while a read is pending', async () => {
    const cancelled: string[] = [];
    const open = (name: string, first: string) =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => controller.enqueue(bytesOf(first)),
        cancel: () => void cancelled.push(name),
      });
    for await (const _ of lines.items?.decode(open('break', '1\n'), { operation: 'watch' }) ?? []) break;
    const idle = lines.items?.decode(open('idle', ''), { operation: 'watch' })[Symbol.asyncIterator]();
    const pending = idle?.next();
    await idle?.return?.();
    expect(await pending).toEqual({ value: undefined, done: true });
    expect(cancelled).toEqual(['break', 'idle']);
    // A stream that was never read.
    await lines.items?.decode(open('unread', ''), { operation: 'watch' })[Symbol.asyncIterator]().return?.();
    expect(cancelled).toContain('unread');
  });

  test('an interrupted stream throws a typed error', async () => {
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(bytesOf('1\n')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    const items = lines.items?.decode(stream, { operation: 'watch', status: 200 }) ?? streamOf([]);
    await expect(collect(items as AsyncIterable<unknown>)).rejects.toThrow(
      'watch: item 1 of the stream (200) is missing: the stream broke off.',
    );
    await expect(collect(items as AsyncIterable<unknown>)).resolves.toEqual([]);
    expect(new BrokenStreamError({ stream: 'request', index: 3 }, undefined).message).toMatch(/^item 3 of the stream is missing/);
  });

  test('the source is read only on demand', async () => {
    let made = 0;
    function* source() {
      for (;;) yield made++;
    }
    const reader = encode(lines, source()).getReader();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(made).toBe(0);
    await reader.read();
    await reader.read();
    expect(made).toBe(2);
  });

  test('cancelling ends the source; an abort does too, and rejects with its reason', async () => {
    const ended: string[] = [];
    async function* source(name: string) {
      try {
        for (;;) yield 1;
      } finally {
        ended.push(name);
      }
    }
    const first = encode(lines, source('cancelled')).getReader();
    await first.read();
    await first.cancel();
    const controller = new AbortController();
    const second = encode(lines, source('aborted'), { signal: controller.signal }).getReader();
    await second.read();
    controller.abort(new Error('enough'));
    await expect(second.read()).rejects.toThrow('enough');
    expect(ended).toEqual(['cancelled', 'aborted']);
    expect(() => encode(lines, source('late'), { signal: controller.signal })).not.toThrow();
  });

  test('an error that the source throws at any time is reported and aborts the stream', async () => {
    const told: unknown[] = [];
    async function* source() {
      try {
        yield 1;
        throw new Error('first');
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: the worst that a source can do.
        throw new Error('second');
      }
    }
    const reader = encode(lines, source(), { onError: (error) => told.push(error) }).getReader();
    await reader.read();
    await expect(reader.read()).rejects.toThrow('second');
    const left = encode(lines, source(), { onError: (error) => told.push(error) }).getReader();
    await left.read();
    await left.cancel();
    await new Promise((resolve) => setTimeout(resolve));
    expect(told.map(String)).toEqual(['Error: second', 'Error: second']);
  });

  test.each<[string, unknown]>([
    ['a text', 'abc'],
    ['a number', 5],
    ['nothing', undefined],
    ['an object', {}],
  ])('%s is not a valid source', (_title, source) => {
    expect(lines.items?.encode(source)).toBeUndefined();
  });

  test('with CRLF, an item and its line end are one write, and readers of either line end read it', async () => {
    const crlf = ndjson(json, { lineEnd: 'crlf' });
    const chunks: string[] = [];
    for await (const chunk of encode(crlf, [{ n: 1 }, 'a\nb'])) chunks.push(new TextDecoder().decode(chunk));
    expect(chunks).toEqual(['{"n":1}\r\n', '"a\\nb"\r\n']);
    for (const reader of [crlf, ndjson(json)]) {
      for (const text of ['{"n":1}\r\n\r\n2\r\n', '{"n":1}\n\n2\n', '{"n":1}\r\n2'])
        expect(await collect(decode(reader, [bytesOf(text)]))).toEqual([{ n: 1 }, 2]);
    }
    expect(crlf.encode([1, 2], '').body).toBe('1\r\n2\r\n');
  });

  test.each([
    ['NDJSON', ndjson(json, { keepAliveSeconds: 0.01 }), '\n'],
    ['NDJSON with CRLF', ndjson(json, { keepAliveSeconds: 0.01, lineEnd: 'crlf' }), '\r\n'],
    ['JSON sequences', jsonSeq(json, { keepAliveSeconds: 0.01 }), '\x1e'],
    ['server-sent events', eventStream(json, { keepAliveSeconds: 0.01 }), ':\n\n'],
  ])('%s: keep-alives are sent while the source is silent, and do not pile up', async (_title, codec, sign) => {
    let go = (): void => {};
    async function* source() {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      yield { data: 1 };
    }
    const reader = encode(codec, source()).getReader();
    const first = await reader.read();
    expect(new TextDecoder().decode(first.value)).toBe(sign);
    await new Promise((resolve) => setTimeout(resolve, 60));
    go();
    let rest = '';
    for (let step = await reader.read(); !step.done; step = await reader.read()) rest += new TextDecoder().decode(step.value);
    expect(rest.split(sign).length).toBeLessThan(5);
    expect(await collect(decode(codec, [bytesOf(sign, rest)]))).toEqual([{ data: 1 }]);
  });
});
