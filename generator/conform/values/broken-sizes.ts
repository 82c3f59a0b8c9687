// Makes bodies with a value that is larger or smaller than the text of its member allows, where no keyword of the schema says so.
import type { Measured, Size } from '../../inference/prose/index.ts';
import { statedSizes } from '../../inference/request-body.ts';
import type { Body, Broken, Members } from './broken.ts';

/** The limits of a member beyond its schema, each broken by one. */
export function brokenSizes(text: string, member: string, members: Members): readonly Broken[] {
  const stated = statedSizes(text, member, members.get(member) ?? []);
  if (stated === undefined) return [];
  const { kind, sizes } = stated;
  return sizes.flatMap((size): readonly Broken[] => {
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
