// A check: a rule that exchanges must keep, with an id that can be switched and waived. Types only.

import type { Location } from '../../base/problem.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Case } from './case.ts';
import type { Answered, Exchange } from './exchange.ts';

/** The facts that a check has beside the exchange. */
export interface CheckContext {
  readonly service: Service;
  /** Options of checks that take one: `{ 'response-time': 500 }`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether the user has given a credential for an alternative of the operation's security. */
  readonly hasCredential: (operation: Operation) => boolean;
  /** Whether the operation has answered a valid request with success: what a service says of others may come before what a check asks for. */
  readonly hasSucceeded: (operation: Operation) => boolean;
}

/** One fault that a check has seen. */
export interface Fault {
  /** One sentence: what is wrong. */
  readonly message: string;
  /** The right outcome, as a noun phrase: `a status from 400 to 499`. */
  readonly expected: string;
  /** The statement of the document. Default: that of the case. */
  readonly location?: Location;
}

export interface Check {
  /** Kebab case: `no-server-error`. docs/conformance-checks.md has a section for each. */
  readonly id: string;
  /** One line for `--help` and reports: what the check demands. */
  readonly summary: string;
  /** Whether it runs unless the user turns it off. */
  readonly on: boolean;
  /** Whether sequences of requests make the check, and `look` sees nothing. */
  readonly sequence?: true;
  /** Further requests for an operation, planned beside its cases; `base` is a valid case of it. Their intent is `{ kind: 'probe', check: id }`. */
  readonly probes?: (base: Case, context: CheckContext) => readonly Case[];
  /** Requests to send after an exchange that has a response, such as the same again. Each becomes an exchange with `after`. */
  readonly follow?: (exchange: Answered, context: CheckContext) => readonly Case[];
  /** Whether it also judges the requests that other checks send. Default: no. */
  readonly judgesProbes?: boolean;
  /** Judges one exchange. `undefined`: the check demands nothing of it. Pure: the same exchange gives the same faults. */
  readonly look: (exchange: Exchange, context: CheckContext) => readonly Fault[] | undefined;
  /** For operations of which the document states what the check demands: why no exchange could be judged, if none was. Reports say it. */
  readonly whyUnjudged?: (operation: Operation) => string | undefined;
}

/** A fault with everything that a report shows of it. */
export interface Finding extends Fault {
  /** Check, operation and a digest of the rest, the same in each run: `read-after-create:getBook:3f2a91`. */
  readonly id: string;
  readonly check: string;
  readonly location: Location;
  /** The operation of the last exchange. */
  readonly operation: Operation;
  /** The shortest sequence that shows it, the failing exchange last. */
  readonly exchanges: readonly [...Exchange[], Exchange];
  /** How many other cases of the operation show the same. */
  readonly more: number;
  /** Id of the finding that stands for this one, since both have one cause. Absent: it stands for itself. */
  readonly alike?: string;
}
