// Kills a process of the scheduling and the instalment service while people book and pay, again and again, and holds what is left in the database
// against what it acknowledged.

import path from 'node:path';
import type { InviteeCanceled, InviteeCreated } from '@octavo/interfaces/e-scheduling';
import type { Event } from '@octavo/interfaces/f-instalments';
import type { ControlledSandbox } from '../../../../services/index.ts';
import { listen } from '../receiver.ts';
import { linesUntilKilled } from '../until-killed.ts';
import type { Victim } from '../victims.ts';
import { type Bookings, bookingFaults, readBookings } from './bookings.ts';
import { type Money, moneyFaults, readMoney } from './money.ts';
import { type Note, noteOf } from './notes.ts';
import { endLeases, openServices, type Rows, rowsOf, subscribe } from './sandbox.ts';

/** What the rounds showed. */
export interface Outcome {
  /** What was acknowledged, by kind. */
  readonly acknowledged: Readonly<Record<Note['kind'], number>>;
  /** How many events the receiver got, repeated ones too. */
  readonly received: number;
  /** A sentence for each fault. */
  readonly faults: readonly string[];
}

const WRITER = path.join(import.meta.dirname, 'writer.ts');
/** Milliseconds from the first acknowledgement to the kill, at most, beside those in which connections are opened. */
const LONGEST = 1_000;
const HOUR = 3_600_000;

/** The body of a delivery of either service. */
type Body = Event | InviteeCreated | InviteeCanceled;

/** What happened, whatever the identifiers of the event and its delivery: `invitee.created https://…`, `event_11wTq8R5`. */
function nameOf(body: Body): string {
  return 'event' in body ? `${body.event} ${body.payload.uri.slice(body.payload.uri.lastIndexOf('/') + 1)}` : body.id;
}

export async function crashServices({ place, opening, kill, restart }: Victim, rounds: number): Promise<Outcome> {
  const received: string[] = [];
  const receiver = await listen((body) => received.push(nameOf(JSON.parse(body) as Body)));
  /** The identifiers of the deliveries of each event, gathered after each round: the service forgets old ones. */
  const deliveries = new Map<string, Set<string>>();
  const notes: Note[] = [];
  const faults: string[] = [];
  try {
    const first = await openServices(place);
    await subscribe(first, receiver.url);
    const seeded = await namesOf(rowsOf(first), receiver.url);
    await first.close();
    for (let round = 1; round <= rounds; round++) {
      const lines = await linesUntilKilled({ file: WRITER, args: [JSON.stringify(place)], longest: LONGEST + opening, kill });
      notes.push(...lines.map(noteOf));
      await restart();
      await endLeases(place);
      const sandbox = await openServices(place);
      try {
        if (round === rounds) await sendAll(sandbox);
        const rows = rowsOf(sandbox);
        await gather(rows, receiver.url, deliveries);
        const found = [...bookingFaults(await readBookings(rows), notes), ...moneyFaults(await readMoney(rows), notes)];
        if (round === rounds) found.push(...eventFaults(await namesOf(rows, receiver.url), seeded, deliveries, new Set(received)));
        faults.push(...found.map((fault) => `Round ${round}: ${fault}`));
      } finally {
        await sandbox.close();
      }
      if (faults.length > 0) break;
    }
  } finally {
    receiver.close();
  }
  return { acknowledged: countsOf(notes), received: received.length, faults };
}

/** The names of all events that followed from the rows, and go to an address. */
async function namesOf(rows: Rows, url: string): Promise<Set<string>> {
  const [{ invitees }, { events }]: [Bookings, Money] = [await readBookings(rows), await readMoney(rows)];
  // The payments of the other shop go on too.
  const { shop } = await rows.selectFrom('f_webhooks').select('shop').where('url', '=', url).executeTakeFirstOrThrow();
  return new Set([
    ...invitees.map(({ id }) => `invitee.created ${id}`),
    ...invitees.filter(({ status }) => status === 'canceled').map(({ id }) => `invitee.canceled ${id}`),
    ...events.filter((event) => event.shop === shop).map(({ id }) => id),
  ]);
}

async function gather(rows: Rows, url: string, deliveries: Map<string, Set<string>>): Promise<void> {
  const all = await rows.selectFrom('platform_deliveries').select(['id', 'payload']).where('url', '=', url).execute();
  for (const { id, payload } of all) {
    const name = nameOf((JSON.parse(payload) as { body: Body }).body);
    deliveries.set(name, (deliveries.get(name) ?? new Set()).add(id));
  }
}

/** @param seeded events of the time before the subscription */
function eventFaults(
  names: ReadonlySet<string>,
  seeded: ReadonlySet<string>,
  deliveries: ReadonlyMap<string, ReadonlySet<string>>,
  received: ReadonlySet<string>,
): string[] {
  const wanted = [...names].filter((name) => !seeded.has(name));
  return [
    ...wanted.filter((name) => !received.has(name)).map((name) => `The event ${name} was never received.`),
    ...wanted
      .filter((name) => deliveries.get(name)?.size !== 1)
      .map((name) => `The event ${name} has the deliveries [${[...(deliveries.get(name) ?? [])].join()}].`),
    ...[...received]
      .filter((name) => !names.has(name))
      .map((name) => `The event ${name} was received, but nothing of it is in the database.`),
  ];
}

/** Moves the clock until nothing waits for another attempt. */
async function sendAll(sandbox: ControlledSandbox): Promise<void> {
  const waiting = () =>
    rowsOf(sandbox).selectFrom('platform_deliveries').select('id').where('state', 'not in', ['delivered', 'gave-up']).limit(1).execute();
  do await sandbox.moveClock(sandbox.clock.now() + HOUR);
  while ((await waiting()).length > 0);
}

function countsOf(notes: readonly Note[]): Outcome['acknowledged'] {
  const count = (kind: Note['kind']) => notes.filter((note) => note.kind === kind).length;
  return {
    booking: count('booking'),
    cancellation: count('cancellation'),
    payment: count('payment'),
    capture: count('capture'),
    refund: count('refund'),
  };
}
