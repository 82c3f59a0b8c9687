// What a sequence chooses of the steps that it has things carry out. Types only.
import type { Resource } from '../../inference/resources.ts';
import type { Input } from '../plan/index.ts';
import type { Step } from './lab.ts';
import type { Thing } from './thing.ts';

/** The part of a step that a sequence chooses. */
export type Act = Pick<Step, 'says' | 'credential' | 'probe' | 'intent' | 'at' | 'headers'> & {
  readonly input?: Input | undefined;
  /** Whether the input names the version that is meant. */
  readonly isVersioned?: true;
  /** Whether the values stay as they are given, also where others have them. */
  readonly isExact?: true;
  /** Whether the thing is brought into the state that the operation needs, as far as it is known. */
  readonly isNeeded?: true;
};

/** `sources`: what a request names, in place of what the thing beside it does. */
export type Beside = Act & Pick<Step, 'request'> & { readonly sources?: readonly Thing[] | undefined };

export interface MakeOptions {
  readonly parent?: Thing;
  readonly above?: readonly Resource[];
  readonly credential?: 'given' | 'other';
  /** Whether what the body refers to stays as the input has it. */
  readonly isGiven?: boolean;
  /** Whether it is made of nothing that the example has, since that may stand elsewhere. */
  readonly isOwn?: true;
  /** Whether the things that one input names are brought into the state that the create needs. */
  readonly isPrepared?: true;
}
