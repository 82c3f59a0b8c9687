// Tests that octavo conform reads with their ETags what actions on other things change: in three domains.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly places: string;
  readonly uses: string;
  readonly member: string;
  readonly action: string;
  readonly shown: string;
}

const DOMAINS: readonly Domain[] = [
  { places: 'flats', uses: 'leases', member: 'flat_id', action: 'sign', shown: 'vacant' },
  { places: 'seats', uses: 'tickets', member: 'seatId', action: 'print', shown: 'unprinted' },
  { places: 'vans', uses: 'hires', member: 'van', action: 'start', shown: 'at_home' },
];

const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ places, uses, member, action, shown }: Domain): string {
  const place = json(
    `{ type: object, required: [id, name, ${shown}], properties: { id: ${id}, name: { type: string }, ${shown}: { type: boolean } } }`,
  );
  const use = json(`{ type: object, required: [id, ${member}], properties: { id: ${id}, ${member}: ${id} } }`);
  const parameters = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${places}:
    post:
      operationId: addPlace
      requestBody: { required: true, ${json('{ type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }')} }
      responses: { '201': { description: Made., ${place} }, '422': { description: Wrong. } }
  /${places}/{id}:
    ${parameters}
    get: { operationId: readPlace, responses: { '200': { description: It., headers: { ETag: { required: true, schema: { type: string } } }, ${place} }, '404': { description: None. } } }
  /${uses}:
    post:
      operationId: addUse
      requestBody: { required: true, ${json(`{ type: object, required: [${member}], properties: { ${member}: ${id} } }`)} }
      responses: { '201': { description: Made., ${use} }, '422': { description: Wrong. } }
  /${uses}/{id}:
    ${parameters}
    get: { operationId: readUse, responses: { '200': { description: It., ${use} }, '404': { description: None. } } }
  /${uses}/{id}/${action}:
    ${parameters}
    post: { operationId: act, responses: { '200': { description: Done., ${use} }, '404': { description: None. } } }
`;
}

async function foundWith(domain: Domain, isForgetting: boolean): Promise<readonly string[]> {
  const { places, member, shown } = domain;
  const kept: { readonly id: number; readonly name: string; isTaken: boolean }[] = [];
  const uses: { readonly id: number; readonly place: number }[] = [];
  const refused = (status: number): Response => new Response(null, { status });
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key, action] = new URL(request.url).pathname.split('/');
    const isPlace = kind === places;
    if (key === undefined) {
      const body = ((await request.json().catch(() => undefined)) ?? {}) as Readonly<Record<string, unknown>>;
      const { name, [member]: place } = body;
      if (isPlace && (typeof name !== 'string' || name === '' || [...name].length > 20)) return refused(422);
      if (!isPlace && kept[Number(place) - 1] === undefined) return refused(422);
      if (!isPlace) uses.push({ id: uses.length + 1, place: Number(place) });
      else kept.push({ id: kept.length + 1, name: String(name), isTaken: false });
      return Response.json(isPlace ? { id: kept.length, name, [shown]: true } : { id: uses.length, [member]: place }, { status: 201 });
    }
    const [place, use] = [kept[Number(key) - 1], uses[Number(key) - 1]];
    if (isPlace) {
      if (place === undefined) return refused(404);
      const etag = `"${place.id} ${isForgetting ? '' : place.isTaken}"`;
      return Response.json({ id: place.id, name: place.name, [shown]: !place.isTaken }, { headers: { etag } });
    }
    const of = use && kept[use.place - 1];
    if (use === undefined || of === undefined) return refused(404);
    if (action !== undefined) of.isTaken = true;
    return Response.json({ id: use.id, [member]: use.place });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target,
    random: 0,
    ...lookingFor('etag-after-change'),
  });
  return findings.map(({ message }) => message);
}

test.each(sampleOf(DOMAINS, 1))('an ETag of $places that an action on $uses leaves as it was', async (domain) => {
  expect(await foundWith(domain, true)).toEqual([
    expect.stringMatching(new RegExp(`^The ETag is still .* after \`${domain.shown}\` has changed\\.$`)),
  ]);
  expect(await foundWith(domain, false)).toEqual([]);
});
