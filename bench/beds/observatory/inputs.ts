// The bodies that the service takes, and how each of them is checked.
import { isDate, isEmail, isInstant, isUri } from './formats.ts';
import { bool, type Check, closed, filled, integer, lengthOf, list, map, nullable, numeric, oneOf, text } from './shape.ts';

/** Whether the service has a fault. */
export type Has = (fault: string) => boolean;

export const KINDS = ['imager', 'spectrograph', 'photometer', 'interferometer'] as const;
export const CALIBRATION_KINDS = ['bias', 'dark', 'flat', 'wavelength'] as const;
export const FILE_KINDS = ['raw', 'reduced', 'preview'] as const;
export const STATES = ['draft', 'submitted', 'accepted', 'rejected', 'withdrawn'] as const;

export interface InstrumentInput {
  readonly name: string;
  readonly kind: string;
  readonly apertureMm: number;
  readonly serialNumber: string;
  readonly filters?: readonly string[];
  readonly site: { readonly latitude: number; readonly longitude: number; readonly elevationM: number };
  readonly homepage?: string | null;
}

export interface InstrumentPatch {
  readonly name?: string;
  readonly filters?: readonly string[];
  readonly homepage?: string | null;
  readonly retired?: boolean;
}

export interface NightInput {
  readonly date: string;
  readonly startTime: string;
  readonly minutes: number;
  readonly twilight?: string;
  readonly observers?: readonly string[];
}

export interface CalibrationInput {
  readonly kind: string;
  readonly takenAt: string;
  readonly frames: number;
  readonly temperatureCelsius: number;
  readonly filter?: string | null;
  readonly validForDays?: number;
}

export interface ProgrammeInput {
  readonly code: string;
  readonly title: string;
  readonly principalInvestigator: { readonly name: string; readonly email: string; readonly orcid?: string | null };
  readonly hoursGranted: number;
  readonly opensOn: string;
  readonly closesOn: string;
  readonly keywords?: readonly string[];
}

interface TargetInput {
  readonly name: string;
  readonly rightAscension: number;
  readonly declination: number;
  readonly magnitude?: number | null;
}

export interface ProposalInput {
  readonly title: string;
  readonly abstract?: string;
  readonly priority?: number;
  readonly targets: readonly TargetInput[];
  readonly requestedMinutes: number;
  readonly moon?: string;
  readonly coInvestigators?: readonly string[];
}

export interface Decision {
  readonly decision: 'submit' | 'accept' | 'reject' | 'withdraw';
  readonly note?: string | null;
}

export interface ObservationInput {
  readonly nightId: string;
  readonly targetNumber?: number;
  readonly minutes: number;
  readonly exposures: readonly { readonly filter?: string | null; readonly seconds: number; readonly count: number }[];
  readonly remark?: string | null;
}

export interface FileInput {
  readonly name: string;
  readonly kind: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly recordedAt: string;
  readonly keywords?: Readonly<Record<string, string>>;
}

const filter = text({ pattern: /^[A-Za-z][A-Za-z0-9']{0,7}$/ });
const filters = list(filter, { max: 12, unique: true });
const homepage = nullable(text({ max: 200, pattern: /^https?:\/\/[^/?#]/, format: isUri }));
const day = text({ format: isDate });
const instant = text({ format: isInstant });
const email = text({ max: 120, format: isEmail });
const name = text({ min: 1, max: 60 });

function instrumentOf(has: Has): Check {
  const longitude = has('site-longitude-180') ? numeric({ min: -180, max: 180 }) : numeric({ min: -180, below: 180 });
  return closed(
    {
      name,
      kind: oneOf(KINDS),
      apertureMm: integer(has('aperture-largest-refused') ? { min: 50, max: 41_999 } : { min: 50, max: 42_000 }),
      serialNumber: text({ pattern: has('serial-not-anchored') ? /^[A-Z]{2}-[0-9]{4,6}/ : /^[A-Z]{2}-[0-9]{4,6}$/ }),
      site: closed({ latitude: numeric({ min: -90, max: 90 }), longitude, elevationM: integer({ min: -450, max: 6000 }) }),
    },
    { filters, homepage },
  );
}

const nightOf = (has: Has): Check =>
  closed(
    { date: day, startTime: text({ pattern: /^([01][0-9]|2[0-3]):[0-5][0-9]$/ }), minutes: integer({ min: 30, max: 960 }) },
    {
      twilight: oneOf(has('twilight-nautical-refused') ? ['civil', 'astronomical'] : ['civil', 'nautical', 'astronomical']),
      observers: list(name, { max: 6, unique: true }),
    },
  );

const programmeOf = (has: Has): Check =>
  closed(
    {
      code: text({ pattern: /^[0-9]{3}\.[A-D]-[0-9]{4}$/ }),
      title: text({ min: 3, max: 120 }),
      principalInvestigator: closed(
        { name: text({ min: 1, max: 80 }), email: has('investigator-email-any') ? text({ max: 120 }) : email },
        { orcid: nullable(text({ pattern: /^[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]$/ })) },
      ),
      hoursGranted: numeric({ min: 0.25, max: 400, ...(has('hours-in-any-step') ? {} : { step: 0.25 }) }),
      opensOn: day,
      closesOn: day,
    },
    { keywords: list(text({ min: 2, max: 30 }), { max: 8, unique: true }) },
  );

function proposalOf(has: Has): Check {
  const magnitude = numeric({ min: -30, max: 35 });
  const target = closed(
    {
      name: text({ min: 1, max: 40, length: has('target-name-in-code-units') ? ({ length }) => length : lengthOf }),
      rightAscension: numeric({ min: 0, below: 360 }),
      declination: numeric({ min: -90, max: 90 }),
    },
    { magnitude: has('magnitude-null-refused') ? magnitude : nullable(magnitude) },
  );
  return closed(
    {
      title: text({ min: 1, max: 150 }),
      targets: list(target, { min: 1, max: 10 }),
      requestedMinutes: integer({ min: 15, max: 2400, step: 15 }),
    },
    {
      abstract: text({ max: 500, length: has('abstract-in-bytes') ? (value) => Buffer.byteLength(value) : lengthOf }),
      priority: integer({ min: 1, max: 5 }),
      moon: oneOf(['dark', 'grey', 'bright']),
      coInvestigators: list(email, { max: 20, unique: true }),
    },
  );
}

const observationOf = (has: Has): Check =>
  closed(
    {
      nightId: text({ pattern: /^ngt_[a-z0-9]{12}$/ }),
      minutes: integer({ min: 5, max: 480, step: 5 }),
      exposures: list(
        closed(
          { seconds: numeric({ above: 0, max: 3600 }), count: integer({ min: has('exposure-count-zero') ? 0 : 1, max: 200 }) },
          { filter: nullable(filter) },
        ),
        { min: 1, max: 20 },
      ),
    },
    { targetNumber: integer({ min: 1, max: 10 }), remark: nullable(text({ max: 200 })) },
  );

const calibration = closed(
  {
    kind: oneOf(CALIBRATION_KINDS),
    takenAt: instant,
    frames: integer({ min: 1, max: 999 }),
    temperatureCelsius: numeric({ min: -200, max: 50 }),
  },
  { filter: nullable(filter), validForDays: integer({ min: 1, max: 365 }) },
);

const file = closed(
  {
    name: text({ pattern: /^[a-z0-9][a-z0-9_-]{0,59}\.fits$/ }),
    kind: oneOf(FILE_KINDS),
    sizeBytes: integer({ min: 1, max: 1_099_511_627_776 }),
    sha256: text({ pattern: /^[0-9a-f]{64}$/ }),
    recordedAt: instant,
  },
  { keywords: map(/^[A-Z][A-Z0-9_-]{0,7}$/, text({ max: 68 }), 20) },
);

/** The check of the body of each operation that takes one. */
export function bodiesOf(has: Has): Readonly<Record<string, Check>> {
  const proposal = proposalOf(has);
  return {
    createInstrument: instrumentOf(has),
    updateInstrument: filled(closed({}, { name, filters, homepage, retired: bool })),
    createNight: nightOf(has),
    createCalibration: calibration,
    createProgramme: programmeOf(has),
    createProposal: proposal,
    replaceProposal: proposal,
    decideProposal: closed({ decision: oneOf(['submit', 'accept', 'reject', 'withdraw']) }, { note: nullable(text({ min: 1, max: 300 })) }),
    createObservation: observationOf(has),
    createFile: file,
  };
}
