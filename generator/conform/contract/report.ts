// Declares the outcome of a run as data: every report (terminal, JSON, JUnit, SARIF, HAR, HTML) is made of it. Types only.
import type { Location } from '../../base/problem.ts';
import type { Operation, ParameterIn, Service } from '../../model/service.ts';
import type { Finding } from './check.ts';
import type { Waiver } from './waiver.ts';

/** The cases of one operation that one check looked at. */
export interface Cell {
  /** Cases that the check judged. */
  looked: number;
  /** Cases with a fault. */
  failed: number;
  /** Cases with a fault that a waiver covers. */
  waived: number;
  /** The first ones that the check judged. */
  readonly cases: JudgedCase[];
}

/** A case that checks have judged, or a sequence of requests. */
export interface JudgedCase {
  /** The id of the case, or what each step of a sequence does: `create, delete, read after delete`. */
  readonly name: string;
  /** One phrase for people. Absent for a sequence. */
  readonly says?: string;
  readonly requests: readonly JudgedRequest[];
  /** Texts of credentials, which no output may contain. */
  readonly secrets: readonly string[];
}

export interface JudgedRequest {
  readonly method: string;
  /** Path and query below the base path, without what security schemes add. */
  readonly target: string;
  /** Absent: there is no response. */
  readonly status?: number;
  readonly milliseconds: number;
}

export interface Unreached {
  /** A phrase after `since`: `5 valid requests got 404`. */
  readonly reason: string;
  /** What the user would give: credentials, identifiers of things that exist, inputs that the service accepts, or more time. */
  readonly wants: 'credentials' | 'identifiers' | 'inputs' | 'time';
}

export interface OperationReport {
  readonly operation: Operation;
  /** Exchanges with the operation, follow-ups included. */
  readonly exchanges: number;
  /** By id of the check. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** Why the operation was not called. Absent: it was. */
  readonly skipped?: string;
  /** Whether `skipped` is the user's choice, so that the operation does not count as one that should have succeeded. */
  readonly isLeftOut?: true;
  /** Why the run knows no success. Absent: a valid request has succeeded, the document declares failures only, or the user left the operation out. */
  readonly unreached?: Unreached;
}

/** How many exchanges used a part of an operation. */
export interface OperationCoverage {
  readonly operation: Operation;
  readonly exchanges: number;
  /** The declared ones in their order, then others that came. */
  readonly statuses: readonly { readonly status: string; readonly isDeclared: boolean; readonly exchanges: number }[];
  /** Requests that the document allows and that have the parameter. */
  readonly parameters: readonly { readonly in: ParameterIn; readonly name: string; readonly exchanges: number }[];
  /** At most 500. Each schema counts once for requests and once for responses. */
  readonly branches: readonly BranchCoverage[];
  /** Present where the operation has more branches than are counted. */
  readonly moreBranches?: true;
}

/** A branch of a schema, a value of an `enum` or a media type, and the exchanges as declared that took it. */
export interface BranchCoverage {
  /** `request`, or the first declared status whose response has it. */
  readonly of: string;
  /** JSON pointer into the input or the response, with `*` for items and properties that have no names: `/body/items/*`. */
  readonly at: string;
  /** `discriminator`: a schema that includes the one with the discriminator. */
  readonly kind: 'media-type' | 'oneOf' | 'anyOf' | 'discriminator' | 'enum';
  /** `Cat`, `branch 2`, `"paperback"`, `application/json`. */
  readonly name: string;
  readonly exchanges: number;
}

/**
 * A part of a request that the document permits and that the service refuses, perhaps for a rule that the document has in prose. It is no finding.
 */
export interface Doubt {
  readonly operation: Operation;
  /** JSON pointer into the input: `/body/price`. Absent: the request as a whole. */
  readonly at?: string;
  readonly location: Location;
  /** `refused with 422: …` */
  readonly message: string;
}

/** A constraint that was not tried both ways, and why. */
export interface UntriedConstraint {
  readonly operation: Operation;
  /** A place with `*` for items: `/body/lines/*`. */
  readonly at: string;
  /** JSON Schema keyword. */
  readonly keyword: string;
  /** A phrase after `since`. */
  readonly reason: string;
}

/** How many constraints of the operations were kept on their limit and broken just beyond it, each alone in a request that succeeds otherwise. */
export interface ConstraintReport {
  readonly tried: number;
  readonly of: number;
  readonly untried: readonly UntriedConstraint[];
}

/** Things that a run has made and that the service still has. */
export interface Remaining {
  /** The operation that made them. */
  readonly create: Operation;
  readonly count: number;
  /** Why they were not deleted, as a phrase after `since`. */
  readonly reason: string;
}

/** The report of `octavo conform` or `octavo proxy`. */
export interface RunReport {
  readonly service: Service;
  readonly target: string;
  readonly operations: readonly OperationReport[];
  readonly findings: readonly Finding[];
  readonly waived: readonly (Finding & { readonly waiver: Waiver })[];
  readonly idleWaivers: readonly Waiver[];
  readonly exchanges: number;
  readonly milliseconds: number;
  readonly coverage: readonly OperationCoverage[];
  /** Every case follows from it. Absent where a client made the requests. */
  readonly seed?: number;
  /** Requests that no operation declares; a proxy alone counts them. */
  readonly undeclared?: readonly UndeclaredRequest[];
  /** Where the requests and responses come from a file. */
  readonly recorded?: RecordedReport;
  /** Why no sequences of requests were sent, as a sentence. Absent: they were, or the document has nothing that can be created. */
  readonly sequences?: string;
  /**
   * Checks that the document asks for and that could judge no exchange of an operation, each with the reason. Absent: there are none, or a proxy
   * reports.
   */
  readonly unjudged?: readonly { readonly check: string; readonly operation: Operation; readonly reason: string }[];
  /** How many operations have answered a valid request with success, of how many that could. Absent where a client made the requests. */
  readonly reached?: { readonly succeeded: number; readonly of: number };
  /** Why the run says too little to pass, as sentences with what to give. Absent: it says enough, or a client made the requests. */
  readonly inconclusive?: readonly string[];
  /** How many things the run has deleted at its end, and what remains. Absent where nothing was made, or nothing is cleaned up. */
  readonly cleanup?: { readonly deleted: number; readonly remaining: readonly Remaining[] };
  /** Refusals of valid requests that are no findings. Absent where a client made the requests. */
  readonly doubts?: readonly Doubt[];
  /** Absent where a client made the requests. */
  readonly constraints?: ConstraintReport;
  /** Why not all cases were sent: the time of the run was over, or operations did not respond. Absent: they were. */
  readonly ended?: string;
}

export interface ConformReport extends RunReport {
  readonly seed: number;
}

/** Requests of a client that no operation declares, by method and path. */
export interface UndeclaredRequest {
  readonly method: string;
  readonly path: string;
  readonly count: number;
}

/** What a recording was judged by, and what of it was not judged. */
export interface RecordedReport {
  readonly file: string;
  readonly entries: number;
  /**
   * Entries of the service that were judged, and those of them whose request or response was judged without its body, since the file does not have
   * it.
   */
  readonly judged: number;
  readonly withoutBody: number;
  /** Entries of the service whose redacted values were not judged. */
  readonly redacted: number;
  /** Entries of the service that were left out, by the reason. */
  readonly leftOut: readonly { readonly reason: string; readonly count: number }[];
  /** Entries of other addresses, the most first. */
  readonly others: readonly { readonly origin: string; readonly count: number }[];
  /** The first entries that cannot be read: what is wrong with each. */
  readonly faults: readonly string[];
  readonly faulty: number;
}

/** The recording that a proxy has written. */
export interface RecordingReport {
  readonly file: string;
  readonly entries: number;
  /** Exchanges that are not in it, since it would be longer than its limit. */
  readonly leftOut: number;
}

export interface ProxyReport extends RunReport {
  readonly undeclared: readonly UndeclaredRequest[];
  /** Connections that changed to another protocol, such as WebSocket, and were not judged. */
  readonly upgrades: number;
  /** Absent: nothing was to be recorded. */
  readonly recording?: RecordingReport;
  /** Why there is no recording, although one was asked for. */
  readonly recordingFailure?: unknown;
}
