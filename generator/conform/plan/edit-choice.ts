// Edits of values of which the document lists all: each of them, and values beside them that a service may take as well.
import { jsonText } from '../../base/exact.ts';
import { lastNameOf } from '../../inference/pointers.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Service } from '../../model/service.ts';
import { within } from '../judge/index.ts';
import { listedIn } from './constraints.ts';
import type { Edit, Place } from './edit.ts';
import { numbersBeside } from './edit-number.ts';

/** Each value of `enum`, and some that it does not list, of the same type. */
export function* choiceEdits(service: Service, schema: Schema, { at }: Place): Generator<Edit> {
  const listed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const.value]);
  if (listed === undefined) return;
  const keyword = schema.enum === undefined ? 'const' : 'enum';
  const location = within(schema.location, keyword);
  for (const value of listed.filter((one) => typeof one !== 'bigint'))
    yield { at, intent: { valid: 'enum' }, keyword, says: `the value ${jsonText(value)}`, value, location };
  const [cased] = listed.flatMap((value) => (typeof value === 'string' ? otherCaseOf(value) : [])).filter((text) => !listed.includes(text));
  const unlisted = (value: unknown, says = `${JSON.stringify(value)}, which ${keyword} does not allow`): Edit => ({
    ...{ at, intent: { invalid: 'enum' }, keyword, says, value, location },
  });
  if (cased !== undefined) yield unlisted(cased, 'a listed value in the other case');
  const numbers = listed.filter((value) => typeof value === 'number');
  if (numbers.length === 0 || numbers.length < listed.length) yield unlisted('octavo-none-of-these');
  else for (const other of [Math.max(...numbers) + 1, ...numbersBeside(numbers)]) yield unlisted(other);
  for (const other of new Set([...numeralsBeyond(listed), ...listedElsewhere(service, lastNameOf(at), listed), ...usualBeside(listed)]))
    yield { ...unlisted(other), isNear: true };
}

function otherCaseOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const other = lower === text ? text.toUpperCase() : lower;
  return other === text ? [] : [other];
}

/** The number after the greatest and the one before the least of a list of whole numbers that are written as texts: classes `1` to `9`. */
function numeralsBeyond(listed: readonly unknown[]): readonly string[] {
  const numerals = listed.filter((value): value is string => typeof value === 'string' && /^\d{1,9}$/.test(value));
  if (numerals.length < 2 || numerals.length < listed.length) return [];
  const numbers = numerals.map(Number);
  const length = Math.min(...numerals.map((text) => text.length));
  const beyond = [Math.max(...numbers) + 1, Math.min(...numbers) - 1].filter((number) => number >= 0);
  return beyond.map((number) => String(number).padStart(length, '0')).filter((text) => !numerals.includes(text));
}

/** The texts of each list of values in a document, by the name of the member that has them. A document is looked through once. */
const known = new WeakMap<Service, ReadonlyMap<string, readonly (readonly string[])[]>>();

function listsByName(service: Service): ReadonlyMap<string, readonly (readonly string[])[]> {
  const lists = new Map<string, (readonly string[])[]>();
  for (const { properties } of service.schemas)
    for (const [name, property] of properties ?? []) {
      const texts = listedIn(property).filter((value) => typeof value === 'string');
      if (texts.length > 0) lists.set(name, [...(lists.get(name) ?? []), texts]);
    }
  return lists;
}

/** The most values of other lists that are tried in place of listed ones. */
const MOST_ELSEWHERE = 2;

/**
 * What a member of the same name may have elsewhere in the document, where it may also have all values of this list: a state that things come to,
 * and that none is made with.
 */
function listedElsewhere(service: Service, name: string, listed: readonly unknown[]): readonly string[] {
  const lists = known.get(service) ?? listsByName(service);
  known.set(service, lists);
  const wider = (lists.get(name) ?? []).filter((other) => listed.every((value) => other.some((one) => one === value)));
  return [...new Set(wider.flat())].filter((value) => !listed.includes(value)).slice(0, MOST_ELSEWHERE);
}

/** The values that lists of one kind usually have, in their order: a service may know more of them than its document lists. */
const KINDS: readonly (readonly string[])[] = [
  ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency', 'fatal'],
  ['lowest', 'low', 'medium', 'normal', 'high', 'highest', 'urgent', 'critical'],
  ['draft', 'pending', 'active', 'inactive', 'paused', 'suspended', 'completed', 'cancelled', 'expired', 'archived', 'deleted'],
  ['public', 'unlisted', 'internal', 'private', 'hidden', 'secret'],
  ['owner', 'admin', 'manager', 'editor', 'member', 'viewer', 'guest'],
  ['xs', 's', 'm', 'l', 'xl', 'xxl'],
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'],
  ['hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'],
  ['cash', 'card', 'invoice', 'transfer', 'voucher', 'cheque'],
  ['bike', 'motorcycle', 'car', 'van', 'bus', 'truck'],
  ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK'],
  ['en', 'de', 'fr', 'es', 'it', 'nl'],
];

/** The fewest values of a kind by which a list is of it. */
const LEAST_OF_KIND = 2;
/** The most values of a kind that are tried in place of listed ones. */
const MOST_USUAL = 2;

/** Values of the kind of a list that it does not have, in its case: those after the last one that it has, and then those before it. */
function usualBeside(listed: readonly unknown[]): readonly string[] {
  const texts = listed.filter((value) => typeof value === 'string');
  const known = new Set(texts.map((text) => text.toLowerCase()));
  const [kind] = KINDS.filter((values) => values.filter((value) => known.has(value.toLowerCase())).length >= LEAST_OF_KIND);
  if (kind === undefined || texts.length < listed.length) return [];
  const last = kind.findLastIndex((value) => known.has(value.toLowerCase()));
  const missing = [...kind.slice(last + 1), ...kind.slice(0, last).toReversed()].filter((value) => !known.has(value.toLowerCase()));
  return missing.slice(0, MOST_USUAL).map((value) => inCaseOf(texts, value));
}

function inCaseOf(texts: readonly string[], value: string): string {
  if (texts.every((text) => text === text.toUpperCase())) return value.toUpperCase();
  if (texts.every((text) => text === text.toLowerCase())) return value.toLowerCase();
  return texts.every((text) => /^\p{Lu}/u.test(text)) ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}
