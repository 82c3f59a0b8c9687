// Finds what a description declares twice: one `operationId` for two operations, and one parameter in one list.
import type { Location, Problem, Source } from '../../base/problem.ts';
import type { ObjectName } from '../check/grammar.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own } from '../pointer.ts';
import type { Links } from './cycles.ts';

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
  return [...repeatedIds(operations), ...declaring.flatMap((each) => [...repeatedParameters(each, links), ...repeatedBodies(each, links)])];
}

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

function repeatedParameters({ holder, source, pointer }: Declaring, links: Links): Duplicate[] {
  const list = own(holder, 'parameters');
  if (!Array.isArray(list)) return [];
  const first = new Map<string, Location>();
  return list.flatMap((item: Json, index) => {
    const parameter = parameterAt(item, links);
    if (parameter === undefined) return [];
    const location = { source, pointer: joinPointer(pointer, 'parameters', index) };
    const key = `${parameter.where} ${parameter.where === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, location);
    const message = `The ${parameter.where} parameter '${parameter.name}' is declared twice.`;
    return before === undefined
      ? []
      : [
          {
            holder: list as readonly Json[],
            key: String(index),
            problem: repeated('parameter-duplicate', message, 'Remove one of the two.', location, before),
          },
        ];
  });
}

/** Swagger 2.0, Parameter Object: "there can only be one body parameter", and none beside the fields of a form. */
function repeatedBodies({ holder, source, pointer }: Declaring, links: Links): Duplicate[] {
  const list = own(holder, 'parameters');
  if (!Array.isArray(list)) return [];
  let first: { readonly where: string; readonly location: Location } | undefined;
  return list.flatMap((item: Json, index) => {
    const { where } = parameterAt(item, links) ?? {};
    if (where !== 'body' && where !== 'formData') return [];
    const location = { source, pointer: joinPointer(pointer, 'parameters', index) };
    const before = first;
    first ??= { where, location };
    if (before === undefined || (where === 'formData' && before.where === where)) return [];
    const message =
      before.where === where
        ? 'There are two parameters with `in: body`.'
        : 'There are parameters with `in: body` and with `in: formData`.';
    const fix = before.where === where ? 'Describe the one body that is sent.' : 'Keep the body, or the fields of the form.';
    return [
      {
        holder: list as readonly Json[],
        key: String(index),
        problem: repeated('parameter-duplicate', message, fix, location, before.location),
      },
    ];
  });
}

/** The place and name of a parameter that is written there or referred to. */
function parameterAt(item: Json, links: Links): { readonly where: string; readonly name: string } | undefined {
  const met = new Set<unknown>();
  let value = item;
  while (isObject(value) && !met.has(value)) {
    met.add(value);
    const link = links.get(value)?.find(({ reference }) => reference.key === '$ref');
    if (link === undefined) break;
    value = link.target.value;
  }
  const [where, name] = isObject(value) ? [own(value, 'in'), own(value, 'name')] : [];
  return typeof where === 'string' && typeof name === 'string' ? { where, name } : undefined;
}

/** A warning as a whole document has it; `prune` makes it an error. */
function repeated(code: string, message: string, fix: string, location: Location, first: Location): Problem {
  return { code, severity: 'warning', message, fix, location, related: [{ message: 'The first is here.', location: first }] };
}
