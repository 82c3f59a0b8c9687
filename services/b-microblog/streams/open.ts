// Opens streams for apps: within their number of connections, from the moment that they ask for, until they or the service end them.

import { refuse } from '@octavo/runtime';
import { changedKeys } from '../../platform/cache.ts';
import { createStreams, type OpenStream } from '../../platform/streams/streams.ts';
import type { Level } from '../access/levels.ts';
import { TOKENS, tokenFinder } from '../access/tokens.ts';
import type { Context, MicroblogPlatform } from '../deps.ts';
import { STEPS } from '../rules/identifiers.ts';
import type { Delivery, Hub } from './hub.ts';
import { lastLine } from './lines.ts';

/** Apps whose streams all processes end. */
const CLOSED = changedKeys('b-microblog/closed-streams');

/** The parameters that say which part of the events a stream has. */
export interface Window {
  readonly backfill_minutes?: number | undefined;
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly partition?: number | undefined;
}

interface Asked<Row, Item> {
  readonly hub: Hub<Row, Item>;
  readonly delivery: Delivery<Row, Item>;
  readonly window: Window;
  /** How many connections an app may have. Default: 1. */
  readonly limit?: number | undefined;
  timeOf(row: Row): number;
  /** Called with each item that the reader is given. */
  given?(item: Item): void;
}

type Line<Item> = Item | ReturnType<typeof lastLine>;

export interface Opened<Item> {
  readonly status: 200;
  readonly body: AsyncIterable<Line<Item>>;
}

export interface StreamOpener {
  /** @throws the refusals 400 of a window that cannot be, and 429 where the app has as many connections to the stream as it may have */
  open<Row, Item>(context: Context, asked: Asked<Row, Item>): Promise<Opened<Item>>;
  /** Ends all streams of an app, in all processes. */
  closeAll(app: string): Promise<void>;
}

const MINUTE = 60_000;
/** The levels whose apps get what they have missed. The record has the first; the others are our decision. */
const RECOVERING: ReadonlySet<Level> = new Set(['pro', 'academic', 'enterprise']);

interface Owned extends Pick<OpenStream<never>, 'end'> {
  readonly app: string;
  readonly token: string;
}

export function createOpener(platform: MicroblogPlatform): StreamOpener {
  const { clock, bus } = platform;
  const streams = createStreams(platform);
  const find = tokenFinder(platform);
  /** The streams that this process holds open. */
  const open = new Set<Owned>();

  bus.subscribe(CLOSED, (app) => {
    for (const stream of open) if (stream.app === app) stream.end('asked');
  });
  async function check({ token, end }: Owned): Promise<void> {
    // Where the store does not answer, nothing is known of the token.
    const isValid = await find(token).then(
      (found) => found !== undefined,
      () => true,
    );
    if (!isValid) end('revoked');
  }
  const checkAll = () => {
    for (const stream of open) void check(stream);
  };
  bus.subscribe(TOKENS, checkAll, checkAll);

  return {
    async open(context, { hub, delivery, window, limit = 1, timeOf, given = () => {} }) {
      // A stream that nobody reads takes no place.
      if (context.method === 'HEAD') return { status: 200, body: nothing() };
      const { from, start, until } = boundsOf(window, context, clock.now());
      const isWanted = (time: number) => time >= start && time < until;
      const wanted: typeof delivery = { ...delivery, wants: (row) => isWanted(timeOf(row)) && delivery.wants(row) };
      /** The number of the last row before those that are pushed. */
      let after = Number.isFinite(until) ? until * STEPS - 1 : 0;
      type Item = typeof delivery extends Delivery<never, infer Shown> ? Shown : never;
      async function* missed(): AsyncGenerator<Item, void> {
        for await (const item of hub.between(wanted, from, after)) {
          given(item);
          yield item;
        }
      }
      const isBounded = Number.isFinite(start) || Number.isFinite(until);
      const member = {
        ...delivery,
        isDue: isBounded ? (row: Parameters<typeof timeOf>[0]) => isWanted(timeOf(row)) : undefined,
        push(item: Item, length: () => number) {
          given(item);
          stream?.push(item, length);
        },
        tick: Number.isFinite(until) ? () => void (clock.now() >= until && stream?.end()) : undefined,
        failed: () => stream?.end('stopping'),
      };
      let isEnded = false;
      const forget = () => {
        open.delete(owned);
        hub.leave(member);
      };
      const owned: Owned = { app: context.principal.app, token: tokenOf(context), end: (ending) => stream?.end(ending) };
      const stream = await streams.open<Line<Item>>({
        key: ['b-microblog:streams', owned.app, context.operation.id, window.partition ?? 0].join(':'),
        limit,
        signal: context.signal,
        before: missed(),
        last: lastLine,
        ended() {
          isEnded = true;
          forget();
        },
      });
      if (stream === undefined) throw tooMany();
      open.add(owned);
      try {
        if (clock.now() >= until) stream.end();
        else after = await hub.join(member);
      } catch (error) {
        await stream[Symbol.asyncIterator]().return?.();
        throw error;
      }
      // The reader may have gone before the stream was among those that are fed.
      if (isEnded) forget();
      return { status: 200, body: stream };
    },
    async closeAll(app) {
      await bus.publish(CLOSED, app);
    },
  };
}

async function* nothing(): AsyncGenerator<never, void> {}

function tokenOf({ request }: Context): string {
  return (request.header('authorization') ?? '').replace(/^bearer\s+/i, '');
}

function tooMany(): Error {
  const detail = 'The app already has a connection to this stream and may not have two.';
  return refuse(429, { code: 'streaming-connection', detail, values: { connection_issue: 'TooManyConnections' } });
}

const invalid = (name: keyof Window, detail: string) => refuse(400, { kind: 'invalid-request', pointer: `/query/${name}`, detail });

/** The moments between which a stream has events, and the number of the last row before the first of them. @throws the refusal 400 */
function boundsOf({ backfill_minutes: minutes = 0, start_time, end_time }: Window, { principal }: Context, now: number) {
  if (minutes > 0 && !RECOVERING.has(principal.level))
    throw invalid('backfill_minutes', 'The access level of the app does not include past events.');
  const until = end_time === undefined ? Number.POSITIVE_INFINITY : Date.parse(end_time);
  const start = Math.min(start_time === undefined ? now : Date.parse(start_time), now - minutes * MINUTE);
  if (start_time !== undefined && Date.parse(start_time) >= until)
    throw invalid('end_time', 'The query parameter end_time must be after start_time.');
  const isPast = start_time !== undefined || minutes > 0;
  return { until, start: isPast ? start : Number.NEGATIVE_INFINITY, from: isPast ? start * STEPS - 1 : Number.MAX_SAFE_INTEGER };
}
