// Reads paths with verbs as those of things: `POST /containers/create` creates in /containers, `GET /containers/{id}/json` reads one,
// `POST /lists/destroy/{id}.json` deletes one.
import type { Operation, Service } from '../model/service.ts';
import type { Edge } from './edge.ts';
import { isSameTemplate, parameterIn, type Segments, segmentsOf } from './templates.ts';

interface Place {
  readonly method: string;
  readonly path: Segments;
}

/** Verbs for a collection, and for one thing, with the methods that say them and the method that they stand for. */
const OF_ALL: readonly (readonly [verb: RegExp, method: string, meant: string])[] = [
  [/^(?:create|add|new)$/, 'POST', 'POST'],
  [/^(?:list|index|json)$/, 'GET', 'GET'],
];
const OF_ONE: readonly (readonly [verb: RegExp, method: string, meant: string])[] = [
  [/^(?:show|get|read|inspect|json)$/, 'GET', 'GET'],
  [/^(?:update|edit|modify)$/, 'POST', 'PATCH'],
  [/^(?:destroy|delete|remove)$/, 'POST', 'DELETE'],
];

/** The service with the operations as their verbs mean them; an operation stays as it is where another one has that place already. */
export function restful(service: Service): Service {
  const taken = new Set(service.operations.map(({ method, path }) => keyOf({ method, path: segmentsOf(path) })));
  const operations = service.operations.map((operation): Operation => {
    const meant = meantBy(operation);
    const key = meant && keyOf(meant);
    if (meant === undefined || key === undefined || taken.has(key)) return operation;
    taken.add(key);
    return { ...operation, method: meant.method, path: `/${meant.path.join('/')}` };
  });
  return { ...service, operations };
}

/** For an operation of `restful(service)`, the one of the service that it stands for. */
export function asWritten(service: Service, read: Service): (operation: Operation) => Operation {
  const written = new Map(
    read.operations.flatMap((one, index) => (service.operations[index] ? [[one, service.operations[index]] as const] : [])),
  );
  return (operation) => written.get(operation) ?? operation;
}

/** An edge between other operations than its own. */
export function between(edge: Edge, other: (operation: Operation) => Operation): Edge {
  return { ...edge, producer: other(edge.producer), consumer: other(edge.consumer) };
}

function meantBy({ method, path: written }: Operation): Place | undefined {
  const path = segmentsOf(written.replace(/\.json$/, ''));
  const [before, last] = [path.at(-2), path.at(-1) ?? ''];
  const isOne = parameterIn(before) !== undefined;
  const found = path.length < 2 ? undefined : standing(isOne ? OF_ONE : OF_ALL, last, method);
  if (found !== undefined) return { method: found, path: path.slice(0, -1) };
  const ahead = parameterIn(last) === undefined || path.length < 3 ? undefined : standing(OF_ONE, before ?? '', method);
  if (ahead !== undefined) return { method: ahead, path: [...path.slice(0, -2), last] };
  return isSameTemplate(path, segmentsOf(written)) ? undefined : { method, path };
}

function standing(verbs: typeof OF_ALL, word: string, method: string): string | undefined {
  return verbs.find(([verb, asked]) => verb.test(word) && asked === method)?.[2];
}

function keyOf({ method, path }: Place): string {
  return `${method} ${path.map((segment) => (parameterIn(segment) === undefined ? segment : '{}')).join('/')}`;
}
