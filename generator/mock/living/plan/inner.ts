// Finds the list of a thing that shows what stands below it too: `variants` of a product, beside `/products/{id}/variants/{sku}`.
import type { Held } from '../../../inference/held.ts';
import { plain } from '../../../inference/names.ts';
import { singular } from '../../../inference/prose/index.ts';
import type { Segments } from '../../../inference/templates.ts';
import { itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Kind } from './kinds.ts';

/** `place`: the path at which things are made. */
export function innerListOf({ name, id, isUri }: Held, place: Segments, parent: Kind | undefined): Pick<Kind, 'inner'> {
  if (parent === undefined || id === undefined || isUri || place.length !== parent.collection.length + 2) return {};
  for (const [member, schemas] of parent.members) {
    const items = [...propertiesOf(itemsOf(schemas)).keys()];
    const isNamed = member !== parent.id && plain(singular(member)) === plain(singular(name));
    if (isNamed && items.includes(id)) return { inner: { list: member, items } };
  }
  return {};
}
