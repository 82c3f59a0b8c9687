// Holds what a create has made: the thing, its identifier, the result of the answer, and where the thing stands.
import { getOwn } from '@octavo/runtime/conformance';
import { isObject, isTextOrNumber, pointerTo, valueAt } from '../../inference/pointers.ts';
import { anyCaseIn } from '../../inference/prose/index.ts';
import type { Resource } from '../../inference/resources.ts';
import { lastPlaceOf, parameterIn, segmentsOf } from '../../inference/templates.ts';
import { identifierInUri } from '../../inference/uris.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';

/** Something that a sequence has created. */
export interface Thing {
  readonly resource: Resource;
  readonly created: Answered;
  /** The identifier as it is in the answer. */
  readonly id: unknown;
  /** The things below which it was created, and to which its create refers. */
  readonly sources: readonly Thing[];
  /** Values of the path by place, where it is one of those that come with what was created. */
  readonly places?: Readonly<Record<string, unknown>>;
}

/**
 * The path parameters of a create, for another operation below the same path: what no sequence has made stays the same. What comes with a thing has
 * its own.
 */
export function withSamePlace(operation: Operation, { resource, created, places = {} }: Thing, input: Input): Input {
  const own = segmentsOf(resource.create.path);
  const given = created.case.input;
  return segmentsOf(operation.path).reduce<Input>((whole, segment, index) => {
    const [name, before] = [parameterIn(segment), parameterIn(own[index])];
    const place = name === undefined ? undefined : getOwn(places, pointerTo('path', name));
    const value = place ?? (before === undefined ? undefined : getOwn(given?.path, before));
    return name === undefined || value === undefined ? whole : (changedAt(whole, pointerTo('path', name), value) as Input);
  }, input);
}

/** What an answer has for other requests, in the form that JSON pointers lead into. */
export interface Result {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The result that a client gives its caller. Of `Location` it has the identifier of what the operation has made. */
export function resultOf({ case: { operation }, response, reading }: Pick<Exchange, 'case' | 'response' | 'reading'>): Result {
  const headers = { ...Object.fromEntries(response?.headers ?? []), ...reading?.headers };
  const location = response?.headers.get('location');
  if (!location) return { body: reading?.body, headers };
  return { body: reading?.body, headers: { ...headers, Location: identifierInUri(location, segmentsOf(operation.path)) } };
}

export function isSuccess({ response }: Answered): boolean {
  return response.status >= 200 && response.status < 300;
}

/** The identifier of what a create has made: of a name that the caller has chosen, the form in which the service keeps it. */
export function identifierOf({ edge, create }: Resource, created: Answered): unknown {
  const chosen = create.method === 'PUT' ? lastPlaceOf(create.path) : undefined;
  const value = valueAt(resultOf(created), edge.from);
  const shown = isTextOrNumber(value) ? value : undefined;
  if (chosen === undefined) return shown;
  const sent = valueAt(created.case.input, chosen);
  return isSameName(sent, shown) && isOfAnyCase(create, chosen) ? shown : sent;
}

/** Whether two identifiers are one but for the case of their letters: an answer with such a one is about no other thing. */
export function isSameName(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}

/** Whether the document says of a name that its case makes no difference. */
function isOfAnyCase({ parameters, description = '' }: Operation, place: string): boolean {
  const own = parameters.find((one) => pointerTo(one.in, one.name) === place);
  return [own?.description ?? '', description].some((text) => anyCaseIn(text) !== undefined);
}

/** Whether the create of a thing has sent the identifier of another one in its body, or also in its path. */
export function namesThing({ created }: Thing, { id }: Thing, isPathToo = false): boolean {
  const has = (value: unknown): boolean => (isObject(value) || Array.isArray(value) ? Object.values(value).some(has) : value === id);
  const { body, path } = created.case.input ?? {};
  return (
    has(body) || (isPathToo && isObject(path) && Object.values(path).some((value) => isTextOrNumber(value) && String(value) === String(id)))
  );
}

/** The things that a thing truly stands below or names: a request that was refused may have been sent again with others. */
export function sourcesOf(thing: Thing): readonly Thing[] {
  const found = new Set([thing]);
  for (const one of found) for (const source of thing.sources) if (namesThing(one, source, true)) found.add(source);
  found.delete(thing);
  return [...found];
}
