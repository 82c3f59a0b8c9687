// Finds the operations that create several things at once: by a list as the body, or by a member of it that lists them.
import { plain } from '../../../inference/names.ts';
import { pointerTo } from '../../../inference/pointers.ts';
import { bodySchemaOf, listOf, successOf } from '../../../inference/shapes.ts';
import { isSameTemplate, segmentsOf } from '../../../inference/templates.ts';
import { conjuncts, itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import { keyedBy } from '../creating/keyed.ts';
import type { Kind, Role } from './kinds.ts';

/** The last segment of a path: `/contacts/bulk`, `/contacts:batchCreate`. */
const MANY =
  /^:?(?:batch|bulk|multiple|many|import)[-_]?(?:create|add|insert|import)?$|^:?(?:create|add|insert|import)[-_]?(?:batch|bulk|multiple|many|all)$/i;

/** `undefined` where an operation creates no list of things, or its answer says nothing of them. */
export function manyOf(operation: Operation, kinds: readonly Kind[]): (Role & { readonly does: 'create-many' }) | undefined {
  const schema = bodySchemaOf(operation);
  if (operation.method !== 'POST' || schema === undefined) return undefined;
  const path = segmentsOf(operation.path);
  const collection = MANY.test(path.at(-1) ?? '') ? path.slice(0, -1) : path;
  const isOf = ({ madeAt, collection: own, resource: { list } }: Kind): boolean =>
    isSameTemplate(madeAt ?? own, collection) || (list !== undefined && isSameTemplate(segmentsOf(list.operation.path), collection));
  const kind = kinds.find(isOf);
  if (kind === undefined) return undefined;
  const list = listsIn(schema).find(({ items }) => isLike(propertiesOf(items), kind));
  return list === undefined || !tellsOf(operation)
    ? undefined
    : { does: 'create-many', kind, list: list.at, ...keyedBy(operation, list.items) };
}

/** The lists of a body, by JSON pointer into it: the body itself, or its one member that lists objects. */
function listsIn(schema: Schema): readonly { readonly at: string; readonly items: readonly Schema[] }[] {
  const whole = itemsOf([schema]);
  if (whole.length > 0) return [{ at: '', items: whole }];
  const found = [...propertiesOf([schema])].flatMap(([name, own]) => {
    const items = itemsOf(own);
    return propertiesOf(items).size === 0 ? [] : [{ at: pointerTo(name), items }];
  });
  return found.length === 1 ? found : [];
}

/** Whether most members are those of a thing. */
function isLike(properties: ReadonlyMap<string, unknown>, { members }: Kind): boolean {
  const known = [...properties.keys()].filter((name) => members.has(name)).length;
  return known > 0 && known * 2 >= properties.size;
}

/** Whether an answer has things or results by item, counts them, or has no body. */
function tellsOf(operation: Operation): boolean {
  const bodies = (successOf(operation)?.contents ?? []).flatMap(({ schema }) => schema ?? []);
  return (
    bodies.length === 0 ||
    listOf(operation) !== undefined ||
    [...propertiesOf(bodies)].some(([name, own]) => countIn(name, own) !== undefined)
  );
}

const DONE = /^(?:created|succeeded|successful|success|inserted|imported|added|accepted|count|total)(?:count)?$/;
const FAILED = /^(?:failed|errors|rejected|failures|skipped|invalid)(?:count)?$/;

/** What a member of an answer counts; `undefined` where it is no such number. */
export function countIn(name: string, schemas: readonly Schema[]): 'done' | 'failed' | undefined {
  if (!conjuncts(schemas).some(({ type }) => type?.includes('integer') === true)) return undefined;
  if (DONE.test(plain(name))) return 'done';
  return FAILED.test(plain(name)) ? 'failed' : undefined;
}
