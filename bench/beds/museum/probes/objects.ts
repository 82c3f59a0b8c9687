// Probes of the faults of sequences with objects, treatments and locations.
import { of } from '../../probes.ts';
import {
  condition,
  deaccession,
  exhibitionWith,
  location,
  type MuseumProbes,
  made,
  move,
  outgoing,
  patch,
  propose,
  records,
  register,
  seen,
  statuses,
  statusIs,
  TODAY,
  treat,
  turn,
  value,
} from './callers.ts';

const HARBOUR = '/objects/1998.1';
const approval = { approvedBy: 'Ines Falk' };

const registers: MuseumProbes = {
  'accessions-in-one-series': async ({ linden }) => {
    await register(linden);
    const next = await register(linden, { acquisition: { method: 'gift', year: 2021 } });
    return of(next).accession === '2021.1';
  },
  'full-location-takes-in': async ({ linden }) =>
    (await statuses(
      () => move(linden, '1998.1', 'ST-002', 'storage'),
      () => move(linden, '2004.1', 'ST-002', 'storage'),
    )) === '201,409',
  'closed-location-takes-in': ({ linden }) => statusIs(move(linden, '1998.1', 'GA-104', 'display'), 409),
  'corrections-without-time': async ({ linden }) => {
    const { createdAt, updatedAt } = of(await patch(linden, HARBOUR, { title: 'Harbour' }));
    return createdAt !== updatedAt;
  },
  'new-home-moves-objects': async ({ linden }) => of(await patch(linden, HARBOUR, { home: 'ST-002' })).location === 'ST-001',
  'closed-records-change': ({ linden }) => statusIs(patch(linden, '/objects/2019.2', { title: 'Horn' }), 409),
  'moves-to-the-same-place': ({ linden }) => statusIs(move(linden, '1998.1', 'ST-001', 'storage'), 409),
  'doors-of-any-height': async ({ linden }) => {
    const accession = await made(linden, { dimensions: { height: 120.1, width: 10 } });
    return statusIs(move(linden, accession, 'ST-002', 'storage'), 409);
  },
  'door-as-high-as-object': async ({ linden }) => {
    const accession = await made(linden, { dimensions: { height: 120, width: 10 } });
    return statusIs(move(linden, accession, 'ST-002', 'storage'), 201);
  },
  'treated-objects-move': async ({ linden }) => {
    await treat(linden, 'T0001', 'approved', approval);
    await treat(linden, 'T0001', 'in-progress');
    return statusIs(move(linden, '2011.1', 'ST-001', 'storage'), 409);
  },
  'exhibits-move': ({ linden }) => statusIs(move(linden, '1998.2', 'ST-001', 'storage'), 409),
  'older-valuation-replaces': ({ linden }) => statusIs(value(linden, '1998.1', { valuedOn: '2024-01-31' }), 409),
  'change-against-the-new-value': async ({ linden }) => of(await value(linden, '1998.1', { value: 30_000 })).change === 25,
  'valued-on-loan': ({ linden }) => statusIs(value(linden, '2019.1'), 409),
  'deaccessioned-keep-places': async ({ linden }) => {
    await deaccession(linden, '2011.2');
    return (await seen(linden, '/locations/ST-002')).free === 2;
  },
  'requests-do-not-keep-objects': ({ linden }) => statusIs(deaccession(linden, '1987.1'), 409),
  'treatments-do-not-keep-objects': async ({ linden }) => {
    await propose(linden, '1998.1');
    return statusIs(deaccession(linden, '1998.1'), 409);
  },
};

const conservation: MuseumProbes = {
  'last-entered-report-counts': async ({ linden }) => {
    await condition(linden, '1998.1', { grade: 'fair', inspectedOn: '2024-01-01' });
    return (await seen(linden, HARBOUR)).condition === 'good';
  },
  'first-report-of-a-day-counts': async ({ linden }) => {
    await condition(linden, '1998.1', { grade: 'fair' });
    await condition(linden, '1998.1', { grade: 'excellent' });
    return (await seen(linden, HARBOUR)).condition === 'excellent';
  },
  'first-damage-is-worst': async ({ linden }) => {
    const damages = [2, 3].map((severity) => ({ kind: 'stain', severity }));
    return of(await condition(linden, '1998.1', { damages })).worst === 3;
  },
  'fair-objects-travel': async ({ linden }) => (await seen(linden, '/objects/2011.1')).fitToTravel === false,
  'approved-treatments-do-not-count': async ({ linden }) => {
    await treat(linden, 'T0001', 'approved', approval);
    return statusIs(propose(linden, '2011.1'), 409);
  },
  'costs-are-rounded-down': async ({ linden }) => of(await propose(linden, '1998.1')).cost === 158,
  'treatments-start-anywhere': async ({ linden }) => {
    const { treatment } = of(await propose(linden, '1998.1'));
    await treat(linden, String(treatment), 'approved', approval);
    return statusIs(treat(linden, String(treatment), 'in-progress'), 409);
  },
  'treatments-in-progress-cancelled': async ({ linden }) => {
    await treat(linden, 'T0001', 'approved', approval);
    await treat(linden, 'T0001', 'in-progress');
    return statusIs(treat(linden, 'T0001', 'cancelled', { reason: 'No time' }), 409);
  },
  'costs-stay-estimates': async ({ linden }) => {
    await treat(linden, 'T0001', 'approved', approval);
    await treat(linden, 'T0001', 'in-progress');
    return of(await treat(linden, 'T0001', 'done', { workedHours: 21.5, grade: 'good' })).cost === 1290;
  },
  'treatments-without-report': async ({ linden }) => {
    await treat(linden, 'T0001', 'approved', approval);
    await treat(linden, 'T0001', 'in-progress');
    await treat(linden, 'T0001', 'done', { workedHours: 21.5, grade: 'good' });
    const [report] = await records(linden, '/objects/2011.1/conditions');
    return report?.inspector === 'Tomas Reyl' && report.inspectedOn === TODAY;
  },
};

const locations: MuseumProbes = {
  'kind-changes-under-objects': ({ linden }) => statusIs(location(linden, 'ST-002', { kind: 'workshop' }), 409),
  'capacity-below-objects': async ({ linden }) => {
    await move(linden, '1998.1', 'ST-002', 'storage');
    return statusIs(location(linden, 'ST-002', { capacity: 1 }), 409);
  },
  'left-out-members-stay': async ({ linden }) => of(await location(linden, 'ST-002')).maxHeight === null,
  'homes-can-be-given-up': async ({ linden }) => {
    await move(linden, '2011.2', 'ST-001', 'storage');
    return statusIs(linden('DELETE', '/locations/ST-002'), 409);
  },
  'rooms-can-be-given-up': ({ linden }) => statusIs(linden('DELETE', '/locations/GA-102'), 409),
};

const opened: MuseumProbes = {
  'deaccessioned-are-lent': ({ linden }) => statusIs(outgoing(linden, ['2019.2']), 409),
  'closing-without-movement': async ({ linden }) => {
    const number = await exhibitionWith(linden, ['1998.1']);
    await turn(linden, number, 'open');
    await turn(linden, number, 'closed');
    return (await records(linden, `${HARBOUR}/movements?reason=return`)).length === 1;
  },
};

export const objects: MuseumProbes = { ...registers, ...conservation, ...locations, ...opened };
