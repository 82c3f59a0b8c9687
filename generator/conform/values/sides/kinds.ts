// Tries the kinds of things that a member may name: `A workshop cannot be a home`, `` `display` goes to a gallery, `storage` to a store ``.
import type { Body } from '../broken.ts';
import type { About, Around, Side, Sided } from './sided.ts';
import { clausesOf, isNamed, isValueNamed } from './words.ts';

/** The most kinds of one sentence. */
const MOST = 6;

export function kindSides(about: About): readonly Sided[] {
  const { text, members, listed, said, at } = about;
  const references = [...members].flatMap(([name, own]) =>
    own.some(({ type, format, enum: values }) => type?.includes('string') && format === undefined && values === undefined) ? [name] : [],
  );
  const clauses = clausesOf(text).flatMap((part) => part.split(/,\s+(?:and\s+)?(?=[`'"])/));
  return references
    .flatMap((member) =>
      clauses.flatMap((clause): readonly Sided[] => {
        const tags = [...listed].flatMap(([of, values]) =>
          // Where a member has the name too, the sentence may be about that one.
          values.flatMap((value) =>
            typeof value === 'string' && !members.has(value) && isValueNamed(clause, value) ? [{ of, value }] : [],
          ),
        );
        if (tags.length === 0) return isNamed(clause, member) ? [sidedBy(about, clause, member, undefined, 0)] : [];
        return tags.flatMap((tag) => [0, 1].map((index) => sidedBy(about, clause, member, tag, index)));
      }),
    )
    .slice(0, MOST)
    .map((one) => ({ ...one, said, at }));
}

interface Tag {
  readonly of: string;
  readonly value: string;
}

function sidedBy({ said, at }: About, clause: string, member: string, tag: Tag | undefined, index: number): Sided {
  return {
    ...{ said, at, member, key: `kind ${member} ${tag === undefined ? '' : `${tag.of} ${tag.value}`} ${index} | ${clause}` },
    sides: (body, around) => sidesOf(clause, { member, tag, index }, body, around),
  };
}

interface Kinds {
  readonly member: string;
  readonly tag: Tag | undefined;
  /** Which of the other kinds is tried. */
  readonly index: number;
}

function sidesOf(clause: string, { member, tag, index }: Kinds, body: Body, { choices }: Around): readonly Side[] {
  const kinds = choices(member).flatMap(({ value, thing }) =>
    Object.entries(thing).flatMap(([name, kind]) => (typeof kind === 'string' && KIND.test(name) ? [{ value, name, kind }] : [])),
  );
  const own = kinds.find(({ kind }) => isValueNamed(clause, kind));
  if (own === undefined || (tag !== undefined && own.kind === tag.value)) return [];
  const others = [
    ...new Map(kinds.filter(({ name, kind }) => name === own.name && !isValueNamed(clause, kind)).map((one) => [one.kind, one])).values(),
  ];
  const other = others[index];
  if (other === undefined) return [];
  const is = tag === undefined ? '' : `the \`${tag.of}\` ${tag.value} and `;
  const side = ({ value, name, kind }: typeof own): Side => ({
    says: `with ${is}a \`${member}\` whose \`${name}\` is ${kind}`,
    body: { ...body, ...(tag === undefined ? {} : { [tag.of]: tag.value }), [member]: value },
  });
  // What goes with a value of the body goes with no other kind.
  return tag === undefined ? [side(own), side(other)] : [side(other), side(own)];
}

const KIND = /kind|type|class|category|role|group|sort/i;
