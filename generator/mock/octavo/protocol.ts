// The messages between the mock and the thread that judges requests and responses by the generated code of the documents, and answers in Prism's
// place.
import type { JudgeOptions } from '../../conform/judge/compile.ts';
import type { JsonObject } from '../../load/description.ts';
import type { Service } from '../../model/service.ts';
import type { InjectedFault } from '../behaviour.ts';
import type { Delivered, LivingCommand, LivingTold } from '../living/commands.ts';
import type { MockAnswer } from '../protocol.ts';

/** A document as the thread gets it: as the model has it, with options of its generated code, or, where only a bundled copy was given, as that. */
export type EngineSource = ({ readonly service: Service; readonly code: JudgeOptions } | { readonly document: JsonObject }) & {
  /** Present where the mock of the document remembers what requests create and change. */
  readonly living?: LivingSource;
};

/** What the world of a living mock begins with. */
export interface LivingSource {
  /** The folder of the project, in which optional packages are looked for; absent: none is used. */
  readonly root?: string;
  /** The same number makes the same world. */
  readonly seed: number;
  /** How many things each collection begins with at least. */
  readonly things: number;
  /** The things that it begins with, in the place of seeds. */
  readonly image?: string;
  /** The absolute path of a module with handlers that answer in front of it. */
  readonly handlers?: string;
}

export interface EngineRequest {
  readonly method: string;
  /** Path below the base path of the server, and the query, percent-encoded as received. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if there is no body. */
  readonly body?: Uint8Array<ArrayBuffer>;
}

export interface EngineAsk {
  readonly document: string;
  readonly request: EngineRequest;
  /** The answer of Prism; absent where it gave none. */
  readonly given?: MockAnswer;
  /** Whether the answer is recorded: it is kept, and the outcome says what is wrong with it. */
  readonly isRecorded?: true;
  /** Make bodies from the schemas instead of using the examples. */
  readonly dynamic: boolean;
  /** The address that the target stands below, for links of a living mock. */
  readonly base?: string;
  /** What the clock of a living mock shows, in milliseconds since 1970; absent: the time. */
  readonly now?: number;
  /** Faults that are ordered, by their ids: a valid request to one of these operations is not carried out. */
  readonly faults?: readonly OrderedFault[];
}

interface OrderedFault {
  readonly id: string;
  /** Absent: all operations. */
  readonly operation?: string;
}

/**
 * `kept`: what was given is right, or recorded, and then `reason` says what is wrong with it. `none`: the thread cannot say; `detail` is the end of a
 * sentence.
 */
export type EngineOutcome =
  | { readonly kind: 'kept'; readonly reason?: string }
  | {
      readonly kind: 'answer';
      readonly answer: MockAnswer;
      readonly reason: string;
      readonly by?: 'living' | 'handler';
      /** What a living mock sends to receivers besides. */
      readonly deliveries?: readonly Delivered[];
      readonly operation?: string;
    }
  /** The request fails as it was ordered. */
  | {
      readonly kind: 'fault';
      readonly fault: InjectedFault;
      readonly operation: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A fault that is ordered applies to the request, which was not carried out. */
  | { readonly kind: 'ordered'; readonly fault: string; readonly operation: string }
  /** `isByDocument`: no response was found that the document allows. */
  | { readonly kind: 'none'; readonly detail: string; readonly isByDocument?: true };

export type ToEngine =
  | { readonly kind: 'set'; readonly id: string; readonly source: EngineSource }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'ask'; readonly seq: number; readonly ask: EngineAsk }
  | { readonly kind: 'tell'; readonly seq: number; readonly id: string; readonly command: LivingCommand };

export interface FromEngine {
  readonly seq: number;
  readonly outcome: EngineOutcome | LivingTold;
}
