// What the control API of living mocks does by method and path. What only services have, such as messages, is empty.
import type { FaultRule } from '@octavo/runtime/conformance';
import type { Ground } from './ground.ts';
import { LOG_ROUTES } from './log-routes.ts';
import { bodyRead, faultIn, limitOf, momentIn, namesIn } from './reading.ts';
import { ControlRefusal } from './refusal.ts';
import { DONE, done, type House, type Reply, type Route } from './route.ts';
import type { Snapshot } from './snapshots.ts';

const LATEST = Date.parse('9999-12-31T23:59:59Z');
const EARLIEST = Date.parse('0000-01-01T00:00:00Z');

export const ROUTES: readonly Route[] = [
  ...LOG_ROUTES,
  {
    method: 'GET',
    path: /^\/sandbox$/,
    answer: (_request, { ground, documents }) => ({
      status: 200,
      body: {
        clock: clockOf(ground),
        services: documents().map(({ id, url }) => ({ name: id, documents: [{ name: id, base_url: url }], credentials: [], actions: [] })),
      },
    }),
  },
  { method: 'POST', path: /^\/sandbox\/reset$/, answer: (_request, house) => done(house.ground.reset(idsOf(house))) },
  {
    method: 'POST',
    path: /^\/sandbox\/seed$/,
    answer: async ({ body }, house) => {
      const names = namesIn(body);
      for (const name of names) requireService(name, house);
      await house.ground.seed(names);
      return DONE;
    },
  },
  {
    method: 'GET',
    path: /^\/services\/([^/]+)\/tables$/,
    answer: async ({ values: [id = ''] }, house) => {
      requireService(id, house);
      const told = await house.ground.tell(id, { do: 'tables' });
      return { status: 200, body: { tables: told.kind === 'tables' ? told.tables : [] } };
    },
  },
  {
    method: 'GET',
    path: /^\/services\/([^/]+)\/tables\/([^/]+)$/,
    answer: async ({ values: [id = '', table = ''], query }, house) => {
      requireService(id, house);
      const told = await house.ground.tell(id, {
        do: 'rows',
        table,
        offset: limitOf(query, 'offset', 0, 1_000_000),
        limit: limitOf(query, 'limit', 50, 500),
      });
      if (told.kind !== 'rows' || told.rows === undefined) throw new ControlRefusal(404, `There is no table ${table}.`);
      return { status: 200, body: told.rows };
    },
  },
  { method: 'GET', path: /^\/services\/[^/]+\/machines$/, answer: () => ({ status: 200, body: { machines: [] } }) },
  { method: 'GET', path: /^\/connections$/, answer: () => ({ status: 200, body: { connections: [] } }) },
  { method: 'GET', path: /^\/messages$/, answer: () => ({ status: 200, body: { messages: [] } }) },
  { method: 'GET', path: /^\/clock\/upcoming$/, answer: () => ({ status: 200, body: { upcoming: [] } }) },
  {
    method: 'GET',
    path: /^\/snapshots$/,
    answer: (_request, { ground }) => ({ status: 200, body: { snapshots: ground.snapshots.list().map(snapshotOf) } }),
  },
  {
    method: 'PUT',
    path: /^\/snapshots\/([^/]+)$/,
    answer: async ({ values: [name = ''] }, { ground }) => {
      if (!NAME.test(name))
        throw new ControlRefusal(400, 'The name of a snapshot has 1 to 64 letters, digits, `-`, `_` and `.`, and no dot first.');
      const taken = await ground.take(name);
      if (typeof taken === 'string') throw new ControlRefusal(409, `The snapshot is refused: ${taken}.`, 'snapshot-refused');
      return { status: 200, body: snapshotOf(taken) };
    },
  },
  {
    method: 'DELETE',
    path: /^\/snapshots\/([^/]+)$/,
    answer: ({ values: [name = ''] }, { ground }) => {
      if (!ground.snapshots.remove(name)) throw new ControlRefusal(404, `There is no snapshot ${name}.`);
      return DONE;
    },
  },
  {
    method: 'POST',
    path: /^\/snapshots\/([^/]+)\/restore$/,
    answer: async ({ values: [name = ''] }, { ground }) => {
      const snapshot = ground.snapshots.find(name);
      if (snapshot === undefined) throw new ControlRefusal(404, `There is no snapshot ${name}.`);
      await ground.restore(snapshot);
      return DONE;
    },
  },
  { method: 'GET', path: /^\/clock$/, answer: (_request, { ground }) => clockReply(ground) },
  {
    method: 'POST',
    path: /^\/clock\/freeze$/,
    answer: ({ body }, { ground }) => {
      ground.clock.freeze(momentIn(bodyRead(body, ['at']).at));
      return clockReply(ground);
    },
  },
  {
    method: 'POST',
    path: /^\/clock\/move$/,
    answer: ({ body }, { ground }) => {
      const { to, by_seconds: by } = bodyRead(body, ['to', 'by_seconds']);
      if ((to === undefined) === (by === undefined) || (by !== undefined && !Number.isSafeInteger(by)))
        throw new ControlRefusal(400, 'Write either `to`, a moment, or `by_seconds`, a whole number.');
      const moment = momentIn(to) ?? ground.clock.now() + Number(by) * 1000;
      if (!(moment >= EARLIEST && moment <= LATEST)) throw new ControlRefusal(400, 'The clock can show the years from 0 to 9999.');
      ground.clock.move(moment);
      return clockReply(ground);
    },
  },
  {
    method: 'POST',
    path: /^\/clock\/run$/,
    answer: (_request, { ground }) => {
      ground.clock.run();
      return clockReply(ground);
    },
  },
  {
    method: 'GET',
    path: /^\/faults$/,
    answer: (_request, { ground }) => ({ status: 200, body: { faults: ground.faults.list().map(faultOf) } }),
  },
  {
    method: 'POST',
    path: /^\/faults$/,
    answer: ({ body }, { ground }) => ({ status: 201, body: faultOf(ground.faults.add(faultIn(body))) }),
  },
  {
    method: 'DELETE',
    path: /^\/faults\/([^/]+)$/,
    answer: ({ values: [id = ''] }, { ground }) => {
      if (!ground.faults.remove(id)) throw new ControlRefusal(404, `There is no fault ${id}.`);
      return DONE;
    },
  },
];

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$/;

function idsOf({ documents }: House): readonly string[] {
  return documents().map(({ id }) => id);
}

function requireService(id: string, house: House): void {
  if (!idsOf(house).includes(id)) throw new ControlRefusal(404, `There is no service ${id}.`);
}

function clockReply(ground: Ground): Reply {
  return { status: 200, body: clockOf(ground) };
}

function clockOf({ clock }: Ground): { readonly now: string; readonly frozen: boolean } {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.state.frozenAt !== null };
}

function snapshotOf({ name, takenAt, bytes }: Snapshot): Readonly<Record<string, unknown>> {
  return { name, taken_at: new Date(takenAt).toISOString(), bytes };
}

function faultOf({ delayMilliseconds, ...rule }: FaultRule): Readonly<Record<string, unknown>> {
  return { ...rule, ...(delayMilliseconds === undefined ? {} : { delay_milliseconds: delayMilliseconds }) };
}
