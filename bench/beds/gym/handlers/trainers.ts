// Trainers.
import type { Faults, NewTrainer, Trainer } from '../things.ts';
import { viewsWith } from '../views.ts';
import { deleted, ok } from '../wire.ts';
import { found, type Part } from './call.ts';
import { type Paging, pageOf, sorted } from './lists.ts';

interface Filters extends Paging {
  readonly specialty?: string;
}

/** A new trainer as it is kept. */
function keptOf(input: NewTrainer, faults: Faults): NewTrainer {
  const { displayName } = input;
  return faults.has('combining-marks-lost') ? { ...input, displayName: displayName.normalize('NFKD').replace(/\p{M}/gu, '') } : input;
}

export const trainers: Part = (faults) => {
  const views = viewsWith(faults);
  return {
    listTrainers: ({ chain, given }) => {
      const filters = given<Filters>();
      const { specialty } = filters;
      const all = [...chain.trainers.values()].filter(({ specialties }) => specialty === undefined || specialties.includes(specialty));
      return pageOf(
        'trainers',
        sorted(all, ({ handle }) => handle),
        filters,
        views.trainer,
        faults,
      );
    },
    putTrainer: ({ chain, path, input }) => {
      const handle = path('handle');
      const body = keptOf(input<NewTrainer>(), faults);
      const before = chain.trainers.get(handle);
      const kept = faults.has('replaced-trainer-keeps-rest') ? before : undefined;
      const trainer: Trainer = { ...kept, ...body, handle, createdAt: before?.createdAt ?? chain.clock.now() };
      chain.trainers.set(handle, trainer);
      return { ...ok(views.trainer(trainer)), status: before === undefined || faults.has('trainer-always-added') ? 201 : 200 };
    },
    deleteTrainer: ({ chain, path }) => {
      const { handle } = found(chain.trainers, path('handle'));
      chain.trainers.delete(handle);
      const given = faults.has('trainer-stays-with-courses') ? [] : [...chain.courses.values()].filter(({ trainer }) => trainer === handle);
      for (const course of given) chain.courses.set(course.id, { ...course, trainer: null, updatedAt: chain.clock.now() });
      return deleted;
    },
  };
};
