// Serves living mocks of documents at one address. They need no Prism: the generated server of each document judges requests, and answers from what it keeps.
import type { Behaviour } from '../behaviour.ts';
import { type FrontOptions, handleMock, mockPath, type RefusedRequest } from '../front.ts';
import { listen } from '../http.ts';
import { type MockSource, mockListener, taken } from '../index.ts';
import { EngineThread } from '../octavo/thread.ts';
import type { PreparedDocument } from '../prepare.ts';
import type { LivingOptions } from './index.ts';

export interface LivingMockOptions extends LivingOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Time limit of one request in milliseconds; default 10,000. */
  readonly requestLimit?: number;
  readonly behaviour?: Behaviour;
  /** Called for each request that is refused, or fails on purpose. */
  readonly onRefusedRequest?: (refused: RefusedRequest) => void;
  /** Called where a document has no response for a request; `detail` is the end of a sentence. */
  readonly onFailed?: (id: string, detail: string) => void;
}

export interface RunningLivingMock {
  readonly url: string;
  /** Base URL of a document's mock. Throws for an unknown document. */
  urlOf(document: string): string;
  stop(): Promise<void>;
}

/** Starts a server with living mocks of the documents. Each begins with the things of its examples, and with samples. */
export async function startLivingMock(sources: readonly MockSource[], options: LivingMockOptions): Promise<RunningLivingMock> {
  const { seed, port = 0, host = '127.0.0.1', requestLimit = 10_000, behaviour = {}, onRefusedRequest, onFailed } = options;
  const engine = new EngineThread(requestLimit);
  const documents = new Map<string, PreparedDocument>();
  for (const source of sources) {
    const { prepared, known } = taken(source);
    documents.set(prepared.id, { ...prepared, isLiving: true });
    engine.set(prepared.id, { ...known, living: { seed } });
  }
  let url = '';
  const front: FrontOptions = {
    documents,
    use: async () => {},
    behaviour,
    url: () => url,
    ask: async () => ({ kind: 'failed', reason: 'unavailable', detail: 'a living mock has no Prism' }),
    judge: async (ask) => {
      const outcome = await engine.ask({ ...ask, dynamic: false });
      if (outcome.kind === 'none') onFailed?.(ask.document, outcome.detail);
      return outcome;
    },
    ...(onRefusedRequest === undefined ? {} : { onRefused: onRefusedRequest }),
  };
  const listening = await listen(
    mockListener({ handle: (request, response) => handleMock(request, response, front) }, () => url),
    port,
    host,
  );
  url = listening.url;
  return {
    url,
    urlOf(id) {
      const document = documents.get(id);
      if (document === undefined) throw new Error(`Unknown document \`${id}\`. The documents are: ${[...documents.keys()].join(', ')}.`);
      return `${url}${mockPath(document)}`;
    },
    stop: async () => {
      await Promise.all([listening.close(), engine.stop()]);
    },
  };
}
