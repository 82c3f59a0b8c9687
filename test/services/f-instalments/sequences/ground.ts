// Where sequences are played: a sandbox in memory, or two processes that share a PostgreSQL and a Redis.

import { createInstalmentsClient, type InstalmentsClient } from '@octavo/interfaces/f-instalments';
import { type Fetch, unwrap } from '@octavo/runtime';
import { createSandbox } from '../../../../services/index.ts';
import type { SandboxProcess } from '../../../support/sandbox-process.ts';

type ActionInput = Record<string, string | boolean>;

/** A process of the sandbox, as its callers reach it. */
export interface Door {
  client(key: string): InstalmentsClient;
  /** Reaches the pages. */
  readonly fetch: Fetch;
  /** Runs an action of control. `undefined`: it was refused with 400. */
  run(action: string, body: ActionInput): Promise<Record<string, unknown> | undefined>;
}

export interface Ground {
  readonly doors: readonly [Door, ...Door[]];
  /** Moves the sandbox clock, and waits until all processes have done what fell due on the way. */
  wait(days: number): Promise<void>;
  end(): Promise<void>;
}

const DAY = 86_400;

export async function inMemory(): Promise<Ground> {
  const sandbox = await createSandbox({ services: ['f-instalments'], at: 'story' });
  const fetch = sandbox.fetch('f-instalments');
  const door = doorOf(sandbox.control, fetch, (key) => createInstalmentsClient({ fetch, credentials: { InstalmentsAuth: key } }));
  return { doors: [door], wait: (days) => sandbox.moveClock(sandbox.clock.now() + days * DAY * 1_000), end: () => sandbox.close() };
}

/** The processes stay; their clock is frozen. */
export async function inProcesses(processes: readonly [SandboxProcess, SandboxProcess]): Promise<Ground> {
  const [left, right] = processes;
  const reached = async (now: string) => {
    while (unwrap(await right.control.getClock(), 200).now !== now) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await reached(unwrap(await left.control.freezeClock({ body: {} }), 200).now);
  const door = ({ control, url }: SandboxProcess) =>
    doorOf(control, globalThis.fetch, (key) =>
      createInstalmentsClient({ baseUrl: url('f-instalments'), credentials: { InstalmentsAuth: key } }),
    );
  return {
    doors: [door(left), door(right)],
    wait: async (days) => reached(unwrap(await left.control.moveClock({ body: { by_seconds: days * DAY } }), 200).now),
    end: async () => {},
  };
}

function doorOf(control: SandboxProcess['control'], fetch: Fetch, client: Door['client']): Door {
  return {
    client,
    fetch,
    async run(action, body) {
      const answer = await control.runAction({ path: { service: 'f-instalments', action }, body });
      return answer.status === 400 ? undefined : unwrap(answer, 200).result;
    },
  };
}
