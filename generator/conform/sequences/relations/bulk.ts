// Changes many things by one request: each is as its result says, what is added joins what is there, and what cannot be changed keeps no other from
// it.
import { isDeepStrictEqual } from 'node:util';
import { isObject, valueAt } from '../../../inference/pointers.ts';
import type { Reader } from '../../../inference/resources.ts';
import { pathPlacesOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { waitBriefly } from '../rules/later.ts';
import { type Members, readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { unknownLike } from '../unknown.ts';

const CHECK = 'bulk-results';

export const bulk: readonly Script[] = [{ check: CHECK, run: bulkResults }];

interface Result {
  readonly id: string;
  readonly isDone: boolean;
}

interface Change {
  readonly operation: Operation;
  /** JSON pointer to the list of identifiers. */
  readonly ids: string;
}

/** Operations on no thing of its own that take a list of identifiers of the resource, and something to change. */
function changesOf({ context, mayCall, things, resource }: Setting): readonly Change[] {
  return context.service.operations.flatMap((operation) => {
    const reference = things.references(operation).find((one) => one.resource === resource && one.to.endsWith('/0'));
    const isBulk = reference !== undefined && operation.method !== 'GET' && operation !== resource.create && mayCall(operation);
    return isBulk && pathPlacesOf(operation.path).length === 0 && !things.all().some(({ create }) => create === operation)
      ? [{ operation, ids: reference.to.slice(0, -2) }]
      : [];
  });
}

async function* bulkResults(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, inputs } = setting;
  const { read } = resource;
  if (read === undefined) return;
  for (const change of changesOf(setting))
    for (const variant of [0, 2, 4]) {
      const input = inputs.of(change.operation, variant);
      if (input === undefined) continue;
      const lab = things.lab();
      const made: Thing[] = [];
      for (const each of [2, 4]) {
        const thing = await unlessStopped(things.make(lab, resource, each));
        if (thing !== undefined) made.push(thing);
      }
      if (made.length < 2) return;
      yield* tryBulk(setting, lab, read, change, input, made);
    }
}

async function* tryBulk(
  setting: Setting,
  lab: Lab,
  read: Reader,
  { operation, ids }: Change,
  input: Input,
  made: readonly Thing[],
): AsyncGenerator<Operation> {
  const { things } = setting;
  const [one, two] = made;
  const unknown = unknownLike(one?.id);
  const before = new Map<string, Members>();
  for (const thing of made) {
    const seen = await readThing(lab, things, read, thing);
    if (seen !== undefined) before.set(String(thing.id), seen.resource);
  }
  for (const list of [
    [one?.id, unknown, two?.id],
    [one?.id, two?.id],
  ]) {
    const exchange = await unlessStopped(
      lab.step({ operation, says: 'change many', input: changedAt(input, ids, list) as Input, probe: CHECK }),
    );
    if (exchange === undefined) continue;
    if (!isSuccess(exchange) || exchange.response.status === 202) {
      lab.forget(exchange);
      continue;
    }
    const results = resultsOf(exchange, list.map(String));
    if (results === undefined) return;
    yield operation;
    judgeNumber(lab, exchange, operation, results);
    for (const thing of made) {
      const result = results.find(({ id }) => id === String(thing.id));
      const was = before.get(String(thing.id));
      if (
        result === undefined ||
        was === undefined ||
        (await wrongIn(lab, things, read, { thing, was, result, exchange, ids })) === undefined
      )
        continue;
      await waitBriefly();
      const wrong = await wrongIn(lab, things, read, { thing, was, result, exchange, ids });
      const seen = await readThing(lab, things, read, thing);
      if (wrong === undefined || seen === undefined) continue;
      const is = JSON.stringify(seen.resource[wrong]);
      const says = result.isDone ? 'changed' : 'not changed';
      const message = `\`${wrong}\` of ${result.id} is ${is} after ${operation.id}, whose result says that it was ${says}.`;
      lab.fault(CHECK, message, 'what the result says', seen.exchange);
    }
    return;
  }
}

interface Told {
  readonly thing: Thing;
  readonly was: Members;
  readonly result: Result;
  readonly exchange: Answered;
  readonly ids: string;
}

/** A member that is not as the result says. */
async function wrongIn(lab: Lab, things: Things, read: Reader, { thing, was, result, exchange, ids }: Told): Promise<string | undefined> {
  const is = (await readThing(lab, things, read, thing))?.resource;
  if (is === undefined) return undefined;
  const wanted = wantedOf(exchange, ids);
  if (result.isDone) return differenceOf(was, is, wanted);
  return Object.keys(wanted).find((name) => isPlain(wanted[name]) && is[name] === wanted[name] && was[name] !== is[name]);
}

/** The results by identifier: an item that has an error, or an own status of refusal, was not changed. Absent where the answer has none for each. */
function resultsOf({ reading }: Answered, ids: readonly string[]): readonly Result[] | undefined {
  const lists = isObject(reading.body) ? Object.values(reading.body) : [reading.body];
  for (const list of lists) {
    if (!Array.isArray(list) || list.length !== ids.length || !list.every(isObject)) continue;
    const found = list.flatMap((item): readonly Result[] => {
      const id = Object.values(item).find((value) => ids.includes(String(value)));
      const done = isDone(item);
      return id === undefined || done === undefined ? [] : [{ id: String(id), isDone: done }];
    });
    if (found.length === ids.length) return found;
  }
  return undefined;
}

function isDone(item: Members): boolean | undefined {
  for (const [name, value] of Object.entries(item)) {
    if (/^(?:error|errors|problem|failure|reason)$/i.test(name)) return value === null || (Array.isArray(value) && value.length === 0);
    if (/^(?:ok|success|succeeded|updated|changed)$/i.test(name) && typeof value === 'boolean') return value;
    if (/^(?:status|code)$/i.test(name) && typeof value === 'number') return value >= 200 && value < 300;
  }
  return undefined;
}

/** A number of what was changed is not above that of the results that say so. */
function judgeNumber(lab: Lab, exchange: Answered, operation: Operation, results: readonly Result[]): void {
  const done = results.filter((one) => one.isDone).length;
  for (const [name, value] of Object.entries(isObject(exchange.reading.body) ? exchange.reading.body : {}))
    if (/^(?:updated|changed|modified|succeeded|successful|affected)(?:_?count)?$/i.test(name) && typeof value === 'number' && value > done)
      lab.fault(
        CHECK,
        `\`${name}\` is ${value} in the answer of ${operation.id}, and ${done} of its results say so.`,
        `\`${name}\` of ${done}`,
        exchange,
      );
}

/** What was sent beside the identifiers: at the top of the body, and in an object such as `changes`. */
function wantedOf({ case: { input } }: Answered, ids: string): Members {
  const body = valueAt(input, '/body');
  const own = isObject(body) ? Object.entries(body).filter(([name]) => `/body/${name}` !== ids) : [];
  return Object.fromEntries(own.flatMap(([name, value]) => (isObject(value) ? Object.entries(value) : [[name, value] as const])));
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function has(list: unknown, item: unknown): boolean {
  return asList(list).some((one) => isDeepStrictEqual(one, item));
}

/** The first member that is not as the change says: set to a value, or a list with what `add_…` adds and without what `remove_…` removes. */
function differenceOf(was: Members, is: Members, wanted: Members): string | undefined {
  const listOf = (name: string, verb: RegExp): string | undefined => {
    const rest = name.replace(verb, '');
    const member = rest === name ? undefined : rest.charAt(0).toLowerCase() + rest.slice(1);
    return member !== undefined && Array.isArray(was[member]) && Array.isArray(is[member]) ? member : undefined;
  };
  const removed = Object.entries(wanted).flatMap(([name, value]) => (listOf(name, /^remove_?/) === undefined ? [] : asList(value)));
  for (const [name, value] of Object.entries(wanted)) {
    const added = listOf(name, /^add_?/);
    if (added !== undefined && [...asList(was[added]), ...asList(value)].some((one) => !has(removed, one) && !has(is[added], one)))
      return added;
    const less = listOf(name, /^remove_?/);
    if (less !== undefined && asList(value).some((one) => has(is[less], one))) return less;
    // A member that the service has not taken as it is may be written in a way of its own.
    if (isPlain(value) && isPlain(was[name]) && is[name] !== value && isDeepStrictEqual(is[name], was[name])) return name;
  }
  return undefined;
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
