// Absences of pupils, and decisions about them.
import { byText } from '../../texts.ts';
import { newId, yearOf } from '../store.ts';
import type { Absence } from '../things.ts';
import { absenceView } from '../views.ts';
import { must } from '../wire.ts';
import { type Call, find, type Handlers, pageOf, pupilOf } from './call.ts';

interface Filters {
  readonly pupil?: string;
  readonly status?: readonly string[];
  readonly onDay?: string;
  readonly sort: string;
}

function isListed({ pupil, status, from, until }: Absence, filters: Filters, has: Call['has']): boolean {
  const { onDay } = filters;
  const statuses = has('absences-first-status') ? filters.status?.slice(0, 1) : filters.status;
  return (
    (filters.pupil === undefined || pupil === filters.pupil) &&
    (statuses === undefined || statuses.includes(status)) &&
    (onDay === undefined || (from <= onDay && (has('absences-last-day') && from < until ? onDay < until : onDay <= until)))
  );
}

export const absenceHandlers: Handlers = {
  listAbsences: (call) => {
    const { has, school, store } = call;
    const filters = call.query as unknown as Filters;
    const schools = has('absences-of-all-schools') ? [...store.schools.values()] : [school];
    const found = schools.flatMap(({ absences }) => [...absences.values()]).filter((one) => isListed(one, filters, has));
    const sign = filters.sort === 'from:desc' ? -1 : 1;
    const sorted = found.toSorted((a, b) => sign * byText(a.from, b.from));
    return pageOf(call, sorted, { show: absenceView, faults: { total: 'absences-total-of-page' } });
  },
  createAbsence: (call) => {
    const { has, school, store } = call;
    const pupil = pupilOf(call);
    const { from, until = from, ...body } = call.body as Pick<Absence, 'from' | 'reason' | 'note'> & { until?: string };
    must(from <= until, 422, 'The absence ends before it starts.');
    const year = yearOf(school, pupil);
    must(from >= year.startsOn && until <= year.endsOn, 422, 'The absence is not in the school year.');
    const others = [...school.absences.values()].filter((one) => one.pupil === pupil.id);
    const apart = (one: Absence): boolean => (has('absence-shares-day') ? one.until <= from : one.until < from) || until < one.from;
    must(others.every(apart), 409, 'The pupil has another absence on one of the days.');
    const made = { id: newId(), pupil: pupil.id, from, until, ...body, status: 'open', letterOn: null, decidedAt: null } as const;
    const absence: Absence = { ...made, createdAt: store.clock.now() };
    school.absences.set(absence.id, absence);
    return { status: 201, body: absenceView(absence) };
  },
  decideAbsence: ({ body, has, path, school, store }) => {
    const before = find(school.absences, path('absenceId'));
    must(before.status === 'open' || has('absence-decided-twice'), 409, 'The absence is decided.');
    const { decision, letterOn } = body as { decision: 'excused' | 'unexcused'; letterOn: string | null };
    const absence: Absence = { ...before, status: decision, letterOn, decidedAt: store.clock.now() };
    school.absences.set(absence.id, absence);
    return { status: 200, body: absenceView(absence) };
  },
};
