// Samples arrays: items of the prefix and of `items`, those that `contains` wants, and unique ones.
import { greatest, smallest } from './conjunction.ts';
import type { ExampleKeywords, ExampleSchema } from './example-schema.ts';
import { matches } from './matches.ts';
import { ATTEMPTS, again, inside, LONGEST, likelihood, type Position, SHALLOW, Unsatisfied } from './position.ts';

export function arrayOf(parts: readonly ExampleKeywords[], position: Position): unknown[] {
  const { random } = position;
  const least = greatest(parts, 'minItems', 0);
  const most = smallest(parts, 'maxItems', Infinity);
  if (least > most) throw new Unsatisfied(position.path, 'its lengths exclude each other');
  if (least > LONGEST || parts.some((part) => (part.minContains ?? 0) > LONGEST))
    throw new Unsatisfied(position.path, `it requires more than ${LONGEST} items`);
  const containers = parts.filter((part) => part.contains !== undefined && (part.minContains ?? 1) > 0);
  const contained = containers.flatMap((part) => Array.from({ length: part.minContains ?? 1 }, () => part.contains ?? true));
  const prefix = Math.max(0, ...parts.map((part) => part.prefixItems?.length ?? 0));
  const some = position.plain !== undefined ? position.plain === 1 && position.level < SHALLOW : random.chance(likelihood(position));
  const wanted = Math.max(least, contained.length, some ? Math.max(prefix, random.integer(1, 3)) : 0);
  const unique = parts.some((part) => part.uniqueItems === true);

  const items: unknown[] = [];
  // The items for `contains` come last, after the prefix if there is room.
  const from = Math.max(0, Math.min(most, Math.max(wanted, prefix + contained.length)) - contained.length);
  const length = contained.length > 0 ? from + contained.length : Math.min(most, wanted);
  for (let index = 0; index < length; index++) {
    const extra = index >= from ? contained[index - from] : undefined;
    const schemas = itemSchemas(parts, index, extra);
    if (schemas.includes(false) && index >= least && extra === undefined) break;
    const make = (at: Position): unknown => position.sample(schemas, inside(at, index));
    try {
      items.push(unique ? anotherThan(items, make, position) : make(position));
    } catch (error) {
      if (!(error instanceof Unsatisfied) || index < least || extra !== undefined) throw error;
      break;
    }
  }
  return items;
}

/** The schemas of the item at an index, with `contains` where it applies; `unevaluatedItems` where no other schema applies. */
function itemSchemas(parts: readonly ExampleKeywords[], index: number, contained: ExampleSchema | undefined): ExampleSchema[] {
  const schemas = parts.flatMap((part) => {
    const own = part.prefixItems !== undefined && index < part.prefixItems.length ? part.prefixItems[index] : part.items;
    return own === undefined ? [] : [own];
  });
  if (contained !== undefined) schemas.push(contained);
  return schemas.length > 0 ? schemas : parts.flatMap((part) => part.unevaluatedItems ?? []);
}

function anotherThan(items: readonly unknown[], make: (at: Position) => unknown, position: Position): unknown {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const item = make(attempt === 0 ? position : again(position));
    if (matches(position.schemas, { uniqueItems: true }, [...items, item])) return item;
  }
  throw new Unsatisfied(position.path, 'not enough different items were found');
}
