// What the service keeps in memory, for each foundation.
import { randomUUID } from 'node:crypto';
import { Clock } from '../clock.ts';
import type {
  Application,
  Grant,
  Organisation,
  Programme,
  Reviewer,
  Round,
  State,
  TrailDetails,
  TrailEntry,
  Transaction,
} from './things.ts';

export const sumOf = (amounts: readonly { readonly cents: number }[]): number => amounts.reduce((sum, { cents }) => sum + cents, 0);

/** What was paid, or repaid, for a grant. */
export const bookedOf = ({ transactions }: Grant, kind: Transaction['kind']): number =>
  sumOf(transactions.filter((one) => one.kind === kind));

export const isCompleted = ({ instalments }: Grant): boolean => instalments.every(({ state }) => state === 'paid');

/** What one foundation has. Maps keep the order of creation. Applications and grants are found by their numbers, everything else by its id. */
export class Foundation {
  readonly programmes = new Map<string, Programme>();
  readonly rounds = new Map<string, Round>();
  readonly organisations = new Map<string, Organisation>();
  readonly reviewers = new Map<string, Reviewer>();
  readonly applications = new Map<string, Application>();
  readonly trails = new Map<string, readonly TrailEntry[]>();
  readonly grants = new Map<string, Grant>();

  roundsOf(programmeId: string): Round[] {
    return [...this.rounds.values()].filter((one) => one.programmeId === programmeId);
  }

  applicationsOf(organisationId: string, ...states: readonly State[]): Application[] {
    return [...this.applications.values()].filter((one) => one.organisationId === organisationId && states.includes(one.state));
  }

  grantsOf(roundId: string): Grant[] {
    return [...this.grants.values()].filter((one) => one.roundId === roundId);
  }
}

/** All foundations. They share a clock and the numbers of applications. */
export class Store extends Clock {
  readonly willow = new Foundation();
  readonly heron = new Foundation();
  #applications = 100;

  readonly id = (): string => randomUUID();

  today(): string {
    return new Date().toISOString().slice(0, 10);
  }

  applicationNumber(): string {
    this.#applications += 1;
    return `${this.today().slice(0, 4)}-${String(this.#applications).padStart(4, '0')}`;
  }

  /** All foundations, for a service that forgets whose a thing is. */
  all(): Foundation[] {
    return [this.willow, this.heron];
  }

  /** Puts an entry at the end of the trail of an application. */
  note(foundation: Foundation, number: string, by: string, entry: TrailDetails): TrailEntry {
    const made: TrailEntry = { id: this.id(), ...entry, by, at: this.now() };
    foundation.trails.set(number, [...(foundation.trails.get(number) ?? []), made]);
    return made;
  }

  /** Brings an application to another state, with an entry in its trail. */
  move(foundation: Foundation, application: Application, to: State, by: string, remark: string | null = null): Application {
    const { at } = this.note(foundation, application.number, by, { kind: 'state', from: application.state, to, remark });
    const moved: Application = { ...application, state: to, updatedAt: at, submittedAt: to === 'submitted' ? at : application.submittedAt };
    foundation.applications.set(moved.number, moved);
    return moved;
  }
}
