// `octavo mock --living`: documents as services that remember, at one address. No Prism runs for them.
import type { Behaviour } from '../behaviour.ts';
import { handleMock, type RefusedRequest } from '../front.ts';
import { listen } from '../http.ts';
import { mockListener, onceEach, urlOf } from '../index.ts';
import { idOf, type MockSource, taken } from '../octavo/sources.ts';
import { EngineThread } from '../octavo/thread.ts';
import type { PreparedDocument } from '../prepare.ts';

export interface LivingMockOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Time limit of one request in milliseconds; default 10,000. */
  readonly requestLimit?: number;
  /** Latency, faults on purpose, and the origins of pages that may read the mock. Default: none of them. */
  readonly behaviour?: Behaviour;
  /** Called for each request that is refused, or fails on purpose. */
  readonly onRefusedRequest?: (refused: RefusedRequest) => void;
  /** Called once for each document that cannot answer; `detail` is the end of a sentence. */
  readonly onUnjudged?: (id: string, detail: string) => void;
}

export interface RunningLivingMock {
  /** `http://127.0.0.1:4000` */
  readonly url: string;
  readonly documents: ReadonlyMap<string, PreparedDocument>;
  /** Base URL of a document's mock: `http://127.0.0.1:4000/mock/h-email/v2`. Throws for an unknown document. */
  urlOf(document: string): string;
  stop(): Promise<void>;
}

/**
 * Starts a server whose mocks keep what requests create and change, until it stops.
 *
 * @throws {OctavoError} (exit 3) where the port is in use
 */
export async function startLivingMock(sources: readonly MockSource[], options: LivingMockOptions = {}): Promise<RunningLivingMock> {
  const { requestLimit = 10_000, behaviour = {}, onRefusedRequest, onUnjudged } = options;
  const documents = new Map<string, PreparedDocument>();
  const engine = new EngineThread(requestLimit);
  for (const source of sources) {
    const { prepared, known } = taken(source);
    documents.set(idOf(source), { ...prepared, withoutPrism: 'the mock is a living one' });
    engine.set(idOf(source), { ...known, isLiving: true });
  }
  let url = '';
  const front = {
    documents,
    use: async () => {},
    ask: async () => ({ kind: 'failed', reason: 'unavailable', detail: 'a living mock has no Prism' }) as const,
    judge: (ask: Parameters<Parameters<typeof handleMock>[2]['judge']>[0]) => engine.ask({ ...ask, dynamic: false }),
    behaviour,
    url: () => url,
    ...(onRefusedRequest === undefined ? {} : { onRefused: onRefusedRequest }),
    ...(onUnjudged === undefined ? {} : { onUnjudged: onceEach(onUnjudged) }),
  };
  const handle: Parameters<typeof mockListener>[0]['handle'] = (request, response) => handleMock(request, response, front);
  const listening = await listen(mockListener({ handle }, front.url), options.port ?? 0, options.host ?? '127.0.0.1');
  url = listening.url;
  return {
    url,
    documents,
    urlOf: (id) => urlOf({ documents }, url, id),
    stop: async () => {
      await Promise.all([listening.close(), engine.stop()]);
    },
  };
}
