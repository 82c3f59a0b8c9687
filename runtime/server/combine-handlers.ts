// Joins handlers that stand in several files, and refuses two for one operation.
import { ConfigurationError } from '../contract/errors.ts';

/** The intersection of a union: `A & B` of `A | B`. */
type All<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer Both) => void ? Both : never;

/**
 * The handlers of several objects as one: `combineHandlers({ books: booksHandlers(deps), loans: loansHandlers(deps) })`. The keys are your names
 * for the objects. Each handler keeps its object as `this`, and methods of a class are handlers too.
 * @throws {ConfigurationError} where two objects have a handler for one operation. `{ ...books, ...loans }` would use the later one.
 */
export function combineHandlers<Groups extends Readonly<Record<string, object>>>(groups: Groups): All<Groups[keyof Groups]> {
  const owners = new Map<string, string>();
  const handlers: [string, unknown][] = [];
  for (const [group, members] of Object.entries(groups)) {
    for (const name of memberNames(members)) {
      const member: unknown = Reflect.get(members, name);
      if (typeof member !== 'function') continue;
      const owner = owners.get(name);
      if (owner !== undefined)
        throw new ConfigurationError(`The operation ${name} has a handler in ${owner} and another in ${group}. Remove one of them.`, name);
      owners.set(name, group);
      handlers.push([name, member.bind(members)]);
    }
  }
  return Object.fromEntries(handlers) as All<Groups[keyof Groups]>;
}

/** The names of an object's members, with those of its class, each once. */
function memberNames(members: object): Set<string> {
  const names = new Set<string>();
  for (let holder = members; holder !== null && holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const name of Object.getOwnPropertyNames(holder)) if (holder === members || name !== 'constructor') names.add(name);
  }
  return names;
}
