// Probes of the faults of lists.
import { joined } from '../../probes.ts';
import { condition, deaccession, exhibition, type MuseumProbes, made, move, outgoing, records, register, seen } from './callers.ts';

interface Info {
  readonly total: number;
  readonly pages: number;
  readonly next: string | null;
}

const infoOf = async (...[send, path]: Parameters<typeof seen>): Promise<Info> => (await seen(send, path)).info as Info;

export const lists: MuseumProbes = {
  'total-of-the-page': async ({ linden }) => (await infoOf(linden, '/locations?size=2')).total === 7,
  'last-page-not-counted': async ({ linden }) => (await infoOf(linden, '/locations?size=2')).pages === 4,
  'next-after-a-full-page': async ({ linden }) => (await infoOf(linden, '/locations?size=7')).next === null,
  'links-without-filters': async ({ linden }) => {
    const { next } = await infoOf(linden, '/locations?kind=store&size=1');
    const found = await records(linden, next ?? '');
    return joined(found, 'code') === 'ST-002';
  },
  'only-first-class': async ({ linden }) =>
    joined(await records(linden, '/objects?classification=print&classification=drawing'), 'accession') === '2004.1,2004.2',
  'made-within-the-years': async ({ linden }) =>
    joined(await records(linden, '/objects?madeFrom=-430&madeTo=-425'), 'accession') === '2011.2',
  'makers-not-searched': async ({ linden }) => joined(await records(linden, '/objects?q=BRANDIS'), 'accession') === '1987.1,1998.1,2004.1',
  'deaccessioned-stay-listed': async ({ linden }) => {
    await deaccession(linden, '1998.1');
    return !joined(await records(linden, '/objects'), 'accession').includes('1998.1');
  },
  'titles-only-go-up': async ({ linden }) => (await records(linden, '/objects?sort=-title'))[0]?.title === 'View of the harbour',
  'accessions-as-texts': async ({ linden }) => {
    for (let count = 0; count < 10; count++) await register(linden);
    return (await records(linden, '/objects?sort=-accession'))[0]?.accession === '2020.10';
  },
  'oldest-movement-first': async ({ linden }) => {
    await move(linden, '1998.1', 'WS-001', 'treatment');
    return joined(await records(linden, '/objects/1998.1/movements'), 'number') === '2,1';
  },
  'reports-as-entered': async ({ linden }) => {
    await condition(linden, '1998.1', { inspectedOn: '2020-01-01' });
    return joined(await records(linden, '/objects/1998.1/conditions'), 'number') === '1,2';
  },
  'more-free-than-asked': async ({ linden }) =>
    joined(await records(linden, '/locations?kind=gallery&minFree=5'), 'code') === 'GA-101,GA-103,GA-104',
  'not-on-the-last-day': async ({ linden }) => joined(await records(linden, '/exhibitions?on=2031-07-31'), 'exhibition') === 'E102',
  'only-first-room-is-searched': async ({ linden }) => {
    await exhibition(linden, { rooms: ['GA-103', 'GA-104'] });
    return joined(await records(linden, '/exhibitions?room=GA-104'), 'exhibition') === 'E103';
  },
  'due-on-the-day-itself': async ({ linden }) => {
    const accession = await made(linden);
    await outgoing(linden, [accession]);
    return joined(await records(linden, '/loans?dueBefore=2029-03-31'), 'reference') === 'LI-2026-001,LO-2026-002,LO-2026-001';
  },
};
