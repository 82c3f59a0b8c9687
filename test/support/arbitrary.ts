// Values for fast-check from a schema of the model: likely valid ones, and mutations of them that are likely not.
import fc from 'fast-check';
import type { JsonType, JsonValue, Schema } from '../../generator/model/schema.ts';

type Arbitrary = fc.Arbitrary<JsonValue>;

/** How deep a value is built before optional parts are left out. */
const DEEP = 5;

/** Values that mostly match the schema; keywords that cut across each other (`not`, `if`, `contains`) are left to luck. */
export function valuesOf(schema: Schema, depth = 0): Arbitrary {
  const whole = flatten(schema);
  const branches = [...whole.anyOf, ...whole.oneOf];
  const [group] = branches;
  if (group === undefined) return fromFlat(whole, depth);
  // One branch of each union, together with what stands beside the union.
  return fc.oneof(...group.map((branch) => valuesOf(combine([...whole.schemas, branch], branches.slice(1)), depth)));
}

/** A schema, and all that must hold with it. */
interface Flat {
  readonly schemas: readonly Schema[];
  readonly anyOf: readonly (readonly Schema[])[];
  readonly oneOf: readonly (readonly Schema[])[];
}

function flatten(schema: Schema): Flat {
  const schemas = new Set<Schema>([schema]);
  for (const one of schemas) {
    if (one.ref !== undefined) schemas.add(one.ref);
    if (one.dynamicRef !== undefined) schemas.add(one.dynamicRef.target);
    for (const part of one.allOf ?? []) schemas.add(part);
  }
  const list = [...schemas];
  return {
    schemas: list,
    anyOf: list.flatMap((one) => (one.anyOf ? [one.anyOf] : [])),
    oneOf: list.flatMap((one) => (one.oneOf ? [one.oneOf] : [])),
  };
}

/** A schema that asks for all of these, the unions aside that have been decided. */
function combine(schemas: readonly Schema[], open: readonly (readonly Schema[])[]): Schema {
  const [first] = schemas;
  if (first === undefined) throw new Error('nothing to combine');
  const decided = schemas.map((one): Schema => {
    const { ref: _ref, allOf: _allOf, anyOf: _anyOf, oneOf: _oneOf, ...rest } = one;
    return one === schemas.at(-1) ? one : rest;
  });
  const unions = open.map((anyOf): Schema => ({ key: `${first.key}@union`, location: first.location, anyOf }));
  return { key: `${first.key}@all`, location: first.location, allOf: [...decided, ...unions] };
}

function fromFlat({ schemas }: Flat, depth: number): Arbitrary {
  if (schemas.some((one) => one.boolean === false)) return fc.constant(null);
  const constants = schemas.flatMap((one) => (one.const === undefined ? [] : [one.const.value]));
  const [constant] = constants;
  if (constant !== undefined) return fc.constant(constant);
  const enums = schemas.flatMap((one) => (one.enum === undefined ? [] : [one.enum]));
  const [values] = enums;
  if (values !== undefined) {
    const common = values.filter((value) => enums.every((other) => other.includes(value)));
    return common.length === 0 ? fc.constant(null) : fc.constantFrom(...common);
  }
  const types = typesOf(schemas);
  return fc.oneof(...types.map((type) => ofType(type, schemas, depth)));
}

function typesOf(schemas: readonly Schema[]): readonly JsonType[] {
  let types: readonly JsonType[] | undefined;
  for (const { type } of schemas) {
    if (type === undefined) continue;
    const wider = type.includes('number') ? [...type, 'integer' as const] : type;
    types = types === undefined ? type : types.filter((one) => wider.includes(one) || (one === 'number' && type.includes('integer')));
  }
  if (types !== undefined && types.length > 0) return types;
  if (schemas.some((one) => one.properties ?? one.required ?? one.additionalProperties)) return ['object'];
  if (schemas.some((one) => one.items ?? one.prefixItems ?? one.minItems)) return ['array'];
  if (schemas.some((one) => one.pattern ?? one.minLength ?? one.maxLength)) return ['string'];
  return ['string', 'integer', 'boolean', 'null', 'object', 'array'];
}

function ofType(type: JsonType, schemas: readonly Schema[], depth: number): Arbitrary {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbers(type, schemas);
    case 'string':
      return strings(schemas);
    case 'array':
      return arrays(schemas, depth);
    case 'object':
      return objects(schemas, depth);
  }
}

function bound(schemas: readonly Schema[], keyword: 'minLength' | 'minItems' | 'minimum' | 'exclusiveMinimum'): number | undefined {
  const found = schemas.flatMap((one) => one[keyword] ?? []);
  return found.length === 0 ? undefined : Math.max(...found);
}

function limit(schemas: readonly Schema[], keyword: 'maxLength' | 'maxItems' | 'maximum' | 'exclusiveMaximum'): number | undefined {
  const found = schemas.flatMap((one) => one[keyword] ?? []);
  return found.length === 0 ? undefined : Math.min(...found);
}

function numbers(type: 'integer' | 'number', schemas: readonly Schema[]): Arbitrary {
  const least = bound(schemas, 'minimum') ?? bound(schemas, 'exclusiveMinimum') ?? -1_000_000;
  const most = limit(schemas, 'maximum') ?? limit(schemas, 'exclusiveMaximum') ?? Math.max(least, 0) + 1_000_000;
  if (least > most) return fc.constant(least);
  const [step] = schemas.flatMap((one) => one.multipleOf ?? []);
  const whole = fc.integer({ min: Math.ceil(least), max: Math.max(Math.ceil(least), Math.floor(most)) });
  if (step !== undefined)
    return fc
      .integer({ min: Math.ceil(least / step), max: Math.max(Math.ceil(least / step), Math.floor(most / step)) })
      .map((n) => n * step);
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min: least, max: most, noNaN: true, noDefaultInfinity: true }));
}

/** Right texts of each format, and nearly right ones. */
const formats = new Map<string, { right: readonly string[]; wrong: readonly string[] }>([
  [
    'date-time',
    {
      right: ['2026-03-14T09:26:53Z', '2026-03-14t09:26:53.58+14:00', '2024-02-29T23:59:60Z'],
      wrong: ['2026-02-29T00:00:00Z', '2026-03-14T24:00:00Z', '2026-03-14T09:26:53'],
    },
  ],
  ['date', { right: ['2026-03-14', '2024-02-29'], wrong: ['2026-02-29', '2026-13-01', '1999-4-1'] }],
  ['time', { right: ['09:26:53Z', '23:59:60Z', '09:26:53+01:00'], wrong: ['23:58:60Z', '09:26:53', '9:26:53Z'] }],
  [
    'email',
    {
      right: ['ann@example.com', 'a.b+c@mail.example.co.uk', "o'neil_x@a-b.example"],
      wrong: ['ann@', '@example.com', 'a..b@example.com', 'ann@-example.com', 'ann example@x.org', 'ann@localhost'],
    },
  ],
  [
    'uri',
    {
      right: [
        'https://example.com/a?b=c#d',
        'urn:isbn:0451450523',
        'mailto:a@b.c',
        'http://[::1]:8080/',
        'http://ann:x@example.com:80/%20?a=/?#?',
      ],
      wrong: ['/relative', 'https://exa mple.com', '%zz', 'http://[::1', 'http://a/%2', 'example.com'],
    },
  ],
  ['uri-reference', { right: ['/a/b', '../c?d', '#e', 'https://example.com', ''], wrong: ['\\\\host', 'a b', '#a#b'] }],
  [
    'uuid',
    {
      right: ['7f3c2a10-5b9e-4c1d-8e2f-0a1b2c3d4e5f', '7F3C2A10-5B9E-4C1D-8E2F-0A1B2C3D4E5F'],
      wrong: ['7f3c2a105b9e4c1d8e2f0a1b2c3d4e5f', '7f3c2a10-5b9e'],
    },
  ],
  ['hostname', { right: ['example.com', 'a-b.example', 'localhost'], wrong: ['-a.example', 'a_b.example', 'a..b'] }],
  ['ipv4', { right: ['127.0.0.1', '255.255.255.255'], wrong: ['256.0.0.1', '1.2.3', '01.2.3.4'] }],
  ['ipv6', { right: ['::1', '2001:db8::8a2e:370:7334', '::ffff:192.0.2.1'], wrong: ['12345::', ':::', '1:2:3:4:5:6:7', '1::2::3'] }],
]);

function strings(schemas: readonly Schema[]): fc.Arbitrary<string> {
  const least = bound(schemas, 'minLength') ?? 0;
  const most = limit(schemas, 'maxLength') ?? least + 40;
  const [pattern] = schemas.flatMap((one) => one.pattern ?? []);
  const [samples] = schemas.flatMap((one) => formats.get(one.format ?? '') ?? []);
  if (samples !== undefined) {
    return fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom(...samples.right) },
      { weight: 1, arbitrary: fc.constantFrom(...samples.wrong) },
    );
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.max(most, least + 20) });
  return fc.string({
    minLength: least,
    maxLength: Math.max(least, Math.min(most, least + 40)),
    unit: fc.constantFrom('a', 'Z', '0', ' ', 'é', '😀', '-'),
  });
}

function arrays(schemas: readonly Schema[], depth: number): Arbitrary {
  const prefix = schemas.flatMap((one) => one.prefixItems ?? []);
  const items = schemas.flatMap((one) => one.items ?? []);
  const least = bound(schemas, 'minItems') ?? 0;
  const most = depth > DEEP ? least : Math.min(limit(schemas, 'maxItems') ?? least + 3, least + 3);
  const rest = fc.array(all(items, depth), { minLength: Math.max(0, least - prefix.length), maxLength: Math.max(0, most - prefix.length) });
  const unique = schemas.some((one) => one.uniqueItems === true);
  return fc.tuple(fc.tuple(...prefix.map((one) => valuesOf(one, depth + 1))), rest).map(([first, others]) => {
    const array = [...first, ...others];
    if (!unique) return array;
    return [...new Map(array.map((one) => [JSON.stringify(one), one])).values()];
  });
}

function objects(schemas: readonly Schema[], depth: number): Arbitrary {
  const required = new Set(schemas.flatMap((one) => one.required ?? []));
  const parts = new Map<string, Schema[]>();
  for (const one of schemas) {
    for (const [name, part] of one.properties ?? []) parts.set(name, [...(parts.get(name) ?? []), part]);
  }
  for (const name of required) if (!parts.has(name)) parts.set(name, []);
  const members = [...parts]
    .filter(([name]) => required.has(name) || depth <= DEEP)
    .map(([name, part]) => {
      const value = all(part, depth);
      // Optional parts are there more often than not.
      return required.has(name)
        ? value.map((one): [string, JsonValue] | undefined => [name, one])
        : fc.option(
            value.map((one): [string, JsonValue] => [name, one]),
            { nil: undefined, freq: 3 },
          );
    });
  const additional = schemas.flatMap((one) => one.additionalProperties ?? []);
  const extra =
    additional.length === 0 || additional.some((one) => one.boolean === false) || depth > DEEP
      ? fc.constant([])
      : fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), all(additional, depth)), { maxLength: 3 });
  return fc.tuple(fc.tuple(...members), extra).map(([named, others]) => {
    const present = named.filter((member) => member !== undefined);
    return Object.fromEntries([...present, ...others.filter(([name]) => !parts.has(name))]);
  });
}

function all(schemas: readonly Schema[], depth: number): Arbitrary {
  const [first] = schemas;
  if (first === undefined) return small;
  return valuesOf(schemas.length === 1 ? first : { key: `${first.key}@all`, location: first.location, allOf: schemas }, depth + 1);
}

const small: Arbitrary = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, -1, 1.5, '', 'text', [], {}),
  fc.string({ maxLength: 5 }),
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'constructor', '__proto__', 'toString'), fc.boolean(), { maxKeys: 2 }),
);

/** Each value with one to three changes somewhere inside. */
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

/** Changes the `at`th value found in a walk over the whole, counted round and round. */
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
