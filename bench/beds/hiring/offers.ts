// Offers.
import { randomUUID } from 'node:crypto';
import type { Reply } from '../http.ts';
import { day, integer, oneOf, type Route, record, type Values } from '../plain.ts';
import {
  type Application,
  type Context,
  conflict,
  find,
  interviewsOf,
  invalid,
  type Offer,
  pendingOf,
  rejectRest,
  today,
} from './store.ts';

type Terms = Pick<Offer, 'salary' | 'expiresOn' | 'startsOn'>;

function create(application: Application, body: Values, { company, has }: Context): Reply {
  const terms = body as unknown as Terms;
  const opening = find(company.openings, application.openingId);
  if (terms.salary < opening.salaryMin || terms.salary > opening.salaryMax) throw invalid('/salary', 'The salary is outside of the band.');
  if (terms.expiresOn < today()) throw invalid('/expiresOn', 'The last day for an answer has passed.');
  if (terms.startsOn <= terms.expiresOn) throw invalid('/startsOn', 'The first day at work comes after the last day for an answer.');
  if (application.stage !== 'interview') throw conflict('wrong_stage', `The application is in stage ${application.stage}.`);
  const isScored = interviewsOf(company, application).some(({ scorecard }) => scorecard !== undefined);
  if (!isScored) throw conflict('no_scorecard', 'There is no scorecard yet.');
  const pending = has('pending-offers-uncounted') ? 0 : pendingOf(company, opening).length;
  if (opening.hired + pending >= opening.headcount) throw conflict('headcount_reached', 'There is no chair left.');
  const createdAt = company.clock.now();
  const offer: Offer = { id: randomUUID(), applicationId: application.id, ...terms, status: 'pending', createdAt };
  company.offers.set(offer.id, offer);
  application.stage = 'offer';
  return { status: 201, body: offer, headers: { location: `/offers/${offer.id}` } };
}

function answer(offer: Offer, decision: unknown, context: Context): Reply {
  const { company, has } = context;
  if (offer.status !== 'pending') throw conflict('offer_not_pending', `The offer is ${offer.status}.`);
  if (offer.expiresOn < today()) throw conflict('offer_expired', 'The offer has expired.');
  const application = find(company.applications, offer.applicationId);
  const opening = find(company.openings, application.openingId);
  Object.assign(offer, { status: decision, answeredAt: company.clock.now() });
  if (decision === 'declined') {
    if (!has('declined-stays-in-offer')) application.stage = 'interview';
    return { status: 200, body: offer };
  }
  application.stage = 'hired';
  opening.hired += 1;
  if (opening.hired === opening.headcount) {
    opening.status = 'filled';
    if (!has('filled-rest-stays')) rejectRest(context, opening, 'Opening filled');
  }
  return { status: 200, body: offer };
}

export const offerRoutes: readonly Route<Context>[] = [
  {
    method: 'POST',
    path: '/applications/{applicationId}/offers',
    body: record({ salary: integer(0, 1_000_000), expiresOn: day, startsOn: day }),
    run: ({ path, body }, context) => create(find(context.company.applications, path.applicationId, 'application'), body, context),
  },
  {
    method: 'GET',
    path: '/offers/{offerId}',
    run: ({ path }, { company }) => ({ status: 200, body: find(company.offers, path.offerId, 'offer') }),
  },
  {
    method: 'POST',
    path: '/offers/{offerId}/answer',
    body: record({ decision: oneOf('accepted', 'declined') }),
    run: ({ path, body }, context) => answer(find(context.company.offers, path.offerId, 'offer'), body.decision, context),
  },
];
