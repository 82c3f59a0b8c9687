// Keeps what refused creates say of later ones: what was refused for the same reason before is not tried in all ways again.
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { reasonOf } from '../../contract/reason.ts';
import type { Thing } from '../thing.ts';
import type { Attempt } from './attempts.ts';
import { InVain } from './in-vain.ts';

/** So many things in a row are tried to be made in all ways, in vain and for the same reason. */
const MOST_VAIN = 2;

/** So often the same is done after refusals for the same reason, in vain. */
const MOST_ALIKE = 3;

/** So many things in a row are refused with what the one before has named, and made with new things, before all are made with new ones. */
const MOST_TAKEN = 3;

/** Statuses that say that values are invalid: they would be so again. */
const INVALID: ReadonlySet<number> = new Set([400, 404, 422]);

/** How a thing is made, as far as refusals may differ by it. */
interface Manner {
  readonly parent?: Thing;
  readonly credential?: 'given' | 'other';
  readonly isGiven?: boolean;
  readonly isOwn?: true;
}

/** The attempts to make one thing. */
interface Trial {
  /** Whether other values have not helped, so that only what goes with others is left to try. */
  readonly isAlike: boolean;
  /** Whether an attempt is known to be refused as invalid. */
  isInvalid(attempt: Attempt): boolean;
  /** Notes a refusal. `true`: all other ways have been in vain where the first refusal gave this reason. */
  refused(created: Answered, attempt: Attempt): boolean;
  /** Notes that all ways were in vain. */
  failed(): void;
  /** Notes the success of an attempt, after a refusal with this status; 0 for none. */
  succeeded(attempt: Attempt, status: number): void;
}

export class Refusals {
  /** Attempts that the service has refused as invalid. */
  readonly #invalid = new Set<string>();
  readonly #vain = new InVain(MOST_VAIN);
  /** What preparations, and days and numbers that may fit, have not helped against. */
  readonly unprepared = new InVain(MOST_ALIKE);
  readonly unfit = new InVain(MOST_ALIKE);
  /** How often creates have succeeded with new things alone; `once` where they are known to succeed once with what they name. */
  readonly #taken = new Map<Operation, number | 'once'>();

  /** Lets all be tried again: there are other things by now. */
  forget(): void {
    this.#invalid.clear();
    for (const one of [this.#vain, this.unprepared, this.unfit]) one.forget();
  }

  /** Whether a create succeeds once with what it names. */
  isOnce(create: Operation): boolean {
    return this.#taken.get(create) === 'once';
  }

  begin(create: Operation, { parent, isOwn, isGiven, credential = 'given' }: Manner): Trial {
    // What stands below a thing of its own may fit where others do not.
    const kind = `${create.id} ${parent?.resource.create.id}`;
    const keyOf = (attempt: Attempt): string => `${kind} ${JSON.stringify(attempt)}`;
    let first: string | undefined;
    let [last, alike] = ['', 0];
    return {
      get isAlike() {
        return alike >= MOST_ALIKE;
      },
      isInvalid: (attempt) => this.#invalid.has(keyOf(attempt)),
      refused: (created, attempt) => {
        const { status } = created.response;
        const reason = reasonOf(created.response);
        alike = status !== 409 ? 0 : reason === last ? alike + 1 : 1;
        last = reason;
        if (credential === 'given' && INVALID.has(status)) this.#invalid.add(keyOf(attempt));
        if (first !== undefined) return false;
        first = `${kind} ${isOwn} ${isGiven} ${credential} ${reason}`;
        return this.#vain.has(create, first);
      },
      failed: () => {
        if (first !== undefined) this.#vain.note(create, first);
      },
      succeeded: (attempt, status) => {
        this.#vain.forget(create);
        const taken = this.#taken.get(create) ?? 0;
        if (taken === 'once') return;
        const next = status === 409 && parent === undefined ? taken + 1 : 0;
        this.#taken.set(create, next >= MOST_TAKEN || (status === 409 && attempt.proven !== undefined) ? 'once' : next);
      },
    };
  }
}
