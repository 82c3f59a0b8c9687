// Jobs that offer unsold lots again.
import { finish, unsoldOf } from '../rules.ts';
import type { Store } from '../store.ts';
import type { Job } from '../things.ts';
import { jobView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { type Faults, type Handlers, thing } from './call.ts';

/** How long a job runs, in milliseconds. */
const RUN = 120;

export function reofferings(store: Store, faults: Faults): Handlers {
  const wait: Readonly<Record<string, string>> = faults.has('job-without-retry-after') ? {} : { 'retry-after': '1' };

  return {
    reofferUnsoldLots: (call) => {
      const { house } = call;
      const sale = thing(call, house.sales, 'saleId');
      const { targetSaleId, reducePercent } = call.input<{ targetSaleId: number; reducePercent: number }>();
      const target = house.sales.get(targetSaleId);
      check(target !== undefined, '/targetSaleId', 'leads to no sale');
      allow(sale.state === 'closed', 'The sale is not closed.');
      allow(target?.state === 'draft', 'The target sale is not a draft.');
      const isRunning = [...house.jobs.values()].some(({ saleId, finishedAt }) => saleId === sale.id && finishedAt === null);
      allow(!isRunning, 'Another job of the sale still runs.');
      allow(unsoldOf(house, sale.id).length > 0, 'The sale has no unsold lots.');
      const job: Job = { id: store.id('job'), saleId: sale.id, lots: [], createdAt: store.now(), finishedAt: null };
      house.jobs.set(job.id, job);
      setTimeout(() => finish(store, house, job, targetSaleId, reducePercent, faults), RUN).unref();
      return { status: 202, body: jobView(job), headers: { location: `/jobs/${job.id}`, ...wait } };
    },

    getJob: (call) => {
      const job = thing(call, call.house.jobs, 'jobId');
      return { status: 200, body: jobView(job), headers: job.finishedAt === null ? wait : {} };
    },
  };
}
