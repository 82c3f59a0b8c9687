// Candidates.
import { randomUUID } from 'node:crypto';
import type { Reply } from '../http.ts';
import { list, type Route, record, text, type Values } from '../plain.ts';
import { pageOf, paging } from './openings.ts';
import { applicationsOf, type Candidate, type Context, conflict, find, interviewsOf, isActive, nextOrder, offersOf } from './store.ts';

/** A text without the difference of upper and lower case. Letter by letter, as the last letter of a word can have a form of its own. */
const fold = (given: string): string => Array.from(given.toUpperCase(), (letter) => letter.toLowerCase()).join('');

const show =
  ({ company }: Context) =>
  ({ order: _, ...candidate }: Candidate): unknown => {
    const active = applicationsOf(company, (application) => application.candidateId === candidate.id && isActive(application));
    return { ...candidate, activeApplications: active.length };
  };

function create(body: Values, context: Context): Reply {
  const { company, has } = context;
  const given = body as unknown as Pick<Candidate, 'fullName' | 'email' | 'phone'>;
  const key = (email: string): string => (has('email-by-letter') ? email : fold(email));
  const isTaken = [...company.candidates.values()].some(({ email }) => key(email) === key(given.email));
  if (isTaken) throw conflict('email_taken', 'Another candidate has this email address.');
  const id = randomUUID();
  const candidate: Candidate = { id, order: nextOrder(company), tags: [], ...given, createdAt: company.clock.now() };
  company.candidates.set(id, candidate);
  return { status: 201, body: show(context)(candidate) };
}

function search(context: Context, { q, tags }: Values): Candidate[] {
  const part = q === undefined ? '' : fold(String(q));
  const wanted = Array.isArray(tags) ? tags.map(String) : [];
  const hasTags = (candidate: Candidate): boolean =>
    context.has('one-tag-enough') && wanted.length > 0
      ? wanted.some((tag) => candidate.tags.includes(tag))
      : wanted.every((tag) => candidate.tags.includes(tag));
  return [...context.company.candidates.values()].filter(
    (candidate) => (fold(candidate.fullName).includes(part) || fold(candidate.email).includes(part)) && hasTags(candidate),
  );
}

function remove({ id }: Candidate, { company }: Context): Reply {
  const applications = applicationsOf(company, ({ candidateId }) => candidateId === id);
  const isKept = applications.some(
    (application) => application.stage === 'hired' || offersOf(company, application).some(({ status }) => status === 'pending'),
  );
  if (isKept) throw conflict('candidate_needed', 'The candidate has been hired or holds an offer.');
  for (const application of applications) {
    for (const interview of interviewsOf(company, application)) company.interviews.delete(interview.id);
    for (const offer of offersOf(company, application)) company.offers.delete(offer.id);
    company.applications.delete(application.id);
  }
  company.candidates.delete(id);
  return { status: 204 };
}

const tag = text({ pattern: /^[a-z0-9][a-z0-9-]{0,19}$/ });
const email = text({ max: 150, pattern: /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/ });

export const candidateRoutes: readonly Route<Context>[] = [
  {
    method: 'GET',
    path: '/candidates',
    query: { q: { shape: text({ min: 1, max: 100 }) }, tags: { shape: list(tag, { min: 1, max: 5 }), kind: 'list' }, ...paging },
    run: ({ query }, context) => pageOf(context, 'candidates', search(context, query), query, show(context)),
  },
  {
    method: 'POST',
    path: '/candidates',
    body: record(
      { fullName: text({ min: 1, max: 100 }), email },
      { phone: text({ pattern: /^\+[0-9]{6,15}$/ }), tags: list(tag, { max: 10, unique: true }) },
    ),
    run: ({ body }, context) => create(body, context),
  },
  {
    method: 'DELETE',
    path: '/candidates/{candidateId}',
    run: ({ path }, context) => remove(find(context.company.candidates, path.candidateId, 'candidate'), context),
  },
];
