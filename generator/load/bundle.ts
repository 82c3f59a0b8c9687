// A description → one document whose references are all pointers into itself (`#/…`), for tools that read no other files, `$id`s or anchors.
import type { ObjectName } from './check/grammar.ts';
import { resolutionOf } from './describe.ts';
import type { Description, Json, JsonObject } from './description.ts';
import { isObject, own, setOwn } from './pointer.ts';
import { componentName, encodePointer, freeName, sections } from './references/components.ts';
import type { Document, Target } from './references/library.ts';
import type { Resolution } from './references/resolve.ts';

/**
 * References to other files, `$id`s and anchors become pointers, and their targets components; references to path items are replaced by their
 * targets. A document that needs none of this is returned itself, not a copy: callers must not change it.
 */
export function bundle(description: Description): JsonObject {
  const resolution = resolutionOf(description);
  return isPlain(resolution) ? description.root : rewrite(description, resolution);
}

/** True when the one document has only references that are pointers, and nothing in it changes what a pointer means. */
function isPlain(resolution: Resolution): boolean {
  const [entry, ...others] = resolution.library.documents;
  if (entry === undefined || others.length > 0 || entry.bases.size > 0 || resolution.hasHoles) return false;
  for (const group of resolution.links.values()) {
    for (const { reference, target } of group) {
      if (reference.kind === 'PathItem' || reference.key === '$dynamicRef') return false;
      const isName = !isRefKey(reference.key) && target.pointer === `/components/schemas/${reference.ref}`;
      if (!isName && !leadsStraight(reference.ref, target)) return false;
    }
  }
  return true;
}

/** False for an anchor, and for a pointer that runs through other references. */
function leadsStraight(ref: string, target: Target): boolean {
  return ref === `#${target.pointer}` || (ref.startsWith('#') && decodeURIComponent(ref) === `#${target.pointer}`);
}

function isRefKey(key: string): boolean {
  return key === '$ref' || key === '$dynamicRef';
}

/** Keywords of JSON Schema that give pointers another meaning, or that readers of a bundle cannot follow. */
const identifying = new Set(['$id', '$anchor', '$dynamicAnchor', '$schema']);

interface Bundling {
  readonly description: Description;
  readonly resolution: Resolution;
  readonly entry: Document | undefined;
  /** The bundle as it is so far. */
  readonly root: JsonObject;
  /** By kind and absolute URI: the pointer of the component that was made of a target in another document. */
  readonly components: Map<string, string>;
  /** Components that still have to be copied. A list, not recursion, so that long chains cannot overflow the stack. */
  readonly pending: { readonly section: string; readonly name: string; readonly value: Json }[];
  /** By section of `components`: the names that are taken. */
  readonly names: Map<string, Set<string>>;
}

function rewrite(description: Description, resolution: Resolution): JsonObject {
  const [entry] = resolution.library.documents;
  const root: JsonObject = {};
  const names = takenNames(description.root);
  const bundling: Bundling = { description, resolution, entry, root, components: new Map(), pending: [], names };
  copyMembers(bundling, description.root, root);
  // Copying a component may add others to the list that is being read.
  for (const { section, name, value } of bundling.pending) {
    setOwn(child(child(root, 'components'), section), name, copy(bundling, value));
  }
  return root;
}

function copy(bundling: Bundling, value: Json | undefined): Json | undefined {
  // The loader leaves a hole where it left out an item.
  if (Array.isArray(value)) return value.flatMap((item) => (item === undefined ? [] : [copy(bundling, item as Json) as Json]));
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  copyMembers(bundling, value, result);
  return result;
}

function copyMembers(bundling: Bundling, value: JsonObject, result: JsonObject): void {
  const { links, checked } = bundling.resolution;
  const group = links.get(value);
  const isSchema = bundling.description.version !== '3.0' && checked.get(value) === 'Schema';
  const pathItem = group?.find(({ reference }) => reference.kind === 'PathItem' && reference.key === '$ref');
  if (pathItem !== undefined && isObject(pathItem.target.value)) copyMembers(bundling, pathItem.target.value, result);
  for (const key of Object.keys(value)) {
    if (isSchema && identifying.has(key)) continue;
    const link = group?.find(({ reference }) => reference.key === key);
    if (link === undefined) setOwn(result, key, copy(bundling, value[key]));
    else if (link === pathItem) continue;
    else if (key === '$dynamicRef') addReference(bundling, value, result, pointerTo(bundling, link.target, link.reference.kind));
    else setOwn(result, key, pointerTo(bundling, link.target, link.reference.kind));
  }
}

/** Writes a `$dynamicRef` as the reference that it is where nothing overrides it. */
function addReference(bundling: Bundling, original: JsonObject, result: JsonObject, ref: string): void {
  if (!Object.hasOwn(original, '$ref')) setOwn(result, '$ref', ref);
  else {
    const all = own(original, 'allOf');
    setOwn(result, 'allOf', [...(Array.isArray(all) ? all.map((item) => copy(bundling, item as Json) as Json) : []), { $ref: ref }]);
  }
}

/** The pointer by which the bundle refers to a target; one in another document becomes a component. */
function pointerTo(bundling: Bundling, target: Target, kind: ObjectName): string {
  if (target.document === bundling.entry) return `#${encodePointer(target.pointer)}`;
  const key = `${kind} ${target.document.uri}#${target.pointer}`;
  const known = bundling.components.get(key);
  if (known !== undefined) return known;
  const section = sections[kind];
  if (section === undefined) throw new Error(`No component can hold a ${kind}.`);
  const name = takeName(bundling, section, componentName(target));
  const pointer = `#/components/${section}/${name}`;
  bundling.components.set(key, pointer);
  bundling.pending.push({ section, name, value: target.value });
  return pointer;
}

function takeName({ names }: Bundling, section: string, wanted: string): string {
  const taken = names.get(section) ?? new Set();
  names.set(section, taken);
  const name = freeName(wanted, (one) => taken.has(one));
  taken.add(name);
  return name;
}

function child(parent: JsonObject, key: string): JsonObject {
  const known = own(parent, key);
  if (isObject(known)) return known;
  const made: JsonObject = {};
  setOwn(parent, key, made);
  return made;
}

function takenNames(root: JsonObject): Map<string, Set<string>> {
  const components = own(root, 'components');
  const names = new Map<string, Set<string>>();
  if (!isObject(components)) return names;
  for (const [section, values] of Object.entries(components)) names.set(section, new Set(isObject(values) ? Object.keys(values) : []));
  return names;
}
