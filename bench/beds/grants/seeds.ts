// What the service has at the start.
import { type Foundation, Store } from './store.ts';
import type { Application, Attachment, Budget, Decision, Grant, Instalment, Organisation, Review, State, TrailEntry } from './things.ts';

const uuids =
  (start: string) =>
  (number: number): string =>
    `${start}${String(number).padStart(6, '0')}`;

export const programmeId = uuids('2c9a6d10-4e1b-4b7a-a3c5-1f0d5e');
export const roundId = uuids('5b0c1f0e-8a55-4f27-9d0a-6a3e1c');
export const organisationId = uuids('9d7e4a52-1f3b-4c68-8e21-7b5f2d');
export const reviewerId = uuids('7e3f8b21-0c4d-4d9e-b6a2-3c1e9f');
const otherId = uuids('41d2c7b9-6f08-4a13-8d5e-0b7a6c');

const AT = '2025-01-15T09:00:00.000Z';

function addProgrammes({ programmes, rounds }: Foundation): void {
  const stage = { id: programmeId(1), title: 'Stage and Sound', themes: ['music', 'theatre'], minCents: 100_000, maxCents: 2_000_000 };
  const yards = { id: programmeId(2), title: 'Green Yards', themes: ['nature'], minCents: 50_000, maxCents: 10_000_000 };
  const criteria = {
    stage: [
      { key: 'artistic-merit', label: 'Artistic merit', weight: 3 },
      { key: 'feasibility', label: 'Feasibility', weight: 2 },
      { key: 'access', label: 'Access for all', weight: 1 },
    ],
    yards: [
      { key: 'benefit', label: 'Benefit for the street', weight: 1 },
      { key: 'upkeep', label: 'Upkeep', weight: 1 },
    ],
  };
  programmes.set(stage.id, { ...stage, criteria: criteria.stage, contactEmail: 'stage@willow.example', createdAt: AT });
  programmes.set(yards.id, { ...yards, criteria: criteria.yards, contactEmail: 'yards@willow.example', createdAt: AT });
  const all = [
    { programme: 1, name: 'Long call', opensOn: '2020-01-01', closesOn: '2039-12-31', budgetCents: 1_500_000 },
    { programme: 1, name: 'First call', opensOn: '2018-01-01', closesOn: '2018-12-31', budgetCents: 5_000_000 },
    { programme: 2, name: 'Seeds', opensOn: '2021-03-01', closesOn: '2039-06-30', budgetCents: 50_000_000 },
    { programme: 2, name: 'Trees', opensOn: '2041-01-01', closesOn: '2041-12-31', budgetCents: 20_000_000 },
  ];
  for (const [index, { programme, ...one }] of all.entries()) {
    const id = roundId(index + 1);
    rounds.set(id, { id, programmeId: programmeId(programme), ...one });
  }
}

function addOrganisation({ organisations }: Foundation, number: number, name: string, others: Partial<Organisation> = {}): void {
  const id = organisationId(number);
  const host = `${name.toLowerCase().replaceAll(' ', '-')}.example`;
  organisations.set(id, {
    id,
    name,
    registrationNumber: `PT10000${number}`,
    type: 'charity',
    website: `https://${host}`,
    people: [
      { name: 'Clara Reis', email: `clara@${host}`, role: 'lead', phone: '+351910000001' },
      { name: 'Hugo Faria', email: `hugo@${host}`, role: 'finance', phone: null },
    ],
    address: { street: `Rua do Rio ${number}`, line2: 'Second floor', postalCode: '3000-100', city: 'Coimbra', country: 'PT' },
    iban: `PT5000020123123456789${1000 + number}`,
    createdAt: AT,
    updatedAt: AT,
    deletedAt: null,
    ...others,
  });
}

const BUDGET: Budget = {
  ownCents: 100_000,
  lines: [
    { code: 'ST-01', description: 'Wages', category: 'staff', cents: 700_000 },
    { code: 'EQ-01', description: 'Lights', category: 'equipment', cents: 200_000 },
    { code: 'OV-01', description: 'Office', category: 'overhead', cents: 100_000 },
  ],
};

const attachment = (number: number): Attachment => ({
  id: otherId(number),
  kind: 'statement',
  fileName: 'statement.pdf',
  mediaType: 'application/pdf',
  bytes: 120_000,
  sha256: String(number).padStart(64, 'a'),
  addedAt: AT,
});

/** The states that an application has gone through. */
const WAYS: Readonly<Record<State, readonly State[]>> = {
  draft: ['draft'],
  submitted: ['draft', 'submitted'],
  'in-review': ['draft', 'submitted', 'in-review'],
  approved: ['draft', 'submitted', 'in-review', 'approved'],
  rejected: ['draft', 'submitted', 'in-review', 'rejected'],
  withdrawn: ['draft', 'submitted', 'withdrawn'],
};

const trailOf = (state: State, number: number): TrailEntry[] =>
  WAYS[state].map((to, index) => ({
    id: otherId(1000 + number * 10 + index),
    kind: 'state',
    from: WAYS[state][index - 1] ?? null,
    to,
    remark: null,
    by: 'Ines Duarte',
    at: AT,
  }));

export const numberOf = (number: number): string => `2025-${String(number).padStart(4, '0')}`;

interface About {
  readonly organisation: number;
  readonly round: number;
  readonly title: string;
  readonly state: State;
  readonly ownCents?: number;
  readonly others?: Partial<Application>;
}

function addApplication(foundation: Foundation, number: number, { organisation, round, title, state, ownCents, others }: About): void {
  const known = numberOf(number);
  foundation.trails.set(known, trailOf(state, number));
  foundation.applications.set(known, {
    number: known,
    state,
    roundId: roundId(round),
    organisationId: organisationId(organisation),
    title,
    summary: 'What we want to do, and for whom.',
    startsOn: '2040-02-01',
    endsOn: '2040-11-30',
    tags: ['music'],
    budget: { ...BUDGET, ownCents: ownCents ?? BUDGET.ownCents },
    attachments: [attachment(number)],
    reviews: [],
    decision: null,
    submittedAt: state === 'draft' ? null : AT,
    createdAt: AT,
    updatedAt: AT,
    ...others,
  });
}

const REVIEW: Omit<Review, 'reviewerId'> = {
  scores: { 'artistic-merit': 4, feasibility: 3, access: 5 },
  weightedScore: 3.83,
  recommendation: 'fund',
  comment: null,
  writtenAt: AT,
};

type Part = readonly [cents: number, state: Instalment['state']];

/** Adds an approved application and its grant. Each instalment is due a quarter of a year after the one before. */
function addGrant(foundation: Foundation, number: number, about: Omit<About, 'state' | 'others'>, parts: readonly Part[]): void {
  const instalments = parts.map(([cents, state], index) => ({ sequence: index + 1, cents, dueOn: `2025-0${3 * (index + 1)}-01`, state }));
  const awardedCents = parts.reduce((sum, [cents]) => sum + cents, 0);
  const decided = instalments.map(({ cents, dueOn, state }) => ({ cents, dueOn, requiresReport: state === 'waiting' }));
  const decision: Decision = { outcome: 'approve', awardedCents, instalments: decided, decidedAt: AT };
  addApplication(foundation, number, { ...about, state: 'approved', others: { decision } });
  const paid = instalments.filter(({ state }) => state === 'paid');
  const transactions = paid.map(({ sequence, cents }) => {
    const id = otherId(2000 + number * 10 + sequence);
    return { id, kind: 'payment' as const, requestId: id, bookedOn: '2025-03-01', instalment: sequence, cents };
  });
  const none = { reports: [], changeRequests: [] };
  const whose = { roundId: roundId(about.round), organisationId: organisationId(about.organisation), title: about.title };
  const grant: Grant = {
    number: numberOf(number),
    ...whose,
    endsOn: '2040-11-30',
    awardedCents,
    budget: BUDGET.lines,
    instalments,
    transactions,
    ...none,
  };
  foundation.grants.set(grant.number, grant);
}

function fillWillow(foundation: Foundation): void {
  addProgrammes(foundation);
  addOrganisation(foundation, 1, 'Mill Theatre');
  addOrganisation(foundation, 2, 'River Choir', { type: 'company' });
  addOrganisation(foundation, 3, 'Hill School', { type: 'school' });
  addOrganisation(foundation, 4, 'Old Lantern', { deletedAt: AT });
  addOrganisation(foundation, 5, 'Town Garden', { type: 'public-body' });
  addOrganisation(foundation, 6, 'Paper Boat');
  for (const [number, name, conflicts] of [
    [1, 'Sara Moss', []],
    [2, 'Yusuf Klein', [organisationId(2)]],
    [3, 'Eva Brandt', []],
  ] as const)
    foundation.reviewers.set(reviewerId(number), {
      id: reviewerId(number),
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}@reviews.example`,
      conflicts,
    });
  const reviews = [{ ...REVIEW, reviewerId: reviewerId(1) }];
  addApplication(foundation, 1, { organisation: 1, round: 1, title: 'A stage for everyone', state: 'draft' });
  addApplication(foundation, 2, { organisation: 2, round: 1, title: 'Songs of the river', state: 'submitted', ownCents: 950_000 });
  addApplication(foundation, 3, { organisation: 3, round: 1, title: 'A play by pupils', state: 'in-review', others: { reviews } });
  addGrant(foundation, 4, { organisation: 5, round: 3, title: 'Beds for the square' }, [
    [400_000, 'paid'],
    [300_000, 'waiting'],
    [100_000, 'payable'],
  ]);
  addGrant(foundation, 5, { organisation: 3, round: 3, title: 'A garden of herbs' }, [
    [300_000, 'paid'],
    [200_000, 'payable'],
  ]);
  addGrant(foundation, 6, { organisation: 2, round: 3, title: 'Trees by the quay' }, [[700_000, 'paid']]);
  addApplication(foundation, 7, { organisation: 6, round: 1, title: 'Boats on the roof', state: 'rejected' });
  addApplication(foundation, 8, { organisation: 6, round: 2, title: 'Lanterns at night', state: 'draft' });
}

function fillHeron(foundation: Foundation): void {
  const id = programmeId(9);
  const criteria = [{ key: 'benefit', label: 'Benefit', weight: 1 }];
  const amounts = { minCents: 10_000, maxCents: 5_000_000 };
  foundation.programmes.set(id, {
    id,
    title: 'Shore',
    themes: ['sea'],
    ...amounts,
    criteria,
    contactEmail: 'shore@heron.example',
    createdAt: AT,
  });
  const days = { opensOn: '2020-01-01', closesOn: '2039-12-31' };
  foundation.rounds.set(roundId(9), { id: roundId(9), programmeId: id, name: 'Tides', ...days, budgetCents: 9_000_000 });
  addOrganisation(foundation, 9, 'Salt Works');
  addApplication(foundation, 9, { organisation: 9, round: 9, title: 'Clean beaches', state: 'draft' });
  addGrant(foundation, 10, { organisation: 9, round: 9, title: 'Boats for pupils' }, [[500_000, 'payable']]);
}

export function createStore(): Store {
  const store = new Store();
  fillWillow(store.willow);
  fillHeron(store.heron);
  return store;
}
