// What the operations on jobs and quotes do.
import { choices, number, queryOf } from '../asks.ts';
import { gap } from '../clock.ts';
import { available, badParameter, type Call, type Handler, jobsOf, PAGE, pageOf, requireMileage } from './call.ts';
import {
  conflict,
  type Job,
  type JobState,
  type Line,
  type NewLine,
  notFound,
  type Part,
  type Quote,
  Refusal,
  showJob,
  showSummary,
  totalOf,
} from './garage.ts';

function jobOf({ garage, path }: Call): Job {
  const found = garage.jobs.get(path.number ?? '');
  if (found === undefined) throw notFound('job');
  return found;
}

function requireParts({ garage }: Call, lines: readonly NewLine[]): void {
  for (const line of lines)
    if (line.kind === 'part' && !garage.parts.has(line.sku)) throw new Refusal(422, 'unknown_part', `There is no part ${line.sku}.`);
}

function priced({ garage, has }: Call, line: NewLine): Line {
  if (line.kind === 'part') return { ...line, amount_cents: line.quantity * (garage.parts.get(line.sku)?.price_cents ?? 0) };
  const quarters = has('quarters-to-the-nearest') ? Math.max(1, Math.round(line.minutes / 15)) : Math.ceil(line.minutes / 15);
  return { ...line, amount_cents: quarters * 2100 };
}

/** Gives back what is still reserved for a job. */
function release({ garage }: Call, job: Job): void {
  for (const [sku, quantity] of job.reserved) {
    const part = garage.parts.get(sku);
    if (part !== undefined) part.reserved -= quantity;
  }
  job.reserved.clear();
}

const NEXT: Readonly<Record<JobState, readonly JobState[]>> = {
  booked: ['in_progress', 'cancelled'],
  in_progress: ['done'],
  done: ['in_progress', 'collected'],
  collected: [],
  cancelled: [],
};

function requireFree(call: Call, vehicle: number): void {
  const states: JobState[] = call.has('second-job-booked') ? ['in_progress'] : ['booked', 'in_progress'];
  if (jobsOf(call, vehicle, ...states).length > 0) throw conflict('vehicle_busy', 'The vehicle has another job.');
}

function cancel(call: Call, job: Job): void {
  const open = job.quotes.filter(({ state }) => state === 'open');
  for (const quote of open) Object.assign(quote, { state: 'declined', decided_at: call.store.clock.now() });
  if (!call.has('cancelled-keeps-parts')) release(call, job);
}

/** Checks what a state needs, and does what comes with it. */
function enter(call: Call, job: Job, to: JobState): void {
  if (job.state === 'booked' && to === 'in_progress') {
    const isEnough = job.accepted_quote_id !== null || (call.has('started-on-open-quote') && job.quotes.length > 0);
    if (!isEnough) throw conflict('no_accepted_quote', 'The job has no accepted quote.');
  }
  if (job.state === 'done' && to === 'in_progress') requireFree(call, job.vehicle_id);
  if (to === 'done') {
    if (!job.lines.some(({ kind }) => kind === 'labour')) throw conflict('no_labour', 'The job has no line of labour.');
    if (!call.has('finished-keeps-parts')) release(call, job);
  }
  if (to === 'cancelled') cancel(call, job);
  if (to === 'done') job.finished_at = call.store.clock.now();
  if (to === 'in_progress') job.finished_at = null;
  job.state = to;
}

/** Takes parts from what is reserved for the job, and then from the stock that is available. */
function take(part: Part, job: Job, quantity: number): void {
  const own = job.reserved.get(part.sku) ?? 0;
  if (quantity > own + available(part)) throw conflict('out_of_stock', `There are not enough of ${part.sku}.`);
  const used = Math.min(own, quantity);
  job.reserved.set(part.sku, own - used);
  part.reserved -= used;
  part.on_hand -= quantity;
}

interface NewJob {
  readonly vehicle_id: number;
  readonly complaint: string;
  readonly booked_for: string;
  readonly promised_on?: string | null;
  readonly mileage?: number;
}

const STATES: readonly JobState[] = ['booked', 'in_progress', 'done', 'collected', 'cancelled'];

const jobs: Record<string, Handler> = {
  listJobs({ garage, search }) {
    const query = queryOf(search, { ...PAGE, state: choices(STATES), vehicle_id: number(1, 999_999_999, undefined) }, badParameter);
    const found = [...garage.jobs.values()].filter(
      (job) => (query.state?.includes(job.state) ?? true) && job.vehicle_id === (query.vehicle_id ?? job.vehicle_id),
    );
    return pageOf(found.toReversed(), query, showSummary);
  },
  bookJob(call) {
    const { vehicle_id, complaint, booked_for, promised_on = null, mileage } = call.body as NewJob;
    const vehicle = call.garage.vehicles.get(vehicle_id);
    if (vehicle === undefined) throw new Refusal(422, 'unknown_vehicle', 'There is no such vehicle.');
    if (promised_on !== null && promised_on < booked_for) throw new Refusal(422, 'bad_dates', 'It cannot be ready before it comes in.');
    requireFree(call, vehicle_id);
    requireMileage(vehicle, mileage ?? vehicle.mileage);
    vehicle.mileage = mileage ?? vehicle.mileage;
    const { store, garage } = call;
    const first = { number: store.nextNumber(), vehicle_id, state: 'booked' as const, complaint, booked_for, promised_on };
    const rest = { mileage: vehicle.mileage, accepted_quote_id: null, created_at: store.clock.now(), finished_at: null };
    const job: Job = { ...first, ...rest, quotes: [], lines: [], reserved: new Map() };
    garage.jobs.set(job.number, job);
    return { status: 201, body: showJob(job), headers: { location: `/jobs/${job.number}` } };
  },
  getJob: (call) => ({ status: 200, body: showJob(jobOf(call)) }),
  moveJob(call) {
    const job = jobOf(call);
    const { to } = call.body as { to: JobState };
    if (!NEXT[job.state].includes(to)) throw conflict('wrong_state', `A job cannot go from ${job.state} to ${to}.`);
    enter(call, job, to);
    return { status: 200, body: showJob(job) };
  },
  logLine(call) {
    const asked = call.body as NewLine;
    requireParts(call, [asked]);
    const job = jobOf(call);
    if (job.state !== 'in_progress') throw conflict('wrong_state', 'The job is not in progress.');
    const line = priced(call, asked);
    const quoted = job.quotes.find(({ id }) => id === job.accepted_quote_id)?.total_cents ?? 0;
    const total = (call.has('overrun-per-line') ? 0 : totalOf(job.lines)) + line.amount_cents;
    if (total * 10 > quoted * 11) throw conflict('over_quote', 'The job would cost more than ten per cent above its quote.');
    const part = line.kind === 'part' ? call.garage.parts.get(line.sku) : undefined;
    if (line.kind === 'part' && part !== undefined) take(part, job, line.quantity);
    job.lines.push(line);
    return { status: 201, body: line };
  },
};

/** Reserves all parts of a quote for its job, or none. */
async function reserve(call: Call, job: Job, { lines }: Quote): Promise<void> {
  const needed = new Map<Part, number>();
  for (const line of lines) {
    const part = line.kind === 'part' ? call.garage.parts.get(line.sku) : undefined;
    if (line.kind === 'part' && part !== undefined) needed.set(part, (needed.get(part) ?? 0) + line.quantity);
  }
  for (const [part, quantity] of needed)
    if (available(part) < quantity) throw conflict('out_of_stock', `There are not enough of ${part.sku}.`);
  if (call.has('last-part-twice')) await gap();
  for (const [part, quantity] of needed) {
    part.reserved += quantity;
    job.reserved.set(part.sku, quantity);
  }
}

const quotes: Record<string, Handler> = {
  quoteJob(call) {
    const { lines, note = '' } = call.body as { lines: readonly NewLine[]; note?: string };
    requireParts(call, lines);
    const job = jobOf(call);
    if (job.state !== 'booked') throw conflict('wrong_state', 'Only booked jobs are quoted.');
    if (job.accepted_quote_id !== null) throw conflict('already_accepted', 'A quote of the job was accepted.');
    const old = job.quotes.find(({ state }) => state === 'open');
    if (old !== undefined && !call.has('older-quote-stays-open')) old.state = 'superseded';
    const all = lines.map((line) => priced(call, line));
    const money = { lines: all, total_cents: totalOf(all) };
    const { store } = call;
    const times = { created_at: store.clock.now(), decided_at: null };
    const quote: Quote = { id: store.nextId(), job_number: job.number, state: 'open', note, ...money, ...times };
    job.quotes.push(quote);
    return { status: 201, body: quote };
  },
  async decideQuote(call) {
    const all = [...call.garage.jobs.values()].flatMap((job) => job.quotes.map((quote) => ({ job, quote })));
    const found = all.find(({ quote }) => String(quote.id) === call.path.quote_id);
    if (found === undefined) throw notFound('quote');
    const { job, quote } = found;
    if (quote.state !== 'open') throw conflict('not_open', `The quote is ${quote.state}.`);
    const isAccepted = (call.body as { decision: string }).decision === 'accept';
    if (isAccepted) {
      await reserve(call, job, quote);
      job.accepted_quote_id = quote.id;
    }
    Object.assign(quote, { state: isAccepted ? 'accepted' : 'declined', decided_at: call.store.clock.now() });
    return { status: 200, body: quote };
  },
};

export const repairs: Readonly<Record<string, Handler>> = { ...jobs, ...quotes };
