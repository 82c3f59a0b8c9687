// Enrolments: made, shown and withdrawn.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { School, Store } from '../store.ts';
import { type Course, type Enrolment, type EnrolmentInput, isPresent } from '../things.ts';
import { conflict, invalid, Refusal } from '../wire.ts';
import { type Call, type Faults, found, type Handlers, type Resource, resource, Tags } from './call.ts';
import { hasReached, today } from './days.ts';
import { pageOf } from './lists.ts';
import { balanceOf, discounted, instalmentsOf, paidFor, refundOf } from './money.ts';
import { fillSeats, freeSeats, positionOf } from './seats.ts';

const wasThere = (school: School, enrolment: Enrolment): number =>
  school
    .lessonsOf(enrolment.courseId)
    .flatMap(({ attendance }) => attendance)
    .filter((entry) => entry.enrolmentId === enrolment.id && isPresent(entry)).length;

/** An enrolment as answers show it. */
function enrolmentLook(school: School, enrolment: Enrolment, faults: Faults): Resource {
  const { courseId, learnerId, discountPercent, state, fee, refund, certificate } = enrolment;
  const updatedAt = faults.has('enrolment-times-without-zone') ? enrolment.updatedAt.replace('Z', '') : enrolment.updatedAt;
  return resource(
    'enrolments',
    { ...enrolment, updatedAt },
    {
      courseId,
      learnerId,
      discountPercent,
      state,
      position: positionOf(school, enrolment, faults),
      fee,
      instalments: instalmentsOf(fee, found(school.courses, courseId), faults),
      paid: paidFor(enrolment),
      balance: balanceOf(enrolment),
      refund,
      attended: wasThere(school, enrolment),
      certificateNumber: certificate?.number ?? null,
    },
  );
}

/** Refuses a learner who may not enrol in a course. */
function check(school: School, course: Course, { learnerId, mayWait }: EnrolmentInput, bornOn: string, faults: Faults): void {
  const isOpen = course.state === 'open' || (course.state === 'draft' && faults.has('drafts-take-enrolments'));
  if (!isOpen) throw conflict('The course is not open.');
  if (course.endsOn < today()) throw conflict('The course is over.');
  const states = faults.has('waits-twice') ? ['enrolled'] : ['enrolled', 'waiting'];
  if (school.enrolmentsOf(course.id, ...states).some((one) => one.learnerId === learnerId))
    throw conflict('The learner is enrolled or waits already.');
  if (!hasReached(bornOn, course.minimumAge, course.startsOn)) throw conflict('The learner is too young.');
  if (!mayWait && freeSeats(school, course) === 0) throw conflict('The course is full.');
}

/** Makes an enrolment. */
async function enrol(store: Store, school: School, input: EnrolmentInput, faults: Faults): Promise<Enrolment> {
  const { courseId, learnerId, discountPercent } = input;
  const course = school.courses.get(courseId);
  if (course === undefined) throw invalid('/data/attributes/courseId', 'There is no such course.');
  const schools = faults.has('learner-of-other-school') ? store.all() : [school];
  const learner = schools.map((one) => one.learners.get(learnerId)).find((one) => one !== undefined);
  if (learner === undefined) throw invalid('/data/attributes/learnerId', 'There is no such learner.');
  check(school, course, input, learner.bornOn, faults);
  const hasWaited = freeSeats(school, course) === 0;
  if (faults.has('last-seat-sold-twice')) await gap();
  const enrolment: Enrolment = {
    ...store.thing(),
    courseId,
    learnerId,
    discountPercent,
    fee: discounted(course.fee, discountPercent),
    hasWaited,
    payments: [],
    state: hasWaited ? 'waiting' : 'enrolled',
    refund: 0,
  };
  school.enrolments.set(enrolment.id, enrolment);
  return enrolment;
}

/** Whether an enrolment fits each filter of a request. */
function filterOf({ query }: Call, faults: Faults): (enrolment: Enrolment) => boolean {
  const [courseId, learnerId] = [query<string>('filter[courseId]'), query<string>('filter[learnerId]')];
  const given = query<string[]>('filter[state]');
  const states = faults.has('first-state-only') ? given?.slice(0, 1) : given;
  const unpaid = query<boolean>('filter[unpaid]');
  return (enrolment) =>
    (courseId === undefined || enrolment.courseId === courseId) &&
    (learnerId === undefined || enrolment.learnerId === learnerId) &&
    (states === undefined || states.includes(enrolment.state)) &&
    (unpaid === undefined || balanceOf(enrolment) > 0 === unpaid);
}

/** One result of a batch. */
async function resultOf(made: Promise<Enrolment>, school: School, faults: Faults): Promise<Record<string, unknown>> {
  try {
    return { status: 201, data: enrolmentLook(school, await made, faults) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, errors: error.errors() };
    throw error;
  }
}

interface Batched {
  readonly attributes: EnrolmentInput;
}

async function enrolMany(store: Store, { school, data }: Call, faults: Faults): Promise<Reply> {
  const results: Record<string, unknown>[] = [];
  for (const { attributes } of data<readonly Batched[]>()) {
    results.push(await resultOf(enrol(store, school, attributes, faults), school, faults));
  }
  return { status: 200, body: { results } };
}

/** Withdraws a learner, and gives the seat to the first one who waits. */
function withdraw(store: Store, school: School, enrolment: Enrolment, faults: Faults): void {
  const isIn = enrolment.state === 'enrolled' || enrolment.state === 'waiting';
  if (!isIn && !faults.has('withdraws-again')) throw conflict('The learner is neither enrolled nor waits.');
  if (enrolment.certificate !== undefined) throw conflict('The learner has a certificate.');
  const course = found(school.courses, enrolment.courseId);
  const now = store.now();
  enrolment.refund = refundOf(enrolment, course, faults);
  enrolment.state = 'withdrawn';
  enrolment.updatedAt = now;
  if (!faults.has('seat-not-passed-on')) fillSeats(school, course, now);
}

export function enrolments(store: Store, faults: Faults): Handlers {
  const tags = new Tags(faults);
  return {
    listEnrolments: (call) => {
      const { school } = call;
      const shown = [...school.enrolments.values()].filter(filterOf(call, faults));
      const looks = shown.map((enrolment) => enrolmentLook(school, enrolment, faults));
      return pageOf(call, looks, faults);
    },
    createEnrolment: async ({ school, input }) => {
      const enrolment = await enrol(store, school, input<EnrolmentInput>(), faults);
      const look = enrolmentLook(school, enrolment, faults);
      return tags.reply(look, 201, { location: `/enrolments/${enrolment.id}` });
    },
    enrolMany: (call) => enrolMany(store, call, faults),
    getEnrolment: (call) => {
      const enrolment = found(call.school.enrolments, call.id('enrolmentId'));
      return tags.read(call, enrolmentLook(call.school, enrolment, faults));
    },
    withdrawEnrolment: ({ school: own, id }) => {
      const schools = faults.has('withdraws-for-other-schools') ? store.all() : [own];
      const school = schools.find(({ enrolments: known }) => known.has(id('enrolmentId'))) ?? own;
      const enrolment = found(school.enrolments, id('enrolmentId'));
      withdraw(store, school, enrolment, faults);
      return tags.reply(enrolmentLook(school, enrolment, faults));
    },
  };
}
