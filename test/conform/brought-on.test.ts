// Tests what brings a thing into its next state: an action with a value that only a list gives, and what is made below the thing; and what must fit
// what.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { madeStateOf, madeStatesIn, stateRulesOf, withNouns } from '../../generator/inference/prose/index.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const of = (...members: readonly string[]): string =>
  `{ type: object, required: [${members.map((one) => one.split(':')[0]).join(', ')}], properties: { ${members.join(', ')} } }`;
const ID = 'id: { type: string, minLength: 6 }';
const JOB = of(ID, 'state: { type: string, enum: [draft, booked, started, finished] }', 'depot: { type: string, minLength: 6 }');
const at = (name: string, path = `/${name}s/{${name}Id}`): string =>
  `\n  ${path}:\n    parameters: [{ name: ${name}Id, in: path, required: true, schema: { type: string, minLength: 6 } }]`;
const get = (id: string, schema: string, more = ''): string =>
  `\n    get:\n      operationId: ${id}\n      responses: { '200': { description: It., ${json(schema)} }, '404': { description: None. }${more} }`;
const post = (id: string, text: string, body: string, schema: string): string => `
    post:
      operationId: ${id}
      description: ${JSON.stringify(text)}
      requestBody: { required: true, ${json(body)} }
      responses: { '201': { description: Made., ${json(schema)} }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. } }`;

const WORKSHOP = `openapi: 3.1.0
info: { title: Workshop, version: '1' }
servers: [{ url: 'https://workshop.example' }]
paths:
  /depots:${post('addDepot', 'Adds a depot.', of('name: { type: string, minLength: 2 }'), of(ID))}${at('depot')}${get('getDepot', of(ID))}
  /jobs:${post('addJob', 'Adds a draft.', of('depot: { type: string, minLength: 6 }'), JOB)}${at('job')}${get('getJob', JOB)}${at('job', '/jobs/{jobId}/quotes')}${get(
    'listQuotes',
    `{ type: array, items: ${of(ID, 'price: { type: integer }')} }`,
    ", '409': { description: Not now. }",
  )}${at('job', '/jobs/{jobId}/accept')}${post(
    'acceptQuote',
    'Accepts a quote and makes the job booked. A quote that is unknown gives 409, and so does a job that is no draft.',
    of('quote: { type: string, minLength: 6 }'),
    "{ $ref: '#/components/schemas/Permit' }",
  )}${at('job', '/jobs/{jobId}/visits')}${get('listVisits', `{ type: array, items: ${of(ID)} }`)}${post(
    'addVisit',
    'The job must be booked or started. The visit `finish` makes its state `finished`; each other visit makes it `started`.',
    of('kind: { type: string, enum: [check, finish] }'),
    of(ID),
  )}
  /rounds:${post(
    'addRound',
    'Sends a driver to some jobs. Each of them must be booked, or else the answer is 409. Each has the depot of the round.',
    of('depot: { type: string, minLength: 6 }', 'jobs: { type: array, minItems: 1, maxItems: 1, items: { type: string, minLength: 6 } }'),
    of(ID),
  )}${at('round')}${get('getRound', of(ID))}${at('permit')}${get('getPermit', "{ $ref: '#/components/schemas/Permit' }")}
components:
  schemas:
    Permit: ${of(ID, 'job: { type: string, minLength: 6 }')}
`;

type Fault = 'none' | 'accepted twice' | 'visited when finished' | 'finished as started' | 'round of drafts' | 'permit unread';

interface Job {
  readonly id: string;
  readonly depot: string;
  readonly state: string;
}

/** Jobs that are booked at a quote of theirs, and come on by visits. */
function workshop(fault: Fault): Handler {
  const [depots, rounds, permits] = [new Set<string>(), new Set<string>(), new Map<string, unknown>()];
  const jobs = new Map<string, Job>();
  let last = 0;
  const newId = (): string => `${(++last).toString(36)}-${'x'.repeat(6)}`;
  const status = (code: number): Response => new Response(null, { status: code });
  const wrong = (pointer: string, detail: string): Response => Response.json({ errors: [{ pointer, detail }] }, { status: 422 });
  const shown = (body: unknown, code = 200): Response => Response.json(body, { status: code });
  const quoteOf = ({ id }: Job): string => `quote-${id}`;

  const acts: Readonly<Record<string, (job: Job, body: Readonly<Record<string, unknown>>) => Response>> = {
    accept(job, { quote }) {
      const isOpen = job.state === 'draft' || (fault === 'accepted twice' && job.state === 'booked');
      if (!isOpen || quote !== quoteOf(job)) return status(409);
      const permit = { id: newId(), job: job.id };
      if (fault !== 'permit unread') permits.set(permit.id, permit);
      jobs.set(job.id, { ...job, state: 'booked' });
      return shown(permit, 201);
    },
    visits(job, { kind }) {
      const states = ['booked', 'started', ...(fault === 'visited when finished' ? ['finished'] : [])];
      if (!states.includes(job.state)) return status(409);
      const isLast = kind === 'finish' && fault !== 'finished as started';
      jobs.set(job.id, { ...job, state: isLast ? 'finished' : 'started' });
      return shown({ id: newId() }, 201);
    },
  };

  function addRound({ depot, jobs: named }: Readonly<Record<string, unknown>>): Response {
    const job = Array.isArray(named) ? jobs.get(String(named[0])) : undefined;
    if (job === undefined) return wrong('/jobs/0', 'is unknown');
    if (job.depot !== depot) return wrong('/jobs/0', 'is of another depot');
    if (job.state !== 'booked' && !(fault === 'round of drafts' && job.state === 'draft')) return status(409);
    const id = newId();
    rounds.add(id);
    return shown({ id }, 201);
  }

  return async (request) => {
    const [, kind = '', id, part] = new URL(request.url).pathname.split('/');
    const body: unknown = request.method === 'POST' ? await request.json() : {};
    if (typeof body !== 'object' || body === null) return status(422);
    const given = body as Readonly<Record<string, unknown>>;
    if (id === undefined) {
      const made = newId();
      if (kind === 'rounds') return addRound(given);
      if (kind === 'depots') depots.add(made);
      if (kind === 'depots') return shown({ id: made }, 201);
      if (!depots.has(String(given.depot))) return wrong('/depot', 'is unknown');
      const job = { id: made, state: 'draft', depot: String(given.depot) };
      jobs.set(made, job);
      return shown(job, 201);
    }
    const found = { depots: depots.has(id) && { id }, rounds: rounds.has(id) && { id }, permits: permits.get(id), jobs: jobs.get(id) }[
      kind
    ];
    const job = jobs.get(id);
    if (found === undefined || found === false) return status(404);
    if (part === undefined || job === undefined) return shown(found);
    if (request.method === 'POST') return acts[part]?.(job, given) ?? status(404);
    if (part === 'visits') return shown([]);
    return job.state === 'draft' ? shown([{ id: quoteOf(job), price: 1 }]) : status(409);
  };
}

async function findingsOf(fault: Fault): Promise<readonly string[]> {
  const settings = { ...lookingFor('state-rules'), target: workshop(fault), random: 1, most: byEffort({ quick: 2, deep: 20 }) };
  const report = await conformService(await serviceFrom(WORKSHOP), settings);
  const unreached = report.operations.flatMap(({ operation, unreached: why }) =>
    why === undefined ? [] : [`${operation.id} has no success`],
  );
  return [...report.findings.map(({ check, operation }) => `${check}@${operation.id}`), ...unreached].filter((one) =>
    /state-rules|no success/.test(one),
  );
}

describe.each(
  sampleOf<readonly [Fault, readonly string[]]>(
    [
      ['none', []],
      ['accepted twice', ['state-rules@acceptQuote']],
      ['visited when finished', ['state-rules@addVisit']],
      ['finished as started', ['state-rules@getJob']],
      ['round of drafts', ['state-rules@addRound']],
      ['permit unread', ['getPermit has no success']],
    ],
    3,
  ),
)('a workshop: %s', (fault, findings) => {
  test('is judged by its texts', async () => expect(await findingsOf(fault)).toEqual(findings));
});

const STATES = ['open', 'part_paid', 'paid', 'void'];
const NOUNS = ['invoices', 'invoice'];

describe('what is made below a thing brings it into a state', () => {
  const read = (text: string): string => {
    const said = madeStatesIn(text, STATES, NOUNS, ['full', 'part']);
    return ['full', 'part'].map((value) => madeStateOf(said, [value])?.to ?? '-').join(' ');
  };
  test.each([
    ['The payment `full` makes its status `paid`; each other payment makes it `part_paid`.', 'paid part_paid'],
    ['A payment moves the invoice to paid.', 'paid paid'],
    ['A full payment sets the status of the invoice to `paid`, any other sets it to `part_paid`.', 'paid part_paid'],
    ["A `part` payment turns the invoice's status into `part_paid`.", '- part_paid'],
    ['The last payment makes the invoice paid.', '- -'],
    ['A payment makes the invoice paid if nothing is left.', '- -'],
    ['A full or part payment makes it paid.', '- -'],
    ['A payment is paid by card.', '- -'],
  ])('%s', (text, states) => expect(read(text)).toBe(states));
});

describe('in which states an operation is refused', () => {
  const read = (description: string, status = '409'): string => {
    const { allowed, isImplied } = stateRulesOf({ description, responses: [{ status, description: 'Refused.' }] }, STATES, NOUNS);
    return `${[...(allowed ?? [])].join('/')}${isImplied === true ? ' implied' : ''}`;
  };
  test.each([
    ['An unknown card gives 409, and so does an invoice that is not open.', 'open'],
    ['A card that has expired gives a 409 and so do invoices that are not open or part paid.', 'open/part_paid'],
    ['The invoice must be open and must have a line.', 'open'],
    ['Voids an invoice that is `open` or `part_paid`, and frees its number.', 'open/part_paid implied'],
    ['Voids an invoice whose status is open.', 'open implied'],
    ['Voids an invoice that is open if it has no lines.', ''],
    ['Voids an invoice that is open, also one that is paid.', ''],
    ['Voids an open invoice.', ''],
  ])('%s', (text, allowed) => expect(read(text)).toBe(allowed));

  test('nothing is implied where no status refuses it', () => expect(read('Voids an invoice that is open.', '404')).toBe(''));
});

test('words for what the sentence before names are written out', () => {
  const written = (...sentences: readonly string[]): string | undefined => withNouns(sentences, NOUNS)[1];
  expect(written('Sends some invoices.', 'Each of them must be open.')).toBe('the invoices must be open.');
  expect(written('Sends some invoices to a customer.', 'They must be open.')).toBe('the invoices must be open.');
  expect(written('Sends some invoices and the letters.', 'They must be open.')).toBe('They must be open.');
  expect(written('Sends letters.', 'Each of them must be open.')).toBe('Each of them must be open.');
});
