// Single machines.
import type { Company } from '../store.ts';
import type { Machine, MachineInput, MachinePatch, Reservation } from '../things.ts';
import { badParameter, tagOf } from '../wire.ts';
import { checkTag, created, find, need, type Part, read, refer, shown } from './call.ts';
import { isActive, overlap } from './days.ts';
import { pageOf } from './lists.ts';

interface Filters {
  readonly depotNumber?: string;
  readonly modelNumber?: string;
  readonly state?: string;
  readonly tag?: string;
  readonly freeFrom?: string;
  readonly freeUntil?: string;
}

const reservationsOf = ({ reservations }: Company, number: string): Reservation[] =>
  [...reservations.values()].filter(({ machineNumber }) => machineNumber === number);

export const machines: Part = (store, faults) => {
  /** Whether a machine has no reservation on the days that a list asks for. */
  function isFree(company: Company, { number }: Machine, { freeFrom, freeUntil }: Filters): boolean {
    if (freeFrom === undefined || freeUntil === undefined) return true;
    const keeps = (one: Reservation): boolean => isActive(one) && !(one.state === 'out' && faults.has('running-machines-listed-as-free'));
    return reservationsOf(company, number).every((one) => !(keeps(one) && overlap(one, { from: freeFrom, until: freeUntil })));
  }

  return {
    listMachines: (call) => {
      const filters = call.query<Filters>();
      const { depotNumber, modelNumber, state, tag, freeFrom, freeUntil } = filters;
      if ((freeFrom === undefined) !== (freeUntil === undefined)) {
        throw badParameter(freeFrom === undefined ? 'freeFrom' : 'freeUntil', 'is missing');
      }
      const found = [...call.company.machines.values()].filter(
        (machine) =>
          (depotNumber === undefined || machine.depotNumber === depotNumber) &&
          (modelNumber === undefined || machine.modelNumber === modelNumber) &&
          (state === undefined || machine.state === state) &&
          (tag === undefined || machine.tags.includes(tag)) &&
          isFree(call.company, machine, filters),
      );
      return pageOf('machines', call, faults, found);
    },

    createMachine: ({ company, input }) => {
      const body = input<MachineInput>();
      refer(company.models, body.modelNumber, '/modelNumber');
      refer(company.depots, body.depotNumber, '/depotNumber');
      const isNew = [...company.machines.values()].every(({ serialNumber }) => serialNumber !== body.serialNumber);
      need(isNew || faults.has('serial-number-twice'), 'Another machine has this serial number.');
      const machine: Machine = { number: store.number('M'), ...body, state: 'available', createdAt: store.now() };
      company.machines.set(machine.number, machine);
      return created(machine, 'machines');
    },

    getMachine: (call) => {
      const machine = find(call.company.machines, call.id('machineNumber'));
      return faults.has('machine-tag-not-compared') ? shown(machine) : read(call, machine);
    },

    updateMachine: (call) => {
      const old = find(call.company.machines, call.id('machineNumber'));
      checkTag(call, old);
      const patch = call.input<MachinePatch>();
      const { depotNumber = old.depotNumber, operatingHours = old.operatingHours } = patch;
      refer(call.company.depots, depotNumber, '/depotNumber');
      need(operatingHours >= old.operatingHours, 'The machine has more hours.');
      need(old.state !== 'out' || depotNumber === old.depotNumber, 'The machine is out.');
      const note = faults.has('null-leaves-note') ? (patch.note ?? old.note) : { ...old, ...patch }.note;
      const machine = { ...old, ...patch, note };
      call.company.machines.set(machine.number, machine);
      return shown(machine, faults.has('machine-tag-of-old-state') ? tagOf(old) : undefined);
    },

    deleteMachine: ({ company, id }) => {
      const { number } = find(company.machines, id('machineNumber'));
      const keeps = ({ state }: Reservation): boolean => state === 'out' || (state === 'booked' && !faults.has('booked-machine-deleted'));
      need(!reservationsOf(company, number).some(keeps), 'The machine has a reservation.');
      company.machines.delete(number);
      return { status: 204 };
    },
  };
};
