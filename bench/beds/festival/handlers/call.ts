// What a handler is given and gives back.
import type { Reply } from '../../http.ts';
import type { Account, FestivalRecord, StageRecord, Store } from '../store.ts';
import { notFound, Refusal } from '../wire.ts';

export interface Call {
  readonly account: Account;
  /** Whether a device of the box office calls, and not an organizer. */
  readonly isDevice: boolean;
  /** A path parameter. */
  readonly id: (name: string) => string;
  readonly query: <T>() => T;
  readonly pathname: string;
  readonly header: (name: string) => string | undefined;
  /** The body by its schema, with defaults. */
  readonly input: <T>() => T;
  /** The body as it is, and its media type. */
  readonly upload: () => { readonly bytes: Buffer; readonly type: string };
  /** Whether a value is as a component of the document says. */
  readonly fits: (component: string, value: unknown) => boolean;
}

export type Handlers = Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>;
export type Faults = ReadonlySet<string>;

/** Handlers of one part of the service. A fault that is planted is in the set. */
export type Part = (store: Store, faults: Faults) => Handlers;

/** The resource of an id, or a 404. */
export function requireThing<T>(things: ReadonlyMap<string, T>, id: string): T {
  const found = things.get(id);
  if (found === undefined) throw notFound();
  return found;
}

/** A festival that is not deleted. */
export function requireFestival({ account, id }: Call): FestivalRecord {
  const record = requireThing(account.festivals, id('festivalId'));
  if (record.deleteTime !== undefined) throw notFound();
  return record;
}

/** A festival that can be changed: it is not deleted, nor cancelled. */
export function requireLive(call: Call): FestivalRecord {
  const record = requireFestival(call);
  if (record.value.state === 'cancelled') throw new Refusal(410, 'The festival is cancelled.');
  return record;
}

export const requireStage = (call: Call, festival: FestivalRecord): StageRecord => requireThing(festival.stages, call.id('stageId'));
