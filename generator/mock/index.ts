// Mocks of documents: one Prism process, one address. `startMock` is the Node API; `octavo mock` and `octavo dev` use the same parts.
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { stage } from '../base/stage.ts';
import { mockPath } from './addresses.ts';
import type { OctavoAnswer, ReplayNote } from './answering.ts';
import type { Behaviour } from './behaviour.ts';
import { createFirstUse } from './first-use.ts';
import { type FrontOptions, handleMock, type RefusedRequest } from './front.ts';
import { listen, sendProblem } from './http.ts';
import type { EngineSource } from './octavo/protocol.ts';
import { idOf, type MockSource, taken } from './octavo/sources.ts';
import { EngineThread } from './octavo/thread.ts';
import type { PreparedDocument } from './prepare.ts';
import { findPrism } from './prism.ts';
import type { Replay } from './replay/index.ts';
import { type LoadOutcome, type MockFault, Supervisor } from './supervisor.ts';

export type { MockSource } from './octavo/sources.ts';

export interface MocksOptions {
  /** Project folder, from which Prism is resolved and which contains `.octavo/`. Default: the working directory. */
  readonly root?: string;
  /** Generate bodies from the schemas instead of using the examples. A single request asks for this with `Prefer: dynamic=true`. */
  readonly dynamic?: boolean;
  /** Answer 500 if a response does not match the document. */
  readonly errors?: boolean;
  /** Let Prism load each document with the first request for it, since that takes time and memory. Default: when it is set. */
  readonly isLazy?: boolean;
  /** Time limit of one request in milliseconds; default 10,000. */
  readonly requestLimit?: number;
  readonly onFault?: (fault: MockFault) => void;
  /**
   * Milliseconds that one document may take to load into Prism before the generated mock answers in its place, until Prism has loaded it. Default
   * 5,000.
   */
  readonly patience?: number;
  /** Called with the id of a document that takes longer than that; the documents after it wait for it too. */
  readonly onSlow?: (id: string) => void;
  /** Called with the id of such a document when Prism has loaded it. */
  readonly onLoaded?: (id: string) => void;
  /** Called where Prism has rejected a document that a request was waiting for, or after the generated mock had begun to answer in its place. */
  readonly onWithoutPrism?: (id: string, message: string) => void;
  /** Recorded responses, by which the mocks answer first. */
  readonly replay?: Replay;
  /** Called once for each method and path that is not recorded, and for each recorded response that the document does not allow. */
  readonly onReplay?: (told: ReplayNote) => void;
  /** Latency, faults on purpose, and the origins of pages that may read the mock. Default: none of them. */
  readonly behaviour?: Behaviour;
  /** Called for each request that is refused, or fails on purpose. */
  readonly onRefusedRequest?: (refused: RefusedRequest) => void;
  /** Called where the generated mock answers in Prism's place: once for each method and path of a request, and reason. */
  readonly onOctavo?: (answered: OctavoAnswer) => void;
  /** Called once for each document whose generated code does not judge Prism's responses; `detail` is the end of a sentence. */
  readonly onUnjudged?: (id: string, detail: string) => void;
}

export interface MockOptions extends MocksOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Called for each document that has no mock, as neither Prism nor Octavo takes it; the others are served. Default: `startMock` throws. */
  readonly onRefused?: (id: string, message: string) => void;
}

/**
 * `slow`: Prism is still loading the document or one before it, and the generated mock answers until it has. `octavo`: Prism rejected the document,
 * and the generated mock answers all its requests. `refused`: its previous version stays. `waiting`: the first request loads it.
 */
type MockLoad = { readonly kind: 'loaded' | 'slow' | 'waiting' } | { readonly kind: 'octavo' | 'refused'; readonly message: string };

/** Mocks of several documents, without a server. */
export interface Mocks {
  readonly documents: ReadonlyMap<string, PreparedDocument>;
  readonly supervisor: Supervisor;
  /** Adds or replaces a document. If neither Prism nor Octavo takes it, its previous version stays. */
  set(source: MockSource): Promise<MockLoad>;
  remove(id: string): void;
  readonly handle: (
    request: Parameters<typeof handleMock>[0],
    response: Parameters<typeof handleMock>[1],
    url: () => string,
  ) => Promise<void>;
  stop(): Promise<void>;
}

export interface RunningMock {
  /** `http://127.0.0.1:4000` */
  readonly url: string;
  /** Base URL of a document's mock: `http://127.0.0.1:4000/mock/h-email/v2`. Throws for an unknown document. */
  urlOf(document: string): string;
  readonly mocks: Mocks;
  stop(): Promise<void>;
}

/** Starts a Prism process; documents may be set at once. Throws an `OctavoError` (exit 3) if Prism is not installed. */
export function startMocks(options: MocksOptions = {}): Mocks {
  const root = options.root ?? process.cwd();
  const { requestLimit = 10_000, dynamic = false, behaviour = {}, onRefusedRequest, onOctavo, onUnjudged, onWithoutPrism } = options;
  const documents = new Map<string, PreparedDocument>();
  const supervisor = new Supervisor({
    prism: findPrism(root),
    dynamic,
    errors: options.errors ?? false,
    cacheFolder: path.join(root, '.octavo', 'cache', 'node'),
    requestLimit,
    ...(options.onFault === undefined ? {} : { onFault: options.onFault }),
    ...(options.patience === undefined ? {} : { patience: options.patience }),
    ...(options.onSlow === undefined ? {} : { onSlow: options.onSlow }),
    ...(options.onLoaded === undefined ? {} : { onLoaded: options.onLoaded }),
  });
  const engine = new EngineThread(requestLimit);
  let isStopped = false;
  const firstUse = createFirstUse();

  async function install(prepared: PreparedDocument, known: EngineSource): Promise<MockLoad> {
    const { id } = prepared;
    const loaded = supervisor.load(prepared);
    // Only where the document has a model is it certain that Octavo answers.
    const outcome = 'service' in known ? await Promise.race([loaded, supervisor.slow()]) : await loaded;
    if (typeof outcome === 'string') {
      const early = { ...prepared, isLoading: true };
      engine.set(id, known);
      documents.set(id, early);
      void loaded.then((late) => {
        if (isStopped || documents.get(id) !== early) return;
        documents.set(id, asLoaded(prepared, late));
        if (late.kind === 'refused') onWithoutPrism?.(id, late.message);
      });
      return { kind: 'slow' };
    }
    if (outcome.kind === 'refused' && !('service' in known)) return outcome;
    engine.set(id, known);
    documents.set(id, asLoaded(prepared, outcome));
    return outcome.kind === 'loaded' ? outcome : { kind: 'octavo', message: outcome.message };
  }

  /** Octavo answers where Prism turns out not to load the document, so nothing is lost by waiting. */
  function wait(prepared: PreparedDocument, known: EngineSource): MockLoad {
    const { id } = prepared;
    documents.set(id, prepared);
    firstUse.set(id, async () => {
      const outcome = await install(prepared, known);
      if (outcome.kind === 'octavo' && !isStopped) onWithoutPrism?.(id, outcome.message);
    });
    return { kind: 'waiting' };
  }

  const front = {
    documents,
    use: firstUse.use,
    behaviour,
    ask: (wanted: Parameters<NonNullable<FrontOptions['ask']>>[0]) => supervisor.request(wanted),
    judge: (ask: Parameters<FrontOptions['judge']>[0]) => engine.ask({ ...ask, dynamic }),
    ...(onRefusedRequest === undefined ? {} : { onRefused: onRefusedRequest }),
    ...(onOctavo === undefined ? {} : { onOctavo: once(onOctavo) }),
    ...(options.replay === undefined ? {} : { replay: options.replay }),
    ...(options.onReplay === undefined ? {} : { onReplay: once(options.onReplay) }),
    ...(onUnjudged === undefined ? {} : { onUnjudged: onceEach(onUnjudged) }),
  };
  return {
    documents,
    supervisor,
    set: async (source) => {
      const { prepared, known } = await stage(() => taken(source));
      const isUnused = firstUse.isPending(prepared.id) || !documents.has(prepared.id);
      if (options.isLazy === true && isUnused && 'service' in known) return wait(prepared, known);
      return await install(prepared, known);
    },
    remove: (id) => {
      documents.delete(id);
      firstUse.drop(id);
      supervisor.unload(id);
      engine.remove(id);
    },
    handle: (request, response, url) => handleMock(request, response, { ...front, url }),
    stop: async () => {
      isStopped = true;
      await Promise.all([supervisor.stop(), engine.stop()]);
    },
  };
}

function asLoaded(prepared: PreparedDocument, outcome: LoadOutcome): PreparedDocument {
  return outcome.kind === 'loaded' ? prepared : { ...prepared, withoutPrism: outcome.message };
}

/** The most answers that are remembered, so as not to report them again. */
const mostReported = 10_000;

/** Reports each document once. */
export function onceEach(report: (id: string, detail: string) => void): (id: string, detail: string) => void {
  const reported = new Set<string>();
  return (id, detail) => {
    if (reported.has(id)) return;
    reported.add(id);
    report(id, detail);
  };
}

/** Reports what is the same once. */
function once<T>(report: (said: T) => void): (said: T) => void {
  const reported = new Set<string>();
  return (said) => {
    const key = JSON.stringify(said);
    if (reported.has(key) || reported.size >= mostReported) return;
    reported.add(key);
    report(said);
  };
}

/** Answers requests to `/mock` and below, and others with a 404. `url` gives the address that it listens on. */
export function mockListener(mocks: Pick<Mocks, 'handle'>, url: () => string): RequestListener {
  return (request, response) => {
    if (/^\/mock(?:\/|\?|$)/.test(request.url ?? '')) {
      void mocks.handle(request, response, url);
      return;
    }
    sendProblem(response, { status: 404, title: 'Not Found', detail: 'The mocks are at /mock/<document>.' });
  };
}

/**
 * Starts a server with mocks of the documents, and resolves when they are ready.
 * Throws an `OctavoError` (exit 3) if the port is in use or Prism is missing, and, without `onRefused`, an `Error` if Prism rejects a document.
 */
export async function startMock(sources: readonly MockSource[], options: MockOptions = {}): Promise<RunningMock> {
  const mocks = startMocks(options);
  let url = '';
  try {
    const listening = await listen(
      mockListener(mocks, () => url),
      options.port ?? 0,
      options.host ?? '127.0.0.1',
    );
    url = listening.url;
    const stop = async (): Promise<void> => {
      await Promise.all([listening.close(), mocks.stop()]);
    };
    const outcomes = await Promise.all(sources.map(async (source) => [idOf(source), await mocks.set(source)] as const));
    for (const [id, outcome] of outcomes) {
      if (outcome.kind !== 'refused') continue;
      if (options.onRefused !== undefined) {
        options.onRefused(id, outcome.message);
        continue;
      }
      await stop();
      throw new Error(`Prism rejected ${id}: ${outcome.message}`);
    }
    return { url, urlOf: (id) => urlOf(mocks, url, id), mocks, stop };
  } catch (error) {
    await mocks.stop();
    throw error;
  }
}

export function urlOf(mocks: Pick<Mocks, 'documents'>, url: string, id: string): string {
  const document = mocks.documents.get(id);
  if (document === undefined) throw new Error(`Unknown document \`${id}\`. The documents are: ${[...mocks.documents.keys()].join(', ')}.`);
  return `${url}${mockPath(document)}`;
}
