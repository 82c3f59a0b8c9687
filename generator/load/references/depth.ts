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
    const members = new Set(group);
    let deepest: Edge | undefined;
    let height = 0;
    for (const { next } of group) {
      for (const edge of next) {
        const below = members.has(edge.to) ? 0 : edge.levels + edge.to.height;
        if (below > height) [deepest, height] = [edge, below];
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

function nodesOf(links: Links): readonly Node[] {
  const bySource = new Map<Source, Map<string, Node>>();
  const all: Node[] = [];
  const nodeAt = (source: Source, pointer: string): Node => {
    const nodes = bySource.get(source) ?? new Map<string, Node>();
    bySource.set(source, nodes);
    const node = nodes.get(pointer) ?? { next: [], height: 0 };
    if (!nodes.has(pointer)) all.push(node);
    nodes.set(pointer, node);
    return node;
  };
  const linked = [...links.values()].flat();
  for (const { target } of linked) nodeAt(target.document.source, target.pointer);
  for (const [source, nodes] of bySource) {
    for (const [pointer, node] of nodes) {
      const around = targetAround(bySource.get(source), pointer);
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
function targetAround(nodes: ReadonlyMap<string, Node> | undefined, pointer: string): { node: Node; levels: number } | undefined {
  let levels = 0;
  for (let end = pointer.length; end > 0 && nodes !== undefined; ) {
    end = pointer.lastIndexOf('/', end - 1);
    levels++;
    const node = nodes.get(pointer.slice(0, end));
    if (node !== undefined) return { node, levels };
  }
  return undefined;
}
