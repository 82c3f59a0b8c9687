// Finds the values that only a list has: the rates of a shipment, which no operation makes, and of which another operation takes one.
import type { Operation, Service } from '../model/service.ts';
import type { Edge } from './edge.ts';
import { identifierAmong } from './identifiers.ts';
import { collectionOf } from './makers.ts';
import { referringNames, tailsOf } from './names.ts';
import { pointerTo } from './pointers.ts';
import { placesOf } from './references/named.ts';
import { listOf } from './shapes.ts';
import { beginsWith, isSameTemplate, parameterIn, type Segments, segmentsOf } from './templates.ts';

/** The names of members that a list may be asked for: what its items are identified by. */
type Identifier = (name: string) => string | undefined;

/**
 * From lists of what none of the `makers` makes to what takes an item of them: reads of one item, and members of bodies with the name of an item.
 * What a list below a thing has is taken by operations on the same thing alone. Other methods than `GET` are not led to what was there before a run.
 */
export function* listedEdges(service: Service, makers: ReadonlySet<Operation>): Generator<Edge> {
  for (const catalogue of cataloguesOf(service, makers))
    for (const consumer of service.operations) if (consumer !== catalogue.producer) yield* edgesTo(consumer, catalogue);
}

/** From such lists to all operations on an item of them: for items alone that a run has brought about, as the closing of a sale does. */
export function* itemEdges(service: Service, makers: ReadonlySet<Operation>): Generator<Edge> {
  for (const catalogue of cataloguesOf(service, makers)) for (const consumer of service.operations) yield* pathEdgesTo(consumer, catalogue);
}

function* cataloguesOf(service: Service, makers: ReadonlySet<Operation>): Generator<Catalogue> {
  const { operations } = service;
  const made = operations.flatMap((one) => {
    if (!makers.has(one)) return [];
    const collection = collectionOf(service, one);
    return collection === undefined ? [] : [collection];
  });
  for (const producer of operations) {
    const path = segmentsOf(producer.path);
    const identifier = isCatalogue(producer, path, made) ? identifierOf(producer, path) : undefined;
    if (identifier !== undefined) yield { producer, path, identifier };
  }
}

function isCatalogue({ method, parameters, body }: Operation, path: Segments, made: readonly Segments[]): boolean {
  if (method !== 'GET' || body !== undefined || parameterIn(path.at(-1)) !== undefined) return false;
  return !parameters.some((one) => one.required && one.in !== 'path') && !made.some((one) => isSameTemplate(one, path));
}

/** Where the first item of a list has what a parameter or a member of this name takes. */
function identifierOf(producer: Operation, path: Segments): Identifier | undefined {
  const list = listOf(producer);
  if (list === undefined) return undefined;
  return (name) => {
    const found = identifierAmong(name, path.at(-1) ?? '', list.properties);
    return found === undefined ? undefined : `${list.at}/0${pointerTo(found)}`;
  };
}

interface Catalogue {
  readonly producer: Operation;
  readonly path: Segments;
  readonly identifier: Identifier;
}

function* pathEdgesTo(consumer: Operation, { producer, path, identifier }: Catalogue): Generator<Edge> {
  const own = segmentsOf(consumer.path);
  const name = beginsWith(own, path) ? parameterIn(own[path.length]) : undefined;
  const parameter = consumer.parameters.find((one) => one.in === 'path' && one.name === name);
  const id = parameter && identifier(parameter.name);
  if (parameter !== undefined && id !== undefined)
    yield { producer, from: id, consumer, to: pointerTo('path', parameter.name), by: 'name', location: parameter.location };
}

function* edgesTo(consumer: Operation, catalogue: Catalogue): Generator<Edge> {
  const { producer, path, identifier } = catalogue;
  const own = segmentsOf(consumer.path);
  if (consumer.method === 'GET') yield* pathEdgesTo(consumer, catalogue);
  if (!beginsWith(own, path.slice(0, -1))) return;
  const referring = referringNames(path.at(-1) ?? '');
  for (const { name: member, to, location } of placesOf(consumer)) {
    const tail = to.startsWith('/body/') ? tailsOf(member).find((one) => referring.has(one)) : undefined;
    const from = tail && identifier(tail);
    if (from !== undefined) yield { producer, from, consumer, to, by: 'name', location };
  }
}
