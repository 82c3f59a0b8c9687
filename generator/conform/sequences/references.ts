// Finds the parameters and members of bodies that refer to something that another operation creates, also inside of lists of a body.
import type { Location } from '../../base/problem.ts';
import { itemsOf, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Edge } from '../contract/sequence.ts';
import { isTelling, plain, refersTo, tailsOf } from './names.ts';
import { pointerTo, tokensOf } from './pointers.ts';
import { bodySchemaOf, identifierIn } from './shapes.ts';
import { parameterIn, segmentsOf } from './templates.ts';

/** Names of members whose last words are a reference: `authorId`, `lead_author`, where there is `POST /authors`; `sku`, where there is `/products/{sku}`. */
export function* referenceEdges({ operations }: Service, paths: readonly Edge[]): Generator<Edge> {
  const places = new Map(operations.map((consumer) => [consumer, [...placesOf(consumer)]]));
  for (const producer of operations) {
    const collection = segmentsOf(producer.path).at(-1) ?? '';
    if (producer.method !== 'POST' || parameterIn(collection) !== undefined) continue;
    const telling = new Map(paths.filter((edge) => edge.producer === producer).flatMap(tellingName));
    for (const [consumer, all] of places) {
      if (consumer === producer) continue;
      for (const { name, to, location } of all) {
        const from = identifierNamed(producer, collection, name) ?? telling.get(plain(name));
        if (from !== undefined) yield { producer, from, consumer, to, by: 'name', location };
      }
    }
  }
}

/** Where the answer of a create has what a name refers to. A text such as `sort_order` is told from a reference by its value, once there is one. */
function identifierNamed(producer: Operation, collection: string, name: string): string | undefined {
  const tail = tailsOf(name).find((one) => refersTo(one, collection));
  return tail === undefined ? undefined : identifierIn(producer, tail, collection);
}

function tellingName({ from, to, consumer }: Edge): readonly (readonly [string, string])[] {
  const [, name = ''] = tokensOf(to);
  // Deeper below, the path has parameters of other things too.
  return isTelling(name) && segmentsOf(consumer.path).at(-1) === `{${name}}` ? [[plain(name), from]] : [];
}

interface Place {
  readonly name: string;
  /** JSON pointer into the input; `0` stands for each item of a list. */
  readonly to: string;
  readonly location: Location;
}

function* placesOf(operation: Operation): Generator<Place> {
  for (const { in: where, name, location } of operation.parameters)
    if (where !== 'querystring') yield { name, to: pointerTo(where, name), location };
  const schema = bodySchemaOf(operation);
  if (schema !== undefined) yield* placesIn([schema], '/body', false);
}

/** The members of an object, and those of the objects in its lists. */
function* placesIn(schemas: readonly Schema[], at: string, isItem: boolean): Generator<Place> {
  for (const [name, own] of propertiesOf(schemas)) {
    const [first] = own;
    const to = at + pointerTo(name);
    if (first !== undefined) yield { name, to, location: first.location };
    if (!isItem) yield* placesIn(itemsOf(own), `${to}/0`, true);
  }
}
