// Queues of print jobs, as printing.yaml says, with nothing wrong in it.
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { answering, type Call, Refusal, type Rules } from './answering.ts';

interface Document {
  readonly title: string;
  readonly pages: string;
}

interface Body {
  readonly name: string;
  readonly pagesPerMinute?: string;
  readonly printerId: string;
  readonly jobId: string;
  readonly owner?: string;
  readonly copies?: string;
  readonly documents: readonly Document[];
  readonly state?: string;
  readonly withHidden?: boolean;
  readonly most?: string;
}

interface Printer {
  readonly printerId: string;
  readonly name: string;
  readonly pagesPerMinute: string;
  paused: boolean;
  readonly queue: Job[];
}

interface Job {
  readonly jobId: string;
  readonly printer: Printer;
  readonly owner: string;
  readonly copies: string;
  readonly documents: readonly Document[];
  readonly repeatOf?: string;
  readonly submittedAt: number;
  state: 'waiting' | 'printing' | 'done' | 'cancelled';
  hidden: boolean;
  startedAt?: number;
  doneAt?: number;
}

/** How long a job waits, and how long it is printed, in milliseconds. */
const WAIT = 4;
const PRINT = 6;

function pagesOf({ documents, copies }: Job): number {
  return documents.reduce((sum, { pages }) => sum + Number(pages), 0) * Number(copies);
}

function shownJob(job: Job): object {
  const { printer, submittedAt, startedAt: _, doneAt, ...shown } = job;
  const done = doneAt === undefined ? {} : { doneAt: String(doneAt) };
  return { ...shown, printerId: printer.printerId, pages: String(pagesOf(job)), submittedAt: String(submittedAt), ...done };
}

function shownPrinter({ queue, ...printer }: Printer): object {
  return { ...printer, waiting: String(queue.filter(({ state }) => state === 'waiting').length) };
}

/** Brings the jobs of a printer to where they are by now. */
function goOn({ queue, paused }: Printer): void {
  const now = Date.now();
  for (const job of queue) {
    if (job.state === 'waiting' && !paused && now >= job.submittedAt + WAIT) Object.assign(job, { state: 'printing', startedAt: now });
    if (job.state === 'printing' && now >= (job.startedAt ?? now) + PRINT) Object.assign(job, { state: 'done', doneAt: now });
  }
}

function rules(): Rules<Body> {
  const printers: Printer[] = [];
  const jobs: Job[] = [];
  const printerOf = ({ body }: Call<Body>): Printer => {
    const printer = printers.find(({ printerId }) => printerId === body.printerId);
    if (printer === undefined) throw new Refusal(404, '', 'No such printer.');
    return printer;
  };
  const jobOf = ({ body }: Call<Body>): Job => {
    const job = jobs.find(({ jobId }) => jobId === body.jobId);
    if (job === undefined) throw new Refusal(404, '', 'No such job.');
    return job;
  };
  const submit = (printer: Printer, { owner = 'nobody', copies = '1', documents }: Partial<Body>, repeatOf?: string): Response => {
    const job: Job = {
      ...{ jobId: `J${jobs.length + 1}`, printer, owner, copies, submittedAt: Date.now(), state: 'waiting', hidden: false },
      documents: (documents ?? []).map(({ title, pages }) => ({ title, pages })),
      ...(repeatOf === undefined ? {} : { repeatOf }),
    };
    jobs.push(job);
    printer.queue.push(job);
    return Response.json(shownJob(job), { status: 202 });
  };
  const setPaused = (call: Call<Body>, paused: boolean): Response => {
    const printer = printerOf(call);
    printer.paused = paused;
    return Response.json(shownPrinter(printer));
  };

  const operations: Rules<Body>['operations'] = {
    printerAdd: ({ body: { name, pagesPerMinute = '30' } }) => {
      const before = printers.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (before !== undefined) return Response.json(shownPrinter(before));
      const printer: Printer = { printerId: `P${printers.length + 1}`, name, pagesPerMinute, paused: false, queue: [] };
      printers.push(printer);
      return Response.json(shownPrinter(printer));
    },
    printerList: () => Response.json({ printers: printers.map(shownPrinter), count: String(printers.length) }),
    printerShow: (call) => Response.json(shownPrinter(printerOf(call))),
    printerPause: (call) => setPaused(call, true),
    printerResume: (call) => setPaused(call, false),
    jobSubmit: (call) => submit(printerOf(call), call.body),
    jobShow: (call) => Response.json(shownJob(jobOf(call))),
    jobList: ({ body: { printerId, state, owner, withHidden = false, most = '10' } }) => {
      const found = jobs.filter(
        (job) =>
          (printerId === undefined || job.printer.printerId === printerId) &&
          (state === undefined || job.state === state) &&
          (owner === undefined || job.owner === owner) &&
          (withHidden || !job.hidden),
      );
      return Response.json({ jobs: found.reverse().slice(0, Number(most)).map(shownJob), count: String(found.length) });
    },
    jobCancel: (call) => {
      const job = jobOf(call);
      if (job.state !== 'waiting') throw new Refusal(409, '', `The job is ${job.state}.`);
      job.state = 'cancelled';
      return Response.json(shownJob(job));
    },
    jobRepeat: (call) => {
      const job = jobOf(call);
      return submit(job.printer, job, job.repeatOf ?? job.jobId);
    },
    jobHide: (call) => {
      const job = jobOf(call);
      if (job.state !== 'done' && job.state !== 'cancelled') throw new Refusal(409, '', `The job is ${job.state}.`);
      job.hidden = true;
      return Response.json(shownJob(job));
    },
    jobUnhide: (call) => {
      const job = jobOf(call);
      job.hidden = false;
      return Response.json(shownJob(job));
    },
  };

  return {
    base: '',
    refuse: (status, fault) => Response.json({ fault }, { status }),
    operations,
    around: (_call, _operation, act) => {
      for (const printer of printers) goOn(printer);
      return act();
    },
  };
}

export const CREDENTIALS = {};

export const printing = (): Promise<Handler> => answering('printing', rules);
