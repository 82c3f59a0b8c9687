// Lists the enumerations that have constants: schemas with a name, and those that stand in properties, items and parameters where their name is
// certain.
import { Problems } from '../../base/problem.ts';
import type { Description } from '../../load/description.ts';
import { optional } from '../document-node.ts';
import { parameterName, pascalCase } from '../names/names.ts';
import type { Names } from '../names/naming.ts';
import { wordsOf } from '../names/short-names.ts';
import type { Schema } from '../schema/schema.ts';
import type { EnumConstant, EnumMember, Operation } from '../service.ts';
import { memberNames } from './member-names.ts';
import { type Enumeration, enumerationOf, isEnumeration, type WrittenValue } from './values.ts';

interface Task {
  readonly description: Description;
  readonly names: Pick<Names, 'isFreeType'>;
  readonly schemas: readonly Schema[];
  readonly operations: readonly Operation[];
}

interface Place extends Pick<EnumConstant, 'name' | 'schema' | 'owner'> {}

interface Candidate extends Place {
  readonly enumeration: Enumeration;
  /** What is to be said of it if it gets a constant. */
  readonly problems: Problems;
}

/**
 * The name of an enumeration without one of its own is certain if no type of the service has it and no other enumeration comes to it; without a
 * certain name it has no constant. To be asked when all other names are chosen.
 */
export function readEnums({ description, names, schemas, operations }: Task, problems: Problems): EnumConstant[] {
  const candidates = withoutRepeated([...schemas.flatMap(placesIn), ...operations.flatMap(parameterPlaces)]).flatMap((place) => {
    const found = new Problems();
    const enumeration = enumerationOf(place.schema, description, found);
    // A single value in place is the tag of a schema.
    const isList = enumeration !== undefined && (place.schema.name !== undefined || enumeration.values.length > 1);
    return isList ? [{ ...place, enumeration, problems: found }] : [];
  });
  const inPlace = new Map<string, number>();
  for (const { name, schema } of candidates) if (schema.name === undefined) inPlace.set(name, (inPlace.get(name) ?? 0) + 1);
  const isCertain = ({ name, schema }: Place): boolean => schema.name !== undefined || (inPlace.get(name) === 1 && names.isFreeType(name));
  return candidates.filter(isCertain).map((candidate) => constantOf(candidate, problems));
}

function constantOf({ name, schema, owner, enumeration, problems: own }: Candidate, problems: Problems): EnumConstant {
  const { values, besides } = enumeration;
  for (const problem of own.list) problems.add(problem);
  const members = memberNames(name, values, problems);
  return { name, schema, owner, members: values.map((value, index) => memberOf(value, members[index] ?? '')), besides };
}

function memberOf({ value, list, label, description, deprecated }: WrittenValue, name: string): EnumMember {
  return { name, value, list, ...optional('label', label), ...optional('description', description), ...optional('deprecated', deprecated) };
}

/**
 * Places that the document writes once. A schema that each side has for itself is written once; a parameter of a path's operations is none of theirs.
 */
function withoutRepeated(places: readonly Place[]): Place[] {
  const first = new Map<string, Place>();
  const shared = new Set<Place>();
  for (const place of places) {
    const { source, pointer } = place.schema.location;
    const key = `${source.path}#${pointer}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, place);
    else if (isOperation(place.owner) && before.name !== place.name) shared.add(before);
  }
  return [...first.values()].filter((place) => !shared.has(place));
}

function isOperation(owner: Place['owner']): owner is Operation {
  return owner !== 'shared' && 'method' in owner;
}

function parameterPlaces(operation: Operation): Place[] {
  return operation.parameters.flatMap(({ name, component, schema }) => {
    if (schema.name !== undefined) return [];
    if (component !== undefined) return placesBelow({ path: [parameterName(component)], depth: 0, schema }, 'shared');
    return placesBelow({ path: [operation.typeName, pascalCase(name)], depth: 1, schema }, operation);
  });
}

function placesIn(schema: Schema): Place[] {
  return schema.name === undefined ? [] : placesBelow({ path: [schema.name], depth: 0, schema }, schema);
}

interface Step {
  /** The words of the owner, and of each property and list on the way to the schema. */
  readonly path: readonly string[];
  /** The properties on the way. */
  readonly depth: number;
  readonly schema: Schema;
}

/** Below more properties than these, names would be longer than any that a person would write. */
const MOST_PROPERTIES = 2;

/** The enumerations in the order of the document: the schema itself, or those without a name that stand in it as properties, items or parts. */
function placesBelow(root: Step, owner: Place['owner']): Place[] {
  const places: Place[] = [];
  const met = new Set<Schema>();
  const stack = [root];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { path, depth, schema } = step;
    if (met.has(schema) || (step !== root && schema.name !== undefined)) continue;
    met.add(schema);
    if (isEnumeration(schema)) {
      places.push({ name: nameAt(path), schema, owner });
      continue;
    }
    const { properties = new Map<string, Schema>(), items, allOf = [], anyOf = [], oneOf = [] } = schema;
    const inside = [
      ...(depth === MOST_PROPERTIES ? [] : [...properties]).map(
        ([key, property]): Step => ({ path: [...path, pascalCase(key)], depth: depth + 1, schema: property }),
      ),
      ...(items === undefined ? [] : [{ path: [...path, 'Item'], depth, schema: items }]),
      ...[...allOf, ...anyOf, ...oneOf].map((part): Step => ({ path, depth, schema: part })),
    ];
    stack.push(...inside.reverse());
  }
  return places;
}

/** `Place` and `PlaceType` → `PlaceType`; but `TokenError` and `Error` → `TokenErrorError`, since that alone would be the name of the owner. */
function nameAt([owner = '', ...rest]: readonly string[]): string {
  let name = owner;
  for (const [index, words] of rest.entries()) {
    const joined = withoutRepetition(name, words);
    name = joined === name && index === rest.length - 1 ? `${name}${words}` : joined;
  }
  return name;
}

/** Words that end one name and begin the next stand once. */
function withoutRepetition(name: string, more: string): string {
  const [before, after] = [wordsOf(name), wordsOf(more)];
  for (let count = Math.min(before.length, after.length); count > 0; count--) {
    const shared = after.slice(0, count).join('');
    if (before.slice(-count).join('') === shared) return `${name}${more.slice(shared.length)}`;
  }
  return `${name}${more}`;
}
