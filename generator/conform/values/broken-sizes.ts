// Makes bodies with a value that is larger or smaller than the text of its member allows, where no keyword of the schema says so.
import { type Measured, type Size, sizesIn } from '../../inference/prose/index.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Body, Broken, Members } from './broken.ts';

/** The keywords by which a schema has a limit of its own: what it says holds, and other checks try it. */
const OWN: Readonly<Record<Measured, Readonly<Record<'most' | 'least', readonly (keyof Schema)[]>>>> = {
  text: { most: ['maxLength', 'pattern', 'format', 'enum', 'const'], least: ['minLength', 'pattern', 'format', 'enum', 'const'] },
  list: { most: ['maxItems'], least: ['minItems'] },
  number: {
    most: ['maximum', 'exclusiveMaximum', 'enum', 'const', 'multipleOf'],
    least: ['minimum', 'exclusiveMinimum', 'enum', 'const', 'multipleOf'],
  },
};

/** The limits of a member beyond its schema, each broken by one. */
export function brokenSizes(text: string, member: string, members: Members): readonly Broken[] {
  const schemas = members.get(member) ?? [];
  const kind = measuredIn(schemas);
  if (kind === undefined) return [];
  return sizesIn(text, { kind, name: member }).flatMap((size): readonly Broken[] => {
    const own = OWN[kind][size.kind === 'most' ? 'most' : 'least'];
    if (schemas.some((schema) => own.some((keyword) => schema[keyword] !== undefined))) return [];
    const by = size.kind === 'most' ? 1 : -1;
    const beyond = size.count + (size.kind === 'above' ? 0 : by);
    const at = (body: Body, spare: Body, count: number): Body | undefined =>
      sized(kind, body, member, body[member] ?? spare[member], count);
    return [
      {
        says: `with a \`${member}\` of ${wordsOf(kind, size, beyond)}`,
        member,
        bodies: (body, spare) => [at(body, spare, beyond)].filter((one) => one !== undefined),
        ...(size.kind === 'above' || kind === 'list'
          ? {}
          : {
              onLimit: {
                says: `with a \`${member}\` of ${wordsOf(kind, size, size.count)}`,
                bodies: (body: Body) => [at(body, {}, size.count), at(body, {}, size.count - by)] as const,
              },
            }),
      },
    ];
  });
}

function wordsOf(kind: Measured, { says }: Size, count: number): string {
  const unit = { text: ' characters', list: ' items', number: '' }[kind];
  return `${count}${unit}, where its text says ${says}`;
}

/** The one type of the member that has a size. */
export function measuredIn(schemas: readonly Schema[]): Measured | undefined {
  const types = new Set(schemas.flatMap(({ type = [] }) => type).filter((type) => type !== 'null'));
  if (types.size !== 1) return undefined;
  const [type] = types;
  if (type === 'string') return 'text';
  return type === 'array' ? 'list' : type === 'integer' || type === 'number' ? 'number' : undefined;
}

/** The body with a value of this size, made of the one that it has. */
function sized(kind: Measured, body: Body, member: string, value: unknown, count: number): Body | undefined {
  if (kind === 'number') return { ...body, [member]: count };
  if (kind === 'text') {
    const text = typeof value === 'string' && /\S/.test(value) ? value : 'text';
    return count < 0 ? undefined : { ...body, [member]: text.repeat(Math.ceil(count / text.length)).slice(0, count) };
  }
  if (!Array.isArray(value) || value.length === 0 || count < 0 || count > MOST_ITEMS) return undefined;
  return { ...body, [member]: Array.from({ length: count }, (_, index): unknown => value[index % value.length]) };
}

/** The most items that are sent. */
const MOST_ITEMS = 1000;
