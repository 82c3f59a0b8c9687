// Who sends the requests of the probes, and what several probes send.
import { client, type Got, type Send } from '../../client.ts';
import { of } from '../../probes.ts';
import { numberOf, organisationId, programmeId, reviewerId, roundId } from '../seeds.ts';
import { credentials } from '../server.ts';

export interface Callers {
  readonly willow: Send;
  readonly heron: Send;
  readonly assistant: Send;
  readonly stranger: Send;
}

export function callers(url: string): Callers {
  const as = (token: string): Send => client(url, { authorization: `Bearer ${token}` });
  const { willow, heron, assistant } = credentials;
  return { willow: as(willow.token), heron: as(heron.token), assistant: as(assistant.token), stranger: as('wlw-officer-00000000') };
}

export const MERGE = { type: 'application/merge-patch+json' };
export const application = (number: number): string => `/applications/${numberOf(number)}`;
export const grant = (number: number): string => `/grants/${numberOf(number)}`;
export const organisation = (number: number): string => `/organisations/${organisationId(number)}`;
export const review = (number: number, reviewer: number): string => `${application(number)}/reviews/${reviewerId(reviewer)}`;
export const ROUNDS = `/programmes/${programmeId(1)}/rounds`;

/** Whether all answers have this status. */
export const all = (status: number, ...got: readonly Got[]): boolean => got.every((one) => one.status === status);

export const list = ({ json }: Got): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(json) ? json : []);

/** The value at a dotted path of an answer. */
export const at = ({ json }: Got, path: string): unknown => path.split('.').reduce((value: unknown, name) => Object(value)[name], json);

/** The texts of a member of the things in a list. */
export const each = (got: Got, name: string): string =>
  list(got)
    .map((item) => String(item[name]))
    .join();

const ADDRESS = { street: 'Rua Nova 1', postalCode: '4000-001', city: 'Porto', country: 'PT' };
const LEAD = { name: 'Rita Cruz', email: 'rita@kite.example', role: 'lead' };
export const IBAN = 'PT50000201231234567899999';

/** A new organisation with other members. */
export const kite = (others: object = {}): { body: object } => ({
  body: { name: 'Kite Club', registrationNumber: 'PT777777', type: 'charity', people: [LEAD], address: ADDRESS, iban: IBAN, ...others },
});

/** A new draft with other members. */
export const draft = (others: object = {}): { body: object } => ({
  body: {
    roundId: roundId(1),
    organisationId: organisationId(1),
    title: 'Puppets at noon',
    startsOn: '2040-02-01',
    endsOn: '2040-08-01',
    ...others,
  },
});

export const programme = (others: object = {}): { body: object } => ({
  body: {
    title: 'New Halls',
    themes: ['building'],
    minCents: 1000,
    maxCents: 2000,
    criteria: [{ key: 'need', label: 'Need', weight: 1 }],
    contactEmail: 'halls@willow.example',
    ...others,
  },
});

/** The lines of a budget, each with its category and its cents. */
export const budget = (lines: readonly (readonly [string, number])[], ownCents = 0): { body: object } => ({
  body: { ownCents, lines: lines.map(([category, cents], index) => ({ code: `XX-0${index}`, description: 'Work', category, cents })) },
});

export const file = (others: object = {}): { body: object } => ({
  body: { kind: 'statement', fileName: 'a.pdf', mediaType: 'application/pdf', bytes: 10, sha256: 'b'.repeat(64), ...others },
});

export const SCORES = { 'artistic-merit': 5, feasibility: 2, access: 2 };
export const scored = (others: object = {}): { body: object } => ({ body: { scores: SCORES, recommendation: 'fund', ...others } });

/** An approval of instalments of these cents, one each month from January 2040 on. */
export const approval = (...cents: readonly number[]): { body: object } => ({
  body: {
    outcome: 'approve',
    awardedCents: cents.reduce((sum, one) => sum + one, 0),
    instalments: cents.map((one, index) => ({ cents: one, dueOn: `2040-0${index + 1}-01`, requiresReport: false })),
  },
});

const REQUEST = '0d3b5a77-8a3c-4a0f-9d58-5f1a6be0c001';

export const payment = (instalment: number, requestId = REQUEST): { body: object } => ({
  body: { kind: 'payment', requestId, bookedOn: '2025-05-05', instalment },
});

export const repayment = (cents: number): { body: object } => ({
  body: { kind: 'repayment', requestId: REQUEST, bookedOn: '2025-05-05', cents, reason: 'Not needed.' },
});

export const extension = (endsOn: string): { body: object } => ({ body: { kind: 'extension', reason: 'Rain.', endsOn } });

export const REPORT = { body: { instalment: 2, narrative: 'The beds were planted in the spring.', spentCents: 400_000 } };

/** Starts a draft that can be submitted, and gives its path. */
export async function readyDraft(send: Send, others: object = {}): Promise<string> {
  const path = `/applications/${of(await send('POST', '/applications', draft(others))).number}`;
  await send('PUT', `${path}/budget`, budget([['staff', 500_000]]));
  await send('POST', `${path}/attachments`, file());
  return path;
}
