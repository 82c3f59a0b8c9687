// Maintenance jobs.
import type { Job, JobInput, JobResult } from '../things.ts';
import { find, need, type Part } from './call.ts';

export const maintenance: Part = (store, faults) => ({
  openMaintenanceJob: ({ company, id, input }) => {
    const machine = find(company.machines, id('machineNumber'));
    const body = input<JobInput>();
    need(machine.state !== 'out' && machine.state !== 'maintenance', `The machine is in the state ${machine.state}.`);
    const job: Job = {
      number: store.number('J'),
      machineNumber: machine.number,
      kind: body.kind,
      note: body.note,
      state: 'open',
      result: null,
      cost: null,
    };
    company.jobs.set(job.number, job);
    company.machines.set(machine.number, { ...machine, state: 'maintenance' });
    return { status: 201, body: job };
  },

  finishMaintenanceJob: ({ company, id, input }) => {
    const job = find(company.jobs, id('jobNumber'));
    const { result, cost, nextInspectionOn } = input<JobResult>();
    need(job.state === 'open', 'The job is finished already.');
    const finished: Job = { ...job, state: 'finished', result, cost };
    company.jobs.set(job.number, finished);
    const machine = company.machines.get(job.machineNumber);
    if (machine !== undefined) {
      const state = result === 'passed' || faults.has('failed-machine-available') ? 'available' : 'defect';
      company.machines.set(machine.number, { ...machine, state, nextInspectionOn: nextInspectionOn ?? machine.nextInspectionOn });
    }
    return { status: 200, body: finished };
  },
});
