// Collects what identifies a schema (`$id`, anchors) and what it refers to.
import type { JsonObject } from '../description.ts';
import { isObject, joinPointer, own } from '../pointer.ts';
import type { ObjectName } from './grammar.ts';
import { pointerOf, type Walk } from './walk.ts';

/** Collects from the schema itself, not from schemas inside it. An `$id` becomes the base of the walk. */
export function collectSchema(walk: Walk, schema: JsonObject): void {
  if (walk.version !== '3.0') {
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
