// Looks whether a service keeps what it is sent: values that are easily lost are written, and what the answer and a read show is compared with them. A
// difference is looked into with two more requests: one with this value alone, and one with a plain value in its place.
import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Fault, Finding } from '../contract/check.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import type { Edge } from '../contract/sequence.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input, placeOf, schemasOf } from '../plan/index.ts';
import { isObject, overlaps, valueAt } from '../sequences/index.ts';
import { hasSucceeded } from '../values/bases.ts';
import type { Ground } from '../values/ground.ts';
import { type Difference, differences } from './compare.ts';
import { createReader } from './read.ts';
import { lettersOf, type RichPlace, richPlaces } from './rich.ts';
import { placeShown } from './shown.ts';
import { createKeepingProse, type KeepingProse, kindOf } from './statements.ts';

export { KEEPS_VALUES } from './shown.ts';

export interface KeptOptions {
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  /** The user's values in place of made ones. */
  readonly override: (operation: Operation, input: Input) => Input;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
  readonly found: (fault: Fault, exchanges: Finding['exchanges']) => void;
}

export interface Kept {
  /** Writes rich values by an operation, and compares what it shows in these answers and in its own. */
  settle(operation: Operation, ground: Ground, exchanges: readonly Exchange[]): Promise<void>;
}

/** The most requests with rich values to one operation, those that look into a difference left out. */
const MOST_WRITES = 60;

/** The most values of one place. */
const MOST_ROUNDS = 14;

/** The most differences of one operation that are looked into. */
const MOST_DIFFERENCES = 25;

/** How many different values a service must not have shown, so that it never shows the member. */
const LEAST_MISSING = 3;

/** What an answer to a write has shown, or a read after it. */
interface Sight {
  readonly write: Answered;
  /** The exchange that shows it: the write itself, or a read. */
  readonly seen: Answered;
  readonly difference: Difference;
}

export function createKept({ judge, edges, override, send, found }: KeptOptions): Kept {
  const prose = createKeepingProse(judge.service);
  const reader = createReader({ judge, edges, override, send });
  let number = 0;

  async function written(operation: Operation, input: Input, says: string, at?: string): Promise<Answered | undefined> {
    const intent: Case['intent'] = { kind: 'valid', by: 'boundary' };
    const request = await confirmed(judge, { operation, intent }, input);
    if (request === undefined) return undefined;
    const exchange = await send({
      ...{ id: `${operation.id} valid ${says} #${number++}`, operation, intent, says, location: operation.location, request, input },
      ...{ credential: 'given', isGrounded: true },
      ...(at === undefined ? {} : { at }),
    });
    return exchange?.response === undefined ? undefined : exchange;
  }

  /** Writes the values at as many of the places as the service accepts at once. */
  async function* spreadOver(operation: Operation, base: Input, chosen: readonly Chosen[], budget: Budget): AsyncGenerator<Answered> {
    if (chosen.length === 0 || budget.writes <= 0) return;
    budget.writes--;
    const input = chosen.reduce<Input>((whole, { at, value }) => changedAt(whole, at, value) as Input, base);
    const exchange = await written(operation, input, 'with values that are easily lost');
    if (exchange === undefined) return;
    if (hasSucceeded(exchange)) yield exchange;
    else if (chosen.length === 1) for (const { at } of chosen) budget.refused.set(at, (budget.refused.get(at) ?? 0) + 1);
    else {
      const half = Math.ceil(chosen.length / 2);
      yield* spreadOver(operation, base, chosen.slice(0, half), budget);
      yield* spreadOver(operation, base, chosen.slice(half), budget);
    }
  }

  async function* rounds(operation: Operation, base: Input): AsyncGenerator<Answered> {
    const schemas = schemasOf(operation, '/body');
    const references = edges.filter(({ consumer }) => consumer === operation).map(({ to }) => to.replaceAll('/-', '/0'));
    const isGiven = (at: string): boolean => !isDeepStrictEqual(override(operation, base), base) && at.startsWith('/path');
    const places = [...richPlaces(base.body, schemas, '/body', (at) => references.includes(at) || isGiven(at))];
    const budget: Budget = { writes: MOST_WRITES, refused: new Map() };
    const most = Math.max(0, ...places.map(({ values }) => values.length));
    for (let round = 0; round < Math.min(most, MOST_ROUNDS); round++) {
      const open = places.filter(({ at }) => (budget.refused.get(at) ?? 0) < 3);
      for (const list of [false, true]) yield* spreadOver(operation, base, chosenFor(operation, base, open, round, list), budget);
    }
  }

  /** The values of one round that the document allows together; those of whole lists and maps apart from those of their members. */
  function chosenFor(
    operation: Operation,
    base: Input,
    places: readonly RichPlace[],
    round: number,
    areHolders: boolean,
  ): readonly Chosen[] {
    const chosen: Chosen[] = [];
    let input = base;
    for (const { at, values } of places) {
      const value = values[round];
      const isHolder = typeof valueAt(base, at) === 'object';
      if (value === undefined || isHolder !== areHolders || chosen.some((one) => overlaps(one.at, at))) continue;
      const changed = changedAt(input, at, value) as Input;
      if (isDeepStrictEqual(changed, input) || judge.input(operation, changed).length > 0) continue;
      input = changed;
      chosen.push({ at, value });
    }
    return chosen;
  }

  function sightsOf(write: Answered, seen: Answered): readonly Sight[] {
    const { operation, input } = write.case;
    const shown = shownIn(write, seen);
    if (shown === undefined) return [];
    const found = [...differences(input?.body, shown, schemasOf(operation, '/body'), '/body')];
    return found.map((difference) => ({ write, seen, difference }));
  }

  /** The write again with this value at its place, and what shows it. */
  async function repeated(
    { write, seen, difference: { at } }: Sight,
    base: Input,
    value: unknown,
    says: string,
  ): Promise<readonly [Answered, Answered] | undefined> {
    const { operation } = write.case;
    const again = await written(operation, changedAt(base, at, value) as Input, says, at);
    if (again === undefined || !hasSucceeded(again)) return undefined;
    const shows = seen === write ? again : await reader.after(again);
    return shows === undefined ? undefined : [again, shows];
  }

  async function lookInto(sight: Sight, base: Input, varied: ReadonlySet<string>): Promise<void> {
    const { write, difference } = sight;
    const { at, sent, change } = difference;
    const { operation } = write.case;
    const schemas = schemasOf(operation, at);
    const statement = prose.keeps(operation, schemas, kindOf(change, sent));
    if (!isTelling(difference, schemas, statement) || isFormed(prose, operation, at, schemas)) return;
    const again = await repeated(sight, base, sent, `${at} alone, with a value that is easily lost`);
    const shownAgain = again && differenceAt(again, at);
    if (again === undefined || shownAgain === undefined || shownAgain.change !== change) return;
    const beside = await contrastOf(sight, base, schemas, again, statement !== undefined);
    if (beside === undefined) return;
    // A mock shows its own examples whatever is sent.
    if (varied.size === 0) return;
    const said = statement === undefined ? '' : `, although the document says: “${statement.trim().replace(/\s+/g, ' ')}”`;
    found(
      {
        message: `${nameOf(at)} was sent as ${textOf(shownAgain.sent)} and is ${sight.seen === write ? 'shown' : 'read'} as ${textOf(shownAgain.shown)}${said}.`,
        expected: `${placeOf(operation, at, change)} as it was sent`,
        location: schemas[0]?.location ?? operation.location,
      },
      [...new Set([beside, ...again])] as unknown as Finding['exchanges'],
    );
  }

  /**
   * What shows a plain value at the place as it was sent. Where the document says that values are kept, or a day is another one, a plain value that
   * changes in the same way will do: then each value changes so.
   */
  async function contrastOf(
    sight: Sight,
    base: Input,
    schemas: readonly Schema[],
    again: readonly [Answered, Answered],
    isStated: boolean,
  ): Promise<Answered | undefined> {
    const { operation } = sight.write.case;
    const { at, sent, change } = sight.difference;
    const before = valueAt(base, at);
    for (const plain of plainValues(before, sent, schemas)) {
      if (isDeepStrictEqual(plain, sent) || judge.input(operation, changedAt(base, at, plain) as Input).length > 0) continue;
      const beside = await repeated(sight, base, plain, `${at} with a plain value`);
      if (beside === undefined || valueAt(beside[0].case.input, at) === undefined) continue;
      // The same thing twice is one that was there before: the service has written nothing.
      if (isDeepStrictEqual(shownIn(...beside), shownIn(...again))) continue;
      const difference = differenceAt(beside, at);
      if (difference === undefined) return beside[1];
      const isSameWay = difference.at === at && difference.change === change;
      if (isSameWay && change === 'spelled' && isStated) return beside[1];
      if (isSameWay && isOtherDay(difference) && isOtherDay(differenceAt(again, at))) return beside[1];
    }
    return undefined;
  }

  /** Members that the answer declares and that no answer has shown with a value, whatever was sent. */
  function neverShown(operation: Operation, sights: readonly Sight[], sent: ReadonlyMap<string, Set<string>>): void {
    for (const [at, values] of sent) {
      const own = sights.filter(({ difference }) => difference.at === at && difference.change === 'missing');
      const [last] = own;
      if (last === undefined || values.size < LEAST_MISSING || own.length < values.size) continue;
      const schemas = schemasOf(operation, at);
      const statement = prose.keeps(operation, schemas, kindOf('missing', last.difference.sent));
      if (statement === undefined || isFormed(prose, operation, at, schemas) || !reader.declares(last.seen, at)) continue;
      found(
        {
          message: `${nameOf(at)} was sent with ${values.size} different values and is never shown, although the document says: “${statement.trim().replace(/\s+/g, ' ')}”.`,
          expected: `${at} as it was sent`,
          location: schemas[0]?.location ?? operation.location,
        },
        last.seen === last.write ? [last.write] : [last.write, last.seen],
      );
    }
  }

  return {
    async settle(operation, ground, exchanges) {
      const base = ground.bases[0]?.input;
      if (base === undefined || !WRITES.has(operation.method) || !isObject(base.body)) return;
      const writes = [...ground.parts, ...exchanges].filter((one): one is Answered => isWrite(one, operation));
      const sights: Sight[] = [];
      const shown = new Map<string, Set<string>>();
      const see = (write: Answered, seen: Answered): void => {
        const here = sightsOf(write, seen);
        sights.push(...here);
        note(write, here, shownIn(write, seen) !== undefined, shown);
      };
      for (const write of writes) see(write, write);
      for await (const write of rounds(operation, base)) {
        see(write, write);
        const read = await reader.after(write);
        if (read !== undefined) see(write, read);
      }
      const varied = new Set([...shown].flatMap(([at, values]) => (at.startsWith('=') && values.size > 1 ? [at] : [])));
      let looked = 0;
      const settled = new Set<string>();
      // What a write shows itself, a read need not show again.
      for (const sight of sights.toSorted((a, b) => Number(a.seen !== a.write) - Number(b.seen !== b.write))) {
        const { at, change, sent } = sight.difference;
        const key = `${placeOf(operation, at, change)} ${change} ${typeof sent}`;
        if (change === 'missing' || settled.has(key) || looked >= MOST_DIFFERENCES) continue;
        settled.add(key);
        looked++;
        await lookInto(sight, base, varied);
      }
      const sent = new Map([...shown].flatMap(([at, values]) => (at.startsWith('/') ? [[at, values] as const] : [])));
      if (varied.size > 0) neverShown(operation, sights, sent);
    },
  };
}

interface Chosen {
  readonly at: string;
  readonly value: unknown;
}

interface Budget {
  writes: number;
  /** How often each place was refused alone. */
  readonly refused: Map<string, number>;
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function isWrite(exchange: Exchange, operation: Operation): boolean {
  const { case: one, response } = exchange;
  return (
    response !== undefined &&
    one.operation === operation &&
    one.intent.kind === 'valid' &&
    one.credential === 'given' &&
    one.request.method === operation.method &&
    hasSucceeded(exchange)
  );
}

/** What a write has sent, as an exchange shows it. */
function shownIn(write: Answered, seen: Answered): unknown {
  const { body } = seen.reading;
  const place = placeShown(write.case.input?.body, body);
  return place === undefined ? undefined : valueAt(body, place);
}

function differenceAt([write, seen]: readonly [Answered, Answered], at: string): Difference | undefined {
  const shown = shownIn(write, seen);
  const found = [...differences(write.case.input?.body, shown, schemasOf(write.case.operation, '/body'), '/body')];
  return shown === undefined ? undefined : found.find((one) => overlaps(one.at, at));
}

/** Notes the values at the top level that were sent, by their pointers, and those that were shown as they were sent, with `=` before. */
function note(write: Answered, sights: readonly Sight[], isShown: boolean, values: Map<string, Set<string>>): void {
  const body = write.case.input?.body;
  if (!isShown || !isObject(body)) return;
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === '' || value === 0 || value === false) continue;
    const at = `/body/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const isSame = !sights.some(({ difference }) => overlaps(difference.at, at));
    for (const key of [at, ...(isSame ? [`=${at}`] : [])])
      values.set(key, (values.get(key) ?? new Set<string>()).add(JSON.stringify(value)));
  }
}

/** Values that no service changes, as far as it keeps the place at all. */
function plainValues(before: unknown, sent: unknown, schemas: readonly Schema[]): readonly unknown[] {
  if (Array.isArray(sent))
    return [Array.isArray(before) ? before.toSorted() : undefined, sent.slice(0, 1), before].filter((one) => one !== undefined);
  if (typeof sent === 'boolean') return [!sent];
  if (typeof sent === 'number') return [...(typeof before === 'number' ? [before + 1, before - 1, before] : []), 1, 2, 10];
  if (typeof sent !== 'string') return [before];
  const formats = new Set(schemas.flatMap(({ format }) => format ?? []));
  if (formats.has('date')) return ['2031-06-15', '2024-06-14', before];
  if (formats.has('date-time')) return ['2031-06-15T12:00:00Z', '2024-06-14T12:00:00Z', before];
  const length = Math.max(1, [...sent].length);
  const letters = formats.size > 0 ? [] : [lettersOf(length), ...(length > SHORT ? [lettersOf(SHORT)] : [])];
  return [...letters, before].filter((one) => one !== undefined && one !== null && one !== '');
}

/** Characters of a short text. */
const SHORT = 20;

const DAY = 86_400_000;

/** Whether a day is shown as the one before or after it, as a service does that reads it in another time zone. */
function isOtherDay(difference: Difference | undefined): boolean {
  const { sent, shown } = difference ?? {};
  if (typeof sent !== 'string' || typeof shown !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(sent)) return false;
  return Math.abs(Date.parse(sent) - Date.parse(shown.slice(0, 10))) === DAY;
}

/** Names of lists that are sets as a rule. */
const SETS = /(?:tag|label|scope|role|permission|event|topic|categor|keyword|group|feature)\w*$/i;

/** Names of texts of which there is one right spelling. */
const SPELLED = /(?:slug|handle|user_?name|login|code|key|sku|domain|host|path|locale|language|currency|phone|mail|url|uri|id)$/i;

/** Whether a change contradicts the document, or no way of keeping the value explains it. */
function isTelling({ at, change, sent, shown }: Difference, schemas: readonly Schema[], statement: string | undefined): boolean {
  // What is said of all lists is not said of sets, which tags are without saying so.
  if (change === 'reordered' && (SETS.test(at) || schemas.some(({ uniqueItems }) => uniqueItems === true))) return false;
  if (statement !== undefined) return change !== 'missing';
  if (change === 'reordered') return true;
  if (change !== 'damaged') return false;
  // A default in place of a value that is false is a known mistake.
  if (typeof sent === 'boolean') return schemas.some((schema) => schema.default === shown);
  if (typeof sent === 'number' && typeof shown === 'number') return isWrongNumber(sent, shown, schemas);
  if (typeof sent !== 'string') return false;
  if (SPELLED.test(at) || schemas.some(({ pattern, format = 'date' }) => pattern !== undefined || !/^date/.test(format))) return false;
  // A service may cut what is longer than the document speaks of.
  const isCut = sent.startsWith(String(shown)) && !schemas.some(({ maxLength }) => maxLength !== undefined);
  return !isCut;
}

/** Whether no rounding and no limit that the document leaves out explains another number. */
function isWrongNumber(sent: number, shown: number, schemas: readonly Schema[]): boolean {
  if (schemas.some(({ multipleOf }) => multipleOf !== undefined) || sent === 0) return true;
  const isRounded = [0, 1].some((digits) => Number(sent.toFixed(digits)) === shown);
  const isClose = Math.abs(sent - shown) < Math.abs(sent) * 0.2;
  return isClose && !isRounded;
}

function isFormed(prose: KeepingProse, operation: Operation, at: string, schemas: readonly Schema[]): boolean {
  const name = at.split('/').findLast((token) => !/^\d+$/.test(token)) ?? '';
  return prose.forms(operation, schemas, name);
}

function nameOf(at: string): string {
  return `\`${at.slice('/body/'.length)}\``;
}

/** The most characters of a value in a message. */
const MOST_SHOWN = 60;

function textOf(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return [...text].length > MOST_SHOWN ? `${[...text].slice(0, MOST_SHOWN).join('')}… (${[...text].length} characters)` : text;
}
