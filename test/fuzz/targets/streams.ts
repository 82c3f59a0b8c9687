// Streams of items (NDJSON, JSON sequences, server-sent events): any chunking gives the same items and error, and decoded items can be
// encoded and decoded again.
import { json, text } from '../../../runtime/body/body.ts';
import type { ByteStream, StreamItems } from '../../../runtime/contract/body.ts';
import { eventStreamState } from '../../../runtime/contract/event-state.ts';
import { InvalidItemError } from '../../../runtime/contract/stream-errors.ts';
import { parseStrictJson } from '../../../runtime/json/strict.ts';
import { eventStream } from '../../../runtime/stream/event-stream.ts';
import { jsonSeq, ndjson } from '../../../runtime/stream/json-stream.ts';
import { type Bytes, claim, claimEqual, claimReread, type Fuzz, type Input, sizeOf } from '../support.ts';

const LIMITS = [1024 * 1024, 64, 7];
const CODECS = LIMITS.flatMap((maxItemBytes) => [
  ndjson(json, { maxItemBytes }),
  jsonSeq(json, { maxItemBytes }),
  eventStream(text, { maxItemBytes }),
  eventStream(json, { maxItemBytes, events: { note: text } }),
]);

interface Outcome {
  readonly items: readonly unknown[];
  readonly fault: string | undefined;
  readonly state: unknown;
}

function streamOf(chunks: readonly Bytes[]): ByteStream {
  let next = 0;
  return new ReadableStream<Bytes>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
}

async function read(items: StreamItems, chunks: readonly Bytes[]): Promise<Outcome> {
  const found: unknown[] = [];
  const stream = items.decode(streamOf(chunks), { operation: 'watch', status: 200, parse: parseStrictJson });
  const stateOf = () => {
    const state = eventStreamState(stream);
    return state && { lastEventId: state.lastEventId, retryMilliseconds: state.retryMilliseconds };
  };
  try {
    for await (const item of stream) found.push(item);
    return { items: found, fault: undefined, state: stateOf() };
  } catch (error) {
    if (!(error instanceof InvalidItemError)) throw error;
    claimEqual(error.index, found.length, 'the error names the wrong item');
    return { items: found, fault: error.reason, state: stateOf() };
  }
}

/** Splits the bytes into chunks of the given sizes in rotation, with empty ones in between. */
function cut(bytes: Bytes, sizes: readonly number[]): Bytes[] {
  const chunks: Bytes[] = [];
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const size = (sizes[turn % sizes.length] ?? 0) % 17;
    chunks.push(bytes.slice(start, start + size));
    start += size;
    if (turn > bytes.length) {
      chunks.push(bytes.slice(start));
      break;
    }
  }
  return chunks;
}

async function bytesOf(body: unknown): Promise<Bytes> {
  return new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
}

export const fuzz: Fuzz = async (input: Input) => {
  const codec = input.pick(CODECS);
  const sizes = [input.byte(), input.byte(), input.byte()];
  const bytes = input.bytes();
  const { items } = codec;
  claim(items !== undefined, 'the codec is of a stream');

  const whole = await read(items, [bytes]);
  const cutUp = await read(items, cut(bytes, sizes));
  // When an item has two faults, the chunking may decide which is found first.
  const isLong = [whole, cutUp].some(({ fault }) => fault?.startsWith('has more than') === true);
  const isFault = whole.fault !== undefined && cutUp.fault !== undefined;
  claimEqual(isLong && isFault ? { ...cutUp, fault: whole.fault } : cutUp, whole, 'the result depends on the chunks');
  claim(sizeOf(whole.items) <= 4 * bytes.length + 20, 'the items are larger than their bytes', sizeOf(whole.items), bytes.length);

  const written = codec.encode([...whole.items], '').body;
  claim(written !== undefined, 'a decoded value cannot be encoded', whole.items);
  const again = await read(items, [await bytesOf(written)]);
  // The encoded form may be a few bytes longer and exceed the limit.
  if (again.fault?.startsWith('has more than') === true) return;
  claimReread(again.items, whole.items, 'an encoded value decodes to another value');
  claimEqual(again.fault, undefined, 'an encoded value cannot be decoded');
};
