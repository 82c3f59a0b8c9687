// Takes what `x-pagination` says of a list before what the names of its parameters say, and knows the forms in which a list tells of its pages.
import { getOwn } from '@octavo/runtime/conformance';
import { PAGE_OBJECTS, TOTALS } from '../../../inference/lists/around.ts';
import { type ListFacts, listFactsOf } from '../../../inference/lists/facts.ts';
import { plain } from '../../../inference/names.ts';
import { pointerTo } from '../../../inference/pointers.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { said } from '../values.ts';

export function pagedFactsOf(service: Service, operation: Operation): ListFacts | undefined {
  const facts = listFactsOf(service, operation);
  const declared = operation.pagination?.facts;
  if (facts === undefined || declared === undefined || declared.style === 'link') return facts;
  const { number: _number, offset: _offset, cursor: _cursor, ...others } = facts.roles;
  const [role, path] =
    declared.style === 'cursor'
      ? (['cursor', declared.cursor] as const)
      : declared.style === 'offset'
        ? (['offset', declared.offset] as const)
        : (['number', declared.page] as const);
  const place = facts.places.find(({ at }) => at === pointerTo(...path.map(String)));
  return place === undefined ? facts : { ...facts, roles: { ...others, [role]: place } };
}

/** Where a page begins whose cursor is made of the last item of the page before; `undefined` where cursors of the list are of another kind. */
export function afterLast(
  things: readonly { readonly value: Readonly<Record<string, unknown>> }[],
  { operation }: Pick<ListFacts, 'operation'>,
  cursor: string,
): number | undefined {
  const declared = operation.pagination?.facts;
  if (declared?.style !== 'cursor') return undefined;
  const [from, member, ...deeper] = declared.next.map(String);
  if (from !== 'last' || member === undefined || deeper.length > 0 || !/^\d{1,30}$/.test(cursor)) return undefined;
  // The cursor names the first item of the next page: the highest one that may be in it, or the lowest.
  const { step = 0 } = declared;
  const isNext = ({ value }: (typeof things)[number]): boolean => {
    const own = String(getOwn(value, member));
    if (!/^\d{1,30}$/.test(own)) return false;
    return step === 0 ? own === cursor : step < 0 ? BigInt(own) <= BigInt(cursor) : BigInt(own) >= BigInt(cursor);
  };
  const found = things.findIndex(isNext);
  return found === -1 ? things.length : found + (step === 0 ? 1 : 0);
}

/** Whether an object tells of the page: by its name, or by the total that it has. */
export function isAround(member: string, schemas: readonly Schema[]): boolean {
  if (PAGE_OBJECTS.has(plain(member)) || plain(member) === 'links') return true;
  return [...propertiesOf(schemas).keys()].some((name) => TOTALS.has(plain(name)));
}

/** An address as a path, where the document has it so. */
export function inForm(schemas: readonly Schema[], value: unknown): unknown {
  const pattern = said(schemas, 'pattern');
  if (typeof value !== 'string' || pattern === undefined || !URL.canParse(value) || new RegExp(pattern, 'u').test(value)) return value;
  const { pathname, search } = new URL(value);
  return pathname + search;
}
