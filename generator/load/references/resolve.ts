// Resolves the references of a description: reads other documents when a reference leads to them, and checks every target.
import { type Location, type Problem, Problems, type Source } from '../../base/problem.ts';
import { check } from '../check/check.ts';
import type { ObjectName } from '../check/grammar.ts';
import type { Expansion, Reference } from '../check/reference.ts';
import { misplacedReference } from '../check/schema-references.ts';
import { fits, wanted } from '../check/shapes.ts';
import type { Collector } from '../check/walk.ts';
import type { Json } from '../description.ts';
import { isObject } from '../pointer.ts';
import { versionOf } from '../version.ts';
import { findCycles, type Link } from './cycles.ts';
import { findDepth } from './depth.ts';
import { type Declaring, type Duplicate, findDuplicates } from './duplicates.ts';
import { expand } from './expand.ts';
import { find } from './find.ts';
import { readInheritance } from './inheritance.ts';
import {
  addAnchor,
  addDocument,
  addSchemaId,
  addUri,
  baseAt,
  createLibrary,
  type Document,
  documentOf,
  type Library,
  mappedComponent,
  type Target,
} from './library.ts';
import {
  idClash,
  ignoredSiblings,
  misplacedReferences,
  newerKeyword,
  targetFault,
  tooManyReferences,
  tooManySources,
  unresolved,
  wrongTarget,
} from './reference-faults.ts';
import { isDeclared, nameRequirement } from './requirements.ts';

/** Reads a document that a reference leads to. */
export type ReadDocument = (
  uri: string,
  reference: Reference,
) => Promise<{ readonly source: Source; readonly root: Json; readonly uri: string } | Problem>;

export interface Resolution {
  readonly library: Library;
  /** Targets by the object that holds the reference. */
  readonly links: ReadonlyMap<object, readonly Link[]>;
  /** Every object that was checked, and as which OpenAPI object. */
  readonly checked: ReadonlyMap<object, ObjectName>;
  /** Whether a list lacks an item that was left out: there is a hole, so that the others keep their indexes. */
  hasHoles: boolean;
  /** Second declarations; each has a problem. */
  readonly duplicates: readonly Duplicate[];
}

export interface ResolveOptions {
  readonly read: ReadDocument;
  /** Where the entry was read from, when it names itself otherwise (`$self`). */
  readonly otherUris: readonly string[];
  readonly maxReferences: number;
  readonly maxSources: number;
  readonly maxDepth: number;
}

interface State {
  readonly entry: Document;
  readonly options: ResolveOptions;
  readonly problems: Problems;
  readonly library: Library;
  readonly links: Map<object, Link[]>;
  /** Schema Objects of OpenAPI 3.0 with keywords beside a `$ref`. */
  readonly siblings: Location[];
  readonly collector: Collector;
}

/** Checks the entry, then everything that it refers to. A reference that could not be resolved has a problem and no link. */
export async function resolveAll(entry: Document, options: ResolveOptions, problems: Problems): Promise<Resolution> {
  const library = createLibrary();
  const siblings: Location[] = [];
  const misplaced: Location[] = [];
  const newer = new Map<string, [Location, ...Location[]]>();
  const declaring: Declaring[] = [];
  const deferred: (() => void)[] = [];
  const collector: Collector = {
    references: [],
    checked: new Map(),
    rewrites: true,
    expansions: 0,
    defer: (rule) => deferred.push(rule),
    addSchemaId: (id, base, source, pointer) => addSchemaId(library, id, base, documentOf(library, source), pointer),
    addAnchor: (name, base, source, pointer) => addAnchor(library, name, base, documentOf(library, source), pointer),
    addDeclaring: (holder, source, pointer) => declaring.push({ holder, source, pointer }),
    addIgnoredSiblings: (location) => siblings.push(location),
    addMisplaced: (location) => misplaced.push(location),
    addNewer(key, location) {
      const known = newer.get(key);
      if (known === undefined) newer.set(key, [location]);
      else known.push(location);
    },
  };
  const state: State = { entry, options, problems, library, links: new Map(), siblings, collector };

  addDocument(library, entry, ...options.otherUris);
  check(entry.root, 'OpenAPI', { source: entry.source, pointer: '', base: entry.uri, version: entry.version }, collector, problems);
  await resolveReferences(state);
  for (const rule of deferred) rule();
  for (const problem of readInheritance({ library, links: state.links, checked: collector.checked })) problems.add(problem);
  const cycles = findCycles(state.links, options.maxDepth);
  for (const problem of cycles) problems.add(problem);
  const deep = findDepth(state.links, options.maxDepth);
  if (deep !== undefined && !cycles.some(({ code }) => code === deep.code)) problems.add(deep);
  for (const clash of library.clashes) problems.add(idClash(clash));
  const [first, ...others] = siblings;
  if (first !== undefined) problems.add(ignoredSiblings(first, others, entry.version));
  for (const [key, locations] of newer) problems.add(newerKeyword(key, locations));
  const [firstMisplaced, ...otherMisplaced] = misplaced;
  if (firstMisplaced !== undefined) problems.add(misplacedReferences(firstMisplaced, otherMisplaced));
  const duplicates = findDuplicates({ declaring, links: state.links, checked: collector.checked });
  for (const { problem } of duplicates) problems.add(problem);
  return { library, links: state.links, checked: collector.checked, hasHoles: false, duplicates };
}

async function resolveReferences(state: State): Promise<void> {
  const { collector, options, problems, links } = state;
  // Checking a target may add references to the list that is being read.
  for (const [index, reference] of collector.references.entries()) {
    if (index >= options.maxReferences) {
      problems.add(tooManyReferences(options.maxReferences, reference));
      return;
    }
    const target = await resolve(state, reference);
    if (target === undefined) continue;
    const group = links.get(reference.holder);
    if (group === undefined) links.set(reference.holder, [{ reference, target }]);
    else group.push({ reference, target });
  }
}

/** Finds and checks the target; `undefined` when a problem was reported. */
async function resolve(state: State, reference: Reference): Promise<Target | undefined> {
  const { library, problems } = state;
  const document = documentOf(library, reference.source);
  if (reference.isRequirement === true && isDeclared(state.entry, reference.ref)) return undefined;
  const isMapping = reference.kind === 'Schema' && reference.key !== '$ref' && reference.key !== '$dynamicRef';
  const component = isMapping ? mappedComponent(reference.ref, document) : undefined;
  const ref = component ?? reference.ref;
  const base = component === undefined ? reference.base : document.uri;
  let found = find(library, ref, base);
  // A pointer that leads through references may need several documents, one after the other.
  while (found.kind === 'unknown') {
    if (!(await readInto(state, found.uri, reference))) return undefined;
    found = find(library, ref, base);
  }
  if (found.kind === 'fault') {
    // The model reports that a requirement leads to no scheme, and refuses every caller where that is so.
    if (reference.isRequirement === true) return undefined;
    problems.add(unresolved(reference, found, document));
    return undefined;
  }
  const { target } = found;
  if (reference.expansion !== undefined) return expandReference(state, reference, reference.expansion, target);
  const fault = targetFault(reference, target);
  if (fault !== undefined) {
    problems.add(fault);
    return undefined;
  }
  checkTarget(state, target, reference.kind);
  if (reference.isRequirement !== true) return target;
  nameRequirement(reference, target, state);
  return undefined;
}

/** A target may be such a reference itself. There is no link, since the copy of the target takes the place of the reference. */
async function expandReference(state: State, reference: Reference, expansion: Expansion, target: Target): Promise<undefined> {
  const { collector, library, problems } = state;
  const { shape, hops } = expansion;
  const next = misplacedReference(target.value, shape);
  if (next !== undefined && hops < MOST_HOPS) {
    const base = baseAt(target.document, target.pointer);
    await resolve(state, { ...reference, ref: next, base, expansion: { ...expansion, hops: hops + 1 } });
  } else if (next === undefined && fits(target.value, shape)) {
    const base = baseAt(documentOf(library, reference.source), reference.pointer);
    expand({ ...reference, base }, expansion, target, collector, problems);
  } else problems.add(wrongTarget(reference, target, wanted(shape)));
}

const MOST_HOPS = 100;

function checkTarget({ collector, problems }: State, target: Target, kind: ObjectName): void {
  const { document, pointer, value } = target;
  if (!isObject(value) || collector.checked.get(value) === kind) return;
  // The base outside of the target: the check itself takes the target's `$id`.
  const base = pointer === '' ? document.uri : baseAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
  check(value, kind, { source: document.source, pointer, base, version: document.version }, collector, problems);
}

/** Reads a document and adds it to the library; false when a problem was reported. */
async function readInto(state: State, uri: string, reference: Reference): Promise<boolean> {
  const { library, options, problems, entry } = state;
  if (library.documents.length >= options.maxSources) {
    problems.add(tooManySources(options.maxSources, reference));
    return false;
  }
  const read = await options.read(uri, reference);
  if ('code' in read) {
    problems.add(read);
    return false;
  }
  const known = library.bySource.get(read.source);
  if (known !== undefined) {
    addUri(library, known, uri);
    return true;
  }
  const document: Document = { ...read, version: versionOf(read.root) ?? entry.version, bases: new Map() };
  addDocument(library, document, uri);
  if (document.version >= '3.1') collectIdentifiers(state, document);
  return true;
}

/** Collects the `$id`s and anchors of a whole document, though references may lead to parts of it only. */
function collectIdentifiers({ collector }: State, document: Document): void {
  const { source, root, uri: base, version } = document;
  const name = isObject(root) && Object.hasOwn(root, 'openapi') ? 'OpenAPI' : 'Schema';
  const identifiersOnly: Collector = {
    ...collector,
    references: [],
    checked: new Map(),
    rewrites: false,
    defer: () => undefined,
    addDeclaring: () => undefined,
    addIgnoredSiblings: () => undefined,
    addMisplaced: () => undefined,
    addNewer: () => undefined,
  };
  check(root, name, { source, pointer: '', base, version }, identifiersOnly, new Problems());
}
