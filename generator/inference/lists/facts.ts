// What the document says of a list: where its items are, what identifies one, and what its query can ask for.
import { conjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { identifierFor, plain } from '../names.ts';
import { isObject } from '../pointers.ts';
import { sentencesIn } from '../prose/index.ts';
import { listOf } from '../shapes.ts';
import { isSameTemplate, parameterIn, segmentsOf } from '../templates.ts';
import { type Place, placesOf, type Roles, rolesOf, valueSchemas } from './places.ts';
import { withinOf } from './within.ts';

export interface ListFacts {
  readonly operation: Operation;
  /** JSON pointer into the result. */
  readonly items: string;
  /** Name of the member of an item that identifies it; `undefined` where none is known to. */
  readonly id: string | undefined;
  /** Whether another path takes it. Otherwise several items may have the same one, such as the versions of a document. */
  readonly isKey: boolean;
  /** The member of an item that holds what it is about, beside its `type` and identifier; `undefined`: the item itself does. */
  readonly within: string | undefined;
  /** The members of an item, by name, and of what it holds so. */
  readonly members: ReadonlyMap<string, readonly Schema[]>;
  readonly places: readonly Place[];
  readonly roles: Roles;
  /** Whether the document says that texts go by their code points. */
  readonly byCodePoints: boolean;
  /** What the document says of all operations. */
  readonly general: readonly string[];
  /** The members that a text of any operation calls the last day of a thing: `` `until` is the last day of the absence ``. */
  readonly lastDays: ReadonlySet<string>;
  /** The sentences about all searches of the service. */
  readonly searches: readonly string[];
}

/** A sentence that says in which order texts are. */
const CODE_POINTS = /\b(?:order\w*|sort\w*|go|goes|come|compared?)\b[^.]*\b(?:by|in|of) (?:their |the |unicode )*code[ -]?points?\b/i;
const OTHERWISE = /\b(?:kept|keeps|stored|sent|counts?|counted|characters)\b/i;

function sortsByCodePoints({ description }: Service, operation: Operation, places: readonly Place[]): boolean {
  const texts = [description, operation.description, ...places.map((one) => one.description)];
  const sentences = texts.flatMap((text) => sentencesIn(text ?? ''));
  return sentences.some((sentence) => CODE_POINTS.test(sentence) && !OTHERWISE.test(sentence));
}

/** `undefined` where the operation is no list. */
export function listFactsOf(service: Service, operation: Operation): ListFacts | undefined {
  if (operation.method !== 'GET') return undefined;
  const list = listOf(operation);
  const places = placesOf(operation);
  if (list === undefined) return undefined;
  const { at: items, properties: own } = list;
  const within = withinOf(own);
  const properties = within === undefined ? own : new Map([...propertiesOf(own.get(within) ?? []), ...own]);
  // What a schema refers to says of the values too.
  const members = new Map([...properties].map(([name, schemas]) => [name, conjuncts(schemas)]));
  const names = new Set([...members.keys()].map(plain));
  const general = sentencesIn(service.description ?? '');
  return {
    operation,
    items,
    within,
    members,
    ...idOf(service, operation, members),
    places,
    roles: rolesOf(places, names),
    byCodePoints: sortsByCodePoints(service, operation, places),
    general,
    lastDays: lastDaysIn(service),
    searches: general.filter((sentence) => /\bsearch(?:es)?\b/i.test(sentence)),
  };
}

/** A document is looked through once. */
const lastDaysBy = new WeakMap<Service, ReadonlySet<string>>();

function lastDaysIn(service: Service): ReadonlySet<string> {
  const known = lastDaysBy.get(service);
  if (known !== undefined) return known;
  const texts = service.operations.map(({ description = '' }) => description);
  const found = texts.flatMap((text) =>
    [...text.matchAll(/`(\w+)` is (?:the|its|their) last day(?: of\b|[.,;)])/gi)].map(([, name = '']) => name),
  );
  const names = new Set(found);
  lastDaysBy.set(service, names);
  return names;
}

/** An item of a list, with what it holds beside its own members. */
export function openedItem(
  { within }: Pick<ListFacts, 'within'>,
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const held = within === undefined ? undefined : item[within];
  return isObject(held) ? { ...held, ...item } : item;
}

function idOf({ operations }: Service, operation: Operation, members: ReadonlyMap<string, unknown>): Pick<ListFacts, 'id' | 'isKey'> {
  const path = segmentsOf(operation.path);
  const collection = path.at(-1) ?? '';
  // What a thing above has in its list may have a path of its own: `/projects/{key}/issues` and `/issues/{key}`.
  for (const isNested of [false, true])
    for (const one of operations) {
      const segments = segmentsOf(one.path);
      const [name, above] = [parameterIn(segments.at(-1)), segments.slice(0, -1)];
      if (
        name === undefined ||
        !(isNested ? path.length > 1 && above.length === 1 && above[0] === collection : isSameTemplate(above, path))
      )
        continue;
      const found = identifierFor(name, collection, members.keys());
      if (found !== undefined) return { id: found, isKey: !isNested };
    }
  return { id: [...members.keys()].find((name) => /^(?:id|uuid|guid)$/.test(plain(name))), isKey: false };
}

export interface SizeLimits {
  readonly place: Place;
  readonly least: number;
  readonly most: number;
  /** Whether the document says what the greatest size is. Otherwise the service may have one of its own. */
  readonly isBounded: boolean;
}

/** The sizes that a page may have. */
export function sizeLimits({ roles: { size } }: ListFacts): SizeLimits | undefined {
  if (size === undefined) return undefined;
  const schemas = valueSchemas(size);
  const least = Math.max(1, ...schemas.map(({ minimum = 1 }) => Number(minimum)));
  const isBounded = schemas.some(({ maximum, exclusiveMaximum }) => maximum !== undefined || exclusiveMaximum !== undefined);
  return { place: size, least, isBounded, most: Math.max(least, Math.min(...schemas.map(({ maximum = 100 }) => Number(maximum)), 100)) };
}
