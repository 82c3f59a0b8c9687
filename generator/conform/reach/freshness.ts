// What keeps cases from failing for what others have done, and what it needs: types only.
import type { Edge } from '../../inference/edge.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import type { Input } from '../plan/index.ts';
import type { Existing } from './existing.ts';
import type { Preparation } from './ways/way.ts';

export interface Freshness {
  /** Notes what an answer says of the things that were made for its operation. */
  see(exchange: Exchange): void;
  /** The case as it is to be sent now. `mayTry`: its thing may be used up already, since the caller asks `another` where it is refused. */
  ready(one: Case, mayTry?: boolean): Promise<Case>;
  /** Another case in place of one that was refused for what is used already; `undefined` where nothing is known to help. */
  another(exchange: Exchange): Promise<Case | undefined>;
  /** The input with new values where the service is known to want values of their own. */
  unique(operation: Operation, input: Input): Input;
  /** The input with values that have helped before. */
  suited(operation: Operation, input: Input): Input;
  /** The input with other values in place of those that it was refused for; `undefined` where nothing is known to help. */
  renewed(exchange: Exchange): Input | undefined;
  /** Brings the thing that a refused request names into the state that its operation is known to need. `false`: nothing is known. */
  prepare(exchange: Exchange): Promise<boolean>;
  /** What brings a thing into the state that an operation needs, by steps on it alone: the way that is known, or those that may. */
  waysFor(operation: Operation): readonly Preparation[];
  /** Looks for what an operation needs to have been done before it, in so many ways at most. The exchange is a refusal of it. */
  seek(exchange: Exchange, mayGoOn: () => boolean, most?: number): Promise<boolean>;
  /** Notes a success at once: what was refused before its time says nothing of later. */
  succeeded(operation: Operation): void;
  /**
   * An invalid case once more, on a new thing, where the answer is about the thing and not about what is wrong: a service that overlooks the mistake
   * would answer so too. `undefined` where nothing is known to help.
   */
  reaching(exchange: Exchange): Promise<Case | undefined>;
  /** A case on new things, where the answer to one like it speaks of the thing; `undefined` where there are none, or too many were tried. */
  anew(one: Case, status: number): Promise<Case | undefined>;
  /** What an operation has succeeded with last. */
  proven(operation: Operation): Input | undefined;
  /** Notes whether the other case was answered better: values that did not help need not be unique. */
  helped(one: Case, isBetter: boolean): void;
  /** Lets what was tried in vain for an operation be tried again: by now other things exist. */
  renew(operation: Operation): void;
}

export interface FreshnessOptions {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  /** From lists to what is done to their items, for those alone that the run has brought about. */
  readonly items: readonly Edge[];
  readonly existing: Existing;
  /** The user's values in place of made ones. */
  readonly override: (operation: Operation, input: Input) => Input;
  /** A valid case of an operation that may be called. */
  readonly caseOf: (operation: Operation) => Case | undefined;
  /** A valid case that reads the thing that an operation changes: `GET` at the same path. */
  readonly readOf: (operation: Operation) => Case | undefined;
  /** Sends a case, and learns from its answer before it returns. */
  readonly send: (one: Case) => Promise<Exchange | undefined>;
}
