// Finds what makes the things that requests name in the body or the query alone: `POST /recipes.get` with `recipe_id`, `GET /getCard?id=7`.
import { possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Operation, Service } from '../../model/service.ts';
import { bodyPlaceOf, memberSchemasOf } from '../bodies.ts';
import type { Edge } from '../edge.ts';
import { identifiersIn, isTelling, plain } from '../names.ts';
import { pointerTo } from '../pointers.ts';
import { singular, wordsOf } from '../prose/index.ts';
import { listOf, placesNamed, shapesOf } from '../shapes.ts';
import { formsIn, placesOf } from './named.ts';
import type { Place } from './place.ts';

/** The most producers of one place. */
const MOST = 3;

/** Names that name a thing: `recipe_id`, `orderKey`, `id`. */
const NAMING = /(?:^|[_-])(?:id|uuid|guid|key|ref)$|[a-z0-9](?:I[dD]|Uuid|UUID|Guid|Key|Ref)$/;

type Source = Pick<Edge, 'producer' | 'from'>;

/**
 * No path says what makes such things, and the verb of what does may be any. So each place that no other edge leads to, of an operation without path
 * parameters, is taken from the answers that have it without having been asked for it; and so is each other place with values of the same form, as
 * the `from` and `to` of a transfer are.
 */
export function* calledEdges({ operations }: Service, known: readonly Edge[]): Generator<Edge> {
  const placed = new Set(known.map(({ consumer, to }) => keyOf(consumer, to)));
  const callers = operations.filter(({ path }) => !path.includes('{'));
  const named = new Map(callers.map((one) => [one, namingPlaces(one)]));
  const forms = new Map<string, readonly Source[]>();
  for (const [consumer, places] of named)
    for (const { name, to, location, schemas } of places) {
      if (placed.has(keyOf(consumer, to))) continue;
      const makers = callers.filter(
        (one) => one !== consumer && one.method === 'POST' && !(named.get(one) ?? []).some((other) => plain(other.name) === plain(name)),
      );
      const sources = sourcesOf(makers, consumer, name).slice(0, MOST);
      for (const source of sources) yield { ...source, consumer, to, by: 'name', location };
      if (sources.length > 0) placed.add(keyOf(consumer, to));
      // A form that things of two kinds have tells neither.
      for (const form of sources.length === 0 ? [] : formsIn(schemas))
        forms.set(form, forms.get(form)?.[0]?.from === sources[0]?.from || !forms.has(form) ? sources : []);
    }
  for (const consumer of callers)
    for (const { to, location, schemas } of placesOf(consumer)) {
      const sources = placed.has(keyOf(consumer, to)) ? [] : formsIn(schemas).flatMap((form) => forms.get(form) ?? []);
      for (const source of sources.filter(({ producer }) => producer !== consumer).slice(0, MOST))
        yield { ...source, consumer, to, by: 'name', location };
    }
}

function keyOf({ id }: Operation, to: string): string {
  return JSON.stringify([id, to]);
}

/** The members of the body and the parameters of the query that an operation needs, and that name things. */
function namingPlaces(operation: Operation): readonly Place[] {
  const schemas = memberSchemasOf(operation);
  const required = new Set(possibleConjuncts(schemas).flatMap((one) => one.required ?? []));
  const members = [...(operation.method === 'POST' ? propertiesOf(schemas) : [])].flatMap(([name, own]): readonly Place[] => {
    const [first] = own;
    const to = bodyPlaceOf(operation) + pointerTo(name);
    return first !== undefined && required.has(name) ? [{ name, to, location: first.location, schemas: own }] : [];
  });
  const asked = operation.parameters.flatMap(({ in: where, name, required: isRequired, location, schema }): readonly Place[] =>
    where === 'query' && isRequired ? [{ name, to: pointerTo(where, name), location, schemas: [schema] }] : [],
  );
  return [...members, ...asked].filter(({ name }) => NAMING.test(name));
}

/** Those that answer with one thing come before lists, which are empty at first. */
function sourcesOf(makers: readonly Operation[], consumer: Operation, name: string): readonly Source[] {
  const found = makers.flatMap((producer): readonly Source[] => {
    const [from] = isTelling(name) ? placesNamed(producer, name) : isOfOneNoun(producer, consumer) ? identifiersOf(producer, name) : [];
    return from === undefined ? [] : [{ producer, from }];
  });
  return found.toSorted((one, other) => Number(isInList(one)) - Number(isInList(other)));
}

function isInList({ producer }: Source): boolean {
  return listOf(producer) !== undefined;
}

function identifiersOf(producer: Operation, name: string): readonly string[] {
  return shapesOf(producer).flatMap(({ at, properties }) =>
    identifiersIn(properties.keys())
      .filter((one) => plain(one) === plain(name))
      .map((one) => at + pointerTo(one)),
  );
}

/** Whether two paths differ in one word alone, their verbs: `/cards.create` and `/cards.get`, `/createCard` and `/getCard`. */
function isOfOneNoun(one: Operation, other: Operation): boolean {
  const [own, others] = [one, other].map(({ path }) => new Set(wordsOf(path).map(singular)));
  if (own === undefined || others === undefined) return false;
  const shared = [...own].filter((word) => others.has(word)).length;
  return shared > 0 && own.size - shared === 1 && others.size - shared === 1;
}
