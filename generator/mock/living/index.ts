// `octavo mock --living`: documents as services that remember, at one address. No Prism runs for them.
import type { Behaviour } from '../behaviour.ts';
import { type FrontOptions, handleMock, type RefusedRequest } from '../front.ts';
import { listen } from '../http.ts';
import { type Mocks, mockListener, onceEach, urlOf } from '../index.ts';
import type { EngineSource } from '../octavo/protocol.ts';
import { idOf, type MockSource, taken } from '../octavo/sources.ts';
import { EngineThread } from '../octavo/thread.ts';
import type { PreparedDocument } from '../prepare.ts';
import { type Explained, explain } from './explain.ts';

/** What a world begins with, where nothing else is said. */
export const DEFAULT_SEED = 1;
export const DEFAULT_THINGS = 5;
/** The most things of a collection that are made at the start. */
export const MOST_THINGS = 10_000;

export interface LivingMockOptions {
  /** The same number makes the same world; default 1. */
  readonly seed?: number;
  /** How many things each collection begins with at least, those of the examples first; default 5. Below another thing there are three at most. */
  readonly things?: number;
  /** The folder of the project: where it has `@faker-js/faker`, things are made of its words. */
  readonly root?: string;
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
  /** What the operations of each document are taken for. */
  readonly explained: ReadonlyMap<string, readonly Explained[]>;
  /** Base URL of a document's mock: `http://127.0.0.1:4000/mock/h-email/v2`. Throws for an unknown document. */
  urlOf(document: string): string;
  stop(): Promise<void>;
}

/** What the operations of a document are taken for; nothing of one that has no model. */
export function explainSource(source: MockSource): readonly Explained[] {
  return explainedBy(taken(source).known);
}

function explainedBy(known: EngineSource): readonly Explained[] {
  return 'service' in known ? explain(known.service) : [];
}

/**
 * Starts a server whose mocks keep what requests create and change, until it stops.
 *
 * @throws {OctavoError} (exit 3) where the port is in use
 */
export async function startLivingMock(sources: readonly MockSource[], options: LivingMockOptions = {}): Promise<RunningLivingMock> {
  const {
    requestLimit = 10_000,
    behaviour = {},
    onRefusedRequest,
    onUnjudged,
    root,
    seed = DEFAULT_SEED,
    things = DEFAULT_THINGS,
  } = options;
  const living = { seed, things, ...(root === undefined ? {} : { root }) };
  const documents = new Map<string, PreparedDocument>();
  const engine = new EngineThread(requestLimit);
  const explained = new Map<string, readonly Explained[]>();
  for (const source of sources) {
    const { prepared, known } = taken(source);
    explained.set(idOf(source), explainedBy(known));
    documents.set(idOf(source), prepared);
    engine.set(idOf(source), { ...known, living });
  }
  let url = '';
  const front: FrontOptions = {
    documents,
    use: async () => {},
    judge: (ask) => engine.ask({ ...ask, dynamic: false }),
    behaviour,
    url: () => url,
    ...(onRefusedRequest === undefined ? {} : { onRefused: onRefusedRequest }),
    ...(onUnjudged === undefined ? {} : { onUnjudged: onceEach(onUnjudged) }),
  };
  const mocks: Pick<Mocks, 'handle'> = { handle: (request, response) => handleMock(request, response, front) };
  const listening = await listen(mockListener(mocks, front.url), options.port ?? 0, options.host ?? '127.0.0.1');
  url = listening.url;
  return {
    url,
    documents,
    explained,
    urlOf: (id) => urlOf({ documents }, url, id),
    stop: async () => {
      await Promise.all([listening.close(), engine.stop()]);
    },
  };
}
