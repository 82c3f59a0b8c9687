// Tests how the hub of a stream shares its work among many readers.

import { expect, onTestFinished, test } from 'vitest';
import { createHub } from '../../../services/b-microblog/streams/hub.ts';

interface Row {
  readonly seq: number;
}

/** A hub whose only row comes when it is told. */
function open() {
  let rows: readonly Row[] = [];
  const hub = createHub<Row, { readonly seq: number }>({
    last: async () => 0,
    read: async (above) => rows.filter(({ seq }) => seq > above),
    numberOf: ({ seq }) => seq,
    warn(message) {
      throw new Error(message);
    },
  });
  return {
    hub,
    publish() {
      rows = [{ seq: 1 }];
      hub.wake();
    },
  };
}

test.each([
  ['alike', () => ''],
  ['each in its own way', (index: number) => String(index)],
])(
  'a post for a thousand readers who are shown it %s lets others work in between, and is shown once for each way',
  async (_title, nameOf) => {
    const { hub, publish } = open();
    let shown = 0;
    const turns: number[] = [];
    let turn = 0;
    const items = new Set<unknown>();
    for (let index = 0; index < 1_000; index++) {
      const member = {
        name: nameOf(index),
        choice: '',
        wants: () => true,
        show: async (rows: readonly Row[]) => {
          shown += 1;
          return rows.map(({ seq }) => ({ seq }));
        },
        push(item: unknown) {
          turns.push(turn);
          items.add(item);
        },
        failed() {},
      };
      await hub.join(member);
      onTestFinished(() => hub.leave(member));
    }
    let timer = setImmediate(function count() {
      turn += 1;
      timer = setImmediate(count);
    });
    onTestFinished(() => clearImmediate(timer));
    publish();
    await expect.poll(() => turns.length).toBe(1_000);
    const ways = new Set(Array.from({ length: 1_000 }, (_, index) => nameOf(index))).size;
    expect([shown, items.size]).toEqual([ways, ways]);
    expect(new Set(turns).size).toBeGreaterThanOrEqual(4);
  },
);
