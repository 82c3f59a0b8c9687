// What an operation inside of a thing leaves alone: all of the thing where it is refused, and where it succeeds what callers have given the thing.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import type { Inside } from '../../../inference/inner/index.ts';
import { names, wordsOf } from '../../../inference/prose/index.ts';
import { collectionIn, isSameTemplate, segmentsOf } from '../../../inference/templates.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { shown } from '../shown.ts';
import type { Wrong } from './items.ts';
import type { Look } from './place.ts';

/** Members that actions change without a word: states, times, and who did something. */
const MOVED =
  /state|status|phase|stage|version|revision|etag|_at$|At$|_on$|On$|by$|By$|date|time|until|from|due|price|amount|total|number|active|current/i;

/** The members that the create or a change of a thing takes, and that the texts of the operation and its own body do not name. */
export function givenMembers({ operations }: Service, { operation, holder }: Inside): readonly string[] {
  const path = segmentsOf(holder.read.path);
  const isOfThing = (one: Operation): boolean => {
    const own = segmentsOf(one.path);
    const isMade = one.method === 'POST' && isSameTemplate(own, path.slice(0, -1));
    return isMade || ((one.method === 'PUT' || one.method === 'PATCH') && isSameTemplate(own, path));
  };
  const given = operations.filter(isOfThing).flatMap((one) => [...propertiesOf(memberSchemasOf(one)).keys()]);
  const { id, summary = '', description = '', responses } = operation;
  const text = [wordsOf(id).join(' '), collectionIn(operation), summary, description, ...responses.map((one) => one.description)].join(' ');
  const sent = propertiesOf(memberSchemasOf(operation));
  return [...new Set(given)].filter((name) => !MOVED.test(name) && !sent.has(name) && !isTold(text, name));
}

/** Whether a text speaks of a member, also by one word of its name. */
function isTold(text: string, name: string): boolean {
  return names(text, name) || wordsOf(name).some((word) => word.length > 3 && names(text, word));
}

/** A member that was given to the thing, and is another one after an operation that does not speak of it. */
export function wrongGiven(
  { operation, holder }: Inside,
  changed: readonly string[],
  given: readonly string[],
  before: Look,
  after: Look,
): Wrong | undefined {
  const name = changed.find((one) => given.includes(one) && isPlain(before.thing[one]) && isPlain(after.thing[one]));
  if (name === undefined) return undefined;
  const [was, is] = [before, after].map(({ thing }) => shown(thing[name]));
  return {
    message: `${operation.id} has changed \`${name}\` of what ${holder.read.id} reads from ${was} to ${is}.`,
    expected: `\`${name}\` as before: neither the request nor the document speaks of it`,
  };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || value === null || value === undefined;
}

/** What has changed though the operation was refused. */
export function wrongRefused(
  { operation, holder }: Inside,
  status: number,
  changed: readonly string[],
  before: Look,
  after: Look,
): Wrong | undefined {
  const [name] = changed;
  if (name === undefined) return undefined;
  const [was, is] = [before, after].map(({ thing }) => shown(thing[name]));
  return {
    message: `\`${name}\` of what ${holder.read.id} reads is ${is} after ${operation.id} was refused with ${status}, and was ${was} before it.`,
    expected: 'the thing as it was before the refused request',
  };
}
