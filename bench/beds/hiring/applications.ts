// Applications, and their interviews.
import { randomUUID } from 'node:crypto';
import { instant, millisecondsOf } from '../clock.ts';
import type { Reply } from '../http.ts';
import { integer, isTime, oneOf, Problem, type Route, record, type Shape, text, type Values } from '../plain.ts';
import {
  type Application,
  applicationsOf,
  type Context,
  conflict,
  endApplication,
  find,
  type Interview,
  idShape,
  interviewsOf,
  invalid,
  isActive,
  type Opening,
  type Scorecard,
} from './store.ts';

const MOST_ACTIVE = 3;
const DAY = 86_400_000;
const FARTHEST = 365 * DAY;

function show({ company }: Context, application: Application): unknown {
  const interviews = interviewsOf(company, application);
  const ratings = interviews.flatMap(({ scorecard }) => scorecard?.rating ?? []);
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  const averageRating = ratings.length === 0 ? null : Math.round((sum * 10) / ratings.length) / 10;
  return { ...application, averageRating, interviews };
}

function apply(opening: Opening, body: Values, context: Context): Reply {
  const { company, has } = context;
  const candidate = company.candidates.get(String(body.candidateId).toLowerCase());
  if (candidate === undefined) throw invalid('/candidateId', 'There is no such candidate.');
  if (opening.status !== 'open') throw conflict('opening_not_open', `The opening is ${opening.status}.`);
  const earlier = applicationsOf(company, ({ candidateId }) => candidateId === candidate.id);
  const blocks = (application: Application): boolean => isActive(application) || application.stage === 'hired' || has('no-second-chance');
  if (earlier.some((application) => application.openingId === opening.id && blocks(application)))
    throw conflict('already_applied', 'The candidate has applied to this opening.');
  const most = MOST_ACTIVE + (has('fourth-application') ? 1 : 0);
  if (earlier.filter(isActive).length >= most) throw conflict('too_many_applications', `A candidate has at most ${MOST_ACTIVE}.`);
  const application: Application = {
    id: randomUUID(),
    openingId: opening.id,
    candidateId: candidate.id,
    source: String(body.source),
    stage: 'applied',
    createdAt: company.clock.now(),
  };
  company.applications.set(application.id, application);
  return { status: 201, body: show(context, application), headers: { location: `/applications/${application.id}` } };
}

const FORWARD: Readonly<Record<string, string>> = { applied: 'screening', screening: 'interview' };

function move(application: Application, { to, reason }: Values, context: Context): Reply {
  if (to === 'rejected' && reason === undefined) throw invalid('/reason', 'A rejection needs a reason.');
  if (to !== 'rejected' && reason !== undefined) throw invalid('/reason', 'Only a rejection has a reason.');
  if (!isActive(application)) throw conflict('final_stage', `The application is ${application.stage}.`);
  if (to === 'rejected' || to === 'withdrawn') endApplication(context, application, to, reason === undefined ? undefined : String(reason));
  else {
    const isSkip = application.stage === 'applied' && to === 'interview' && context.has('screening-skipped');
    if (FORWARD[application.stage] !== to && !isSkip) throw conflict('wrong_move', `This is not possible from ${application.stage}.`);
    application.stage = to === 'screening' ? 'screening' : 'interview';
  }
  return { status: 200, body: show(context, application) };
}

const endOf = ({ startsAt, minutes }: Pick<Interview, 'startsAt' | 'minutes'>): number => Date.parse(startsAt) + minutes * 60_000;

function schedule(application: Application, body: Values, { company, has }: Context): Reply {
  const startsAt = instant(String(body.startsAt));
  const start = Date.parse(startsAt);
  if (start <= Date.now() || start > Date.now() + FARTHEST) throw invalid('/startsAt', 'It must start within the next 365 days.');
  if (application.stage !== 'interview') throw conflict('wrong_stage', `The application is in stage ${application.stage}.`);
  const interview: Interview = {
    id: randomUUID(),
    applicationId: application.id,
    interviewer: String(body.interviewer),
    startsAt,
    minutes: Number(body.minutes),
    status: 'scheduled',
  };
  const clashes = (other: Interview): boolean =>
    other.status === 'scheduled' &&
    other.interviewer === interview.interviewer &&
    Date.parse(other.startsAt) < endOf(interview) &&
    start < endOf(other);
  const others = has('interviewer-free-elsewhere') ? interviewsOf(company, application) : [...company.interviews.values()];
  if (others.some(clashes)) throw conflict('interviewer_busy', 'The interviewer has another interview then.');
  company.interviews.set(interview.id, interview);
  return { status: 201, body: interview };
}

function score(interview: Interview, body: Values, { company, person }: Context): Reply {
  if (!person.isRecruiter && interview.interviewer !== person.handle)
    throw new Problem(403, 'forbidden', 'This is the interview of somebody else.');
  if (interview.status === 'cancelled') throw conflict('interview_cancelled', 'The interview is cancelled.');
  const { stage } = find(company.applications, interview.applicationId);
  if (stage === 'hired' || stage === 'rejected' || stage === 'withdrawn') throw conflict('final_stage', `The application is ${stage}.`);
  const status = interview.scorecard === undefined ? 201 : 200;
  Object.assign(interview, { scorecard: body as unknown as Scorecard, status: 'done' });
  return { status, body: interview };
}

const minutes: Shape = (value, at) => {
  const flaws = integer(15, 240)(value, at);
  return flaws.length > 0 || Number(value) % 15 === 0 ? flaws : [{ at, message: 'must be a multiple of 15' }];
};

const startsAt = text({ test: (given) => isTime(given) && !Number.isNaN(millisecondsOf(given)) });

export const applicationRoutes: readonly Route<Context>[] = [
  {
    method: 'POST',
    path: '/openings/{openingId}/applications',
    body: record({ candidateId: idShape, source: oneOf('website', 'referral', 'agency', 'event', 'other') }),
    run: ({ path, body }, context) => apply(find(context.company.openings, path.openingId, 'opening'), body, context),
  },
  {
    method: 'GET',
    path: '/applications/{applicationId}',
    run: ({ path }, context) => {
      const application = find(context.company.applications, path.applicationId, 'application');
      return { status: 200, body: show(context, application) };
    },
  },
  {
    method: 'POST',
    path: '/applications/{applicationId}/moves',
    body: record({ to: oneOf('screening', 'interview', 'rejected', 'withdrawn') }, { reason: text({ min: 1, max: 300 }) }),
    run: ({ path, body }, context) => move(find(context.company.applications, path.applicationId, 'application'), body, context),
  },
  {
    method: 'POST',
    path: '/applications/{applicationId}/interviews',
    body: record({ interviewer: text({ pattern: /^[a-z][a-z0-9.]{1,29}$/ }), startsAt, minutes }),
    run: ({ path, body }, context) => schedule(find(context.company.applications, path.applicationId, 'application'), body, context),
  },
  {
    method: 'PUT',
    path: '/interviews/{interviewId}/scorecard',
    body: record({ rating: integer(1, 5) }, { notes: text({ max: 2_000 }) }),
    run: ({ path, body }, context) => score(find(context.company.interviews, path.interviewId, 'interview'), body, context),
  },
];
