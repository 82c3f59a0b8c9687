// Arbitraries for fast-check from the schemas of a service: valid values, and mutations of them that are probably invalid.

import { exampleSchema } from '../../generator/emit/examples/schema.ts';
import { heldSchemas } from '../../generator/emit/held/held.ts';
import type { JsonValue } from '../../generator/model/schema/schema.ts';
import type { Service } from '../../generator/model/service.ts';
import type { ExampleSchemas } from '../../runtime/testing/example-schema.ts';
import { createRandom } from '../../runtime/testing/index.ts';
import { sampleValue } from '../../runtime/testing/sampler.ts';
import fc from './fast-check.ts';

type Arbitrary = fc.Arbitrary<JsonValue>;

/** The schemas of a service as `sampleValue` reads them, by name. */
export function exampleSchemas(service: Service): ExampleSchemas {
  return Object.fromEntries(
    service.schemas.map((schema) => [schema.name, exampleSchema(schema, heldSchemas(service), true)]),
  ) as ExampleSchemas;
}

/** Sampled values of a named schema. No generated validator has checked them. */
export function valuesOf(schemas: ExampleSchemas, name: string): Arbitrary {
  const options = { examples: 'none', tagged: false } as const;
  return fc.nat().map((seed) => sampleValue(schemas, { $ref: name }, { random: createRandom(seed), ...options }) as JsonValue);
}

/** Strings that almost match a format, and unusual ones that do. */
const FORMATS = [
  ...['2026-02-29T00:00:00Z', '2026-03-14T24:00:00Z', '2026-03-14T09:26:53', '2026-03-14t09:26:53.58+14:00', '2024-02-29T23:59:60Z'],
  ...['2026-02-29', '2024-02-29', '2026-13-01', '1999-4-1', '23:58:60Z', '23:59:60Z', '09:26:53', '9:26:53Z', '09:26:53+01:00'],
  ...['ann@', '@example.com', 'a..b@example.com', 'ann@-example.com', 'ann example@x.org', 'ann@localhost', "o'neil_x@a-b.example"],
  ...[
    '/relative',
    'https://exa mple.com',
    '%zz',
    'http://[::1',
    'http://a/%2',
    'urn:isbn:0451450523',
    'http://ann:x@example.com:80/%20?a=/?#?',
  ],
  ...['\\\\host', 'a b', '#a#b', '', '7f3c2a105b9e4c1d8e2f0a1b2c3d4e5f', '7f3c2a10-5b9e', '7F3C2A10-5B9E-4C1D-8E2F-0A1B2C3D4E5F'],
  ...['-a.example', 'a_b.example', 'a..b', 'localhost', '256.0.0.1', '1.2.3', '01.2.3.4', '12345::', ':::', '1::2::3', '::ffff:192.0.2.1'],
];

const small: Arbitrary = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, -1, 1.5, '', 'text', [], {}),
  fc.string({ maxLength: 5 }),
  fc.constantFrom(...FORMATS),
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'constructor', '__proto__', 'toString'), fc.boolean(), { maxKeys: 2 }),
);

/** Each value with one to three random changes. */
export function mutationsOf(values: Arbitrary): Arbitrary {
  const change = fc.record({ at: fc.nat(1_000), how: fc.nat(6), other: small });
  return fc
    .tuple(values, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce((current, one) => mutate(current, one), value));
}

interface Change {
  readonly at: number;
  readonly how: number;
  readonly other: JsonValue;
}

/** Changes one value: number `at` of a depth-first walk, modulo the number of values. */
function mutate(value: JsonValue, change: Change): JsonValue {
  let places = 0;
  const count = (one: JsonValue): void => {
    places++;
    if (typeof one === 'object' && one !== null) for (const part of Object.values(one)) count(part);
  };
  count(value);
  let left = change.at % places;
  const walk = (one: JsonValue): JsonValue => {
    if (left-- === 0) return changed(one, change);
    if (Array.isArray(one)) return one.map((part: JsonValue) => walk(part));
    if (typeof one === 'object' && one !== null) return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, walk(part)]));
    return one;
  };
  return walk(value);
}

function changed(value: JsonValue, { at, how, other }: Change): JsonValue {
  if (how === 0) return other;
  if (typeof value === 'string') {
    const middle = at % (value.length + 1);
    const texts = [
      value.slice(1),
      value.slice(0, -1),
      `${value.slice(0, middle)} ${value.slice(middle)}`,
      value + value,
      '',
      value.toUpperCase(),
    ];
    return texts[how - 1] ?? value;
  }
  if (typeof value === 'number') return [value + 1, value - 1, -value, value + 0.5, value * 1000, 0][how - 1] ?? value;
  if (Array.isArray(value)) {
    const first = value[0] as JsonValue | undefined;
    return (
      [value.slice(1), value.slice(0, -1), [...value, other], first === undefined ? value : [...value, first], [], [...value, ...value]][
        how - 1
      ] ?? value
    );
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const name = ['extra', 'constructor', 'a/b~c', 'toString', '__proto__', ''][how - 1] ?? 'extra';
    return Object.fromEntries(how % 2 === 1 ? entries.filter((_, index) => index !== at % entries.length) : [...entries, [name, other]]);
  }
  return other;
}
