// Finds circular references (references that lead only to each other, and schemas that apply themselves to the same value), and chains that are too
// long.
import type { Problem } from '../../base/problem.ts';
import { applicators } from '../../base/vocabulary.ts';
import { locationOf, type Reference } from '../check/reference.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, pointerTokens } from '../pointer.ts';
import type { Target } from './library.ts';
import { tooDeep } from './reference-faults.ts';

export interface Link {
  readonly reference: Reference;
  readonly target: Target;
}

/** Links by the object that holds the reference. */
export type Links = ReadonlyMap<object, readonly Link[]>;

interface Edge {
  readonly to: JsonObject;
  readonly levels: number;
  readonly link?: Link;
}

interface Visit {
  readonly object: JsonObject;
  readonly edges: readonly Edge[];
  next: number;
  /** The edge that led here. */
  readonly by: Edge | undefined;
  /** The depth that is known so far. */
  depth: Depth;
}

/** The levels below an object, and the first reference on the way down to the last of them. */
interface Depth {
  readonly levels: number;
  readonly by: Reference | undefined;
}

const FLAT: Depth = { levels: 0, by: undefined };

interface Search {
  readonly links: Links;
  readonly done: Map<object, Depth>;
  readonly problems: Problem[];
  /** The first object below which there are too many levels. */
  deep: Depth | undefined;
}

/**
 * A schema that contains itself in a property or an item is not a cycle: only what applies to the same value counts. Of that, no more than `most`
 * levels may follow each other.
 */
export function findCycles(links: Links, most: number): Problem[] {
  const state: Search = { links, done: new Map(), problems: [], deep: undefined };
  for (const group of links.values()) {
    for (const { target } of group) {
      if (isObject(target.value)) search(target.value, state, most);
    }
  }
  const reference = state.deep?.by;
  return reference === undefined ? state.problems : [...state.problems, tooDeep(most, reference)];
}

function search(start: JsonObject, state: Search, most: number): void {
  const { links, done, problems } = state;
  if (done.has(start)) return;
  const edges = edgesOf(start, links);
  // Most objects lead to nothing that applies to the same value.
  if (edges.length === 0) {
    done.set(start, FLAT);
    return;
  }
  const open = new Map<object, number>([[start, 0]]);
  const stack: Visit[] = [{ object: start, edges, next: 0, by: undefined, depth: FLAT }];
  const deepen = (visit: Visit, edge: Edge, below: Depth): void => {
    const levels = below.levels + edge.levels;
    if (levels > visit.depth.levels) visit.depth = { levels, by: edge.link?.reference ?? below.by };
    if (levels > most) state.deep ??= visit.depth;
  };
  for (let visit = stack.at(-1); visit !== undefined; visit = stack.at(-1)) {
    const edge = visit.edges[visit.next++];
    if (edge === undefined) {
      stack.pop();
      open.delete(visit.object);
      done.set(visit.object, visit.depth);
      const parent = stack.at(-1);
      if (parent !== undefined && visit.by !== undefined) deepen(parent, visit.by, visit.depth);
      continue;
    }
    const level = open.get(edge.to);
    if (level !== undefined) {
      const problem = cycle([...stack.slice(level + 1).map((inner) => inner.by), edge]);
      if (problem !== undefined) problems.push(problem);
      continue;
    }
    const below = done.get(edge.to);
    if (below !== undefined) deepen(visit, edge, below);
    else {
      open.set(edge.to, stack.length);
      stack.push({ object: edge.to, edges: edgesOf(edge.to, links), next: 0, by: edge, depth: FLAT });
    }
  }
}

const IN_PLACE = applicators.filter(({ of }) => of === 'same');
const IN_PLACE_KEYS: ReadonlySet<string> = new Set(IN_PLACE.map(({ keyword }) => keyword));

/** The objects that apply to the same value: the target of its reference, and the schemas that JSON Schema applies in place. */
function edgesOf(object: JsonObject, links: Links): Edge[] {
  const edges: Edge[] = [];
  for (const link of links.get(object) ?? []) {
    if (link.reference.key === '$ref' && isObject(link.target.value)) edges.push({ to: link.target.value, levels: 1, link });
  }
  if (!hasInPlace(object)) return edges;
  for (const { keyword, holds, beside } of IN_PLACE) {
    const value = own(object, keyword);
    if (value === undefined || (beside !== undefined && own(object, beside) === undefined)) continue;
    const held = holds === 'schema' ? [value] : Object.values(isObject(value) || Array.isArray(value) ? value : []);
    for (const schema of held as readonly Json[]) if (isObject(schema)) edges.push({ to: schema, levels: holds === 'schema' ? 1 : 2 });
  }
  return edges;
}

/** One look at the keys that are there, instead of one for each keyword that could be. */
function hasInPlace(object: JsonObject): boolean {
  for (const key in object) if (IN_PLACE_KEYS.has(key)) return true;
  return false;
}

function cycle(edges: readonly (Edge | undefined)[]): Problem | undefined {
  const steps = edges.flatMap((edge) => (edge?.link === undefined ? [] : [edge.link]));
  const [first, ...others] = steps;
  if (first === undefined) return undefined;
  const names = steps.map(({ target }) => nameOf(target));
  const inSchema = first.reference.kind === 'Schema';
  return {
    code: 'reference-cycle',
    severity: 'error',
    message: `Circular reference: ${[names.at(-1), ...names].join(' → ')}.`,
    fix: inSchema ? 'Break the cycle: a schema may refer to itself only in a property or an item.' : 'Write the content in one of them.',
    location: locationOf(first.reference),
    ...(others.length === 0
      ? {}
      : {
          related: others.map(({ reference, target }) => ({ message: `refers to ${nameOf(target)}`, location: locationOf(reference) })),
        }),
  };
}

function nameOf(target: Target): string {
  const tokens = pointerTokens(target.pointer);
  return tokens[0] === 'components' && tokens.length === 3 ? (tokens[2] ?? '') : `${target.document.source.display}#${target.pointer}`;
}
