// A description → one plain document with inside references only (`#/…`), for readers that know no other files, no `$id` and no anchors.

import type { ObjectName } from './check/grammar.ts';
import { resolutionOf } from './describe.ts';
import type { Description, Json, JsonObject } from './description.ts';
import { escapeToken, isObject, own, pointerTokens, setOwn } from './pointer.ts';
import { sections } from './references/components.ts';
import type { Document, Target } from './references/library.ts';
import type { Resolution } from './references/resolve.ts';

/**
 * References to other files, `$id`s and anchors become pointers, what they lead to a component; references to path items are written out.
 * A document that needs none of it is handed out as it is, not copied: callers must not change what they get.
 */
export function bundle(description: Description): JsonObject {
  const resolution = resolutionOf(description);
  return isPlain(resolution) ? description.root : rewrite(description, resolution);
}

/** True when every reference is a pointer into the one document, and nothing in it changes what a pointer means. */
function isPlain(resolution: Resolution): boolean {
  const [entry, ...others] = resolution.library.documents;
  if (entry === undefined || others.length > 0 || entry.bases.size > 0) return false;
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

/** Keywords of JSON Schema that would give the pointers of a bundle another meaning, or that readers can't follow. */
const identifying = new Set(['$id', '$anchor', '$dynamicAnchor', '$schema']);

function rewrite(description: Description, resolution: Resolution): JsonObject {
  const { links, checked, library } = resolution;
  const [entry] = library.documents;
  const root: JsonObject = {};
  const lifted = new Map<string, string>();
  const waiting: (() => void)[] = [];
  const names = takenNames(description.root);

  fill(root, description.root);
  // What was lifted brings more with it; a list, not calls, so that long chains don't nest.
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
  return root;

  function copy(value: Json | undefined): Json | undefined {
    if (Array.isArray(value)) return value.map((item) => copy(item as Json) as Json);
    if (!isObject(value)) return value;
    const result: JsonObject = {};
    fill(result, value);
    return result;
  }

  function fill(result: JsonObject, value: JsonObject): void {
    const group = links.get(value);
    const isSchema = description.version !== '3.0' && checked.get(value) === 'Schema';
    const pathItem = group?.find(({ reference }) => reference.kind === 'PathItem' && reference.key === '$ref');
    if (pathItem !== undefined && isObject(pathItem.target.value)) fill(result, pathItem.target.value);
    for (const key of Object.keys(value)) {
      if (isSchema && identifying.has(key)) continue;
      const link = group?.find(({ reference }) => reference.key === key);
      if (link === undefined) setOwn(result, key, copy(value[key]));
      else if (link === pathItem) continue;
      else if (key === '$dynamicRef') addReference(result, value, pointerTo(link.target, link.reference.kind));
      else setOwn(result, key, pointerTo(link.target, link.reference.kind));
    }
  }

  /** What `$dynamicRef` means when nothing overrides it: readers of a bundle get that. */
  function addReference(result: JsonObject, original: JsonObject, ref: string): void {
    if (!Object.hasOwn(original, '$ref')) setOwn(result, '$ref', ref);
    else {
      const all = own(original, 'allOf');
      setOwn(result, 'allOf', [...(Array.isArray(all) ? all.map((item) => copy(item as Json) as Json) : []), { $ref: ref }]);
    }
  }

  function pointerTo(target: Target, kind: ObjectName): string {
    if (target.document === entry) return `#${encodePointer(target.pointer)}`;
    const key = `${kind} ${target.document.uri}#${target.pointer}`;
    const known = lifted.get(key);
    if (known !== undefined) return known;
    const section = sections[kind];
    if (section === undefined) throw new Error(`No component can hold a ${kind}.`);
    const name = freeName(section, componentName(target));
    const pointer = `#/components/${section}/${name}`;
    lifted.set(key, pointer);
    waiting.push(() => setOwn(sectionOf(section), name, copy(target.value)));
    return pointer;
  }

  function sectionOf(section: string): JsonObject {
    return child(child(root, 'components'), section);
  }

  function freeName(section: string, wanted: string): string {
    const taken = names.get(section) ?? new Set();
    names.set(section, taken);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
    taken.add(name);
    return name;
  }
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

/** The last name of the pointer, or the file's. */
function componentName(target: Target): string {
  const words = pointerTokens(target.pointer).filter((token) => !/^\d+$/.test(token) && token !== '');
  const name = words.at(-1) ?? fileName(target.document);
  const safe = name.replace(/[^a-zA-Z0-9._-]+/g, '_').replace(/^_+(?=.)/, '');
  return safe === '' || safe === '__proto__' ? 'Schema' : safe;
}

function fileName(document: Document): string {
  const last = document.source.display.split(/[\\/]/).findLast((part) => part !== '') ?? 'document';
  return last.replace(/\.(?:json|ya?ml)$/i, '');
}

/** A pointer as the fragment of a URI (RFC 6901, section 6). */
function encodePointer(pointer: string): string {
  return /^[\w/~.$!&'()*+,;=:@-]*$/.test(pointer)
    ? pointer
    : pointerTokens(pointer)
        .map((token) => `/${encodeURIComponent(escapeToken(token))}`)
        .join('');
}
