// Lets time go by for messages that were sent: they arrive, and their recipients behave as the account has it.

import type { ActivityStatus } from '@octavo/interfaces/g-messaging';
import { isOf } from '../../platform/payload.ts';
import { loadBehaviour } from '../behaviour/behaviour.ts';
import { deliveryOf, type Message, type Past, reactionsTo } from '../behaviour/rules.ts';
import type { MessagingPlatform, Tables, Unit } from '../deps.ts';
import { BUSY_TIME, isHookBusy } from '../hooks/deliver.ts';
import { jobKind } from '../store.ts';
import { recordActivity } from './activity.ts';
import { linksOf } from './rules.ts';
import type { SendRow } from './tables.ts';

/** Messages to which something happens at one time. Times are absent in what a version before wrote. */
interface Passage {
  readonly sends: readonly string[];
  /** When it happens; absent: when the job falls due. */
  readonly happens?: number;
  /** When those that arrive are read; absent: another job does that. */
  readonly reads?: number;
}

const isPassage = isOf({ sends: 'strings' });
const accepts = (value: unknown): value is Passage => isPassage(value);
const DELIVER = jobKind('deliver-messages', accepts);
const READ = jobKind('read-messages', accepts);

/** How many messages, or their recipients, the same queries read and write. */
export const MOST_AT_ONCE = 500;

/** Schedules what will happen to messages that an account has sent. */
export async function schedulePassage({ deps, tables, at }: Unit, account: number, sends: readonly SendRow[]): Promise<void> {
  const behaviour = await loadBehaviour(tables, account);
  for (const [channel, own] of Map.groupBy(sends, (send) => send.channel)) {
    const { deliveredAfter, readAfter } = behaviour(channel);
    for (let start = 0; start < own.length; start += MOST_AT_ONCE) {
      const happens = at + deliveredAfter * 1_000;
      const payload = { sends: own.slice(start, start + MOST_AT_ONCE).map(({ id }) => id), happens, reads: at + readAfter * 1_000 };
      await deps.due.schedule(tables, DELIVER, { at: happens, payload });
    }
  }
}

/** Says what happens to messages that were sent. While much waits for the webhook of an account, it happens later, as of its own time. */
export function handlePassage(deps: MessagingPlatform): void {
  for (const [kind, decide] of [
    [DELIVER, deliveryOf],
    [READ, reactionsTo],
  ] as const)
    deps.due.handle(kind, async ({ at: due, payload }, tables: Tables) => {
      const { happens: at = due, reads } = payload;
      const sends = await tables.selectFrom('g_sends').selectAll().where('id', 'in', payload.sends).execute();
      const [first] = sends;
      if (first === undefined) return;
      if (await isHookBusy(deps, tables, first.account)) return void (await later(deps, tables, kind, payload));
      const behaviour = await loadBehaviour(tables, first.account);
      const past = await pastOf(tables, sends);
      const happenings = sends.flatMap((send) => {
        const message = withLinks(send);
        const statuses = decide(message, behaviour(send.channel), past(send));
        return statuses.map((status) => ({ send, at, status, link: status === 'CLICKED' ? message.links[0] : undefined }));
      });
      await recordActivity({ deps, tables }, happenings);
      const { sends: ids } = payload;
      if (reads !== undefined) await deps.due.schedule(tables, READ, { at: reads, payload: { sends: ids, happens: reads } });
    });
}

function later({ due, clock }: MessagingPlatform, tables: Tables, kind: typeof DELIVER, payload: Passage): Promise<string> {
  return due.schedule(tables, kind, { at: clock.now() + BUSY_TIME, payload });
}

/** Links are looked for when they are asked for: it takes long to read the HTML of many emails, and few of them have a link that is followed. */
function withLinks(send: SendRow): Message {
  const { id, channel, locator } = send;
  return {
    ...{ id, channel, locator },
    get links() {
      return linksOf(send);
    },
  };
}

/** What has happened to some messages. */
export async function pastOf(tables: Tables, sends: readonly SendRow[]): Promise<(send: SendRow) => Past> {
  const ids = sends.map(({ id }) => id);
  const rows = await tables.selectFrom('g_activity').select(['send', 'status']).where('send', 'in', ids).execute();
  const known = new Map<string, Set<ActivityStatus>>();
  for (const { send, status } of rows) known.set(send, (known.get(send) ?? new Set()).add(status));
  return ({ id, status }) => new Set(known.get(id)).add(status);
}
