// Finds what a description declares twice: one `operationId` for two operations, and one parameter in one list.
import type { Location, Problem, Source } from '../../base/problem.ts';
import type { ObjectName } from '../check/grammar.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own } from '../pointer.ts';
import type { Link, Links } from './cycles.ts';

/** An operation or a path item, and where it stands. */
export interface Declaring {
  readonly holder: JsonObject;
  readonly source: Source;
  readonly pointer: string;
}

/** A second declaration, by the object or list that holds it, and its key or index there. Without it, the first declaration is the only one. */
export interface Duplicate {
  readonly holder: JsonObject | readonly Json[];
  readonly key: string;
  readonly problem: Problem;
}

interface Facts {
  readonly declaring: readonly Declaring[];
  readonly links: Links;
  readonly checked: ReadonlyMap<object, ObjectName>;
}

/** A path item that several paths refer to is one, so its operations are not declared twice. */
export function findDuplicates({ declaring, links, checked }: Facts): Duplicate[] {
  const operations = declaring.filter(({ holder }) => checked.get(holder) === 'Operation');
  return [
    ...repeatedIds(operations),
    ...declaring.flatMap((each) => {
      const list = own(each.holder, 'parameters');
      if (!Array.isArray(list)) return [];
      const parameters = list.map((item: Json) => parameterAt(item, links));
      return [...repeatedParameters(each, list, parameters), ...repeatedBodies(each, list, parameters)];
    }),
  ];
}

/** The place and name of a parameter; `undefined` where it has none. */
type Read = { readonly where: string; readonly name: string } | undefined;

function repeatedIds(operations: readonly Declaring[]): Duplicate[] {
  const first = new Map<string, Location>();
  return operations.flatMap(({ holder, source, pointer }) => {
    const id = own(holder, 'operationId');
    if (typeof id !== 'string') return [];
    const location = { source, pointer: joinPointer(pointer, 'operationId') };
    const before = first.get(id);
    if (before === undefined) first.set(id, location);
    const message = `The operationId '${id}' is there twice.`;
    const fix = 'Give one of them another operationId.';
    return before === undefined
      ? []
      : [{ holder, key: 'operationId', problem: repeated('operation-id-duplicate', message, fix, location, before) }];
  });
}

function repeatedParameters({ source, pointer }: Declaring, holder: readonly Json[], parameters: readonly Read[]): Duplicate[] {
  const first = new Map<string, number>();
  const found: Duplicate[] = [];
  for (const [index, parameter] of parameters.entries()) {
    if (parameter === undefined) continue;
    const { where, name } = parameter;
    const key = `${where} ${where === 'header' ? name.toLowerCase() : name}`;
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, index);
      continue;
    }
    const placeOf = (at: number): Location => ({ source, pointer: joinPointer(pointer, 'parameters', at) });
    const message = `The ${where} parameter '${name}' is declared twice.`;
    const problem = repeated('parameter-duplicate', message, 'Remove one of the two.', placeOf(index), placeOf(before));
    found.push({ holder, key: String(index), problem });
  }
  return found;
}

/** Swagger 2.0, Parameter Object: "there can only be one body parameter", and none beside the fields of a form. */
function repeatedBodies({ source, pointer }: Declaring, holder: readonly Json[], parameters: readonly Read[]): Duplicate[] {
  let first: { readonly where: string; readonly location: Location } | undefined;
  const found: Duplicate[] = [];
  for (const [index, parameter] of parameters.entries()) {
    const where = parameter?.where;
    if (where !== 'body' && where !== 'formData') continue;
    const location = { source, pointer: joinPointer(pointer, 'parameters', index) };
    const before = first;
    first ??= { where, location };
    if (before === undefined || (where === 'formData' && before.where === where)) continue;
    const message =
      before.where === where
        ? 'There are two parameters with `in: body`.'
        : 'There are parameters with `in: body` and with `in: formData`.';
    const fix = before.where === where ? 'Describe the one body that is sent.' : 'Keep the body, or the fields of the form.';
    const problem = repeated('parameter-duplicate', message, fix, location, before.location);
    found.push({ holder, key: String(index), problem });
  }
  return found;
}

/** What a parameter is that is written there or referred to. */
function parameterAt(item: Json, links: Links): Read {
  let value = item;
  const met = new Set<unknown>();
  for (let link = refIn(value, links); link !== undefined && !met.has(value); link = refIn(value, links)) {
    met.add(value);
    value = link.target.value;
  }
  if (!isObject(value)) return undefined;
  const where = own(value, 'in');
  const name = own(value, 'name');
  return typeof where === 'string' && typeof name === 'string' ? { where, name } : undefined;
}

function refIn(value: Json, links: Links): Link | undefined {
  return isObject(value) ? links.get(value)?.find(({ reference }) => reference.key === '$ref') : undefined;
}

/** A warning as a whole document has it; `prune` makes it an error. */
function repeated(code: string, message: string, fix: string, location: Location, first: Location): Problem {
  return { code, severity: 'warning', message, fix, location, related: [{ message: 'The first is here.', location: first }] };
}
