// Schema objects of a description → a graph of `Schema` nodes: one node per place, references followed, filled from a queue and never by recursion.

import type { Location, Problems } from '../../base/problem.ts';
import type { Description, Json } from '../../load/description.ts';
import { isObject, own } from '../../load/pointer.ts';
import { below, type Cause, child, type DocumentNode, members } from '../document-node.ts';
import type { PatternOption } from '../patterns/engine.ts';
import { checkBooleanWords, readBooleanWords, saysBoolean } from './boolean-words.ts';
import { dialectFault } from './dialect.ts';
import {
  type DiscriminatorTask,
  decideBranches,
  includersIn,
  noteHeirs,
  readDiscriminator,
  resolveDiscriminator,
  takeDecisions,
} from './discriminator.ts';
import { type Bound, bindDynamicRefs, type Variant } from './dynamic-ref.ts';
import type { Dynamics } from './dynamic-scope.ts';
import { readPropertyName } from './given-name.ts';
import { type Draft, readKeywords, type Surroundings } from './keywords.ts';
import { dropPattern, expandFlags, patternFault, type SlowPattern, slowPatterns } from './patterns.ts';
import type { Schema } from './schema.ts';
import { readXml } from './xml.ts';

export interface SchemaGraph {
  /** The node of a place. Its keywords are there after the next `settle`. */
  at(node: DocumentNode): Schema;
  /** The target of a reference, which is noted as such. */
  follow(ref: string, from: Location): Schema;
  /** Fills every node that was requested, and all nodes reachable from them. */
  settle(): void;
  readonly nodes: ReadonlyMap<string, Schema>;
  /** Targets of `$ref`, `$dynamicRef` and discriminator mappings, in the order met. */
  readonly targets: ReadonlySet<Schema>;
  /** The targets that are not written in the document as they are: what dynamic references mean in them depends on the schemas around. */
  readonly variants: ReadonlyMap<Schema, Variant>;
  /** Whether the document has dynamic references. */
  readonly isDynamic: boolean;
  /** Nodes with `x-octavo-name`, in the order met. */
  readonly named: ReadonlySet<Schema>;
  /** Nodes whose dialect is not 2020-12. */
  readonly unsupported: ReadonlyMap<Schema, Cause>;
  readonly slow: readonly SlowPattern[];
}

// Longer than a screen: the nodes, and what waits to be done with them, are the state of all the functions in it.
export function createGraph(description: Description, problems: Problems, patterns: PatternOption = 'linear'): SchemaGraph {
  const nodes = new Map<string, Draft>();
  const targets = new Set<Schema>();
  const named = new Set<Schema>();
  const unsupported = new Map<Schema, Cause>();
  const slow: SlowPattern[] = [];
  const queue: { node: Draft; value: Json }[] = [];
  const dynamics: Dynamics = { refs: new Map(), anchors: new Map() };
  let areComponentsFilled = false;
  let bound: Bound = { variants: new Map(), named: new Map() };
  const withDefinitions: DocumentNode[] = [];
  const discriminators: DiscriminatorTask[] = [];
  const includersOf = includersIn(description);
  const folded = description.version === '3.0';
  const root: DocumentNode = { value: description.root, location: { source: description.entry, pointer: '' } };
  const booleanWords = readBooleanWords(root, problems);
  const worded: Schema[] = [];

  const nodeAt = (value: Json | undefined, location: Location): Draft => {
    const key = keyOf(description, location);
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const node: Draft = { key, location };
    nodes.set(key, node);
    queue.push({ node, value: value ?? true });
    return node;
  };

  const follow = (ref: string, from: Location): Schema => {
    const target = description.resolve(ref, from);
    const node = nodeAt(target.value, target.location);
    targets.add(node);
    return node;
  };

  // One object for all nodes: there are too many of them for one each.
  let current: Draft = { key: '', location: root.location };
  const around: Surroundings = {
    folded,
    child(item, first, second) {
      const location = below(current.location, first);
      return nodeAt(item, second === undefined ? location : below(location, second));
    },
    reference: (ref) => follow(ref, below(current.location, '$ref')),
    dynamicReference(ref) {
      const target = follow(ref, below(current.location, '$dynamicRef'));
      dynamics.refs.set(current, { anchor: ref.slice(ref.indexOf('#') + 1), target });
    },
    dynamicAnchor: (anchor) => dynamics.anchors.set(current, anchor),
    beside(suffix) {
      const draft: Draft = { key: `${current.key}${suffix}`, location: current.location };
      nodes.set(draft.key, draft);
      return draft;
    },
    warn(keyword, message, fix) {
      const location: Location = { ...below(current.location, keyword), at: 'key' };
      problems.add({ code: 'keyword-without-effect', severity: 'warning', message, fix, location });
    },
  };

  const fill = (node: Draft, value: Json): void => {
    if (typeof value === 'boolean') {
      node.boolean = value;
      return;
    }
    if (!isObject(value)) return;
    const { location } = node;
    current = node;
    readKeywords(node, value, around);
    const given = readPropertyName(value, location, problems);
    if (given !== undefined) node.givenName = given;
    const xml = readXml(value);
    if (xml !== undefined) node.xml = xml;
    const written = readBooleanWords({ value, location }, problems);
    if (written !== undefined) worded.push(node);
    const words = written ?? (saysBoolean(node) ? booleanWords : undefined);
    if (words !== undefined) node.booleanWords = words;
    if (Object.hasOwn(value, 'x-octavo-name')) named.add(node);
    if (Object.hasOwn(value, '$defs')) withDefinitions.push({ value, location });
    const discriminator = readDiscriminator(node, value);
    if (discriminator !== undefined) discriminators.push(discriminator);
    expandFlags(node, location, problems);
    dropPattern(node, location, patterns, problems);
    const fault = folded ? undefined : dialectFault(own(value, '$schema'));
    const cause = fault === undefined ? patternFault(node, location, patterns) : { message: fault, location };
    if (cause !== undefined) unsupported.set(node, cause);
    slow.push(...slowPatterns(node, location, patterns));
  };

  const drain = (): void => {
    // Last in, first out keeps the queue short; the order has no bearing on the outcome.
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) fill(next.node, next.value);
  };

  const fillMembers = (schemas: DocumentNode): void => {
    if (isObject(schemas.value)) for (const [, { value, location }] of members(schemas)) nodeAt(value, location);
    drain();
  };

  /** An anchor counts wherever it stands, also in definitions that nothing refers to. */
  const fillAnchors = (): void => {
    if (dynamics.refs.size === 0) return;
    if (!areComponentsFilled) fillMembers(child(child(root, 'components'), 'schemas'));
    areComponentsFilled = true;
    for (let node = withDefinitions.pop(); node !== undefined; node = withDefinitions.pop()) fillMembers(child(node, '$defs'));
  };

  const settle = (): void => {
    drain();
    fillAnchors();
    const resolved: DiscriminatorTask[] = [];
    for (let task = discriminators.pop(); task !== undefined; task = discriminators.pop()) {
      resolveDiscriminator(description, task, nodeAt, targets, includersOf, problems);
      resolved.push(task);
      drain();
      fillAnchors();
    }
    if (dynamics.refs.size > 0) bound = bindDynamicRefs({ description, nodes, dynamics, targets, unsupported });
    for (const task of resolved) {
      decideBranches(task, problems);
      noteHeirs(task);
    }
    for (const [variant, written] of bound.variants) takeDecisions(variant, written);
    for (let schema = worded.pop(); schema !== undefined; schema = worded.pop()) checkBooleanWords(schema, problems);
  };

  return {
    at: (node) => nodeAt(node.value, node.location),
    follow,
    settle,
    nodes,
    targets,
    named,
    get variants() {
      return bound.named;
    },
    get isDynamic() {
      return dynamics.refs.size > 0;
    },
    unsupported,
    slow,
  };
}

/** Source and pointer joined; the entry's pointers stand alone, so that a key does not depend on where the document lies. */
export function keyOf(description: Description, location: Location): string {
  return location.source === description.entry ? `#${location.pointer}` : `${location.source.display}#${location.pointer}`;
}
