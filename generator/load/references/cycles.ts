// Finds circular references: references that lead only to each other, and schemas that apply themselves to the same value.
import type { Problem } from '../../problem.ts';
import { applicators } from '../../vocabulary.ts';
import { locationOf, type Reference } from '../check/reference.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, pointerTokens } from '../pointer.ts';
import type { Target } from './library.ts';

export interface Link {
  readonly reference: Reference;
  readonly target: Target;
}

/** Links by the object that holds the reference. */
export type Links = ReadonlyMap<object, readonly Link[]>;

interface Edge {
  readonly to: JsonObject;
  readonly link?: Link;
}

interface Visit {
  readonly object: JsonObject;
  readonly edges: readonly Edge[];
  next: number;
  /** The edge that led here. */
  readonly by: Edge | undefined;
}

/** A schema that contains itself in a property or an item is not a cycle: only what applies to the same value counts. */
export function findCycles(links: Links): Problem[] {
  const problems: Problem[] = [];
  const done = new Set<object>();
  for (const group of links.values()) {
    for (const { target } of group) {
      if (isObject(target.value)) search(target.value, links, done, problems);
    }
  }
  return problems;
}

function search(start: JsonObject, links: Links, done: Set<object>, problems: Problem[]): void {
  if (done.has(start)) return;
  const open = new Map<object, number>([[start, 0]]);
  const stack: Visit[] = [{ object: start, edges: edgesOf(start, links), next: 0, by: undefined }];
  for (let visit = stack.at(-1); visit !== undefined; visit = stack.at(-1)) {
    const edge = visit.edges[visit.next++];
    if (edge === undefined) {
      stack.pop();
      open.delete(visit.object);
      done.add(visit.object);
      continue;
    }
    const level = open.get(edge.to);
    if (level !== undefined) {
      const problem = cycle([...stack.slice(level + 1).map((inner) => inner.by), edge]);
      if (problem !== undefined) problems.push(problem);
    } else if (!done.has(edge.to)) {
      open.set(edge.to, stack.length);
      stack.push({ object: edge.to, edges: edgesOf(edge.to, links), next: 0, by: edge });
    }
  }
}

const IN_PLACE = applicators.filter(({ of }) => of === 'same');

/** The objects that apply to the same value: the target of its reference, and the schemas that JSON Schema applies in place. */
function edgesOf(object: JsonObject, links: Links): Edge[] {
  const edges: Edge[] = [];
  for (const link of links.get(object) ?? []) {
    if (link.reference.key === '$ref' && isObject(link.target.value)) edges.push({ to: link.target.value, link });
  }
  for (const { keyword, holds, beside } of IN_PLACE) {
    const value = own(object, keyword);
    if (value === undefined || (beside !== undefined && own(object, beside) === undefined)) continue;
    const held = holds === 'schema' ? [value] : Object.values(isObject(value) || Array.isArray(value) ? value : []);
    for (const schema of held as readonly Json[]) if (isObject(schema)) edges.push({ to: schema });
  }
  return edges;
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
