// Living mocks of documents without a server: what requests reach, and what control does with them.
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Service } from '../../model/service.ts';
import { mockPath } from '../addresses.ts';
import type { Behaviour } from '../behaviour.ts';
import { type FrontOptions, handleMock, type RefusedRequest } from '../front.ts';
import { onceEach } from '../index.ts';
import { handlersOf, idOf, type MockSource, taken } from '../octavo/sources.ts';
import { EngineThread } from '../octavo/thread.ts';
import type { PreparedDocument } from '../prepare.ts';
import { Ground, type GroundOptions } from './control/ground.ts';
import { CONTROL_COOKIE, controlListener } from './control/server.ts';
import { type Explained, explain } from './plan/explain.ts';

/** What a world begins with, where nothing else is said. */
export const DEFAULT_SEED = 1;
export const DEFAULT_THINGS = 5;
/** The most things of a collection that are made at the start. */
export const MOST_THINGS = 10_000;

export interface LivingMocksOptions extends GroundOptions {
  /** The same number makes the same world; default 1. */
  readonly seed?: number;
  /** How many things each collection begins with at least, those of the examples first; default 5. Below another thing there are three at most. */
  readonly things?: number;
  /** The folder of the project: where it has `@faker-js/faker`, things are made of its words. */
  readonly root?: string;
  /** Time limit of one request in milliseconds; default 10,000. */
  readonly requestLimit?: number;
  /** Latency, faults on purpose, and the origins of pages that may read the mock. Default: none of them. */
  readonly behaviour?: Behaviour;
  /** Called for each request that is refused, or fails on purpose. */
  readonly onRefusedRequest?: (refused: RefusedRequest) => void;
  /** Called once for each document that cannot answer; `detail` is the end of a sentence. */
  readonly onUnjudged?: (id: string, detail: string) => void;
}

export interface LivingMocks {
  readonly documents: ReadonlyMap<string, PreparedDocument>;
  /** What the operations of each document are taken for. */
  readonly explained: ReadonlyMap<string, readonly Explained[]>;
  /** Adds or replaces a document, whose things then are those that it begins with. */
  set(source: MockSource): void;
  /** Loads the handlers of a document before its first request. Resolves with a sentence where they cannot be loaded. */
  handlersFault(id: string): Promise<string | undefined>;
  remove(id: string): void;
  readonly handle: (
    request: Parameters<typeof handleMock>[0],
    response: Parameters<typeof handleMock>[1],
    url: () => string,
  ) => Promise<void>;
  /** The control API, for loopback only. `url`: the address of the mocks; `portal`: the origin whose pages may use it. */
  control(url: () => string, portal?: () => string | undefined): Control;
  /** Keeps what has changed, and ends. */
  stop(): Promise<void>;
}

interface Control {
  readonly listener: RequestListener;
  /** What a request needs, as `Authorization: Bearer <token>`. */
  readonly token: string;
  /** The same for pages of the portal. */
  readonly cookie: { readonly name: string; readonly value: string };
}

const BITS = 256;

export function startLivingMocks(options: LivingMocksOptions = {}): LivingMocks {
  const { seed = DEFAULT_SEED, things = DEFAULT_THINGS, root, requestLimit = 10_000, behaviour = {}, data } = options;
  const { onRefusedRequest, onUnjudged } = options;
  const documents = new Map<string, PreparedDocument>();
  const explained = new Map<string, readonly Explained[]>();
  /** The documents with handlers in front. */
  const handled = new Set<string>();
  const engine = new EngineThread(requestLimit);
  const ground = new Ground(engine, options);
  const front: Omit<FrontOptions, 'url'> = {
    documents,
    use: async () => {},
    judge: (ask) => ground.judge(ask),
    behaviour,
    ...(onRefusedRequest === undefined ? {} : { onRefused: onRefusedRequest }),
    ...(onUnjudged === undefined ? {} : { onUnjudged: onceEach(onUnjudged) }),
  };
  return {
    documents,
    explained,
    set(source) {
      const { prepared, known } = taken(source);
      const id = idOf(source);
      const image = data?.imageOf(id);
      const handlers = handlersOf(source);
      const living = {
        seed,
        things,
        ...(root === undefined ? {} : { root }),
        ...(image === undefined ? {} : { image }),
        ...(handlers === undefined ? {} : { handlers }),
      };
      if (handlers === undefined) handled.delete(id);
      else handled.add(id);
      documents.set(id, prepared);
      explained.set(id, 'service' in known ? explain(known.service) : []);
      if ('service' in known) ground.log.setSecrets(id, secretsOf(known.service));
      engine.set(id, { ...known, living });
    },
    async handlersFault(id) {
      const told = handled.has(id) ? await engine.tell(id, { do: 'begin' }) : undefined;
      return told?.kind === 'refused' ? `The mock of \`${id}\` has not started: ${told.detail}` : undefined;
    },
    remove(id) {
      documents.delete(id);
      explained.delete(id);
      engine.remove(id);
    },
    handle: (request, response, url) => handleMock(request, response, { ...front, url }),
    control(url, portal = () => undefined) {
      const token = randomBytes(BITS / 8).toString('base64url');
      const places = () => [...documents.values()].map((document) => ({ id: document.id, url: `${url()}${mockPath(document)}` }));
      return {
        listener: controlListener({ token, portal, ground, documents: places }),
        token,
        cookie: { name: CONTROL_COOKIE, value: token },
      };
    },
    async stop() {
      await ground.save();
      ground.outbox.clear();
      await engine.stop();
    },
  };
}

/** The query parameters that carry credentials. */
function secretsOf({ securitySchemes }: Service): readonly string[] {
  return securitySchemes.flatMap((scheme) => (scheme.kind === 'apiKey' && scheme.in === 'query' ? [scheme.parameter] : []));
}
