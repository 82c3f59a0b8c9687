// Tests places: what is found at a point, by an IP address, by words and by similar names, and the tokens by which places are created.

import type { CreatePlaceInput, SearchPlacesInput } from '@octavo/interfaces/b-microblog-v1';
import { unwrap } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { placesIn } from '../../../services/b-microblog/places/store.ts';
import { boxAround, metresBetween, metresTo } from '../../../services/b-microblog/rules/globe.ts';
import { isAlike, metresOf } from '../../../services/b-microblog/rules/places.ts';
import type { MicroblogTables } from '../../../services/b-microblog/tables.ts';
import { loadServices } from '../../../services/index.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts } from './posts-support.ts';
import { V1 } from './support.ts';

const HOUR = 60 * 60 * 1000;
const VESTERHAVN = '5a110d312052166f';
const DENMARK = '5a110d3120521600';

describe('the rules of places', () => {
  test.each([
    ['Copenhagen and Lisbon', [55.68, 12.57], [38.72, -9.14], 2478],
    ['both sides of the date line', [0, 179.5], [0, -179.5], 111],
    ['the poles', [90, 0], [-90, 77], 20015],
    ['a point and itself', [56.45, 8.28], [56.45, 8.28], 0],
  ] as const)('the distance of %s', (_, from, to, kilometres) => {
    expect(Math.round(metresBetween(from, to) / 1000)).toBe(kilometres);
    expect(metresBetween(to, from)).toBeCloseTo(metresBetween(from, to), 3);
  });

  test('a box is as far as its nearest side', () => {
    expect(metresTo([8, 56, 9, 57], [56.5, 8.5])).toBe(0);
    expect(Math.round(metresTo([8, 56, 9, 57], [55, 8.5]) / 1000)).toBe(111);
    const [west, south, east, north] = boxAround([56, 8], 111_195);
    expect([west, south, east, north].map((degrees) => Math.round(degrees * 10) / 10)).toEqual([6.2, 55, 9.8, 57]);
    expect(boxAround([90, 0], 1000)).toEqual([-180, expect.closeTo(89.99, 2), 180, expect.closeTo(90.01, 2)]);
  });

  test.each([
    ['500', 500],
    ['0', 0],
    [' 12.5 m ', 12.5],
    ['500ft', 152.4],
    ['1000 FT', 304.8],
    ['-5', undefined],
    ['5km', undefined],
    ['', undefined],
    ['1e9', undefined],
  ])('the accuracy %j', (accuracy, metres) => {
    const found = metresOf(accuracy);
    expect(found === undefined ? found : Math.round(found * 10) / 10).toBe(metres);
  });

  test.each([
    ['Ferry quay', 'ferry-Quay', true],
    ['Ferry quay', 'Ferry Quay North', true],
    ['Strandø Landing', 'Strandoe landing', true],
    ['Café', 'CAFE', true],
    ['Ferry quay', 'Storm Tower', false],
    ['!', '!', false],
  ])('%j and %j', (name, other, alike) => {
    expect(isAlike(name, other)).toBe(alike);
    expect(isAlike(other, name)).toBe(alike);
  });
});

describeOnEngines('places', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    const search = async (query: SearchPlacesInput['query']) =>
      unwrap(await all.v1.searchPlaces({ query }), 200).result.places.map(({ full_name }) => full_name);
    const at = async (lat: number, long: number, more: object = {}) =>
      unwrap(await all.v1.findPlacesAt({ query: { lat, long, ...more } }), 200).result.places.map(({ name }) => name);
    const code = async (path: string) => {
      const answer = await all.fetchV1(V1 + path);
      const { errors } = (await answer.json()) as { errors?: { code: number; message: string }[] };
      return [answer.status, errors?.[0]?.code];
    };
    const similar = async (name: string, lat = 56.447, long = 8.284) =>
      unwrap(await all.v1.findSimilarPlaces({ query: { lat, long, name } }), 200).result;
    const create = (body: Partial<CreatePlaceInput['body']>) =>
      all.v1.createPlace({ body: { name: 'Boat shed', contained_within: VESTERHAVN, token: '', lat: 56.447, long: 8.284, ...body } });
    const tokens = () => all.rows.selectFrom('b_place_tokens').selectAll().execute();
    return { ...all, search, at, code, similar, create, tokens };
  }

  test('are 60, each in a country, and each but the countries in a larger place', async () => {
    const { rows } = await open();
    const all = await rows.selectFrom('b_places').selectAll().execute();
    expect(all.length).toBe(60);
    const known = new Map(all.map((place) => [place.id, place]));
    const order = ['poi', 'neighborhood', 'city', 'admin', 'country'];
    for (const { name, type, contained_within, box, country_code, west, south, east, north } of all) {
      const [container] = contained_within.map((id) => known.get(id));
      expect.soft([name, container === undefined]).toEqual([name, type === 'country']);
      expect.soft([west, south, east, north], name).toEqual(box);
      if (container === undefined) continue;
      expect.soft(order.indexOf(container.type), name).toBeGreaterThan(order.indexOf(type));
      expect.soft(container.country_code, name).toBe(country_code);
      expect.soft(metresTo(container.box, [(south + north) / 2, (west + east) / 2]), name).toBe(0);
    }
    expect(new Set(all.map(({ type }) => type)).size).toBe(5);
    expect(new Set(all.map(({ country_code }) => country_code)).size).toBe(5);
  });

  test('are read by identifier, and shown by posts of both versions', async () => {
    const { v1, code, app } = await open();
    expect(unwrap(await v1.getPlace({ path: { place_id: '5a110d3120521673' } }), 200)).toMatchObject({
      full_name: 'Fish Auction Hall, Old Harbour',
      place_type: 'poi',
      contained_within: [{ full_name: 'Old Harbour, Vesterhavn', place_type: 'neighborhood' }],
      centroid: [8.2871, 56.4507],
      attributes: {},
    });
    expect(await code('/geo/id/5a110d3120521fff.json')).toEqual([404, 34]);
    const query = { expansions: ['geo.place_id'], 'place.fields': ['contained_within', 'geo'] } as const;
    const { includes } = unwrap(await app().getPost({ path: { id: '1990000000000000102' }, query: query as never }), 200);
    expect(includes?.places).toEqual([
      {
        id: VESTERHAVN,
        full_name: 'Vesterhavn, Denmark',
        contained_within: [DENMARK],
        geo: { type: 'Feature', bbox: [8.21, 56.41, 8.35, 56.49], properties: {} },
      },
    ]);
  });

  test('at a point begin with the smallest, and none is known at sea', async () => {
    const { at, code, v1 } = await open();
    expect(await at(56.449, 8.284)).toEqual(['Old Harbour', 'Vesterhavn', 'Denmark']);
    expect(await at(56.4506, 8.287, { granularity: 'poi' })).toEqual(['Old Harbour', 'Vesterhavn', 'Denmark', 'Fish Auction Hall']);
    expect(await at(56.449, 8.284, { granularity: 'country' })).toEqual(['Denmark']);
    expect(await at(56.449, 8.284, { max_results: 2 })).toEqual(['Old Harbour', 'Vesterhavn']);
    expect(await at(56.449, 8.284, { max_results: -3 })).toEqual(['Old Harbour']);
    // This is 1.1 km north of the town: the box of the region has the point, and a larger radius reaches the town.
    expect(await at(56.5, 8.28)).toEqual(['Central Jutland', 'Denmark']);
    expect(await at(56.5, 8.28, { accuracy: '4000ft', granularity: 'city' })).toEqual(['Denmark', 'Vesterhavn']);
    expect(await at(55.68, 12.57, { granularity: 'city' })).toEqual(['Copenhagen', 'Capital Region', 'Denmark']);
    expect(await code('/geo/reverse_geocode.json?lat=0&long=0')).toEqual([404, 13]);
    expect(await code('/geo/reverse_geocode.json?lat=91&long=0')).toEqual([400, 3]);
    expect(await code('/geo/reverse_geocode.json?lat=56&long=181')).toEqual([400, 3]);
    expect(await code('/geo/reverse_geocode.json?lat=56&long=8&accuracy=far')).toEqual([400, 8]);
    expect(await code('/geo/reverse_geocode.json?lat=90&long=180')).toEqual([404, 13]);
    const { query } = unwrap(await v1.findPlacesAt({ query: { lat: 56.447, long: 8.284, granularity: 'city' } }), 200);
    expect(query).toEqual({
      params: { accuracy: 0, granularity: 'city', coordinate: { coordinates: [8.284, 56.447], type: 'Point' } },
      type: 'reverse_geocode',
      url: `${V1}/geo/reverse_geocode.json?lat=56.447&long=8.284&granularity=city`,
    });
  });

  test('are searched by words, by location and by IP address', async () => {
    const { search, code, v1 } = await open();
    expect(await search({ query: 'vesterhavn' })).toEqual(['Vesterhavn, Denmark', 'Old Harbour, Vesterhavn', 'Dune Side, Vesterhavn']);
    expect(await search({ query: 'VESTERHAVN', granularity: 'city' })).toEqual(['Vesterhavn, Denmark']);
    expect(await search({ query: 'belem', granularity: 'poi' })).toEqual(['Belém, Lisbon', 'Belém Tower, Belém']);
    expect(await search({ query: 'nothing here' })).toEqual([]);
    expect(await search({ query: '...' })).toEqual([]);
    expect(await search({ query: 'harbour', lat: 56.16, long: 10.2, granularity: 'poi' })).toEqual([
      'Aarhus Harbour Bath, Aarhus',
      'Old Harbour, Vesterhavn',
      'Fish Auction Hall, Old Harbour',
    ]);
    expect(await search({ query: 'harbour', lat: 56.16, long: 10.2, granularity: 'poi', accuracy: '9000' })).toEqual([
      'Aarhus Harbour Bath, Aarhus',
    ]);
    expect(await search({ lat: 38.698, long: -9.206, contained_within: '5a110d312052162b' })).toEqual(['Belém, Lisbon']);
    expect(await search({ ip: '192.0.2.44' })).toEqual(['Old Harbour, Vesterhavn', 'Vesterhavn, Denmark', 'Denmark']);
    expect(await search({ ip: '2001:DB8::7', granularity: 'city' })).toEqual(['Oslo, Norway', 'Norway']);
    expect(await code('/geo/search.json?ip=127.0.0.1')).toEqual([404, 13]);
    expect(await code('/geo/search.json?ip=here')).toEqual([400, 8]);
    expect(await code('/geo/search.json?lat=56.45')).toEqual([403, 38]);
    expect(await code('/geo/search.json?long=8&query=x')).toEqual([400, 3]);
    expect(await code('/geo/search.json')).toEqual([403, 38]);
    expect(await code('/geo/search.json?query=x&granularity=planet')).toEqual([400, 8]);
    expect(await code('/geo/search.json?query=quay&contained_within=1')).toEqual([404, 13]);
    const { query } = unwrap(await v1.searchPlaces({ query: { query: 'Vesterhavn', granularity: 'city' } }), 200);
    expect(query).toEqual({
      params: { query: 'Vesterhavn', granularity: 'city', autocomplete: false },
      type: 'search',
      url: `${V1}/geo/search.json?query=Vesterhavn&granularity=city`,
    });
  });

  test('are created by a token, and found, similar and attached to posts from then on', async () => {
    const { similar, create, search, v1, at } = await open();
    const { places, token = '' } = await similar('Boat shed');
    expect([places, token]).toEqual([[], expect.stringMatching(/^[0-9a-f]{16}$/)]);
    const made = unwrap(await create({ token, 'attribute:street_address': ' Havnegade 2 ' }), 200);
    expect(made).toMatchObject({
      full_name: 'Boat shed, Vesterhavn',
      place_type: 'poi',
      country_code: 'DK',
      country: 'Denmark',
      attributes: { street_address: 'Havnegade 2' },
      centroid: [8.284, 56.447],
      contained_within: [{ id: VESTERHAVN }],
    });
    expect(unwrap(await v1.getPlace({ path: { place_id: made.id } }), 200)).toEqual(made);
    expect(await search({ query: 'boat', granularity: 'poi', contained_within: DENMARK })).toEqual(['Boat shed, Vesterhavn']);
    expect(await at(56.447, 8.284, { granularity: 'poi' })).toContain('Boat shed');
    const street = (address: string) => search({ lat: 56.447, long: 8.284, granularity: 'poi', 'attribute:street_address': address });
    expect(await street('havnegade 2')).toEqual(['Boat shed, Vesterhavn']);
    expect(await search({ query: 'boat', granularity: 'poi', 'attribute:street_address': 'Havnegade 3' })).toEqual([]);
    expect((await similar('The boat shed')).places.map(({ id }) => id)).toEqual([made.id]);
    expect((await similar('The boat shed', 38.7, -9.1)).places).toEqual([]);
    unwrap(await v1.updateAccountSettings({ body: { lang: 'en' } }), 200);
    expect(unwrap(await v1.createPost({ body: { status: 'At the shed', place_id: made.id } }), 200).place?.id).toBe(made.id);
  });

  test('need a token that is theirs, for this name and location, once', async () => {
    const { similar, create, tokens, fetchV1, v1As, rows } = await open();
    const statusOf = async (body: Parameters<typeof create>[0]) => (await create(body)).status;
    const { token = '' } = await similar('Boat shed');
    expect(await statusOf({ token: '0000000000000000' })).toBe(403);
    expect(await statusOf({ token, name: 'Boat house' })).toBe(403);
    expect(await statusOf({ token, lat: 56.45 })).toBe(403);
    expect(await statusOf({ token, contained_within: '1' })).toBe(404);
    expect(await statusOf({ token, name: ' ' })).toBe(400);
    expect(await statusOf({ token, name: 'x'.repeat(101) })).toBe(400);
    expect(await statusOf({ token, lat: 95 })).toBe(400);
    const own = { name: 'Boat shed', contained_within: VESTERHAVN, token, lat: 56.447, long: 8.284 };
    expect((await v1As().createPlace({ body: own })).status).toBe(403);
    const both = await Promise.all([create({ token, name: 'boat  SHED' }), create({ token })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await statusOf({ token })).toBe(403);
    expect((await rows.selectFrom('b_places').selectAll().execute()).length).toBe(61);
    expect((await tokens()).map((row) => row.name)).toEqual(['Ferry quay']);
    expect((await fetchV1(`${V1}/geo/places.json`, { method: 'POST', body: new URLSearchParams({ name: 'x' }) })).status).toBe(403);
  });

  test('of an older release are found by their boxes', async () => {
    const { store: place } = await engine.place();
    const store = await openStore<MicroblogTables>(place);
    try {
      const [service] = await loadServices(['b-microblog']);
      if (service === undefined) throw new Error('There is no service.');
      const before = Object.entries(service.migrations).filter(([name]) => name < '008');
      await store.migrate({ ...service, migrations: Object.fromEntries(before) });
      const named = { id: 'p', name: 'Quay', full_name: 'Quay', country: 'Denmark', country_code: 'DK', type: 'poi' } as const;
      const row = { ...named, box: [8.25, 56.5, 8.5, 56.75], contained_within: [] };
      await store.write(async (tables) => {
        await tables
          .insertInto('b_places')
          .values(row as never)
          .execute();
      });
      await store.migrate(service);
      expect(await placesIn(store.read, [8.3, 56.6, 8.3, 56.6])).toEqual([
        { ...row, west: 8.25, south: 56.5, east: 8.5, north: 56.75, street_address: null },
      ]);
    } finally {
      await store.close();
    }
  });

  test('tokens are good for an hour of the sandbox clock, and leave no row', async () => {
    const { similar, create, tokens, later } = await open();
    const { token = '' } = await similar('Boat shed');
    const other = (await similar('Net loft')).token ?? '';
    expect((await tokens()).length).toBe(3);
    await later(HOUR - 1000);
    expect((await create({ token })).status).toBe(200);
    await later(1000);
    expect((await create({ token: other, name: 'Net loft' })).status).toBe(403);
    expect(await tokens()).toEqual([]);
  });
});
