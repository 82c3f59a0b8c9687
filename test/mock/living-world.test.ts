// What the world of a living mock begins with: the examples of the document, then things that look real and refer to each other, the same for the
// same seed.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRandom } from '@octavo/runtime/testing';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { wordsFor } from '../../generator/mock/living/believable/faker.ts';
import { ownWords } from '../../generator/mock/living/believable/words.ts';
import { createEngine } from '../../generator/mock/octavo/engine.ts';
import { buildService } from '../../generator/model/index.ts';
import { octavo } from '../cli/run.ts';
import { living } from './living.ts';
import { SHOP } from './shop.ts';

const root = path.resolve(import.meta.dirname, '../..');

const shop = await load('shop.yaml', { root, allowRemote: [], text: SHOP }, new Problems());

interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly address: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}
interface Product {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly currency: string;
}
interface Order {
  readonly id: string;
  readonly customerId: string;
  readonly lines: readonly { readonly productId: number; readonly quantity: number }[];
}
interface World {
  readonly customers: readonly Customer[];
  readonly products: readonly Product[];
  readonly orders: readonly Order[];
}

/** The lists of a mock that has just begun. */
async function worldOf(seed: number, things: number): Promise<World> {
  const service = shop && buildService(shop, {}, new Problems());
  if (service === undefined) throw new Error('The document has no model.');
  const engine = await createEngine(service, {}, { seed, things });
  const list = async (name: string) => {
    const outcome = await engine.answer({ document: 'shop', dynamic: false, request: { method: 'GET', target: `/${name}`, headers: {} } });
    if (outcome.kind !== 'answer' || outcome.by !== 'living') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
    return JSON.parse(String(outcome.answer.body));
  };
  return { customers: await list('customers'), products: await list('products'), orders: await list('orders') };
}

describe('a world', () => {
  test('begins with the examples, and goes on with things that look like them', async () => {
    const { products } = await worldOf(1, 5);
    expect(products).toHaveLength(5);
    expect(products[0]).toEqual({ id: 7, name: 'Brass Lamp', price: 49.9, currency: 'EUR', tags: ['light'] });
    for (const { id, price, currency } of products.slice(1)) {
      expect(id).toBeGreaterThan(7);
      expect(price).toBeGreaterThan(3);
      expect(price).toBeLessThan(181);
      expect(currency).toBe('EUR');
    }
    expect(new Set(products.map(({ name }) => name)).size).toBe(5);
  });

  test('has members that agree with each other, and times in their order', async () => {
    const { customers } = await worldOf(1, 5);
    for (const { name, email, address, createdAt, updatedAt } of customers) {
      expect(email).toBe(`${name.toLowerCase().replace(' ', '.')}@example.com`);
      expect(address.country).toMatch(/^[A-Z]{2}$/);
      expect(address.city).toMatch(/^[A-Z]/);
      expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(createdAt));
    }
  });

  test('refers only to things that are there, also inside of lists', async () => {
    const { customers, products, orders } = await worldOf(1, 20);
    const known = { customers: new Set(customers.map(({ id }) => id)), products: new Set(products.map(({ id }) => id)) };
    expect(orders).toHaveLength(20);
    expect(orders.filter(({ customerId }) => !known.customers.has(customerId))).toEqual([]);
    const lines = orders.flatMap((order) => order.lines);
    expect(lines.length).toBeGreaterThan(19);
    expect(lines.filter(({ productId }) => !known.products.has(productId))).toEqual([]);
    expect(new Set(orders.map(({ customerId }) => customerId)).size).toBeGreaterThan(5);
  });

  test('has the values once that the document calls unique', async () => {
    const { customers } = await worldOf(1, 300);
    expect(customers).toHaveLength(300);
    expect(new Set(customers.map(({ email }) => email)).size).toBe(300);
  });

  test('is the same for the same seed, and another one for another', async () => {
    expect(await worldOf(4, 6)).toEqual(await worldOf(4, 6));
    expect((await worldOf(5, 6)).customers).not.toEqual((await worldOf(4, 6)).customers);
    expect((await worldOf(4, 0)).customers).toEqual([]);
  });
});

test('a unique member may be a 64-bit integer', async () => {
  const text = `
openapi: 3.1.0
info: { title: Meters, version: '1' }
security: []
paths:
  /meters:
    get:
      operationId: listMeters
      responses: { '200': { description: Meters., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Meter' } } } } } }
    post:
      operationId: createMeter
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }
      responses:
        '201': { description: Created., content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }
        '409': { description: A meter with this serial exists. }
  /meters/{id}:
    get:
      operationId: getMeter
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: A meter., content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }
        '404': { description: Unknown. }
components:
  schemas:
    Meter:
      type: object
      required: [serial]
      properties:
        id: { type: string, readOnly: true }
        serial: { type: integer, format: int64, minimum: 1, maximum: 99999999, description: The serial number. It is unique. }
`;
  const description = await load('meters.yaml', { root, allowRemote: [], text }, new Problems());
  if (description === undefined) throw new Error('The document has errors.');
  const ask = await living(description, 5);
  const { body } = await ask('GET', '/meters');
  expect(new Set(body.map(({ serial }: { readonly serial: number }) => serial)).size).toBe(5);
  expect((await ask('POST', '/meters', { serial: body[0].serial })).status).toBe(409);
});

test('the words are those of an optional package where the project has it, and repeat with the seed', async () => {
  expect(await wordsFor(tmpdir())).toBe(ownWords);
  const words = await wordsFor(root);
  expect(words.from).toMatch(/^words of @faker-js\/faker \d/);
  const random = createRandom(1);
  const some = (seed: number) => {
    words.begin(seed);
    return [words.person(random), words.company(random), words.place(createRandom(1)).street];
  };
  expect(some(3)).toEqual(some(3));
  expect(some(3)).not.toEqual(some(4));
});

test('the command refuses numbers that it cannot use', async () => {
  const mock = (...args: string[]) => octavo(['mock', 'docs/guides/library.yaml', ...args], { cwd: root });
  const [seed, things, alone] = await Promise.all([
    mock('--living', '--seed', 'x'),
    mock('--living', '--things', '10001'),
    mock('--seed', '2'),
  ]);
  expect([seed.code, things.code, alone.code]).toEqual([2, 2, 2]);
  expect(seed.stderr).toContain('Invalid `--seed x`.');
  expect(things.stderr).toContain('Write a whole number up to 10000.');
  expect(alone.stderr).toContain('`--seed` needs `--living`.');
});
