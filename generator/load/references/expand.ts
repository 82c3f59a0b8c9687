// Reads a `$ref` where OpenAPI allows none, as the bundlers of the field do: a map, list or object that is written elsewhere takes the reference's
// place.
import type { Problems } from '../../base/problem.ts';
import { checkShape } from '../check/check.ts';
import type { Expansion, Reference } from '../check/reference.ts';
import type { Shape } from '../check/shapes.ts';
import type { Collector } from '../check/walk.ts';
import type { Json, JsonObject } from '../description.ts';
import { escapeToken, isObject, setOwn } from '../pointer.ts';
import type { Target } from './library.ts';

/**
 * Replaces the reference by a copy of its target, one level deep: what the members hold is referred to in turn, so that references in it stay
 * relative to where they are written. The copy is checked as if it had been written there.
 */
export function expand(
  reference: Reference,
  { container, key, shape, hops }: Expansion,
  target: Target,
  collector: Collector,
  problems: Problems,
): void {
  const { source, base, version } = reference;
  const part = (name: string, item: Json, itemShape: Shape | undefined): Json => {
    if (itemShape === undefined || itemShape.kind === 'any' || typeof item !== 'object' || item === null) return item;
    return { $ref: referenceBelow(hops === 0 ? reference.ref : undefined, target, name) };
  };
  const copy = Array.isArray(target.value)
    ? target.value.map((item: Json, index) => part(String(index), item, shape.kind === 'list' ? shape.item : undefined))
    : membersOf(target.value, (name, item) => part(name, item, shapeOf(shape, name)));
  setOwn(container, key, copy);
  const pointer = reference.pointer.slice(0, -'/$ref'.length);
  checkShape(copy, shape, { source, pointer, base, version }, collector, problems);
}

function membersOf(value: Json, part: (name: string, item: Json) => Json): JsonObject {
  const members: JsonObject = {};
  if (isObject(value)) for (const name of Object.keys(value)) setOwn(members, name, part(name, value[name] as Json));
  return members;
}

/** The shape of a member; `undefined` where the member is data, such as an extension. */
function shapeOf(shape: Shape, name: string): Shape | undefined {
  if (shape.kind === 'map') return shape.item;
  if (shape.kind !== 'object') return undefined;
  return shape.row.fields.get(name)?.shape ?? (name.startsWith('x-') ? undefined : shape.row.others?.shape);
}

/** The reference to a member of the target. The target's own address stands for a `ref` that is written elsewhere, and for an anchor. */
export function referenceBelow(ref: string | undefined, { document, pointer }: Target, name: string): string {
  const token = encodeURIComponent(escapeToken(name));
  const [address, fragment = ''] = ref?.split('#', 2) ?? [];
  if (address === undefined || /^[^/]/.test(fragment)) return `${document.uri}#${encodeURI(pointer)}/${token}`;
  return `${address}#${fragment}/${token}`;
}
