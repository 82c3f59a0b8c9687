// Runs broadcasts: reads at the start who gets them, keeps the money back, and sends a batch at a time.

import { RefusalError } from '@octavo/runtime';
import { isOf } from '../../platform/payload.ts';
import { giveBack, pay } from '../balance/balance.ts';
import type { Deps, MessagingPlatform, Tables, Unit } from '../deps.ts';
import { BUSY_TIME, isHookBusy } from '../hooks/deliver.ts';
import type { ContentOf, PreparedRow } from '../messages/tables.ts';
import { contentFor, valuesOf } from '../sends/content.ts';
import { MOST_AT_ONCE } from '../sends/passage.ts';
import { FILLING_TIME } from '../sends/render.ts';
import { deliver, expenseOf, piecesOf, sendRow } from '../sends/send.ts';
import type { SendRow, SentContent } from '../sends/tables.ts';
import { change, find, jobKind } from '../store.ts';
import { channelsOf, receivers } from './receivers.ts';
import type { BroadcastRow } from './tables.ts';

const accepts = isOf({ broadcast: 'number' });
const START = jobKind('start-broadcast', accepts);
const BATCH = jobKind('send-batch', accepts);

const HOUR = 3_600_000;
/** How often a broadcast waits for an hour, where the balance cannot pay. */
const MOST_REFUSALS = 3;

/** @returns the job that starts a broadcast */
export function scheduleStart(deps: Pick<Deps, 'due'>, tables: Tables, broadcast: number, at: number): Promise<string> {
  return deps.due.schedule(tables, START, { at, payload: { broadcast } });
}

/** Says how broadcasts are started and sent. */
export function handleBroadcasts(deps: MessagingPlatform): void {
  deps.due.handle(START, async ({ at, payload }, tables: Tables) => {
    const row = await find(tables, 'g_broadcasts', payload.broadcast);
    if (row?.status === 'SCHEDULED') await start({ deps, tables, at }, row);
  });
  deps.due.handle(BATCH, async ({ at, payload }, tables: Tables) => {
    const row = await find(tables, 'g_broadcasts', payload.broadcast);
    if (row?.status !== 'RUNNING') return;
    if (await isHookBusy(deps, tables, row.account)) await deps.due.schedule(tables, BATCH, { at: deps.clock.now() + BUSY_TIME, payload });
    else await sendBatch({ deps, tables, at }, row);
  });
}

async function start(unit: Unit, broadcast: BroadcastRow): Promise<void> {
  const { deps, tables, at } = unit;
  const message = await find(tables, 'g_prepared', broadcast.message);
  if (message === undefined) {
    await change(tables, 'g_broadcasts', broadcast.id, {
      status: 'CANCELLED',
      job: null,
      reason: `The message ${broadcast.message} does not exist.`,
    });
    return;
  }
  const chosen = await receivers(tables, broadcast, at);
  const { count } = await tables
    .selectFrom(chosen.as('chosen'))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const reserved = Number(count) * piecesOf(message.channel, [{ content: templateOf(message) }]);
  const paid = await tryToPay(unit, broadcast, reserved);
  if (paid === undefined) return;
  await tables.insertInto('g_recipients').columns(['broadcast', 'contact']).expression(chosen).execute();
  await change(tables, 'g_broadcasts', broadcast.id, { status: 'RUNNING', job: null, content: message.content, reserved, paid });
  await deps.due.schedule(tables, BATCH, { at, payload: { broadcast: broadcast.id } });
}

/** The text of a message before its placeholders are filled: by its length, money is kept back. */
function templateOf({ content }: PreparedRow): SentContent {
  return { text: (content as Partial<ContentOf<'sms'>>).text ?? '' };
}

/**
 * Pays for a whole broadcast. Where the balance cannot, the broadcast tries again each hour, and is cancelled in the end.
 * @returns how many pieces were not free of charge
 */
async function tryToPay(unit: Unit, broadcast: BroadcastRow, pieces: number): Promise<number | undefined> {
  const { deps, tables, at } = unit;
  const expense = expenseOf(broadcast.channel);
  if (expense === undefined) return 0;
  try {
    return await pay(unit, broadcast.account, expense, pieces, broadcast.name);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const refusals = broadcast.refusals + 1;
    if (refusals > MOST_REFUSALS)
      await change(tables, 'g_broadcasts', broadcast.id, { status: 'CANCELLED', job: null, refusals, reason: error.message });
    else await change(tables, 'g_broadcasts', broadcast.id, { refusals, job: await scheduleStart(deps, tables, broadcast.id, at + HOUR) });
    return undefined;
  }
}

/** Sends the broadcast to the next contacts. A job that is done again after a failure finds the same ones. */
async function sendBatch(unit: Unit, broadcast: BroadcastRow): Promise<void> {
  const { deps, tables, at } = unit;
  const { id } = broadcast;
  const waiting = tables.selectFrom('g_recipients').select('contact').where('broadcast', '=', id).orderBy('contact').limit(MOST_AT_ONCE);
  const contacts = (await waiting.execute()).map(({ contact }) => contact);
  if (contacts.length === 0) return finish(unit, broadcast);
  const filled = await fill(unit, broadcast, contacts);
  const { rows, reserved, paid } = await settle(unit, broadcast, filled.rows);
  await deliver(unit, broadcast.account, rows);
  await tables.deleteFrom('g_recipients').where('broadcast', '=', id).where('contact', '<=', filled.until).execute();
  const errors = broadcast.errors + filled.failed + filled.rows.length - rows.length;
  await change(tables, 'g_broadcasts', broadcast.id, { sent: broadcast.sent + rows.length, errors, reserved, paid });
  await deps.due.schedule(tables, BATCH, { at, payload: { broadcast: id } });
}

/**
 * Makes the messages of some contacts. Those that can no longer get them are left out.
 * @returns also for how many the template failed, and the contact with which the time was over
 */
async function fill(unit: Unit, { id, account, channel, content, message }: BroadcastRow, contacts: readonly number[]) {
  const { tables } = unit;
  if (content === null) throw new Error(`The broadcast ${id} runs without a message.`);
  const values = await valuesOf(tables, contacts);
  const channels = await channelsOf(tables, { account, channel }, contacts);
  const rows: SendRow[] = [];
  let failed = 0;
  let until = 0;
  const begun = performance.now();
  for (const contact of contacts) {
    if (until !== 0 && performance.now() - begun > FILLING_TIME) break;
    until = contact;
    const [own, known] = [channels.get(contact), values.get(contact)];
    if (own === undefined || known === undefined) continue;
    const filled = tryToFill(() => contentFor({ channel, content }, known));
    if (filled === undefined) failed++;
    else {
      const key = `${id}-${contact}`;
      rows.push(
        sendRow(unit, {
          id: key,
          request: key,
          account,
          contact,
          channel,
          locator: own.value,
          content: filled,
          prepared: { id: message, name: content.name },
          broadcast: id,
        }),
      );
    }
  }
  return { rows, failed, until };
}

function tryToFill(content: () => SentContent): SentContent | undefined {
  try {
    return content();
  } catch (error) {
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}

/**
 * Takes what messages cost from the money that is kept back. What their texts need beyond it is paid now; where it cannot be, the last ones are not
 * sent.
 */
async function settle(unit: Unit, { account, channel, name, reserved, paid }: BroadcastRow, rows: readonly SendRow[]) {
  const expense = expenseOf(channel);
  if (expense === undefined) return { rows, reserved, paid };
  const missing = piecesOf(channel, rows) - reserved;
  if (missing <= 0) return { rows, reserved: -missing, paid: Math.min(paid, -missing) };
  try {
    await pay(unit, account, expense, missing, name);
    return { rows, reserved: 0, paid: 0 };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    let left = reserved;
    const affordable = rows.filter((row) => {
      const pieces = piecesOf(channel, [row]);
      if (pieces > left) return false;
      left -= pieces;
      return true;
    });
    return { rows: affordable, reserved: left, paid: Math.min(paid, left) };
  }
}

async function finish(unit: Unit, broadcast: BroadcastRow): Promise<void> {
  const { account, channel, name, reserved, paid } = broadcast;
  const expense = expenseOf(channel);
  if (expense !== undefined && reserved > 0) await giveBack(unit, account, expense, { pieces: reserved, paid }, name);
  await change(unit.tables, 'g_broadcasts', broadcast.id, { status: 'FINISHED', reserved: 0, paid: 0 });
}
