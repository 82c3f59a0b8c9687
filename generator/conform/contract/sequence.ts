// A sequence: several requests whose later ones use values of earlier answers. Types only.
import type { Operation } from '../../model/service.ts';
import type { Location } from '../../problem.ts';
import type { CredentialUse } from './case.ts';

/** A value of an answer that an input of another operation can take. */
export interface Edge {
  readonly producer: Operation;
  /** JSON pointer into the result: `/body/id`, `/headers/Location`. */
  readonly from: string;
  readonly consumer: Operation;
  /** JSON pointer into the input: `/path/id`. */
  readonly to: string;
  /** How it was found: declared in `links`, by names and shapes, or given by the user. */
  readonly by: 'link' | 'name' | 'location-header' | 'override';
  /** The link, or the parameter of the consumer. */
  readonly location: Location;
}

/** One step of a sequence, as a plan: an operation, and which values of earlier steps its input takes. */
export interface Step {
  readonly operation: Operation;
  readonly credential: CredentialUse;
  /** Values of earlier steps, by index. All other values are made for the step. */
  readonly uses: readonly { readonly step: number; readonly edge: Edge }[];
}

export interface Sequence {
  /** What it shows: `read after delete`. */
  readonly says: string;
  readonly steps: readonly Step[];
}
