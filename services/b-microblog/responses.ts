// Puts together the responses of version 2: data, what it refers to, what could not be shown, and the tokens of pages.

import type { Includes, PageMeta, Problem } from '@octavo/interfaces/b-microblog';
import { refuse } from '@octavo/runtime';

/** The parts of a response. */
export interface Shown<Data> {
  readonly data: Data[];
  readonly includes: Includes | undefined;
  readonly errors: readonly Problem[];
}

/** The body of a response with a list. Parts that are empty are left out. */
export function listBody<Data, Meta = undefined>({ data, includes, errors }: Shown<Data>, meta?: Meta) {
  return {
    ...(data.length > 0 && { data }),
    ...(includes !== undefined && { includes }),
    ...(errors.length > 0 && { errors: [...errors] }),
    ...(meta !== undefined && { meta }),
  };
}

/** The body of a response with one object, or with the reason why there is none. */
export function singleBody<Data>({ data: [data], includes, errors }: Shown<Data>) {
  return {
    ...(data !== undefined && { data }),
    ...(includes !== undefined && { includes }),
    ...(errors.length > 0 && { errors: [...errors] }),
  };
}

/** The tokens of the pages after and before a page; null where there is no such page. */
interface Neighbours {
  readonly next: string | null;
  readonly previous: string | null;
}

export function pageMeta(count: number, { next, previous }: Neighbours): PageMeta {
  return {
    result_count: count,
    ...(next !== null && { next_token: next }),
    ...(previous !== null && { previous_token: previous }),
  };
}

/** @throws the refusal 400 of a page token that was made for another list */
export function otherList(name: 'pagination_token' | 'next_token'): never {
  throw refuse(400, {
    kind: 'invalid-request',
    pointer: `/query/${name}`,
    detail: `The query parameter ${name} is not a token of this list.`,
  });
}
