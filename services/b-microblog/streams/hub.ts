// Shows new rows to the streams of this process: each row once for all streams that show it alike.

import { setImmediate as turn } from 'node:timers/promises';
import { shareItem } from '@octavo/runtime';
import { createTail, type TailOptions } from '../../platform/streams/tail.ts';

/** What a stream delivers of the rows, and how it shows them. */
export interface Delivery<Row, Item> {
  wants(row: Row): boolean;
  /** Streams with the same choice want the same rows. */
  readonly choice: string;
  /** Streams with the same name show rows alike. */
  readonly name: string;
  /** Rows as items, in their order; `undefined` for one that readers may not see. */
  show(rows: readonly Row[]): Promise<readonly (Item | undefined)[]>;
}

interface Member<Row, Item> extends Delivery<Row, Item> {
  /** Whether a row is of the time that the stream is about; absent: all rows are. */
  readonly isDue?: ((row: Row) => boolean) | undefined;
  push(item: Item, length: () => number): void;
  /** Called about once a second, where it is there. */
  readonly tick?: (() => void) | undefined;
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

export function createHub<Row, Item extends object>(source: HubRows<Row>): Hub<Row, Item> {
  const members = createGroups<Member<Row, Item>>();
  const ticking = new Set<Member<Row, Item>>();
  let pushed = 0;
  const tail = createTail<Row>({
    ...source,
    async deliver(rows) {
      for (const group of members.groups()) await deliverTo(group, rows);
    },
    tick() {
      for (const member of ticking) member.tick?.();
    },
  });

  async function deliverTo(group: Group<Member<Row, Item>>, rows: readonly Row[]): Promise<void> {
    try {
      await push(group, rows);
    } catch (error) {
      source.warn(`Streams end, since rows could not be shown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      for (const choice of group.values()) for (const member of choice) member.failed();
    }
  }

  async function push(group: Group<Member<Row, Item>>, rows: readonly Row[]): Promise<void> {
    const choices = [...group.values()].flatMap((choice) => {
      const [first] = choice;
      return first === undefined ? [] : [{ first, choice }];
    });
    const wanted = rows
      .map((row) => ({ row, readers: choices.filter(({ first }) => first.wants(row)).map(({ choice }) => choice) }))
      .filter(({ readers }) => readers.length > 0);
    const items = wanted.length === 0 ? [] : ((await choices[0]?.first.show(wanted.map(({ row }) => row))) ?? []);
    for (const [index, { row, readers }] of wanted.entries()) {
      const item = items[index];
      if (item === undefined) continue;
      if (readers.length > 1 || (readers[0]?.size ?? 0) > 1) shareItem(item);
      for (const choice of readers) await pushTo(choice, row, item);
    }
  }

  async function pushTo(choice: ReadonlySet<Member<Row, Item>>, row: Row, item: Item): Promise<void> {
    let bytes: number | undefined;
    // Most readers take an item at once, so that nothing has to be known of its length.
    const length = () => {
      bytes ??= JSON.stringify(item).length;
      return bytes;
    };
    for (const member of choice) {
      if (member.isDue?.(row) === false) continue;
      member.push(item, length);
      pushed += 1;
      if (pushed % MOST_PUSHED === 0) await turn();
    }
  }

  function add(member: Member<Row, Item>): void {
    members.add(member);
    if (member.tick !== undefined) ticking.add(member);
  }

  function leave(member: Member<Row, Item>): void {
    ticking.delete(member);
    if (members.delete(member) && members.isEmpty()) tail.end();
  }

  return {
    wake: tail.wake,
    leave,
    async join(member) {
      try {
        return await tail.begin(() => add(member));
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

/** Members that have the same name, by their choice. */
type Group<One> = ReadonlyMap<string, ReadonlySet<One>>;

/** Keeps members with the same name together, since each row goes through all of a name. */
function createGroups<One extends { readonly name: string; readonly choice: string }>() {
  const groups = new Map<string, Map<string, Set<One>>>();
  return {
    groups: (): Iterable<Group<One>> => groups.values(),
    isEmpty: () => groups.size === 0,
    add(one: One): void {
      const group = groups.get(one.name) ?? new Map<string, Set<One>>();
      groups.set(one.name, group.set(one.choice, (group.get(one.choice) ?? new Set()).add(one)));
    },
    delete(one: One): boolean {
      const group = groups.get(one.name);
      const choice = group?.get(one.choice);
      if (choice?.delete(one) !== true) return false;
      if (choice.size === 0) group?.delete(one.choice);
      if (group?.size === 0) groups.delete(one.name);
      return true;
    },
  };
}
