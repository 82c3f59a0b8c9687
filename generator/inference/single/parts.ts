// Finds the operations that show and set a part of a thing at a path of its own: `/orders/{id}/status`, `/gauges/{name}/value`.
import { conjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { plain } from '../names.ts';
import { bodySchemaOf, listOf, shapesOf } from '../shapes.ts';
import { isSameTemplate, parameterIn, type Segments, segmentsOf } from '../templates.ts';

/** What a POST of a thing's own path does, by its text: `Set the value of a gauge`. */
const SETTING = /^\s*(?:set|write|update|change|modify|replace|edit|store|switch|save)(?:e?s)?\b/i;

export function isSetting({ method, summary = '', description = '' }: Operation): boolean {
  return method === 'POST' && (SETTING.test(summary) || SETTING.test(description));
}

interface Viewed {
  readonly collection: Segments;
  readonly id: string | undefined;
  /** The members of a thing. */
  readonly members: ReadonlyMap<string, readonly Schema[]>;
}

/**
 * The operations on a part of a thing, `/orders/{id}/status` with the `status` of an order, or `/gauges/{name}/value` with all but the name of a
 * gauge, and a member of the part.
 */
export function partsOf(
  { operations }: Service,
  { collection, id, members }: Viewed,
): readonly { readonly operation: Operation; readonly member: string }[] {
  const at = (operation: Operation): string | undefined => {
    const path = segmentsOf(operation.path);
    const isBelow = isSameTemplate(path.slice(0, -1), [...collection, '{id}']) && parameterIn(path.at(-2)) !== undefined;
    return isBelow && isNamed(path) ? path.at(-1) : undefined;
  };
  return operations.flatMap((operation) => {
    const segment = operation.method === 'GET' ? at(operation) : undefined;
    const [shape] = segment === undefined ? [] : shapesOf(operation);
    const shown = [...(shape?.properties.keys() ?? [])];
    const [member] = shown;
    if (segment === undefined || member === undefined || listOf(operation) !== undefined) return [];
    const isKnown = (name: string): boolean => name !== id && isAlike(members.get(name) ?? [], shape?.properties.get(name) ?? []);
    const isPart = shown.length === members.size - 1 || (shown.length === 1 && plain(member) === plain(segment));
    if (id === undefined || !isPart || !shown.every(isKnown)) return [];
    const isWriter = (one: Operation): boolean =>
      (one.method === 'PUT' || one.method === 'PATCH' || isSetting(one)) &&
      at(one) === segment &&
      sentNames(one).some((name) => shown.includes(name));
    return [operation, ...operations.filter(isWriter)].map((one) => ({ operation: one, member }));
  });
}

/** Whether two places may have the same values. */
function isAlike(one: readonly Schema[], other: readonly Schema[]): boolean {
  const [types, others] = [one, other].map((schemas) => new Set(conjuncts(schemas).flatMap(({ type = [] }) => type)));
  return one.length > 0 && (types === undefined || types.size === 0 || others === undefined || [...others].some((type) => types.has(type)));
}

/** Whether a path ends with a name. */
export function isNamed(path: Segments): boolean {
  return path.length > 0 && /^[a-z][^{}]*$/i.test(path.at(-1) ?? '');
}

/** The names of the members of a body. */
export function sentNames(operation: Operation): readonly string[] {
  const schema = bodySchemaOf(operation);
  return schema === undefined ? [] : [...propertiesOf([schema]).keys()];
}
