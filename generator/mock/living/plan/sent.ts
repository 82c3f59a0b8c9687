// Finds in a body what it says of a thing: the body itself, or what stands in the envelope of it, such as `{"customer": {…}}`.
import { getOwn } from '@octavo/runtime/conformance';
import { opened } from '../../../inference/lists/within.ts';
import { bodySchemaOf } from '../../../inference/shapes.ts';
import { conjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';

type Members = Readonly<Record<string, unknown>>;
/** What is known of a thing that a body may speak of. */
interface Sendable {
  readonly members: Known;
  readonly id?: string | undefined;
  readonly within?: { readonly member: string };
}

/** The members that things have, by name. */
type Known = ReadonlyMap<string, readonly Schema[]>;

/** The member of a body that holds the thing; `undefined` where the body is the thing. */
export function envelopeOf(operation: Operation, members: Known): string | undefined {
  const schema = bodySchemaOf(operation);
  const own = schema === undefined ? new Map() : propertiesOf([schema]);
  const known = (names: Iterable<string>): number => [...names].filter((name) => members.has(name)).length;
  let [found, most]: [string | undefined, number] = [undefined, known(own.keys())];
  for (const [name, schemas] of own) {
    const count = members.has(name) ? 0 : known(propertiesOf(schemas).keys());
    if (count > most) [found, most] = [name, count];
  }
  return found;
}

/** What a body says of a thing, without what only the service sets. Beside an envelope, the members that things have too. */
export function sentOf(operation: Operation, kind: Sendable, body: unknown): Members {
  // What the request declares for itself it may send, although answers show the member as one that the service sets: all but the identifier.
  const sendable = sendableOf(operation, kind);
  const own = (name: string): readonly Schema[] | undefined => (name === kind.id ? undefined : sendable.get(name));
  const isOpen = ([name]: readonly [string, unknown]): boolean => !isReadOnly(own(name) ?? kind.members.get(name) ?? []);
  return inLists(kind, Object.entries(opened(kind.within?.member, givenOf(operation, kind, body))).filter(isOpen));
}

/** What an item of a request says of a thing. */
export function sentItem(kind: Sendable, item: unknown): Members {
  return inLists(kind, Object.entries(opened(kind.within?.member, record(item))));
}

function inLists(kind: { readonly members: Known }, given: readonly (readonly [string, unknown])[]): Members {
  return Object.fromEntries(given.map(([name, value]) => [name, isOneOfMany(kind.members.get(name) ?? [], value) ? [value] : value]));
}

/** A single item, where a request may leave out the list around it, and the thing always has a list. */
function isOneOfMany(schemas: readonly Schema[], value: unknown): boolean {
  const isOnlyList = schemas.some(({ type }) => type?.length === 1 && type[0] === 'array');
  return isOnlyList && value !== null && value !== undefined && !Array.isArray(value);
}

function isReadOnly(schemas: readonly Schema[]): boolean {
  return conjuncts(schemas).some(({ readOnly }) => readOnly === true);
}

function givenOf(operation: Operation, { members }: { readonly members: Known }, body: unknown): Members {
  const whole = record(body);
  const envelope = envelopeOf(operation, members);
  const inner = envelope === undefined ? undefined : getOwn(whole, envelope);
  if (envelope === undefined || typeof inner !== 'object' || inner === null) return whole;
  return { ...Object.fromEntries(Object.entries(whole).filter(([name]) => members.has(name))), ...record(inner) };
}

/** The members that a body can have, of those that it says of a thing. */
export function sendableOf(operation: Operation, { members, within }: Sendable): Known {
  const schema = bodySchemaOf(operation);
  if (schema === undefined) return new Map();
  const own = propertiesOf([schema]);
  const envelope = envelopeOf(operation, members);
  const whole = envelope === undefined ? own : new Map([...own, ...propertiesOf(own.get(envelope) ?? [])]);
  return within === undefined ? whole : new Map([...whole, ...propertiesOf(whole.get(within.member) ?? [])]);
}

export function record(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}
