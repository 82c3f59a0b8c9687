// Keeps what a run has learned of each operation: whether it uses up what it takes, what prepares a thing for it, and what was tried.
import { isNamedByCaller } from '../../inference/makers.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Input } from '../plan/index.ts';
import type { Renewal } from './crowded.ts';
import type { Preparation } from './ways/way.ts';

export interface Knowledge {
  /** Whether a success uses up the thing that the path names. */
  usesUp: boolean;
  /** What is done to a new thing before the operation succeeds on it. */
  preparation: Preparation | undefined;
  hasSucceeded: boolean;
  /** What has helped, or is tried, where a new thing was refused as well: what it refers to is made anew, too. */
  anew: { readonly how: Renewal; readonly only?: Operation | undefined; readonly isTrial: boolean } | undefined;
  /** The ways that are left to try; `named`: what a refusal names first is new, and nothing else. */
  anewLeft: readonly (Renewal | 'named')[];
  /** Whether a valid request was refused. */
  isRefused: boolean;
  /** What has overcome a refusal, after which there was another one. */
  nearer: Preparation | undefined;
  /** Whether a preparation was looked for. */
  isSought: boolean;
  /** Whether it was looked for again, with all that the body names made anew. */
  isSoughtAnew: boolean;
  /** The input whose things were prepared last. */
  prepared: Input | undefined;
  /** The things that were made last for its cases. */
  latest: Latest | undefined;
  /** Whether a thing takes one success after the other; `undefined`: not known yet. */
  isLasting: boolean | undefined;
  /** The case that was refused last on a thing that has had successes. */
  doubted: Case | undefined;
  /** How often in a row the preparation has failed. */
  unprepared: number;
  /** The input whose body was made to fit its path last. */
  fit: Input | undefined;
  /** The input of its last success, and whether a create succeeded with it where it did not with newer things. */
  proven: Input | undefined;
  isProvenBetter: boolean;
  /** Attempts of the present case. */
  attempts: number;
  /** Attempts of earlier cases that did not succeed. */
  vain: number;
  sources: number;
  /** How often in a row nothing could be made by the operation. */
  failures: number;
  /** How many invalid cases were sent again on a new thing. */
  unreached: number;
}

interface Latest {
  readonly input: Input;
  /** How many successes they have had. */
  uses: number;
  /** Whether other cases need other things: a success has used them up, or the service refuses them. */
  isSpent: boolean;
}

/** The ways in which what a thing refers to is made anew, in the order in which they are tried. */
export const RENEWALS: readonly (Renewal | 'named')[] = ['named', 'new', 'least'];

export function createKnowledge(): (operation: Operation) => Knowledge {
  const known = new Map<Operation, Knowledge>();
  return (operation) => {
    const isDelete = operation.method === 'DELETE';
    const one = known.get(operation) ?? {
      ...{
        usesUp: isDelete,
        preparation: undefined,
        nearer: undefined,
        hasSucceeded: false,
        isSought: false,
        isSoughtAnew: false,
        prepared: undefined,
        latest: undefined,
        unprepared: 0,
        isLasting: isDelete || isNamedByCaller(operation) ? false : undefined,
        doubted: undefined,
      },
      ...{
        proven: undefined,
        isProvenBetter: false,
        fit: undefined,
        anew: undefined,
        anewLeft: RENEWALS,
        isRefused: false,
      },
      ...{ attempts: 0, vain: 0, sources: 0, failures: 0, unreached: 0 },
    };
    known.set(operation, one);
    return one;
  };
}
