// Tests which messages of a turn of the event loop go to a connection in one write.

import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Outlet } from '../../../services/d-events/sockets/outlet.ts';

/** A stream that notes the messages of each write that reaches the system. */
function recorded(): { readonly stream: Duplex; readonly writes: string[][] } {
  const writes: string[][] = [];
  const stream = new Duplex({
    write(bytes: Buffer, _, done) {
      writes.push([String(bytes)]);
      done();
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)));
      done();
    },
  });
  return { stream, writes };
}

test('the first message of a turn is written at once, and the others together at its end, in order with other writes', async () => {
  const outlet = new Outlet();
  const [one, two] = [recorded(), recorded()];
  outlet.write(one.stream, Buffer.from('a'));
  outlet.write(two.stream, Buffer.from('x'));
  outlet.write(one.stream, Buffer.from('b'));
  one.stream.write('c');
  outlet.write(one.stream, Buffer.from('d'));
  expect([one.writes, two.writes]).toEqual([[['a']], [['x']]]);
  await setImmediate();
  expect([one.writes, two.writes]).toEqual([[['a'], ['b', 'c', 'd']], [['x']]]);
  outlet.write(one.stream, Buffer.from('e'));
  expect(one.writes.at(-1)).toEqual(['e']);
});

test('16 KiB that are gathered do not wait for the end of the turn', () => {
  const outlet = new Outlet();
  const { stream, writes } = recorded();
  for (const letter of 'abcd') outlet.write(stream, Buffer.from(letter.repeat(8_192)));
  expect(writes.map((texts) => texts.map((text) => text[0]))).toEqual([['a'], ['b', 'c']]);
});

test('a stream that has ended in the same turn gets all that was written before', async () => {
  const outlet = new Outlet();
  const { stream, writes } = recorded();
  for (const letter of 'abc') outlet.write(stream, Buffer.from(letter));
  stream.end();
  await setImmediate();
  expect(writes.flat()).toEqual(['a', 'b', 'c']);
});

test('what is gathered from the beginning goes in one write, at the end of the turn or before', async () => {
  const outlet = new Outlet();
  const [one, two] = [recorded(), recorded()];
  for (const { stream } of [one, two]) {
    outlet.gather(stream);
    stream.write('a');
    outlet.write(stream, Buffer.from('b'));
  }
  outlet.flush(two.stream);
  outlet.write(two.stream, Buffer.from('c'));
  expect([one.writes, two.writes]).toEqual([[], [['a', 'b']]]);
  await setImmediate();
  expect([one.writes, two.writes]).toEqual([[['a', 'b']], [['a', 'b'], ['c']]]);
  outlet.flush(one.stream);
  outlet.write(one.stream, Buffer.from('d'));
  expect(one.writes.at(-1)).toEqual(['d']);
});
