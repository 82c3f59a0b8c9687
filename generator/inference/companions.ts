// Finds things that no operation makes alone: they come with another one, as the results of an order do, and have a path below it.
import { possibleConjuncts } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Operation, Service } from '../model/service.ts';
import type { Edge } from './edge.ts';
import { identifierAmong } from './identifiers.ts';
import { plain } from './names.ts';
import { pointerTo } from './pointers.ts';
import { singular, wordsOf } from './prose/index.ts';
import { type ListShape, listAt, listOf, shapesOf } from './shapes.ts';
import { beginsWith, parameterIn, type Segments, segmentsOf } from './templates.ts';

/** Where an item of a list may have what a parameter of a path takes: the names of its members, the likeliest first. */
interface CompanionPlace {
  readonly to: string;
  readonly members: readonly string[];
}

export interface Companion {
  /** The name of their collection: `results`. */
  readonly name: string;
  /** What makes the thing that they come with. */
  readonly maker: Operation;
  readonly read: Operation;
  /** The list of all that come with one thing, and where its answer has them. */
  readonly list: Operation;
  readonly items: string;
  /** The parameters of their path that the thing does not tell. */
  readonly places: readonly CompanionPlace[];
}

export function companionsOf(service: Service, edges: readonly Edge[]): readonly Companion[] {
  return service.operations.flatMap((read) => companionOf(service, edges, read) ?? []);
}

function companionOf({ operations }: Service, edges: readonly Edge[], read: Operation): Companion | undefined {
  const path = segmentsOf(read.path);
  const last = parameterIn(path.at(-1));
  if (read.method !== 'GET' || last === undefined || path.length < 4) return undefined;
  const made = edges.filter(({ consumer, producer, to }) => consumer === read && producer.method !== 'GET' && to.startsWith('/path/'));
  if (made.some(({ to }) => to === pointerTo('path', last))) return undefined;
  const first = path.findIndex((segment) => parameterIn(segment) !== undefined);
  const above = path.slice(0, first + 1);
  const owner = made.find(({ to }) => to === pointerTo('path', parameterIn(path[first]) ?? ''));
  const shown = owner && operations.flatMap((one) => listIn(one, read, above) ?? [])[0];
  if (owner === undefined || shown === undefined) return undefined;
  const places = path.flatMap((segment, index): readonly CompanionPlace[] => {
    const name = parameterIn(segment);
    if (name === undefined || index <= first) return [];
    return [{ to: pointerTo('path', name), members: membersFor(read, name, path[index - 1] ?? '', shown.properties) }];
  });
  if (places.some(({ members }) => members.length === 0)) return undefined;
  return { name: path.at(-2) ?? '', maker: owner.producer, read, list: shown.list, items: shown.at, places };
}

/** Where a read of the thing, or a list below it, has such things as they are read. */
function listIn(list: Operation, read: Operation, above: Segments): (ListShape & { readonly list: Operation }) | undefined {
  const path = segmentsOf(list.path);
  const rest = path.slice(above.length);
  if (list.method !== 'GET' || list.body !== undefined || list.parameters.some((one) => one.required && one.in !== 'path'))
    return undefined;
  if (!beginsWith(path, above) || rest.some((segment) => parameterIn(segment) !== undefined)) return undefined;
  const names = new Set(shapesOf(read)[0]?.properties.keys());
  const isWhole = ({ properties }: ListShape): boolean => {
    const own = [...properties.keys()];
    return own.length > 0 && own.length === names.size && own.every((one) => names.has(one));
  };
  const listed = listOf(list);
  const inside = rest.length === 0 ? listsNamed(list, segmentsOf(read.path).at(-2) ?? '') : [];
  const found = [...(listed === undefined ? [] : [listed]), ...inside].find(isWhole);
  return found && { ...found, list };
}

/** The lists in what is read of a thing that have the name of a collection. */
function listsNamed(read: Operation, collection: string): readonly ListShape[] {
  return shapesOf(read).flatMap(({ at, properties }) =>
    [...properties].flatMap(([name, schemas]) => (plain(name) === plain(collection) ? [listAt(at + pointerTo(name), schemas)] : [])),
  );
}

/** The most members that are tried for one parameter. */
const MOST_MEMBERS = 3;

/** By the name of the parameter, by the segment before it (`/samples/{letter}`), and by the words of its text: `The code of a test`. */
function membersFor(
  { parameters }: Operation,
  name: string,
  collection: string,
  properties: ReadonlyMap<string, readonly Schema[]>,
): readonly string[] {
  const { description = '' } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
  const words = new Set([singular(collection), ...wordsOf(description).map(singular)].map(plain));
  const told = [...properties.keys()].filter((one) => words.has(plain(one)));
  const own = identifierAmong(name, collection, properties);
  const all = [...(own === undefined ? [] : [own]), ...told].filter((one) => isPlainValue(properties.get(one) ?? []));
  return [...new Set(all)].slice(0, MOST_MEMBERS);
}

function isPlainValue(schemas: readonly Schema[]): boolean {
  const types = possibleConjuncts(schemas).flatMap(({ type = [] }) => type);
  return types.length === 0 || types.some((type) => type === 'string' || type === 'integer');
}
