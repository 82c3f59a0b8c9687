// Sends each sample to a live service in this process once, to learn what its handler returns and how many statements it executes.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServiceName } from '../../../services/index.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { statements } from '../../../test/support/statements.ts';
import { openLive } from './live.ts';
import type { Sample, SampleRequest } from './samples.ts';

export interface Studied {
  readonly sample: Sample;
  readonly status: number;
  /** What the handler returned. */
  readonly result: unknown;
  /** The statements that one request executed, apart from begin and commit. */
  readonly statements: readonly string[];
  /** Whether some of them change rows. */
  readonly isChange: boolean;
}

const current = new AsyncLocalStorage<string[]>();

/** @returns what each operation did, by its name */
export async function study(name: ServiceName, place: StorePlace, samples: readonly Sample[]): Promise<Map<string, Studied>> {
  const results = new Map<string, unknown>();
  const { sandbox, prepare, settle } = await openLive(name, place, (operation, result) => results.set(operation, result));
  const record = (text: unknown) => void current.getStore()?.push(String(text));
  statements.subscribe(record);
  const handler = sandbox.servers[name];
  if (handler === undefined) throw new Error(`The sandbox does not serve ${name}.`);
  try {
    const found = new Map<string, Studied>();
    for (const sample of samples) {
      const { id } = sample.operation;
      const { subjects, requests } = await sample.requests(2);
      await prepare(subjects);
      let studied: Studied | undefined;
      // The first request fills caches, such as that of the caller.
      for (const request of requests) {
        const executed: string[] = [];
        const response = await current.run(executed, () => handler(requestOf(request)));
        const text = await response.text();
        if (!response.ok) throw new Error(`The sample of ${id} is answered with ${response.status}: ${text}`);
        const isChange = executed.some((statement) => !/^\s*(?:select|with)\b/i.test(statement));
        studied = { sample, status: response.status, result: results.get(id), statements: executed, isChange };
      }
      if (studied !== undefined) found.set(id, studied);
      await settle();
    }
    return found;
  } finally {
    statements.unsubscribe(record);
    await sandbox.close();
  }
}

function requestOf({ method, target, headers, body }: SampleRequest): Request {
  return new Request(`http://127.0.0.1${target}`, { method, headers, ...(body === undefined ? {} : { body }) });
}
