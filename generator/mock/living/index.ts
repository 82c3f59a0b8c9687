// `octavo mock --living`: documents as services that remember, at one address. No Prism runs for them.
import { usageError } from '../../base/error.ts';
import type { Problem } from '../../base/problem.ts';
import { listen } from '../http.ts';
import { mockListener, urlOf } from '../index.ts';
import type { EngineSource } from '../octavo/protocol.ts';
import { idOf, type MockSource, taken } from '../octavo/sources.ts';
import type { PreparedDocument } from '../prepare.ts';
import { DataFile } from './data-file.ts';
import { type LivingMocksOptions, startLivingMocks } from './mocks.ts';
import { faultsIn } from './plan/corrected.ts';
import { type Explained, explainWhole } from './plan/explain.ts';
import { planOf } from './plan/plan.ts';

export interface LivingMockOptions extends Omit<LivingMocksOptions, 'data'> {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** The file that the things are kept in, and read from at the start. Default: they are kept in memory. */
  readonly data?: string;
  /** The port of the control API on loopback; 0 for any free one. Default: there is none. */
  readonly controlPort?: number;
}

export interface RunningLivingMock {
  /** `http://127.0.0.1:4000` */
  readonly url: string;
  readonly documents: ReadonlyMap<string, PreparedDocument>;
  /** What the operations of each document are taken for. */
  readonly explained: ReadonlyMap<string, readonly Explained[]>;
  /** The base address of the control API and what its requests need; absent where there is none. */
  readonly control?: { readonly url: string; readonly token: string };
  /** Base URL of a document's mock: `http://127.0.0.1:4000/mock/h-email/v2`. Throws for an unknown document. */
  urlOf(document: string): string;
  /** Ends, after what has changed is in the file. */
  stop(): Promise<void>;
}

/** What the operations of a document are taken for; nothing of one that has no model. */
export function explainSource(source: MockSource): readonly Explained[] {
  const { known } = taken(source);
  return 'service' in known ? explainWhole(known.service) : [];
}

/** What `mock.things` and `x-thing` say of things that the document does not have. */
export function thingFaults(source: MockSource): readonly Problem[] {
  const { known } = taken(source);
  return 'service' in known && known.service.things !== undefined ? faultsIn(known.service, planOf(known.service).kinds) : [];
}

/**
 * Starts a server whose mocks keep what requests create and change, until it stops, or in a file.
 *
 * @throws {OctavoError} (exit 3) where a port is in use, and (exit 2) where the file cannot be read or written, or handlers are wrong
 */
export async function startLivingMock(sources: readonly MockSource[], options: LivingMockOptions = {}): Promise<RunningLivingMock> {
  const { data: file, port = 0, host = '127.0.0.1', controlPort, ...others } = options;
  const data = file === undefined ? undefined : DataFile.open(file, servicesOf(sources));
  const mocks = startLivingMocks({ ...others, ...(data === undefined ? {} : { data }) });
  for (const source of sources) mocks.set(source);
  const faults = await Promise.all(sources.map((source) => mocks.handlersFault(idOf(source))));
  const fault = faults.find((one) => one !== undefined);
  if (fault !== undefined) {
    await mocks.stop();
    throw usageError('handlers-broken', fault);
  }
  let url = '';
  const listening = await listen(
    mockListener(mocks, () => url),
    port,
    host,
  );
  url = listening.url;
  const control = controlPort === undefined ? undefined : mocks.control(() => url);
  const steering =
    control &&
    (await listen(control.listener, controlPort ?? 0, '127.0.0.1', '--control').catch(async (error: unknown) => {
      await listening.close();
      throw error;
    }));
  return {
    url,
    documents: mocks.documents,
    explained: mocks.explained,
    ...(control === undefined || steering === undefined ? {} : { control: { url: `${steering.url}/v1`, token: control.token } }),
    urlOf: (id) => urlOf(mocks, url, id),
    stop: async () => {
      await Promise.all([listening.close(), steering?.close()]);
      await mocks.stop();
    },
  };
}

function servicesOf(sources: readonly MockSource[]) {
  const known = sources.map((source): [string, EngineSource] => [idOf(source), taken(source).known]);
  return new Map(known.flatMap(([id, one]) => ('service' in one ? [[id, one.service] as const] : [])));
}
