// Probes of the faults of sequences with exhibitions and groups.
import { joined, of } from '../../probes.ts';
import {
  agreed,
  exhibit,
  exhibition,
  exhibitionWith,
  group,
  location,
  type MuseumProbes,
  made,
  move,
  patch,
  register,
  seen,
  statuses,
  statusIs,
  turn,
} from './callers.ts';

const rooms: MuseumProbes = {
  'rooms-change-on-one-day': ({ linden }) =>
    statusIs(exhibition(linden, { rooms: ['GA-102'], opensOn: '2031-07-31', closesOn: '2031-09-01' }), 409),
  'only-first-room-is-compared': ({ linden }) => {
    const days = { opensOn: '2031-05-01', closesOn: '2031-06-01' };
    return statusIs(exhibition(linden, { rooms: ['GA-103', 'GA-102'], ...days }), 409);
  },
  'cancelled-exhibitions-keep-rooms': async ({ linden }) => {
    await turn(linden, await exhibitionWith(linden, []), 'cancelled');
    return statusIs(exhibition(linden), 201);
  },
  'last-day-not-counted': async ({ linden }) => of(await exhibition(linden)).days === 150,
  'new-days-are-not-compared': async ({ linden }) => {
    await exhibition(linden);
    const other = await exhibitionWith(linden, [], { opensOn: '2033-07-01', closesOn: '2033-09-01' });
    return statusIs(patch(linden, `/exhibitions/${other}`, { opensOn: '2033-06-30' }), 409);
  },
  'open-exhibitions-change-first-day': ({ linden }) => statusIs(patch(linden, '/exhibitions/E101', { opensOn: '2026-10-02' }), 409),
  'groups-outside-of-new-days': async ({ linden }) => {
    const number = await exhibitionWith(linden, []);
    await group(linden, number);
    return statusIs(patch(linden, `/exhibitions/${number}`, { opensOn: '2033-02-09' }), 409);
  },
};

const steps: MuseumProbes = {
  'empty-exhibitions-open': ({ linden }) => statusIs(turn(linden, 'E102', 'open'), 409),
  'open-with-objects-in-workshops': async ({ linden }) => {
    const number = await exhibitionWith(linden, ['1998.1']);
    await move(linden, '1998.1', 'WS-001', 'photography');
    return statusIs(turn(linden, number, 'open'), 409);
  },
  'rooms-take-any-number': async ({ linden }) => {
    await location(linden, 'GA-109', { kind: 'gallery', lux: 50, capacity: 1 });
    const number = await exhibitionWith(linden, ['1998.1'], { rooms: ['GA-109'] }, 'GA-109');
    await register(linden, { home: 'GA-109' });
    return statusIs(turn(linden, number, 'open'), 409);
  },
  'opening-moves-nothing': async ({ linden }) => {
    await turn(linden, await exhibitionWith(linden, ['1998.1']), 'open');
    return (await seen(linden, '/objects/1998.1')).status === 'displayed';
  },
  'closing-leaves-objects': async ({ linden }) => {
    await turn(linden, 'E101', 'closed');
    return (await seen(linden, '/objects/1998.2')).location === 'ST-001';
  },
  'open-exhibitions-cancelled': ({ linden }) => statusIs(turn(linden, 'E101', 'cancelled'), 409),
};

const tours: MuseumProbes = {
  'exhibits-twice': async ({ linden }) =>
    (await statuses(
      () => exhibit(linden, 'E102', '1998.1', 'GA-102'),
      () => exhibit(linden, 'E102', '1998.1', 'GA-102'),
    )) === '201,409',
  'open-exhibitions-take-objects': ({ linden }) => statusIs(exhibit(linden, 'E101', '1998.1', 'GA-101'), 409),
  'rooms-of-any-light': async ({ linden }) => statusIs(exhibit(linden, await exhibitionWith(linden, []), '2004.1'), 409),
  'rooms-just-as-bright': async ({ linden }) => statusIs(exhibit(linden, await exhibitionWith(linden, []), '1998.1'), 201),
  'one-exhibit-too-many': async ({ linden }) => {
    await location(linden, 'GA-109', { kind: 'gallery', lux: 50, capacity: 1 });
    const number = await exhibitionWith(linden, ['1998.1'], { rooms: ['GA-109'] }, 'GA-109');
    return statusIs(exhibit(linden, number, '2004.1', 'GA-109'), 409);
  },
  'agreed-loans-leave-objects-free': async ({ linden }) => {
    await agreed(linden, ['1998.1'], { from: '2033-01-01', until: '2033-02-01' });
    return statusIs(exhibit(linden, await exhibitionWith(linden, []), '1998.1'), 409);
  },
  'last-exhibit-takes-the-place': async ({ linden }) => {
    const all = ['1998.1', '1987.1', await made(linden)];
    const number = await exhibitionWith(linden, all);
    await linden('DELETE', `/exhibitions/${number}/objects/1998.1`);
    const { exhibits } = await seen(linden, `/exhibitions/${number}`);
    return joined(exhibits as { accession: string }[], 'accession') === all.slice(1).join();
  },
};

const groups: MuseumProbes = {
  'discount-from-21': async ({ linden }) =>
    of(await group(linden, await exhibitionWith(linden, []), { adults: 10, reduced: 10 })).price === 153,
  'discount-rounded-up': async ({ linden }) =>
    of(await group(linden, await exhibitionWith(linden, []), { adults: 12, reduced: 9 })).price === 167,
  'places-for-all-days': async ({ linden }) => {
    const number = await exhibitionWith(linden, [], { groupPlaces: 15 });
    await group(linden, number);
    return statusIs(group(linden, number, { day: '2033-02-09' }), 201);
  },
  'last-group-overbooks': async ({ linden }) => {
    const number = await exhibitionWith(linden, [], { groupPlaces: 15 });
    await group(linden, number);
    return statusIs(group(linden, number), 409);
  },
  'booked-counts-groups': async ({ linden }) => {
    const number = await exhibitionWith(linden, []);
    await group(linden, number);
    return (await seen(linden, `/exhibitions/${number}`)).booked === 10;
  },
};

export const exhibitions: MuseumProbes = { ...rooms, ...steps, ...tours, ...groups };
