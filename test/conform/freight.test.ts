// Tests references in each of several members, limits of what a new thing has some of already, unique values that only some inputs give, and what a
// PUT does to sums and to what it leaves out.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { isSaidUnique } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const at = (path: string): string => `
  ${path}:
    parameters: [{ name: ${/\{(\w+)\}/.exec(path)?.[1]}, in: path, required: true, schema: { type: string, minLength: 8 } }]`;
const get = (name: string, schema = ref(name)): string =>
  `\n    get: { operationId: get${name}, responses: { '200': { description: It., ${json(schema)} }, '404': { description: None. } } }`;
const sending = (method: string, id: string, status: string, names: readonly [string, string], text = '', example = ''): string => `
    ${method}:
      operationId: ${id}
      description: ${JSON.stringify(text)}
      requestBody: { required: true, content: { application/json: { schema: ${ref(names[0])}${example} } } }
      responses: { '${status}': { description: Done., ${json(ref(names[1]))} }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. } }`;
const removing = (id: string, text = ''): string => `
    delete:
      operationId: ${id}
      description: ${JSON.stringify(text)}
      responses: { '204': { description: Gone. }, '404': { description: None. }, '409': { description: In use. } }`;

const FREIGHT = `openapi: 3.1.0
info: { title: Freight, version: '1' }
paths:
  /ports:${sending('post', 'addPort', '201', ['NewPort', 'Port'])}${at('/ports/{portId}')}${get('Port')}${removing('removePort', 'A port that a voyage names, in whatever state, cannot be deleted.')}
  /voyages:${sending('post', 'addVoyage', '201', ['NewVoyage', 'Voyage'], '`fromPort` and `toPort` must be two different ports of your list.', ', example: { fromPort: port-one, toPort: port-two }')}${at('/voyages/{voyageId}')}${get('Voyage')}${at('/voyages/{voyageId}/crates')}${get('Crates', `{ type: array, items: ${ref('Crate')} }`)}${sending('post', 'addCrate', '201', ['NewCrate', 'Crate'], 'A voyage has at most 4 crates. A further one gives 409.')}${at('/crates/{crateId}')}${get('Crate')}${sending('put', 'replaceCrate', '200', ['NewCrate', 'Crate'])}${removing('removeCrate')}
components:
  schemas:
    NewPort: { type: object, required: [city], properties: { city: { type: string, minLength: 2, maxLength: 40 } } }
    Port: { type: object, required: [id, city], properties: { id: { type: string, minLength: 8 }, city: { type: string } } }
    NewVoyage:
      type: object
      required: [fromPort, toPort]
      properties:
        fromPort: { type: string, minLength: 8, maxLength: 30 }
        toPort: { type: string, minLength: 8, maxLength: 30 }
        code: { type: string, pattern: '^[A-Z]{6,9}$', description: 'Two voyages that are not cancelled cannot have the same one, which gives 409.' }
        dangerous: { type: boolean }
    Voyage:
      type: object
      required: [id, fromPort, toPort, totalKg]
      properties: { id: { type: string, minLength: 8 }, fromPort: { type: string }, toPort: { type: string }, code: { type: string }, totalKg: { type: integer } }
    NewCrate:
      type: object
      required: [kg]
      properties: { kg: { type: integer, minimum: 1, maximum: 5000 }, label: { type: string, minLength: 1, maxLength: 20 }, fragile: { type: boolean } }
    Crate:
      type: object
      required: [id, kg]
      properties: { id: { type: string, minLength: 8 }, kg: { type: integer }, label: { type: string }, fragile: { type: boolean } }
`;

type Fault = 'none' | 'deleted under to' | 'unknown to' | 'code taken' | 'fifth crate' | 'sum stays' | 'label stays';

interface Crate {
  readonly id: string;
  readonly voyage: string;
  readonly kg: number;
  readonly label?: string;
  readonly fragile?: boolean;
}

/** Voyages of dangerous goods are refused, and each has a crate from the start. */
function freight(fault: Fault): Handler {
  const ports = new Map<string, object>(['port-one', 'port-two'].map((id) => [id, { id, city: 'Harwich' }]));
  const voyages = new Map<string, { readonly id: string; readonly fromPort: unknown; readonly toPort: unknown; readonly code?: unknown }>();
  const [crates, sums] = [new Map<string, Crate>(), new Map<string, number>()];
  let last = 0;
  const newId = (): string => `${(++last).toString(36)}-${'x'.repeat(8)}`;
  const status = (code: number): Response => new Response(null, { status: code });
  const crateOf = ({ voyage: _, ...shown }: Crate): object => shown;
  const of = (voyage: string): readonly Crate[] => [...crates.values()].filter((one) => one.voyage === voyage);
  const shownVoyage = (id: string): object => ({
    ...voyages.get(id),
    totalKg: of(id).reduce((sum, { id: crate, kg }) => sum + (fault === 'sum stays' ? (sums.get(crate) ?? kg) : kg), 0),
  });

  function putCrate(id: string, voyage: string, given: Readonly<Record<string, unknown>>): Crate | undefined {
    const { kg, label, fragile } = given;
    if (typeof kg !== 'number' || kg > 4900) return undefined;
    const kept = fault === 'label stays' ? crates.get(id)?.label : undefined;
    const name = typeof label === 'string' ? label : kept;
    const one = { id, voyage, kg, ...(name === undefined ? {} : { label: name }), ...(typeof fragile === 'boolean' ? { fragile } : {}) };
    crates.set(id, one);
    if (!sums.has(id)) sums.set(id, kg);
    return one;
  }

  function addVoyage({ fromPort, toPort, code, dangerous }: Readonly<Record<string, unknown>>): Response {
    const isKnown = ports.has(String(fromPort)) && (ports.has(String(toPort)) || fault === 'unknown to');
    if (!isKnown || fromPort === toPort || dangerous !== undefined) return status(422);
    const isTaken = code !== undefined && [...voyages.values()].some((one) => one.code === code);
    if (isTaken && fault !== 'code taken') return status(409);
    const id = newId();
    voyages.set(id, { id, fromPort, toPort, ...(code === undefined ? {} : { code }) });
    putCrate(newId(), id, { kg: 7 });
    return Response.json(shownVoyage(id), { status: 201 });
  }

  function onVoyage(id: string, part: string | undefined, method: string, body: Readonly<Record<string, unknown>>): Response {
    if (!voyages.has(id)) return status(404);
    if (part === undefined) return Response.json(shownVoyage(id));
    if (method === 'GET') return Response.json(of(id).map(crateOf));
    if (of(id).length >= (fault === 'fifth crate' ? 5 : 4)) return status(409);
    const made = putCrate(newId(), id, body);
    return made === undefined ? status(422) : Response.json(crateOf(made), { status: 201 });
  }

  function onCrate(id: string, method: string, body: Readonly<Record<string, unknown>>): Response {
    const crate = crates.get(id);
    if (crate === undefined) return status(404);
    if (method === 'DELETE') crates.delete(id);
    if (method === 'DELETE') return status(204);
    const shown = method === 'PUT' ? putCrate(id, crate.voyage, body) : crate;
    return shown === undefined ? status(422) : Response.json(crateOf(shown));
  }

  function onPort(id: string, method: string): Response {
    if (!ports.has(id)) return status(404);
    if (method === 'GET') return Response.json(ports.get(id));
    const isNamed = [...voyages.values()].some(
      ({ fromPort, toPort }) => fromPort === id || (toPort === id && fault !== 'deleted under to'),
    );
    if (!isNamed) ports.delete(id);
    return status(isNamed ? 409 : 204);
  }

  return async (request) => {
    const [, kind, id, part] = new URL(request.url).pathname.split('/');
    const body: unknown = /^P/.test(request.method) ? await request.json().catch(() => undefined) : {};
    if (typeof body !== 'object' || body === null) return status(422);
    const given = { ...body } as Readonly<Record<string, unknown>>;
    if (id !== undefined)
      return kind === 'voyages'
        ? onVoyage(id, part, request.method, given)
        : kind === 'crates'
          ? onCrate(id, request.method, given)
          : onPort(id, request.method);
    if (kind === 'voyages') return addVoyage(given);
    const port = { id: newId(), city: given.city };
    ports.set(port.id, port);
    return typeof given.city === 'string' ? Response.json(port, { status: 201 }) : status(422);
  };
}

const CHECKS = ['delete-in-use', 'unknown-reference', 'unique-values', 'most-things', 'sums-below', 'replace-removes'];

describe.each(
  sampleOf<readonly [Fault, readonly string[]]>(
    [
      ['none', []],
      ['deleted under to', ['delete-in-use@removePort']],
      ['unknown to', ['unknown-reference@addVoyage']],
      ['code taken', ['unique-values@addVoyage']],
      ['fifth crate', ['most-things@addCrate']],
      ['sum stays', ['sums-below@getVoyage']],
      ['label stays', ['replace-removes@getCrate']],
    ],
    4,
  ),
)('freight: %s', (fault, findings) => {
  test('is judged by its texts', async () => {
    const settings = { ...lookingFor(...CHECKS), target: freight(fault), random: 1, most: 10 };
    const report = await conformService(await serviceFrom(FREIGHT), settings);
    const found = report.findings.filter(({ check }) => CHECKS.includes(check)).map(({ check, operation }) => `${check}@${operation.id}`);
    expect([...new Set(found)]).toEqual(findings);
  });
});

test.each([
  ['Two orders that are not cancelled cannot have the same number.', true],
  ["Two orders can't share the same reference.", true],
  ['Two orders never have the same number.', true],
  ['Two open orders cannot have the same number.', false],
  ['Two orders may have the same number.', false],
])('%s', (text, isUnique) => expect(isSaidUnique(text)).toBe(isUnique));
