// Shows new rows to the streams of this process: each row once for all streams that show it alike.

import { setImmediate as turn } from 'node:timers/promises';
import { createTail, type TailOptions } from '../../platform/streams/tail.ts';

/** What a stream delivers of the rows, and how it shows them. */
export interface Delivery<Row, Item> {
  wants(row: Row): boolean;
  /** Streams with the same name show rows alike. */
  readonly name: string;
  /** Rows as items, in their order; `undefined` for one that readers may not see. */
  show(rows: readonly Row[]): Promise<readonly (Item | undefined)[]>;
}

interface Member<Row, Item> extends Delivery<Row, Item> {
  push(item: Item, bytes: number): void;
  /** Called about once a second. */
  tick(): void;
  /** Called where rows could not be shown: what follows would have a gap. */
  failed(): void;
}

export interface Hub<Row, Item> {
  /** @returns the number of the last row that is not pushed to the member */
  join(member: Member<Row, Item>): Promise<number>;
  leave(member: Member<Row, Item>): void;
  /** What a delivery has of the rows above a number, up to another one. */
  between(delivery: Delivery<Row, Item>, above: number, upTo: number): AsyncGenerator<Item, void>;
  wake(): void;
}

/** The rows of a hub. */
export type HubRows<Row> = Pick<TailOptions<Row>, 'last' | 'read' | 'numberOf' | 'warn'>;

/** So many items are given to streams before others may work. */
const MOST_PUSHED = 256;
const PAGE = 100;

export function createHub<Row, Item>(source: HubRows<Row>): Hub<Row, Item> {
  const members = new Set<Member<Row, Item>>();
  const tail = createTail<Row>({
    ...source,
    async deliver(rows) {
      for (const group of groupsOf(members)) await deliverTo(group, rows);
    },
    tick() {
      for (const member of members) member.tick();
    },
  });

  async function deliverTo(group: readonly Member<Row, Item>[], rows: readonly Row[]): Promise<void> {
    try {
      await push(group, rows);
    } catch (error) {
      source.warn(`Streams end, since rows could not be shown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      for (const member of group) member.failed();
    }
  }

  async function push(group: readonly Member<Row, Item>[], rows: readonly Row[]): Promise<void> {
    const wanted = rows
      .map((row) => ({ row, readers: group.filter(({ wants }) => wants(row)) }))
      .filter(({ readers }) => readers.length > 0);
    const items = wanted.length === 0 ? [] : ((await group[0]?.show(wanted.map(({ row }) => row))) ?? []);
    let pushed = 0;
    for (const [index, { readers }] of wanted.entries()) {
      const item = items[index];
      if (item === undefined) continue;
      const bytes = JSON.stringify(item).length;
      for (const member of readers) {
        member.push(item, bytes);
        pushed += 1;
        if (pushed % MOST_PUSHED === 0) await turn();
      }
    }
  }

  function leave(member: Member<Row, Item>): void {
    if (members.delete(member) && members.size === 0) tail.end();
  }

  return {
    wake: tail.wake,
    leave,
    async join(member) {
      try {
        return await tail.begin(() => members.add(member));
      } catch (error) {
        leave(member);
        throw error;
      }
    },
    async *between(delivery, above, upTo) {
      for (let from = above; from < upTo; ) {
        const rows = (await source.read(from, PAGE)).filter((row) => source.numberOf(row) <= upTo);
        for (const item of await delivery.show(rows.filter(delivery.wants))) if (item !== undefined) yield item;
        const last = rows.at(-1);
        if (last === undefined) return;
        from = source.numberOf(last);
      }
    },
  };
}

/** Those with the same name together. */
function groupsOf<Named extends { readonly name: string }>(all: Iterable<Named>): Iterable<readonly Named[]> {
  const groups = new Map<string, Named[]>();
  for (const one of all) {
    const group = groups.get(one.name);
    if (group === undefined) groups.set(one.name, [one]);
    else group.push(one);
  }
  return groups.values();
}
