// What the service keeps, in memory.
import { randomInt, randomUUID } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { InstrumentInput, ObservationInput, ProgrammeInput, ProposalInput } from './inputs.ts';

interface Kept {
  readonly id: string;
  readonly institute: string;
  readonly createdAt: string;
}

export interface Instrument extends Kept {
  name: string;
  readonly kind: string;
  readonly apertureMm: number;
  readonly serialNumber: string;
  filters: readonly string[];
  readonly site: InstrumentInput['site'];
  homepage: string | null;
  retired: boolean;
  lastCalibratedAt: string | null;
}

export interface Night extends Kept {
  readonly instrumentId: string;
  readonly date: string;
  readonly startTime: string;
  readonly minutes: number;
  minutesFree: number;
  readonly twilight: string;
  readonly observers: readonly string[];
}

export interface Calibration extends Kept {
  readonly instrumentId: string;
  readonly kind: string;
  readonly takenAt: string;
  readonly frames: number;
  readonly temperatureCelsius: number;
  readonly filter: string | null;
  readonly validForDays: number;
  readonly expiresAt: string;
}

export interface Programme extends Kept {
  readonly code: string;
  readonly title: string;
  readonly principalInvestigator: Required<ProgrammeInput['principalInvestigator']>;
  readonly hoursGranted: number;
  minutesUsed: number;
  readonly opensOn: string;
  readonly closesOn: string;
  readonly keywords: readonly string[];
}

/** What somebody wrote into a proposal, with all members. */
export interface Written {
  readonly title: string;
  readonly abstract: string;
  readonly priority: number;
  readonly targets: readonly Required<ProposalInput['targets'][number]>[];
  readonly requestedMinutes: number;
  readonly moon: string;
  readonly coInvestigators: readonly string[];
}

export type State = 'draft' | 'submitted' | 'accepted' | 'rejected' | 'withdrawn';

export interface Proposal extends Kept {
  readonly programmeId: string;
  state: State;
  written: Written;
  scheduledMinutes: number;
  submittedAt: string | null;
  decidedAt: string | null;
  note: string | null;
}

export interface Observation extends Kept {
  readonly proposalId: string;
  readonly nightId: string;
  readonly instrumentId: string;
  state: 'planned' | 'observed';
  readonly targetNumber: number;
  readonly targetName: string;
  readonly minutes: number;
  readonly exposures: readonly Required<ObservationInput['exposures'][number]>[];
  readonly openSeconds: number;
  readonly remark: string | null;
  fileCount: number;
}

export interface DataFile extends Kept {
  readonly observationId: string;
  readonly name: string;
  readonly kind: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly recordedAt: string;
  readonly keywords: Readonly<Record<string, string>>;
}

/** The things of one kind, in the order in which they were made. */
export class Shelf<T extends Kept> {
  readonly #things = new Map<string, T>();

  add(thing: T): T {
    this.#things.set(thing.id, thing);
    return thing;
  }

  /** The thing with an id, if it belongs to the institute. */
  find(id: string, institute: string): T | undefined {
    const thing = this.#things.get(id);
    return thing?.institute === institute ? thing : undefined;
  }

  /** The thing with an id, whichever institute it belongs to. */
  findAnywhere(id: string): T | undefined {
    return this.#things.get(id);
  }

  remove(id: string): void {
    this.#things.delete(id);
  }

  of(institute: string): T[] {
    return [...this.#things.values()].filter((thing) => thing.institute === institute);
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

export class Store {
  readonly #clock = new Clock();
  readonly instruments = new Shelf<Instrument>();
  readonly nights = new Shelf<Night>();
  readonly calibrations = new Shelf<Calibration>();
  readonly programmes = new Shelf<Programme>();
  readonly proposals = new Shelf<Proposal>();
  readonly observations = new Shelf<Observation>();
  readonly files = new Shelf<DataFile>();

  now(): string {
    return this.#clock.now();
  }

  /** What each new thing has. */
  made(prefix: string, institute: string): Kept {
    const id = prefix === '' ? randomUUID() : `${prefix}_${Array.from({ length: 12 }, () => LETTERS[randomInt(36)]).join('')}`;
    return { id, institute, createdAt: this.now() };
  }
}
