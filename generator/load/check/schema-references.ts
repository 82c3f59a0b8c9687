// Collects references, and what identifies a schema (`$id`, anchors).
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own } from '../pointer.ts';
import type { ObjectName } from './grammar.ts';
import { fits, type Shape } from './shapes.ts';
import { pointerOf, type Walk } from './walk.ts';

/** Collects from the schema itself, not from schemas inside it. An `$id` becomes the base of the walk. */
export function collectSchema(walk: Walk, schema: JsonObject): void {
  if (walk.version >= '3.1') {
    collectIdentifiers(walk, schema);
    collectReference(walk, schema, 'Schema', '$dynamicRef');
  }
  collectReference(walk, schema, 'Schema', '$ref');
  const discriminator = own(schema, 'discriminator');
  if (isObject(discriminator)) collectDiscriminator(walk, discriminator);
}

function collectIdentifiers(walk: Walk, schema: JsonObject): void {
  const { collector, source } = walk;
  const id = own(schema, '$id');
  if (typeof id === 'string') walk.base = collector.addSchemaId(id, walk.base, source, pointerOf(walk));
  for (const key of ['$anchor', '$dynamicAnchor']) {
    const anchor = own(schema, key);
    if (typeof anchor === 'string') collector.addAnchor(anchor, walk.base, source, pointerOf(walk));
  }
}

function collectDiscriminator(walk: Walk, discriminator: JsonObject): void {
  walk.path.push('discriminator');
  collectReference(walk, discriminator, 'Schema', 'defaultMapping');
  const mapping = own(discriminator, 'mapping');
  if (isObject(mapping)) {
    walk.path.push('mapping');
    for (const key of Object.keys(mapping)) collectReference(walk, mapping, 'Schema', key);
    walk.path.pop();
  }
  walk.path.pop();
}

/** Collects the reference at `key`, where it is a string. Its target must be an object of `kind`. */
export function collectReference(walk: Walk, holder: JsonObject, kind: ObjectName, key: string): void {
  const ref = own(holder, key);
  if (typeof ref !== 'string') return;
  const { collector, source, base, version } = walk;
  collector.references.push({ kind, ref, holder, key, source, pointer: joinPointer(pointerOf(walk), key), base, version });
}

/**
 * Collects the keys of a security requirement that are URIs of security schemes (OpenAPI 3.2.0, section 4.30). Other keys are names of components.
 */
export function collectRequirement(walk: Walk, requirement: JsonObject): void {
  if (walk.version !== '3.2' || !walk.collector.rewrites) return;
  const { collector, source, base, version } = walk;
  for (const key of Object.keys(requirement)) {
    if (!/[/#:?]|\.(?:json|ya?ml)$/i.test(key)) continue;
    const pointer = joinPointer(pointerOf(walk), key);
    collector.references.push({
      kind: 'SecurityScheme',
      ref: key,
      holder: requirement,
      key,
      source,
      pointer,
      base,
      version,
      isRequirement: true,
    });
  }
}

/** Takes a reference that stands where OpenAPI allows none, for a value that is not a scalar. Returns whether there is one. */
export function collectExpansion(walk: Walk, container: JsonObject | readonly Json[], key: string, value: Json, shape: Shape): boolean {
  const ref = misplacedReference(value, shape);
  if (ref === undefined || !isObject(value)) return false;
  const { collector, source, base, version } = walk;
  const pointer = joinPointer(pointerOf(walk), '$ref');
  const kind = shape.kind === 'object' ? shape.row.name : 'Reference';
  collector.references.push({
    kind,
    ref,
    holder: value,
    key: '$ref',
    source,
    pointer,
    base,
    version,
    expansion: { container, key, shape, hops: 0 },
  });
  collector.expansions++;
  collector.addMisplaced({ source, pointer, at: 'key' });
  return true;
}

/** The reference in a value of this shape that should have been written out. */
export function misplacedReference(value: Json, shape: Shape): string | undefined {
  if (!isObject(value) || takesReference(shape)) return undefined;
  const ref = own(value, '$ref');
  return typeof ref === 'string' ? ref : undefined;
}

/** Whether `$ref` is a reference, a name or data in a value of this shape. */
function takesReference(shape: Shape): boolean {
  switch (shape.kind) {
    case 'any':
    case 'value':
      return true;
    case 'object':
      return shape.reference || shape.row.fields.has('$ref');
    case 'map':
      // `mapping: { $ref: … }` has a member with this name.
      return fits('', shape.item);
    case 'list':
      return false;
    case 'either':
      return shape.shapes.some(takesReference);
  }
}
