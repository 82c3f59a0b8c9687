// Probes of the faults of values: each shows that a request that is not as described is refused, or that a value is kept.
import { of, same, times } from '../../probes.ts';
import {
  type Callers,
  condition,
  deaccession,
  exhibit,
  exhibition,
  exhibitionWith,
  group,
  location,
  type MuseumProbes,
  made,
  move,
  object,
  outgoing,
  patch,
  propose,
  register,
  seen,
  statuses,
  statusIs,
  TOMORROW,
  treat,
  value,
  YEAR,
} from './callers.ts';

const refusesObject =
  (others: object) =>
  ({ linden }: Callers): Promise<boolean> =>
    statusIs(register(linden, others), 422);

const gift = { method: 'gift', year: 2020 };
const climate = { temperature: { min: 18, max: 22 }, humidity: { min: 60, max: 45 } };

export const values: MuseumProbes = {
  'object-title-of-201': refusesObject({ title: 'x'.repeat(201) }),
  'no-materials': refusesObject({ materials: [] }),
  'height-of-zero': refusesObject({ dimensions: { height: 0, width: 3 } }),
  'lengths-in-hundredths': refusesObject({ dimensions: { height: 10.25, width: 3 } }),
  'lux-any-number': refusesObject({ maxLux: 120 }),
  'image-url-any-text': refusesObject({ images: [{ url: 'front view' }] }),
  'two-primary-images': refusesObject({ images: ['a', 'b'].map((name) => ({ url: `https://x.example/${name}`, primary: true })) }),
  'made-backwards': refusesObject({ made: { earliest: 1900, latest: 1899 } }),
  'acquired-next-year': refusesObject({ acquisition: { ...gift, year: YEAR + 1 } }),
  'gift-with-price': refusesObject({ acquisition: { ...gift, price: 10 } }),
  'purchase-without-price': refusesObject({ acquisition: { method: 'purchase', year: 2020 } }),
  'workshop-as-home': refusesObject({ home: 'WS-001' }),
  'rules-not-checked-in-patches': ({ linden }) => statusIs(patch(linden, '/objects/1998.1', { maker: { died: 1840 } }), 422),
  'unknown-members-in-patches': ({ linden }) => statusIs(patch(linden, '/objects/1998.1', { classification: 'print' }), 422),
  'any-reason-to-move': ({ linden }) => statusIs(move(linden, '1998.1', 'WS-001', 'display'), 422),
  'severity-of-four-is-good': ({ linden }) => statusIs(condition(linden, '1998.1', { damages: [{ kind: 'crack', severity: 4 }] }), 422),
  'excellent-with-damages': ({ linden }) =>
    statusIs(condition(linden, '1998.1', { grade: 'excellent', damages: [{ kind: 'crack', severity: 1 }] }), 422),
  'inspected-tomorrow': ({ linden }) => statusIs(condition(linden, '1998.1', { inspectedOn: TOMORROW }), 422),
  'second-appraiser-from-ten-millions': ({ linden }) => statusIs(value(linden, '1998.1', { value: 1_000_001 }), 422),
  'appraiser-twice': ({ linden }) => statusIs(value(linden, '1998.1', { value: 2_000_000, secondAppraiser: 'Ines Falk' }), 422),
  'transfer-without-recipient': ({ linden }) => statusIs(deaccession(linden, '1998.1', { reason: 'transfer' }), 422),
  'hours-in-quarters': ({ linden }) => statusIs(propose(linden, '1998.1', { estimatedHours: 1.25 }), 422),
  'days-that-do-not-exist': ({ linden }) => statusIs(propose(linden, '1998.1', { plannedTo: '2027-04-31' }), 422),
  'conservators-approve': ({ linden }) => statusIs(treat(linden, 'T0001', 'approved', { approvedBy: 'Tomas Reyl' }), 422),
  'capacity-of-501': ({ linden }) => statusIs(location(linden, 'ST-009', { capacity: 501 }), 422),
  'gallery-without-lux': ({ linden }) => statusIs(location(linden, 'GA-109', { kind: 'gallery' }), 422),
  'humidity-backwards': ({ linden }) => statusIs(location(linden, 'ST-009', { climate }), 422),
  'exhibition-of-301-days': async ({ linden }) =>
    (await statuses(
      () => exhibition(linden, { opensOn: '2033-01-01', closesOn: '2033-10-28' }),
      () => exhibition(linden, { opensOn: '2034-01-01', closesOn: '2034-10-27' }),
    )) === '422,201',
  'reduced-above-adult': ({ linden }) => statusIs(exhibition(linden, { admission: { adult: 5, reduced: 6 } }), 422),
  'group-of-41': async ({ linden }) => {
    const number = await exhibitionWith(linden, []);
    return statusIs(group(linden, number, { adults: 1, reduced: 40 }), 422);
  },
  'groups-on-mondays': async ({ linden }) => {
    const number = await exhibitionWith(linden, []);
    return statusIs(group(linden, number, { day: '2033-02-07' }), 422);
  },
  'groups-on-any-day': async ({ linden }) => {
    const number = await exhibitionWith(linden, []);
    return statusIs(group(linden, number, { day: '2033-07-01' }), 422);
  },
  'country-in-small-letters': ({ linden }) =>
    statusIs(outgoing(linden, ['1998.1'], { borrower: { name: 'A', city: 'B', country: 'it', email: 'a@b.example' } }), 422),
  'loan-of-731-days': async ({ linden }) =>
    (await statuses(
      () => outgoing(linden, ['1998.1'], { from: '2029-01-01', until: '2031-01-01' }),
      () => outgoing(linden, ['1998.1'], { from: '2029-01-01', until: '2030-12-31' }),
    )) === '422,201',
  'twenty-one-objects-lent': async ({ linden }) => {
    const all: string[] = [];
    for (const index of times(21, (one) => one)) all.push(await made(linden, { title: `Sheet ${index}` }));
    return statusIs(outgoing(linden, all), 422);
  },
  'page-of-101': ({ linden }) => statusIs(linden('GET', '/objects?size=101'), 400),
  'any-media-type': ({ linden }) => statusIs(linden('POST', '/objects', { raw: JSON.stringify(object()), type: 'text/plain' }), 415),
};

/** Whether a member of a new object comes back as it was sent, at once and later. */
const keeps =
  (name: string, sent: unknown) =>
  async ({ linden }: Callers): Promise<boolean> => {
    const got = await register(linden, { [name]: sent });
    const again = await seen(linden, `/objects/${String(of(got).accession)}`);
    return got.status === 201 && same(of(got)[name], sent) && same(again[name], sent);
  };

export const richValues: MuseumProbes = {
  'object-titles-by-utf-16': keeps('title', '\u{1F5BC}'.repeat(150)),
  'titles-are-trimmed': keeps('title', ' Boats '),
  'descriptions-are-cut': keeps('description', 'word '.repeat(800)),
  'years-lose-their-sign': keeps('made', { earliest: -450, latest: 20 }),
  'numbers-lose-zeros': keeps('identifiers', { catalogue: '0042' }),
  'materials-are-sorted': keeps('materials', ['oil paint', 'canvas', 'wood']),
  'null-changes-nothing': async ({ linden }) => of(await patch(linden, '/objects/1998.1', { weight: null })).weight === null,
  'patches-replace-objects': async ({ linden }) => {
    const { dimensions } = of(await patch(linden, '/objects/1998.1', { dimensions: { height: 61 } }));
    return same(dimensions, { height: 61, width: 80 });
  },
  'labels-in-plain-ascii': async ({ linden }) => {
    const label = 'Gemälde in Öl';
    const { exhibits } = of(await exhibit(linden, await exhibitionWith(linden, []), '1998.1', 'GA-103', label));
    return (exhibits as { label: string }[])[0]?.label === label;
  },
};
