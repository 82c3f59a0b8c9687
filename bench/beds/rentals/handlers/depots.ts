// Depots.
import { without } from '../../members.ts';
import type { Depot, DepotInput } from '../things.ts';
import { invalid } from '../wire.ts';
import { created, find, need, type Part, read } from './call.ts';

/** A depot as clients see it once it is made. */
const viewOf = (depot: Depot): object => without(depot, 'keyBoxCode');

export const depots: Part = (store, faults) => ({
  createDepot: ({ company, input }) => {
    const body = input<DepotInput>();
    if (body.closesAt <= body.opensAt && !faults.has('depot-closes-before-it-opens'))
      throw invalid('/closesAt', 'is not later than opensAt');
    need(
      [...company.depots.values()].every(({ name }) => name !== body.name),
      'Another depot has this name.',
    );
    const depot = { number: store.number('D'), ...body, keyBoxCode: store.keyBoxCode(), createdAt: store.now() };
    company.depots.set(depot.number, depot);
    const reply = created(depot, 'depots');
    return faults.has('depot-made-with-200') ? { ...reply, status: 200 } : reply;
  },

  getDepot: (call) => {
    const depot = find(call.company.depots, call.id('depotNumber'));
    return read(call, faults.has('key-box-code-shown-again') ? depot : viewOf(depot));
  },

  deleteDepot: ({ company, id }) => {
    const { number } = find(company.depots, id('depotNumber'));
    const isFree = [...company.machines.values()].every(({ depotNumber }) => depotNumber !== number);
    need(isFree || faults.has('depot-closed-with-machines'), 'The depot has machines.');
    company.depots.delete(number);
    return { status: 204 };
  },
});
