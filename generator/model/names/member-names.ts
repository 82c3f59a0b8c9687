// Decides what the properties of a document are called in code: by `x-octavo-name`, and by the case that the configuration asks for. A name that
// would not be exact both ways is an error.
import type { Location, Problems } from '../../base/problem.ts';
import { optional } from '../document-node.ts';
import type { Schema } from '../schema/schema.ts';
import { createValues, declaredProperty, mentionedNames, type Value } from '../schema/values.ts';
import { eachUsed, leadingTo, reachable } from '../schema/walk.ts';
import type { Operation } from '../service.ts';
import type { NamesOptions } from './given.ts';
import { camelCaseMember } from './member-case.ts';

/**
 * Gives each schema the names in code of the properties that it mentions. `schemas`: all that have a name. `isNameGiven`: whether some property may
 * have `x-octavo-name`. Returns whether some property has another name in code than in the document.
 */
export function nameMembers(
  schemas: readonly Schema[],
  operations: readonly Operation[],
  naming: Pick<NamesOptions, 'properties'>,
  isNameGiven: boolean,
  problems: Problems,
): boolean {
  if (naming.properties === undefined && !isNameGiven) return false;
  const roots = operations.flatMap(rootsOf);
  const all = [...reachable([...schemas, ...roots.flat()])];
  const mentioning = all.filter((schema) => mentionedNames(schema).size > 0);
  const leading = leadingTo(all, mentioning, eachUsed);
  const valueFor = createValues((schema) => leading.has(schema));
  const met = new Set<Value>();
  const task: Task = { naming, problems, chosen: new Map(), reported: new Set() };
  const queue = [...schemas.map((schema) => [schema]), ...roots].flatMap((root) => valueFor(root) ?? []);
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (met.has(value)) continue;
    met.add(value);
    nameValue(value, task);
    const { properties, others, first, items } = value.parts();
    for (const part of [...properties.values(), others, items, ...first]) if (part !== undefined) queue.push(part);
  }
  let isRenamed = false;
  for (const [schema, names] of task.chosen) {
    const changed = new Map([...names].filter(([wire, code]) => wire !== code));
    if (changed.size === 0) continue;
    schema.codeNames = changed;
    isRenamed = true;
  }
  return isRenamed;
}

/** The schemas of each value that an operation has. The bodies of a request are one value, since its input has one member for all of them. */
function rootsOf({ parameters, body, responses }: Operation): Schema[][] {
  const contents = body?.contents ?? [];
  return [
    ...parameters.map(({ schema }) => [schema]),
    contents.flatMap(({ schema, stream }) => (schema === undefined || stream !== undefined ? [] : [schema])),
    ...contents.flatMap(({ schema, stream }) => (schema === undefined || stream === undefined ? [] : [[schema]])),
    ...responses.flatMap(({ headers, contents: bodies }) => [
      ...headers.map(({ schema }) => [schema]),
      ...bodies.flatMap(({ schema }) => (schema === undefined ? [] : [[schema]])),
    ]),
  ];
}

interface Task {
  readonly naming: Pick<NamesOptions, 'properties'>;
  readonly problems: Problems;
  readonly chosen: Map<Schema, Map<string, string>>;
  /** Places of which something was said: one schema may be in many values. */
  readonly reported: Set<string>;
}

function nameValue({ schemas }: Value, task: Task): void {
  const byWire = new Map<string, Schema[]>();
  for (const schema of schemas) {
    for (const wire of mentionedNames(schema)) byWire.set(wire, [...(byWire.get(wire) ?? []), schema]);
  }
  const byCode = new Map<string, string>();
  for (const [wire, mentioning] of byWire) {
    const code = nameOf(wire, mentioning, task);
    const other = byCode.get(code);
    if (other !== undefined) refuseCollision(code, [placeOf(other, byWire), placeOf(wire, byWire)], [other, wire], task);
    byCode.set(code, wire);
    for (const schema of mentioning) choose(schema, wire, code, task);
  }
}

/** The name that all schemas of a value give to a member. */
function nameOf(wire: string, mentioning: readonly Schema[], task: Task): string {
  const given = mentioning.flatMap((schema) => declaredProperty(schema, wire) ?? []).filter(({ givenName }) => givenName !== undefined);
  const [first] = given;
  const other = given.find(({ givenName }) => givenName !== first?.givenName);
  if (first !== undefined && other !== undefined) refuseTwoNames(wire, first, other, task);
  return first?.givenName ?? (task.naming.properties === 'camelCase' ? camelCaseMember(wire) : wire);
}

function choose(schema: Schema, wire: string, code: string, { chosen, problems, reported }: Task): void {
  const names = chosen.get(schema) ?? new Map<string, string>();
  chosen.set(schema, names);
  const before = names.get(wire);
  if (before === undefined) names.set(wire, code);
  if (before === undefined || before === code) return;
  const location = declaredProperty(schema, wire)?.location ?? schema.location;
  report(
    `two ${location.source.path} ${location.pointer}`,
    {
      message: `The property \`${wire}\` would be called \`${before}\` in one place and \`${code}\` in another, since other schemas that name it are used beside this one.`,
      fix: 'Give it the same `x-octavo-name` in all schemas that declare it.',
      location,
    },
    { problems, reported },
  );
}

function refuseTwoNames(wire: string, first: Schema, other: Schema, task: Task): void {
  report(
    `names ${first.key} ${other.key}`,
    {
      message: `The property \`${wire}\` has the names \`${first.givenName}\` and \`${other.givenName}\`, and one value may be of both schemas.`,
      fix: 'Write the same `x-octavo-name` in both.',
      location: other.location,
      related: [{ message: 'The other name is here', location: first.location }],
    },
    task,
  );
}

function refuseCollision(
  code: string,
  [first, second]: readonly [Location, Location],
  [one, other]: readonly [string, string],
  task: Task,
): void {
  report(
    `same ${first.source.path} ${first.pointer} ${second.source.path} ${second.pointer}`,
    {
      message: `The properties \`${one}\` and \`${other}\` of one object would both be called \`${code}\` in code.`,
      fix: 'Write `x-octavo-name` on one of them, with another name.',
      location: { ...second, at: 'key' },
      related: [{ message: `\`${one}\` is here`, location: { ...first, at: 'key' } }],
    },
    task,
  );
}

function placeOf(wire: string, byWire: ReadonlyMap<string, readonly Schema[]>): Location {
  const mentioning = byWire.get(wire) ?? [];
  const [declared] = mentioning.flatMap((schema) => declaredProperty(schema, wire) ?? []);
  const [first] = mentioning;
  const place = declared?.location ?? first?.location;
  if (place === undefined) throw new Error('A name that no schema mentions has no place.');
  return place;
}

function report(
  key: string,
  { related, ...problem }: Pick<Problems['list'][number], 'message' | 'fix' | 'location' | 'related'>,
  { problems, reported }: Pick<Task, 'problems' | 'reported'>,
): void {
  if (reported.has(key)) return;
  reported.add(key);
  problems.add({ code: 'property-name', severity: 'error', ...problem, ...optional('related', related) });
}
