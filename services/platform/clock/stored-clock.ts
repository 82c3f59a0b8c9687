// The sandbox clock, kept in the store, so that it is the same after a restart and in all processes on that store.

import type { Store } from '../store/store.ts';
import type { ClockState, SandboxClock } from './clock.ts';
import type { ClockRow, ClockTables } from './tables.ts';

/** The clock as the sandbox and its control see it. Services get `SandboxClock`. */
export interface StoredClock extends SandboxClock {
  readonly state: ClockState;
  /** Stops the clock at a moment; without one, at what it shows. */
  freeze(at?: number): Promise<void>;
  /** Sets the clock to a moment. A frozen clock stays frozen, a running one goes on from there. */
  set(to: number): Promise<void>;
  /** Lets the clock go on from what it shows. */
  run(): Promise<void>;
  /** Reads the clock again, after another process has changed it. */
  refresh(): Promise<void>;
}

interface ClockOptions {
  /** Freezes a clock that is new in the store at this moment. Absent: it runs with wall time. */
  readonly at?: number | undefined;
  /** Wall time. Default: `Date.now`. */
  readonly wall?: () => number;
  /** Called after each change that this process has made. */
  readonly changed?: () => Promise<unknown>;
}

/** Opens the clock of a store; a store that has none gets one. Its table exists. */
export async function openClock(store: Store<ClockTables>, { at, wall = Date.now, changed }: ClockOptions = {}): Promise<StoredClock> {
  await store.write(async (tables) => {
    await tables
      .insertInto('platform_clock')
      .values(newClock(at))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  let state = await read(store);
  const now = () => state.frozenAt ?? wall() + state.ahead;

  async function change(next: ClockState): Promise<void> {
    await store.write(async (tables) => {
      await tables.updateTable('platform_clock').set({ frozen_at: next.frozenAt, ahead: next.ahead }).where('id', '=', 1).execute();
    });
    state = next;
    await changed?.();
  }

  return {
    now,
    get state() {
      return state;
    },
    freeze: (moment = now()) => change({ frozenAt: moment, ahead: moment - wall() }),
    set: (to) => change({ frozenAt: state.frozenAt === null ? null : to, ahead: to - wall() }),
    run: () => change({ frozenAt: null, ahead: now() - wall() }),
    async refresh() {
      state = await read(store);
    },
  };
}

/** The row of a new clock: frozen at a moment, or running with wall time. */
export function newClock(at: number | undefined): ClockRow {
  return { id: 1, frozen_at: at ?? null, ahead: 0 };
}

async function read(store: Store<ClockTables>): Promise<ClockState> {
  const row = await store.read.selectFrom('platform_clock').selectAll().executeTakeFirstOrThrow();
  return { frozenAt: row.frozen_at, ahead: row.ahead };
}
