// Finds the references of JSON:API in bodies: objects that name a thing by its `type` and its `id` alone (JSON:API 1.1, section 7.2.3).
import { itemsOf, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { pointerTo } from '../pointers.ts';
import { singular } from '../prose/index.ts';
import { bodySchemaOf } from '../shapes.ts';
import { textsIn } from '../targets.ts';
import { collectionIn } from '../templates.ts';
import type { Place } from './place.ts';

/** The members that an object with a reference may have. */
const LINKAGE: ReadonlySet<string> = new Set(['type', 'id', 'lid', 'meta']);

/** How deep in a body references stand: `/data/relationships/jobs/data/0/id`. */
const DEEPEST = 5;

/** Places of `id`, each called as a member of a plain body would be: `project_id` for the `type` `projects`. */
export function* linkagePlaces(operation: Operation): Generator<Place> {
  const schema = bodySchemaOf(operation);
  const relation = collectionIn(operation);
  if (schema !== undefined) yield* linkagesIn([schema], '/body', relation, 0);
}

/** `relation`: the last name that says something of what an object refers to. */
function* linkagesIn(schemas: readonly Schema[], at: string, relation: string, depth: number): Generator<Place> {
  const properties = propertiesOf(schemas);
  const id = properties.get('id');
  const [first] = id ?? [];
  if (first !== undefined && properties.has('type') && [...properties.keys()].every((name) => LINKAGE.has(name))) {
    const thing = singular(typeIn(properties.get('type') ?? []) ?? relation);
    yield { name: `${thing}_id`, to: `${at}/id`, location: first.location, schemas: id ?? [] };
    return;
  }
  if (depth === DEEPEST) return;
  for (const [name, own] of properties) {
    const inner = name === 'data' ? relation : name;
    yield* linkagesIn(own, at + pointerTo(name), inner, depth + 1);
    yield* linkagesIn(itemsOf(own), `${at}${pointerTo(name)}/0`, inner, depth + 1);
  }
}

/** The only type that a reference can have. */
function typeIn(schemas: readonly Schema[]): string | undefined {
  const [type, other] = textsIn(schemas);
  return other === undefined ? type : undefined;
}
