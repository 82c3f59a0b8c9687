// What the service for hiring keeps in memory, and what is there at the start.
import { randomUUID } from 'node:crypto';
import { Clock } from '../clock.ts';
import { Problem, text } from '../plain.ts';

export interface Opening {
  readonly id: string;
  readonly order: number;
  title: string;
  department: string;
  location?: string;
  headcount: number;
  hired: number;
  salaryMin: number;
  salaryMax: number;
  status: 'draft' | 'open' | 'paused' | 'filled' | 'closed';
  readonly createdAt: string;
}

export interface Candidate {
  readonly id: string;
  readonly order: number;
  readonly fullName: string;
  readonly email: string;
  readonly phone?: string;
  readonly tags: readonly string[];
  readonly createdAt: string;
}

export type Stage = 'applied' | 'screening' | 'interview' | 'offer' | 'hired' | 'rejected' | 'withdrawn';

export interface Application {
  readonly id: string;
  readonly openingId: string;
  readonly candidateId: string;
  readonly source: string;
  stage: Stage;
  reason?: string;
  readonly createdAt: string;
}

export interface Scorecard {
  readonly rating: number;
  readonly notes?: string;
}

export interface Interview {
  readonly id: string;
  readonly applicationId: string;
  readonly interviewer: string;
  readonly startsAt: string;
  readonly minutes: number;
  status: 'scheduled' | 'done' | 'cancelled';
  scorecard?: Scorecard;
}

export interface Offer {
  readonly id: string;
  readonly applicationId: string;
  readonly salary: number;
  readonly expiresOn: string;
  readonly startsOn: string;
  status: 'pending' | 'accepted' | 'declined' | 'withdrawn';
  readonly createdAt: string;
  answeredAt?: string;
}

export interface Company {
  readonly openings: Map<string, Opening>;
  readonly candidates: Map<string, Candidate>;
  readonly applications: Map<string, Application>;
  readonly interviews: Map<string, Interview>;
  readonly offers: Map<string, Offer>;
  readonly clock: Clock;
  /** The number of the last opening or candidate, in the order of creation. */
  last: number;
}

export interface Person {
  readonly company: string;
  readonly handle: string;
  readonly isRecruiter: boolean;
}

export interface Context {
  readonly company: Company;
  readonly person: Person;
  readonly has: (fault: string) => boolean;
}

export const conflict = (code: string, message: string): Problem => new Problem(409, code, message);
export const invalid = (path: string, message: string): Problem =>
  new Problem(422, 'validation_failed', message, { flaws: [{ at: path, message }] });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const idShape = text({ pattern: UUID });

/** A thing by its id, in whatever case the id is written. */
export function find<T>(things: ReadonlyMap<string, T>, id = '', what = 'thing'): T {
  const thing = things.get(id.toLowerCase());
  if (thing === undefined) throw new Problem(404, 'not_found', `There is no such ${what}.`);
  return thing;
}

export const today = (): string => new Date().toISOString().slice(0, 10);

const ACTIVE: ReadonlySet<Stage> = new Set<Stage>(['applied', 'screening', 'interview', 'offer']);
export const isActive = ({ stage }: Application): boolean => ACTIVE.has(stage);

export const applicationsOf = ({ applications }: Company, isWanted: (application: Application) => boolean): Application[] =>
  [...applications.values()].filter(isWanted);
export const interviewsOf = ({ interviews }: Company, { id }: Application): Interview[] =>
  [...interviews.values()].filter(({ applicationId }) => applicationId === id);
export const offersOf = ({ offers }: Company, { id }: Application): Offer[] =>
  [...offers.values()].filter(({ applicationId }) => applicationId === id);

/** The pending offers of an opening. */
export const pendingOf = (company: Company, opening: Opening): Offer[] =>
  applicationsOf(company, ({ openingId }) => openingId === opening.id)
    .flatMap((application) => offersOf(company, application))
    .filter(({ status }) => status === 'pending');

/** Ends an application without a hire, with all that hangs on it. */
export function endApplication(
  { company, has }: Context,
  application: Application,
  stage: 'rejected' | 'withdrawn',
  reason?: string,
): void {
  application.stage = stage;
  if (reason !== undefined) application.reason = reason;
  if (!has('rejected-interview-stays'))
    for (const interview of interviewsOf(company, application)) if (interview.status === 'scheduled') interview.status = 'cancelled';
  for (const offer of offersOf(company, application)) if (offer.status === 'pending') offer.status = 'withdrawn';
}

/** Rejects all active applications of an opening. */
export function rejectRest(context: Context, opening: Opening, reason: string): void {
  const rest = applicationsOf(context.company, (application) => application.openingId === opening.id && isActive(application));
  for (const application of rest) endApplication(context, application, 'rejected', reason);
}

export function nextOrder(company: Company): number {
  company.last += 1;
  return company.last;
}

const emptyCompany = (): Company => ({
  openings: new Map(),
  candidates: new Map(),
  applications: new Map(),
  interviews: new Map(),
  offers: new Map(),
  clock: new Clock(),
  last: 0,
});

function seedOpening(company: Company, id: string, given: Pick<Opening, 'title' | 'department' | 'status'> & Partial<Opening>): void {
  const order = nextOrder(company);
  const usual = { headcount: 2, hired: 0, salaryMin: 50_000, salaryMax: 70_000, createdAt: company.clock.now() };
  company.openings.set(id, { id, order, ...usual, ...given });
}

function seedCandidate(company: Company, id: string, fullName: string, email: string, tags: readonly string[]): void {
  company.candidates.set(id, { id, order: nextOrder(company), fullName, email, tags, createdAt: company.clock.now() });
}

export const SEEDS = {
  backend: '5f0c7a52-3f5e-4a39-9d0e-6a1b8c2d4e01',
  designer: '5f0c7a52-3f5e-4a39-9d0e-6a1b8c2d4e02',
  driver: '5f0c7a52-3f5e-4a39-9d0e-6a1b8c2d4e03',
  eve: '8a9b1c3d-7e21-4f60-8b1a-2c3d4e5f6a01',
  sam: '8a9b1c3d-7e21-4f60-8b1a-2c3d4e5f6a02',
  kim: '8a9b1c3d-7e21-4f60-8b1a-2c3d4e5f6a03',
  application: 'c4d2e6f8-1b3a-4c5d-9e7f-0a1b2c3d4e01',
} as const;

/** The companies at the start. */
export function createCompanies(): ReadonlyMap<string, Company> {
  const northwind = emptyCompany();
  const contoso = emptyCompany();
  seedOpening(northwind, SEEDS.backend, { title: 'Backend engineer', department: 'Engineering', location: 'Lyon', status: 'open' });
  seedOpening(northwind, SEEDS.designer, { title: 'Product designer', department: 'Design', headcount: 1, status: 'draft' });
  seedOpening(contoso, SEEDS.driver, { title: 'Driver', department: 'Logistics', status: 'open' });
  seedCandidate(northwind, SEEDS.eve, 'Eve Moreau', 'Eve.Moreau@example.org', ['remote', 'go']);
  seedCandidate(northwind, SEEDS.sam, 'Sam Okafor', 'sam@example.org', ['remote']);
  seedCandidate(contoso, SEEDS.kim, 'Kim Larsen', 'kim@example.com', []);
  const { application: applicationId, backend: openingId, eve: candidateId } = SEEDS;
  const createdAt = northwind.clock.now();
  northwind.applications.set(applicationId, {
    id: applicationId,
    openingId,
    candidateId,
    source: 'website',
    stage: 'interview',
    createdAt,
  });
  const startsAt = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 11)}10:00:00.000Z`;
  for (const interviewer of ['lou', 'maya']) {
    const id = randomUUID();
    northwind.interviews.set(id, { id, applicationId, interviewer, startsAt, minutes: 45, status: 'scheduled' });
  }
  return new Map([
    ['northwind', northwind],
    ['contoso', contoso],
  ]);
}
