// The mocks of `octavo dev`: those of Prism, or those that remember, which have a control API.
import { OctavoError, usageError } from '../base/error.ts';
import type { Project } from '../config/config.ts';
import { placeText } from '../load/frame.ts';
import type { OctavoAnswer } from '../mock/answering.ts';
import type { Behaviour } from '../mock/behaviour.ts';
import type { RefusedRequest } from '../mock/front.ts';
import { listen } from '../mock/http.ts';
import { type Mocks, startMocks } from '../mock/index.ts';
import { thingFaults } from '../mock/living/index.ts';
import { startLivingMocks } from '../mock/living/mocks.ts';
import { idOf } from '../mock/octavo/sources.ts';
import type { MockFault } from '../mock/supervisor.ts';
import type { ServedControl } from '../serve.ts';

/** How the mocks behave, and what is told of them. */
export interface DevMocksOptions {
  /** How long mocks wait, and how often they fail. */
  readonly behaviour: Behaviour;
  /** Whether the mocks remember what requests create and change. Default: as the configuration says. */
  readonly living?: boolean;
  /** The seed of what such mocks begin with. Default: as the configuration says. */
  readonly seed?: number;
  readonly on: MockEvents;
}

/** Events that the caller may report. */
export interface MockEvents {
  /** Prism rejected this document, so that the generated mock answers all its requests. */
  withoutPrism(id: string, message: string): void;
  /** A mock refused a request, or failed it on purpose. */
  refusedRequest(refused: RefusedRequest): void;
  /** The generated mock answered in Prism's place. */
  octavo(answered: OctavoAnswer): void;
  /** Prism's responses of this document are sent without a judgement. */
  unjudged(id: string, detail: string): void;
  /** A mock that remembers has no response to a request. */
  unanswered(id: string, detail: string): void;
  fault(fault: MockFault): void;
  /** Prism takes long to load this document: the generated mock answers all requests until it has. */
  slow(id: string): void;
  /** Prism has loaded the document that took long. */
  loaded(id: string): void;
  failed(what: string, error: unknown): void;
}

/** Which mock answers: Prism with the documents' examples, or the one that remembers. */
export type MockKind = 'prism' | 'living';

export interface DevMocks extends Pick<Mocks, 'documents' | 'set' | 'remove' | 'handle' | 'stop'> {
  readonly kind: MockKind;
  /** Resolves when documents can be loaded. */
  ready(): Promise<unknown>;
  /** The process of Prism. */
  prism(): { readonly pid: number | undefined; readonly restarts: number } | undefined;
  /** Opens the control API of mocks that remember. `url`: the address of the mocks; `portal`: the origin of the pages that may use it. */
  openControl(url: () => string, portal: () => string): Promise<ServedControl | undefined>;
}

/** `undefined` where Prism is not installed, or does not run here. */
export function startDevMocks({ root, mock }: Project, options: DevMocksOptions): DevMocks | undefined {
  return (options.living ?? mock.living) === true ? livingMocks(root, options, options.seed ?? mock.seed) : prismMocks(root, options);
}

function livingMocks(root: string, { on, behaviour }: DevMocksOptions, seed: number | undefined): DevMocks {
  const mocks = startLivingMocks({
    root,
    behaviour,
    ...(seed === undefined ? {} : { seed }),
    onRefusedRequest: on.refusedRequest,
    onUnjudged: on.unanswered,
  });
  let close = async (): Promise<void> => {};
  return {
    ...mocks,
    kind: 'living',
    set: async (source) => {
      mocks.set(source);
      for (const { code, message, fix, location } of thingFaults(source))
        on.failed('mock', usageError(code, `${placeText(location)}: ${message}`, fix === undefined ? {} : { fix }));
      // The pages need not wait until the generated code is loaded.
      void mocks
        .handlersFault(idOf(source))
        .then((fault) => fault !== undefined && on.failed('mock', usageError('handlers-broken', fault)));
      return { kind: 'loaded' };
    },
    ready: async () => {},
    prism: () => undefined,
    async openControl(url, portal) {
      const { listener, cookie } = mocks.control(url, portal);
      const listening = await listen(listener, 0, '127.0.0.1');
      close = () => listening.close();
      return { url: `${listening.url}/v1`, cookie };
    },
    stop: async () => {
      await Promise.all([close(), mocks.stop()]);
    },
  };
}

function prismMocks(root: string, { on, behaviour }: DevMocksOptions): DevMocks | undefined {
  try {
    const mocks = startMocks({
      root,
      behaviour,
      isLazy: true,
      onFault: on.fault,
      onSlow: on.slow,
      onLoaded: on.loaded,
      onWithoutPrism: on.withoutPrism,
      onRefusedRequest: on.refusedRequest,
      onOctavo: on.octavo,
      onUnjudged: on.unjudged,
    });
    const { supervisor } = mocks;
    return {
      ...mocks,
      kind: 'prism',
      ready: () => supervisor.ready(),
      prism: () => ({ pid: supervisor.pid, restarts: supervisor.restarts }),
      openControl: async () => undefined,
    };
  } catch (error) {
    if (!(error instanceof OctavoError)) throw error;
    // Why else there are none: this Node.js is too old for Prism. What is not installed is named at the end of the start.
    if (error.code !== 'peer-missing') on.failed('mock', error);
    return undefined;
  }
}
