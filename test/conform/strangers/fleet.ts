// The service of fleet.yaml: machines with readings, diagnostics that take a while, and windows of maintenance.
import { createHash, randomUUID } from 'node:crypto';
import type { Call, Fields, Stranger } from './reading.ts';

interface Machine {
  readonly serial: string;
  readonly kind: string;
  readonly site: string;
  readonly limits: { readonly max_temperature: number; readonly max_rpm: number };
  readonly labels: Fields;
  readonly added_at: string;
}
type MachineInput = Pick<Machine, 'kind' | 'site'> & Partial<Pick<Machine, 'labels'>> & { readonly limits?: Partial<Machine['limits']> };
interface Reading {
  readonly at: string;
  readonly temperature: number;
}
interface Part {
  readonly count: number;
  readonly unit_price?: number;
}
interface Maintenance {
  readonly id: number;
  readonly serial: string;
  readonly start: string;
  readonly end: string;
  readonly reason: string;
  readonly open: boolean;
}
interface Job {
  readonly id: string;
  readonly serial: string;
  readonly state: 'running' | 'passed';
  readonly finished_at?: string;
}

const problem = (status: number, title: string, type = 'about:blank'): Response =>
  new Response(JSON.stringify({ type, title, status }), { status, headers: { 'content-type': 'application/problem+json' } });
const missing = (): Response => problem(404, 'There is no such thing.');
const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals + 1e-9) / 10 ** decimals;

class Fleet {
  readonly machines = new Map<string, Machine>();
  readonly readings = new Map<string, Map<string, Reading>>();
  readonly windows = new Map<number, Maintenance>();
  readonly jobs = new Map<string, { job: Job; polls: number }>();

  shown(machine: Machine): Fields {
    const open = [...this.windows.values()].some((one) => one.serial === machine.serial && one.open);
    return { ...machine, under_maintenance: open };
  }

  answer(call: Call, machine: Machine, status = 200): Response {
    const text = JSON.stringify(this.shown(machine));
    const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
    const known =
      call.request.headers
        .get('if-none-match')
        ?.split(',')
        .map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
    const isSame = known.includes(etag) || known.includes('*');
    if (/GET|HEAD/.test(call.request.method) && isSame) return new Response(null, { status: 304, headers: { etag } });
    return new Response(text, { status, headers: { etag, 'content-type': 'application/json' } });
  }

  put(call: Call): Response {
    const { limits, ...body } = call.body as unknown as MachineInput;
    const serial = call.path.serial ?? '';
    const before = this.machines.get(serial);
    if (before !== undefined && before.kind !== body.kind) return problem(409, 'The kind is fixed.');
    const added_at = before?.added_at ?? new Date().toISOString();
    const after: Machine = { labels: {}, ...body, serial, limits: { max_temperature: 90, max_rpm: 6000, ...limits }, added_at };
    this.machines.set(serial, after);
    return this.answer(call, after, before === undefined ? 201 : 200);
  }

  remove({ serial }: Machine): Response {
    const own = [...this.windows.values()].filter((one) => one.serial === serial);
    if (own.some(({ open }) => open)) return problem(409, 'Maintenance is open.');
    this.machines.delete(serial);
    this.readings.delete(serial);
    return new Response(null, { status: 204 });
  }

  readingsOf({ serial }: Machine): Map<string, Reading> {
    const known = this.readings.get(serial) ?? new Map<string, Reading>();
    this.readings.set(serial, known);
    return known;
  }

  push(machine: Machine, batch: readonly Reading[]): Response {
    const own = this.readingsOf(machine);
    const before = own.size;
    for (const reading of batch) if (!own.has(reading.at)) own.set(reading.at, reading);
    const accepted = own.size - before;
    return Response.json({ accepted, duplicates: batch.length - accepted });
  }

  list(machine: Machine, { from, until }: { readonly from?: string; readonly until?: string }): Response {
    const readings = [...this.readingsOf(machine).values()]
      .filter(({ at }) => from === undefined || Date.parse(at) >= Date.parse(from))
      .filter(({ at }) => until === undefined || Date.parse(at) < Date.parse(until))
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
    return Response.json({ readings });
  }

  summary(machine: Machine): Response {
    const all = [...this.readingsOf(machine).values()].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
    const heats = all.map(({ temperature }) => temperature);
    const mean = heats.reduce((sum, heat) => sum + heat, 0) / heats.length;
    return Response.json({
      serial: machine.serial,
      count: all.length,
      mean_temperature: all.length === 0 ? null : rounded(mean, 1),
      highest_temperature: all.length === 0 ? null : Math.max(...heats),
      last_at: all.at(-1)?.at ?? null,
      too_hot: heats.filter((heat) => heat > machine.limits.max_temperature).length,
    });
  }

  diagnose({ serial }: Machine): Response {
    const running = [...this.jobs.values()].find(({ job }) => job.serial === serial && job.state === 'running');
    const job: Job = running?.job ?? { id: randomUUID(), serial, state: 'running' };
    if (running === undefined) this.jobs.set(job.id, { job, polls: 0 });
    return Response.json(job, { status: 202, headers: { location: `/api/fleet/jobs/${job.id}` } });
  }

  poll(id: string): Response {
    const kept = this.jobs.get(id.toLowerCase());
    if (kept === undefined) return missing();
    if (kept.job.state === 'running' && ++kept.polls >= 3)
      kept.job = { ...kept.job, state: 'passed', finished_at: new Date().toISOString() };
    return Response.json(kept.job);
  }

  plan(body: Fields, id: number): Response {
    const made = { reason: 'routine', ...body, id, open: true } as unknown as Maintenance;
    const [start, end] = [Date.parse(made.start), Date.parse(made.end)];
    if (!this.machines.has(made.serial)) return problem(422, 'There is no such machine.', '/errors/machine');
    if (end <= start) return problem(422, 'The end is not later.', '/errors/order');
    const overlaps = [...this.windows.values()].some(
      (one) => one.serial === made.serial && one.open && Date.parse(one.start) < end && start < Date.parse(one.end),
    );
    if (overlaps) return problem(409, 'Another one is at that time.');
    this.windows.set(id, made);
    return Response.json(made, { status: 201 });
  }

  finish(one: Maintenance, { minutes, parts = [] }: { readonly minutes: number; readonly parts?: readonly Part[] }): Response {
    if (!one.open) return problem(409, 'It is finished.');
    const priced = parts.map((part) => ({ unit_price: 0, ...part }));
    const cost = rounded(minutes * 1.25 + priced.reduce((sum, { count, unit_price }) => sum + count * unit_price, 0), 2);
    const finished = { ...one, open: false, minutes, parts: priced, cost };
    this.windows.set(one.id, finished);
    return Response.json(finished);
  }

  listWindows({ serial, open }: { readonly serial?: string; readonly open?: boolean }): Response {
    const all = [...this.windows.values()].filter(
      (one) => (serial === undefined || one.serial === serial) && (open === undefined || one.open === open),
    );
    return Response.json(all.sort((one, other) => Date.parse(one.start) - Date.parse(other.start) || one.id - other.id));
  }

  listMachines(query: Fields): Response {
    const { page = 1, per_page: size = 50, kind, under_maintenance: under } = query as Readonly<Record<string, number | undefined>>;
    const all = [...this.machines.values()]
      .map((machine) => this.shown(machine))
      .filter((one) => (kind === undefined || one.kind === kind) && (under === undefined || one.under_maintenance === under))
      .sort((one, other) => (String(one.serial) < String(other.serial) ? -1 : 1));
    return Response.json(all.slice((page - 1) * size, page * size), { headers: { 'x-total-count': String(all.length) } });
  }
}

export const fleet: Stranger = {
  file: 'fleet.yaml',
  basePath: '/api/fleet',
  account: (request) => {
    const key = request.headers.get('x-fleet-key') ?? '';
    return key === 'key-north' || key === 'key-south' ? key : undefined;
  },
  refusal: (status, text) => problem(status, text),
  make: () => {
    const fleets = { 'key-north': new Fleet(), 'key-south': new Fleet() };
    let last = 0;
    const of = ({ account }: Call): Fleet => fleets[account as keyof typeof fleets];
    const withMachine = (act: (machine: Machine, call: Call, own: Fleet) => Response) => (call: Call) => {
      const machine = of(call).machines.get(call.path.serial ?? '');
      return machine === undefined ? missing() : act(machine, call, of(call));
    };
    const withWindow = (act: (one: Maintenance, call: Call, own: Fleet) => Response) => (call: Call) => {
      const one = of(call).windows.get(Number(call.path.id));
      return one === undefined ? missing() : act(one, call, of(call));
    };
    return {
      'machines.list': (call) => of(call).listMachines(call.query),
      'machines.put': (call) => of(call).put(call),
      'machines.get': withMachine((machine, call, own) => own.answer(call, machine)),
      'machines.delete': withMachine((machine, _call, own) => own.remove(machine)),
      'readings.push': withMachine((machine, { body }, own) => own.push(machine, body.readings as readonly Reading[])),
      'readings.list': withMachine((machine, { query }, own) => own.list(machine, query)),
      'summary.get': withMachine((machine, _call, own) => own.summary(machine)),
      'diagnostics.start': withMachine((machine, _call, own) => own.diagnose(machine)),
      'jobs.get': (call) => of(call).poll(call.path.job ?? ''),
      'maintenance.list': (call) => of(call).listWindows(call.query),
      'maintenance.plan': (call) => of(call).plan(call.body, ++last),
      'maintenance.get': withWindow((one) => Response.json(one)),
      'maintenance.finish': withWindow((one, { body }, own) => own.finish(one, body as unknown as { readonly minutes: number })),
    };
  },
};
