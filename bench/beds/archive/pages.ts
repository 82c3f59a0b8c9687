// Lists: how they are sorted and paged.
import type { Reply } from '../http.ts';
import type { Call } from './call.ts';

/** Compares texts by their code points, which the order of UTF-16 code units is not. */
function compareTexts(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  for (const [index, character] of a.entries()) {
    const against = b[index];
    if (against === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (against.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'number' ? one - Number(other) : compareTexts(one, String(other));

/** The key that something is sorted by. Null comes last in either direction. */
type KeyOf<V> = (thing: V, name: string) => number | string | null;

/** The things in the order that a request asks for, `-name` or `name`. */
export function sorted<V extends { readonly id: number }>(things: readonly V[], sort: string, keyOf: KeyOf<V>, nullsFirst = false): V[] {
  const isDown = sort.startsWith('-');
  const name = isDown ? sort.slice(1) : sort;
  return things.toSorted((one, other) => {
    const [a, b] = [keyOf(one, name), keyOf(other, name)];
    const ofNulls = Number(a === null) - Number(b === null);
    if (ofNulls !== 0) return nullsFirst && isDown ? -ofNulls : ofNulls;
    const difference = a === null || b === null ? 0 : compare(a, b);
    return (isDown ? -difference : difference) || one.id - other.id;
  });
}

interface Page {
  readonly page: number;
  readonly last: number;
  readonly hasNext: boolean;
}

function linkOf({ pathname, search }: Call, { page, last, hasNext }: Page): string {
  const linkTo = (number: number, relation: string): string => {
    const query = new URLSearchParams(search);
    query.set('page', String(number));
    return `<${pathname}?${query}>; rel="${relation}"`;
  };
  return [
    linkTo(1, 'first'),
    ...(page > 1 ? [linkTo(page - 1, 'prev')] : []),
    ...(hasNext ? [linkTo(page + 1, 'next')] : []),
    linkTo(last, 'last'),
  ].join(', ');
}

/** How a list differs from what it should be. */
interface Mistakes {
  readonly totalOfPage?: boolean;
  readonly nextAfterFullPage?: boolean;
}

/** A page of things. */
export function paged<V>(call: Call, things: readonly V[], show: (thing: V) => object, mistakes: Mistakes = {}): Reply {
  const page = Number(call.query.get('page') ?? 1);
  const perPage = Number(call.query.get('per_page') ?? 20);
  const shown = things.slice((page - 1) * perPage, page * perPage);
  const last = Math.max(1, Math.ceil(things.length / perPage));
  const hasNext = page < last || (mistakes.nextAfterFullPage === true && page * perPage === things.length);
  const total = mistakes.totalOfPage === true ? shown.length : things.length;
  const headers = { 'x-total-count': String(total), link: linkOf(call, { page, last, hasNext }) };
  return { status: 200, body: shown.map(show), headers };
}
