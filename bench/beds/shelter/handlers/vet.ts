// Visits of the vet.
import { type Handlers, numberOf, requireAnimal } from '../call.ts';
import { isOpen } from '../store.ts';
import type { Visit } from '../things.ts';
import { conflict, created, notFound } from '../wire.ts';

export const vet: Handlers = {
  createVisit: (call) => {
    const { store, body, has } = call;
    const animal = requireAnimal(call);
    if (animal.status === 'adopted') throw conflict('The animal is adopted.');
    const number = animal.visits.length + 1;
    const visit = { weight: null, medication: [], cost: 0, report: null, ...body, animal: animal.id, number } as unknown as Visit;
    animal.visits.push(visit);
    if (visit.weight !== null) animal.weight = visit.weight;
    if (visit.outcome === 'unfit') {
      const open = [...store.adoptions.values()].find((adoption) => adoption.animal === animal.id && isOpen(adoption));
      if (open !== undefined && !has('unfit-keeps-adoption')) open.state = 'withdrawn';
      animal.status = 'intake';
    } else if (animal.status === 'intake') animal.status = 'available';
    const isShort = visit.outcome === 'unfit' && has('unfit-location');
    return created(isShort ? `/visits/${number}` : `/animals/${animal.id}/visits/${number}`);
  },
  getVisit: (call) => {
    const animal = call.has('visits-of-all') ? call.store.animals.get(numberOf(call, 'animalId')) : requireAnimal(call);
    const visit = animal?.visits[numberOf(call, 'number') - 1];
    if (visit === undefined) throw notFound('visit');
    return { status: 200, body: visit };
  },
};
