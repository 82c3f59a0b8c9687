// Compares how two versions of an XML body are written: the names of elements and attributes, their namespaces, and the elements around lists.
import { type XmlNode, type XmlShape, xmlShapes } from '../model/operations/bodies/xml-shape.ts';
import { itemsOf, propertiesOf } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { ChangeKind } from './change.ts';
import { add, type Comparison, stepTo } from './comparison.ts';

/** The values themselves are compared by `compareSchemas`. A body without a mapping is left out of generated code, which is a change of its own. */
export function compareXml(before: Schema, after: Schema, place: Comparison): void {
  const [old, now] = [xmlShapes().root(before), xmlShapes().root(after)];
  if (!('fault' in old) && !('fault' in now)) compareNodes(old, now, { key: 'root', schemas: [after], place }, new Map());
}

interface At {
  /** The name of an element that has none of its own: the key of its property. */
  readonly key: string;
  /** The schemas of the value in the new version, for locations. */
  readonly schemas: readonly Schema[];
  readonly place: Comparison;
}

/** Pairs of shapes that were compared: schemas may lead back to themselves. */
type Met = Map<XmlShape, Set<XmlShape>>;

function compareNodes(old: XmlNode, now: XmlNode, at: At, met: Met): void {
  const report = (kind: ChangeKind, code: string, message: string): void => addChange(at, kind, code, message);
  const [before, after] = [old, now].map(({ name, implied }) => name ?? implied ?? at.key);
  if (before !== after) report('breaking', 'xml-name-changed', `has the XML name ${after}, was ${before}`);
  if (old.namespace !== now.namespace)
    report('breaking', 'xml-namespace-changed', `has ${said('XML namespace', now.namespace)}, was ${old.namespace ?? 'without one'}`);
  // Readers go by the namespace that a prefix stands for (Namespaces in XML 1.0 section 4); without one, the prefix is part of the name.
  if (old.prefix !== now.prefix) {
    const kind = now.namespace === undefined ? 'breaking' : 'compatible';
    report(kind, 'xml-prefix-changed', `has ${said('XML prefix', now.prefix)}, was ${old.prefix ?? 'without one'}`);
  }
  if (old.as !== now.as) report('breaking', 'xml-node-changed', `is an XML ${now.as ?? 'element'} now, was an XML ${old.as ?? 'element'}`);
  compareShapes(old.shape, now.shape, at, met);
}

function compareShapes(old: XmlShape, now: XmlShape, at: At, met: Met): void {
  const [before, after] = [wholeOf(old), wholeOf(now)];
  const known = met.get(before) ?? new Set();
  if (known.has(after)) return;
  met.set(before, known.add(after));
  if (before.kind === 'list' && after.kind === 'list') {
    if (before.wrapped !== after.wrapped)
      addChange(at, 'breaking', 'xml-wrapping-changed', `has ${after.wrapped ? 'an' : 'no'} XML element around its items now`);
    compareNodes(before.items, after.items, inside(at, '[]', at.key, itemsOf(at.schemas)), met);
  }
  if (before.kind !== 'object' || after.kind !== 'object') return;
  const properties = propertiesOf(at.schemas);
  for (const [name, node] of before.properties) {
    const other = after.properties.get(name);
    if (other !== undefined) compareNodes(node, other, inside(at, stepTo(name), name, properties.get(name) ?? []), met);
  }
  if (before.additional !== undefined && after.additional !== undefined)
    compareShapes(before.additional, after.additional, inside(at, '.*', at.key, []), met);
}

function wholeOf(shape: XmlShape): XmlShape {
  return shape.kind === 'named' ? shape.of.shape : shape;
}

function inside({ place }: At, step: string, key: string, schemas: readonly Schema[]): At {
  return { key, schemas, place: { ...place, path: place.path + step, after: schemas[0]?.location ?? place.after } };
}

function addChange({ place, schemas }: At, kind: ChangeKind, code: string, message: string): void {
  add(place, kind, code, message, schemas[0]?.location ?? place.after);
}

/** `no XML prefix`, `the XML prefix x`. */
function said(noun: string, value: string | undefined): string {
  return value === undefined ? `no ${noun}` : `the ${noun} ${value}`;
}
