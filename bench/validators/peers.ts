// The order of order.json in the words of zod, valibot and TypeBox; each checks all faults, as its users would have it.
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import * as v from 'valibot';
import * as z from 'zod';

const statuses = ['draft', 'placed', 'paid', 'shipped', 'delivered', 'cancelled'] as const;
const countries = ['DE', 'FR', 'GB', 'NL', 'US'] as const;
const patterns = {
  number: /^ORD-[0-9]{6}$/u,
  currency: /^[A-Z]{3}$/u,
  phone: /^\+[0-9]{7,15}$/u,
  postalCode: /^[A-Z0-9 -]{3,10}$/u,
  sku: /^[A-Z]{2}-[0-9]{4}$/u,
};

const zAddress = z.strictObject({
  street: z.string().min(1).max(200),
  city: z.string().min(1).max(100),
  postal_code: z.string().regex(patterns.postalCode),
  country: z.enum(countries),
});
const zOrder = z.object({
  id: z.guid(),
  number: z.string().regex(patterns.number),
  status: z.enum(statuses),
  currency: z.string().regex(patterns.currency),
  created_at: z.iso.datetime({ offset: true }),
  customer: z.object({
    id: z.int().min(1),
    name: z.string().min(1).max(100),
    email: z.email().max(254),
    phone: z.string().regex(patterns.phone).optional(),
    vip: z.boolean().optional(),
  }),
  shipping: zAddress,
  billing: zAddress.optional(),
  lines: z
    .array(
      z.strictObject({
        sku: z.string().regex(patterns.sku),
        name: z.string().min(1).max(120),
        quantity: z.int().min(1).max(999),
        price: z.number().min(0).lt(1_000_000),
        discount: z.number().min(0).max(1).optional(),
      }),
    )
    .min(1)
    .max(200),
  notes: z.string().max(500).nullable().optional(),
  tags: z.array(z.string().min(1).max(30)).max(20).optional(),
  total: z.int().min(0),
});

const text = (least: number, most: number) => v.pipe(v.string(), v.minLength(least), v.maxLength(most));
const vAddress = v.strictObject({
  street: text(1, 200),
  city: text(1, 100),
  postal_code: v.pipe(v.string(), v.regex(patterns.postalCode)),
  country: v.picklist(countries),
});
const vOrder = v.object({
  id: v.pipe(v.string(), v.uuid()),
  number: v.pipe(v.string(), v.regex(patterns.number)),
  status: v.picklist(statuses),
  currency: v.pipe(v.string(), v.regex(patterns.currency)),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  customer: v.object({
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    name: text(1, 100),
    email: v.pipe(v.string(), v.email(), v.maxLength(254)),
    phone: v.optional(v.pipe(v.string(), v.regex(patterns.phone))),
    vip: v.optional(v.boolean()),
  }),
  shipping: vAddress,
  billing: v.optional(vAddress),
  lines: v.pipe(
    v.array(
      v.strictObject({
        sku: v.pipe(v.string(), v.regex(patterns.sku)),
        name: text(1, 120),
        quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999)),
        price: v.pipe(v.number(), v.minValue(0), v.ltValue(1_000_000)),
        discount: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
      }),
    ),
    v.minLength(1),
    v.maxLength(200),
  ),
  notes: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(500)))),
  tags: v.optional(v.pipe(v.array(text(1, 30)), v.maxLength(20))),
  total: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

const tAddress = Type.Object(
  {
    street: Type.String({ minLength: 1, maxLength: 200 }),
    city: Type.String({ minLength: 1, maxLength: 100 }),
    postal_code: Type.String({ pattern: patterns.postalCode.source }),
    country: Type.Union(countries.map((country) => Type.Literal(country))),
  },
  { additionalProperties: false },
);
const tOrder = Compile(
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    number: Type.String({ pattern: patterns.number.source }),
    status: Type.Union(statuses.map((status) => Type.Literal(status))),
    currency: Type.String({ pattern: patterns.currency.source }),
    created_at: Type.String({ format: 'date-time' }),
    customer: Type.Object({
      id: Type.Integer({ minimum: 1 }),
      name: Type.String({ minLength: 1, maxLength: 100 }),
      email: Type.String({ format: 'email', maxLength: 254 }),
      phone: Type.Optional(Type.String({ pattern: patterns.phone.source })),
      vip: Type.Optional(Type.Boolean()),
    }),
    shipping: tAddress,
    billing: Type.Optional(tAddress),
    lines: Type.Array(
      Type.Object(
        {
          sku: Type.String({ pattern: patterns.sku.source }),
          name: Type.String({ minLength: 1, maxLength: 120 }),
          quantity: Type.Integer({ minimum: 1, maximum: 999 }),
          price: Type.Number({ minimum: 0, exclusiveMaximum: 1_000_000 }),
          discount: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 200 },
    ),
    notes: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 30 }), { maxItems: 20 })),
    total: Type.Integer({ minimum: 0 }),
  }),
);

/** By name; `typebox` only says yes or no, `typebox-all` lists the faults. */
export const peers: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['zod', (value: unknown) => zOrder.safeParse(value).success],
  ['valibot', (value: unknown) => v.safeParse(vOrder, value).success],
  ['typebox', (value: unknown) => tOrder.Check(value)],
  ['typebox-all', (value: unknown) => tOrder.Errors(value).length === 0],
]);
