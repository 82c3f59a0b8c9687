// Finds schemas that no value matches, and says why: there is no example of one, so a mock has nothing to answer with.
import { stronglyConnected } from '../../base/connected.ts';
import type { Problem, Source } from '../../base/problem.ts';
import { wordOf } from '../document-node.ts';
import { type InnerObstacle, type Judging, mayObstruct, type Obstacle, obstacleOf } from './obstacle.ts';
import type { Schema } from './schema.ts';
import { isNothing } from './types.ts';
import { meant } from './walk.ts';

/** Looks at a group of schemas that lead to each other. What is still open then counts as possible. */
const MOST_LOOKS = 50;

/**
 * A warning for each schema, reachable from the roots, that no value can match for a reason of its own; those that need one of these have none. A
 * schema that is there to match nothing (`false`, `not: {}`) has no warning either.
 */
export function impossibleSchemas(roots: Iterable<Schema>, entry: Source): Problem[] {
  // Those that no value matches, as far as it is known. Most schemas never are, so that the others are not noted.
  const blocked = new Set<Schema>();
  const obstacles = new Map<Schema, Obstacle>();
  const judging: Judging = { isPossible: (schema) => !blocked.has(schema), possible: new Map(), types: new Map() };
  // A group comes after all to which it leads, so that only schemas that lead back to themselves need a second look.
  for (const group of stronglyConnected(roots, meant)) {
    const [only] = group;
    // Most schemas are a group of their own, and let some value through.
    if (only !== undefined && group.length === 1 && !mayObstruct(only)) continue;
    let open = group.filter(mayObstruct);
    for (const schema of open) blocked.add(schema);
    for (let before = -1, looks = 0; open.length !== before; looks++) {
      before = open.length;
      if (looks === MOST_LOOKS) {
        for (const schema of open) blocked.delete(schema);
        break;
      }
      open = open.filter((schema) => {
        const obstacle = obstacleOf(schema, judging);
        if (obstacle === undefined) blocked.delete(schema);
        else obstacles.set(schema, obstacle);
        return obstacle !== undefined;
      });
    }
  }
  const problems: Problem[] = [];
  const told = new Set<Schema>();
  for (const schema of obstacles.keys()) {
    if (!blocked.has(schema)) continue;
    const problem = problemOf(schema, obstacles, told, entry);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

/** Follows what stands in the way to a schema that is impossible by itself, or back to one that it has met: a value without end. */
function problemOf(schema: Schema, obstacles: ReadonlyMap<Schema, Obstacle>, told: Set<Schema>, entry: Source): Problem | undefined {
  const path = new Map<Schema, InnerObstacle>();
  let current = schema;
  for (;;) {
    if (told.has(current)) return undefined;
    const obstacle = obstacles.get(current);
    if (obstacle === undefined || isNothing(current)) return undefined;
    if (obstacle.kind === 'own') {
      told.add(current);
      const { of, why, fix, related } = obstacle;
      return { ...frame(current), message: `No ${of} matches ${nameOf(current, entry)}: ${why}.`, fix, related };
    }
    if (path.has(current)) break;
    path.set(current, obstacle);
    current = obstacle.schema;
  }
  const cycle = [...path.keys()].slice([...path.keys()].indexOf(current));
  for (const member of cycle) told.add(member);
  return endless(cycle, path, entry);
}

function endless(cycle: readonly Schema[], path: ReadonlyMap<Schema, InnerObstacle>, entry: Source): Problem {
  const start = Math.max(
    cycle.findIndex((schema) => COMPONENT.test(schema.location.pointer)),
    0,
  );
  const turned = [...cycle.slice(start), ...cycle.slice(0, start)];
  const [first = cycle[0] as Schema] = turned;
  const name = nameOf(first, entry);
  const properties = turned.flatMap((schema) => path.get(schema)?.property ?? []);
  const [one = ''] = properties;
  const way = properties.map((property) => `'${property}'`).join(', then ');
  const why =
    properties.length === 0
      ? `it needs an item that matches ${name} again`
      : properties.length === 1
        ? `its property ${way} is required, and leads back to ${name}`
        : `its properties ${way} are required, and lead back to ${name}`;
  return {
    ...frame(first),
    message: `No value matches ${name}: ${why}, without end.`,
    fix: properties.length === 0 ? 'Allow an array without items.' : `Remove '${one}' from \`required\`, or let it be null.`,
  };
}

function frame({ location }: Schema): Pick<Problem, 'code' | 'severity' | 'location'> {
  return { code: 'schema-impossible', severity: 'warning', location: { ...location, at: 'key' } };
}

const COMPONENT = /^\/components\/schemas\/([^/]+)$/;

function nameOf({ location }: Schema, entry: Source): string {
  const name = COMPONENT.exec(location.pointer)?.[1];
  return name === undefined ? `the schema at ${wordOf(location, entry)}` : `\`${name}\``;
}
