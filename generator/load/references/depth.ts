// Finds references that lead deeper than the limit: readers of a description go one level further down for each, and each has a stack of some size.
import { stronglyConnected } from '../../base/connected.ts';
import type { Problem, Source } from '../../base/problem.ts';
import type { Reference } from '../check/reference.ts';
import type { Links } from './cycles.ts';
import { tooDeep } from './reference-faults.ts';

/** The target of a reference, and what it leads to. */
interface Node {
  readonly next: Edge[];
  /** Levels below it, with references followed. */
  height: number;
}

interface Edge {
  readonly to: Node;
  /** Levels from the target down to the reference, and one for the reference; or down to another target inside it. */
  readonly levels: number;
  /** Absent where one target is inside the other. */
  readonly reference?: Reference;
}

/**
 * The problem of a description in which objects and arrays are nested more than `most` levels deep, with references followed. What leads back to
 * itself counts once: readers stop where they meet it again.
 */
export function findDepth(links: Links, most: number): Problem | undefined {
  const nodes = nodesOf(links);
  for (const group of stronglyConnected(nodes, (node) => node.next.map(({ to }) => to))) {
    const members = group.length === 1 ? undefined : new Set(group);
    let deepest: Edge | undefined;
    let height = 0;
    for (const { next } of group) {
      for (const edge of next) {
        const isInside = members === undefined ? edge.to === group[0] : members.has(edge.to);
        const below = isInside ? 0 : edge.levels + edge.to.height;
        if (below <= height) continue;
        deepest = edge;
        height = below;
      }
    }
    for (const member of group) member.height = height;
    const reference = height > most ? referenceOf(deepest) : undefined;
    if (reference !== undefined) return tooDeep(most, reference);
  }
  return undefined;
}

/** The reference, or where one target is inside the other, the first reference in that one. */
function referenceOf(edge: Edge | undefined): Reference | undefined {
  const met = new Set<Edge>();
  let next = edge;
  while (next !== undefined && next.reference === undefined && !met.has(next)) {
    met.add(next);
    next = next.to.next.find(({ reference }) => reference !== undefined) ?? next.to.next[0];
  }
  return next?.reference;
}

/** The targets in one source. */
interface Targets {
  readonly nodes: Map<string, Node>;
  /** How many tokens their pointers have: nearly all targets are components, so that most parts of a pointer need not be looked for. */
  readonly tokens: Set<number>;
}

function nodesOf(links: Links): readonly Node[] {
  const bySource = new Map<Source, Targets>();
  const all: Node[] = [];
  const nodeAt = (source: Source, pointer: string): Node => {
    let targets = bySource.get(source);
    if (targets === undefined) {
      targets = { nodes: new Map(), tokens: new Set() };
      bySource.set(source, targets);
    }
    const known = targets.nodes.get(pointer);
    if (known !== undefined) return known;
    const node: Node = { next: [], height: 0 };
    all.push(node);
    targets.nodes.set(pointer, node);
    targets.tokens.add(tokensIn(pointer));
    return node;
  };
  const linked = [...links.values()].flat();
  for (const { target } of linked) nodeAt(target.document.source, target.pointer);
  for (const targets of bySource.values()) {
    for (const [pointer, node] of targets.nodes) {
      const around = targetAround(targets, pointer);
      around?.node.next.push({ to: node, levels: around.levels });
    }
  }
  for (const { reference, target } of linked) {
    const around = targetAround(bySource.get(reference.source), reference.pointer);
    if (around === undefined) continue;
    around.node.next.push({ to: nodeAt(target.document.source, target.pointer), levels: around.levels, reference });
  }
  return all;
}

/** The innermost target around a pointer, and how many levels the pointer is below it. */
function targetAround(targets: Targets | undefined, pointer: string): { node: Node; levels: number } | undefined {
  if (targets === undefined) return undefined;
  const all = tokensIn(pointer);
  let end = pointer.length;
  for (let tokens = all - 1; tokens >= 0; tokens--) {
    end = pointer.lastIndexOf('/', end - 1);
    const node = targets.tokens.has(tokens) ? targets.nodes.get(pointer.slice(0, end)) : undefined;
    if (node !== undefined) return { node, levels: all - tokens };
  }
  return undefined;
}

function tokensIn(pointer: string): number {
  let count = 0;
  for (let at = pointer.indexOf('/'); at !== -1; at = pointer.indexOf('/', at + 1)) count++;
  return count;
}
