// Finds where things are shown that no operation reads or lists: inside of another thing that their create names, such as the interviews of an
// application.
import { itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { targetOf } from '../../model/schema/walk.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Edge } from '../edge.ts';
import { identifierAmong } from '../identifiers.ts';
import { plain } from '../names.ts';
import { holderOf, pointerTo, tokensOf } from '../pointers.ts';
import { singular } from '../prose/index.ts';
import { isAction, nameOf, pathTo, type Reader, type Resource, shownBy } from '../resources.ts';
import { shapesOf } from '../shapes.ts';

/** The resources with what shows their things inside of others, and with those that only have actions: `PUT /interviews/{id}/scorecard`. */
export function withInside(service: Service, edges: readonly Edge[], known: readonly Resource[]): readonly Resource[] {
  const creates = new Set(known.map(({ create }) => create));
  const actedOn = service.operations.flatMap((create): readonly Resource[] => {
    const edge =
      create.method === 'POST' && !creates.has(create) ? edges.find((one) => one.producer === create && isAction(one)) : undefined;
    return edge === undefined ? [] : [{ name: nameOf(create), create, edge, path: pathTo(edge), changes: [] }];
  });
  const shown = (one: Resource): Resource => {
    const inside = shownBy(one) === undefined ? insideOf(edges, known, one) : undefined;
    return inside === undefined ? one : { ...one, inside };
  };
  return [...known.map(shown), ...actedOn.map(shown).filter(({ inside }) => inside !== undefined)];
}

/** The list of a thing that the create stands below or names, if its items have the name of the collection, or are as the create answers. */
function insideOf(edges: readonly Edge[], known: readonly Resource[], { create, edge, name }: Resource): Reader | undefined {
  const parameter = tokensOf(edge.to)[1] ?? '';
  const made = shapesOf(create).find(({ at }) => at === holderOf(edge.from))?.schema;
  const above = known.filter(
    (one) => one.create !== create && edges.some(({ producer, consumer }) => producer === one.create && consumer === create),
  );
  const lists = above.flatMap(({ read }) => (read === undefined ? [] : listsIn(read)));
  const isNamed = ({ member }: List): boolean => plain(singular(member)) === plain(singular(name));
  const isAlike = ({ items }: List): boolean => made !== undefined && items.some((one) => targetOf(one) === targetOf(made));
  for (const { operation, at, items } of [...lists.filter(isNamed), ...lists.filter(isAlike)]) {
    const id = identifierAmong(parameter, name, propertiesOf(items));
    if (id !== undefined) return { operation, items: at, id: pointerTo(id) };
  }
  return undefined;
}

interface List {
  readonly operation: Operation;
  readonly member: string;
  /** JSON pointer into the result. */
  readonly at: string;
  readonly items: readonly Schema[];
}

/** The lists of objects among the members of a thing. */
function listsIn({ operation, id }: Reader): readonly List[] {
  const shape = id === undefined ? undefined : shapesOf(operation).find(({ at }) => at === holderOf(id));
  return [...(shape?.properties ?? [])].flatMap(([member, schemas]) => {
    const isList = possibleConjuncts(schemas).some(({ type, items }) => items !== undefined || type?.includes('array') === true);
    const items = isList ? itemsOf(schemas) : [];
    return items.length === 0 ? [] : [{ operation, member, at: `${shape?.at ?? ''}${pointerTo(member)}`, items }];
  });
}
