// Sends each sample to a live service in this process, to learn what its handler returns and which statements it executes.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { FetchHandler } from '@octavo/runtime';
import type { Sandbox, ServiceName } from '../../../services/index.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { statements } from '../../../test/support/statements.ts';
import { openLive } from './live.ts';
import type { Sample, SampleRequest } from './samples.ts';

export interface Studied {
  readonly sample: Sample;
  readonly status: number;
  /** What the handler returned. */
  readonly result: unknown;
  /** The statements that one request executed until its answer was complete, or its stream began; without begin and commit. */
  readonly statements: readonly string[];
  /** Whether some of them change rows. */
  readonly isChange: boolean;
  /** Why the sample cannot be sent many times in a round. Absent: it can. */
  readonly single?: string;
}

/** A sample that the service refuses, with what it says. */
export interface Refused {
  readonly sample: Sample;
  readonly refused: string;
}

/** What each operation did, by its name. */
export type Study = ReadonlyMap<string, Studied | Refused>;

export function isStudied(found: Studied | Refused | undefined): found is Studied {
  return found !== undefined && !('refused' in found);
}

interface Answer {
  readonly status: number;
  readonly isOk: boolean;
  readonly text: string;
  readonly executed: readonly string[];
}

/** Milliseconds in which a server notices that a stream has lost its reader. */
const NOTICE = 20;

const current = new AsyncLocalStorage<string[]>();

/** @param chosen those that are studied, of the samples of a document */
export async function study(
  name: ServiceName,
  document: string,
  place: StorePlace,
  samples: readonly Sample[],
  chosen: (sample: Sample) => boolean = () => true,
): Promise<Study> {
  const results = new Map<string, unknown>();
  const { sandbox, prepare, settle } = await openLive(name, place, (operation, result) => results.set(operation, result));
  const record = (text: unknown) => void current.getStore()?.push(String(text));
  statements.subscribe(record);
  const handler = handlerOf(sandbox, document);

  async function ask(sample: Sample, request: SampleRequest): Promise<Answer> {
    const executed: string[] = [];
    const response = await current.run(executed, () => handler(requestOf(request)));
    const isOpen = response.ok && sample.isStream;
    const text = isOpen ? '' : await response.text();
    const answer = { status: response.status, isOk: response.ok, text, executed: [...executed] };
    if (isOpen) {
      await response.body?.cancel();
      await pause(NOTICE);
    }
    return answer;
  }

  async function ready({ after }: Sample, subjects: readonly string[]): Promise<void> {
    await prepare(subjects);
    const before = samples.find(({ operation }) => operation.id === after);
    for (const request of (await before?.requests(1))?.requests ?? []) if (before !== undefined) await ask(before, request);
  }

  async function studyOne(sample: Sample): Promise<Studied | Refused> {
    const { subjects, requests } = await sample.requests(3);
    const [first, counted, again] = requests;
    if (first === undefined || counted === undefined || again === undefined) throw new Error('There are too few requests.');
    await ready(sample, subjects);
    // The first request fills caches, such as that of the caller.
    await ask(sample, first);
    await settle();
    await ready(sample, subjects);
    const { isOk, status, text, executed } = await ask(sample, counted);
    if (!isOk) return { sample, refused: `the sample is answered with ${status}: ${text}` };
    const result = results.get(sample.operation.id);
    const isChange = executed.some((statement) => !/^\s*(?:select|with)\b/i.test(statement));
    const studied = { sample, status, result, statements: executed, isChange };
    if (sample.isStream) return { ...studied, single: 'a stream, which stays open' };
    const next = await ask(sample, again);
    await settle();
    return next.status === status ? studied : { ...studied, single: `sent again, the sample is answered with ${next.status}` };
  }

  try {
    const found = new Map<string, Studied | Refused>();
    for (const sample of samples.filter(chosen)) found.set(sample.operation.id, await studyOne(sample));
    return found;
  } finally {
    statements.unsubscribe(record);
    await sandbox.close();
  }
}

function handlerOf({ servers }: Sandbox, document: string): FetchHandler {
  const handler = servers[document];
  if (handler === undefined) throw new Error(`The sandbox does not serve ${document}.`);
  return handler;
}

function requestOf({ method, target, headers, body }: SampleRequest): Request {
  return new Request(`http://127.0.0.1${target}`, { method, headers, ...(body === undefined ? {} : { body }) });
}
