// Starts mocks of documents: one Prism process behind one address. `startMock` is the Node API; `octavo mock` and `octavo dev` are built on the same parts.
import path from 'node:path';
import { rounded } from '../exact.ts';
import { bundle } from '../load/bundle.ts';

import type { Description, JsonObject } from '../load/description.ts';
import { type FrontOptions, handleMock, mockPath } from './front.ts';
import { listen, sendProblem } from './http.ts';
import { type PreparedDocument, prepare } from './prepare.ts';
import { findPrism } from './prism.ts';
import { type LoadOutcome, type MockFault, Supervisor } from './supervisor.ts';

/** A loaded description, or a document whose references all stay inside it. */
export type MockSource = Description | { readonly id: string; readonly document: JsonObject };

export interface MocksOptions {
  /** Project folder: where Prism is looked for, and `.octavo/` is. Default: the working directory. */
  readonly root?: string;
  /** Bodies are made up from the schemas instead of taken from the examples. A request asks for it with `Prefer: dynamic=true`. */
  readonly dynamic?: boolean;
  /** An answer that breaks the document is a 500. */
  readonly errors?: boolean;
  /** Milliseconds that one request may take; default 10,000. */
  readonly requestLimit?: number;
  readonly onFault?: (fault: MockFault) => void;
}

export interface MockOptions extends MocksOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
}

/** Mocks of several documents, without an address of their own. */
export interface Mocks {
  readonly documents: ReadonlyMap<string, PreparedDocument>;
  readonly supervisor: Supervisor;
  /** Starts or replaces a document; one that Prism refuses leaves its last good version in place. */
  set(source: MockSource): Promise<LoadOutcome>;
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
  /** Base URL of a document's mock: `http://127.0.0.1:4000/mock/h-email/v2`. Throws for a document that is not there. */
  urlOf(document: string): string;
  readonly mocks: Mocks;
  stop(): Promise<void>;
}

/** Throws an `OctavoError` (exit 3) where Prism is not installed. The process starts at once; documents may be set right away. */
export function startMocks(options: MocksOptions = {}): Mocks {
  const root = options.root ?? process.cwd();
  const documents = new Map<string, PreparedDocument>();
  const supervisor = new Supervisor({
    prism: findPrism(root),
    dynamic: options.dynamic ?? false,
    errors: options.errors ?? false,
    cacheFolder: path.join(root, '.octavo', 'cache', 'node'),
    ...(options.requestLimit === undefined ? {} : { requestLimit: options.requestLimit }),
    ...(options.onFault === undefined ? {} : { onFault: options.onFault }),
  });
  return {
    documents,
    supervisor,
    set: async (source) => {
      const prepared = prepare(
        source.id,
        // Prism reads numbers, as all of JavaScript does.
        rounded('resolve' in source ? bundle(source) : source.document),
      );
      const outcome = await supervisor.load(prepared);
      if (outcome.kind === 'loaded') documents.set(prepared.id, prepared);
      return outcome;
    },
    remove: (id) => {
      documents.delete(id);
      supervisor.unload(id);
    },
    handle: (request, response, url) => {
      const front: FrontOptions = { documents, ask: (wanted) => supervisor.request(wanted), url };
      return handleMock(request, response, front);
    },
    stop: () => supervisor.stop(),
  };
}

/**
 * Mocks of the documents behind one address, ready when the promise is.
 * Throws an `OctavoError` where the port is taken or Prism is missing (exit 3), an `Error` where Prism refuses a document.
 */
export async function startMock(sources: readonly MockSource[], options: MockOptions = {}): Promise<RunningMock> {
  const mocks = startMocks(options);
  let url = '';
  try {
    const listening = await listen(
      (request, response) => {
        if (/^\/mock(?:\/|\?|$)/.test(request.url ?? '')) {
          void mocks.handle(request, response, () => url);
          return;
        }
        sendProblem(response, { status: 404, title: 'Not Found', detail: 'The mocks are at /mock/<document>.' });
      },
      options.port ?? 0,
      options.host ?? '127.0.0.1',
    );
    url = listening.url;
    const stop = async (): Promise<void> => {
      await Promise.all([listening.close(), mocks.stop()]);
    };
    for (const [index, outcome] of (await Promise.all(sources.map((source) => mocks.set(source)))).entries()) {
      if (outcome.kind === 'loaded') continue;
      await stop();
      throw new Error(`Prism rejected ${sources[index]?.id}: ${outcome.message}`);
    }
    return { url, urlOf: (id) => urlOf(mocks, url, id), mocks, stop };
  } catch (error) {
    await mocks.stop();
    throw error;
  }
}

function urlOf(mocks: Mocks, url: string, id: string): string {
  const document = mocks.documents.get(id);
  if (document === undefined) throw new Error(`Unknown document \`${id}\`. The documents are: ${[...mocks.documents.keys()].join(', ')}.`);
  return `${url}${mockPath(document)}`;
}
