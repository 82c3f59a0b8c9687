// Looks whether a service keeps what it is sent: it compares what the answer to a write, and a read after it, show with what was sent. A difference
// is looked into with two more requests: one with this value alone, and one with a plain value in its place.
import { isDeepStrictEqual } from 'node:util';
import type { Edge } from '../../inference/edge.ts';
import { isObject, overlaps, pointerTo, valueAt } from '../../inference/pointers.ts';
import { quoted } from '../../inference/prose/index.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Fault, Finding } from '../contract/check.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, type Input, isMasked, placeOf, schemasOf } from '../plan/index.ts';
import { hasSucceeded, isValidSuccess } from '../values/bases.ts';
import type { Ground } from '../values/ground.ts';
import { type Difference, differences } from './compare.ts';
import { plainValues } from './plain.ts';
import { createReader } from './read.ts';
import { placeShown } from './shown.ts';
import { createKeepingProse, kindOf } from './statements.ts';
import { isOtherDay, isTelling } from './telling.ts';
import { createWriter } from './writes.ts';

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
  const writer = createWriter({ judge, edges, send });

  /** The write again with this value at its place, and what shows it. */
  async function repeated(
    { write, seen, difference: { at } }: Sight,
    base: Input,
    value: unknown,
    says: string,
  ): Promise<readonly [Answered, Answered] | undefined> {
    const { operation } = write.case;
    const again = await writer.written(operation, changedAt(base, at, value) as Input, says, at);
    if (again === undefined || !hasSucceeded(again)) return undefined;
    const shows = seen === write ? again : await reader.after(again);
    return shows === undefined ? undefined : [again, shows];
  }

  /** The sentence that says that a value of this kind is kept. */
  function statementFor({ write: { case: one }, difference: { at, sent, change } }: Sight): string | undefined {
    const schemas = schemasOf(one.operation, at);
    const repeats = change === 'merged' ? prose.repeats(one.operation, schemas, at) : undefined;
    return repeats ?? prose.keeps(one.operation, schemas, kindOf(change, sent));
  }

  function tells(sight: Sight): boolean {
    const { operation } = sight.write.case;
    const { at, change } = sight.difference;
    const schemas = schemasOf(operation, at);
    return isTelling(sight.difference, schemas, statementFor(sight), operation.method) && !prose.forms(operation, schemas, at, change);
  }

  async function lookInto(sight: Sight, base: Input): Promise<void> {
    const { write, difference } = sight;
    const { at, sent, change } = difference;
    const { operation } = write.case;
    const schemas = schemasOf(operation, at);
    const statement = statementFor(sight);
    const again = await repeated(sight, base, sent, `${at} alone, with a value that is easily lost`);
    const shownAgain = again && differenceAt(again, at);
    if (again === undefined || shownAgain === undefined || shownAgain.change !== change) return;
    const beside = await contrastOf(sight, base, schemas, again, statement !== undefined);
    if (beside === undefined) return;
    const said = statement === undefined ? '' : `, although the document says: ${quoted({ text: statement })}`;
    found(
      {
        message: `${nameOf(at)} was sent as ${textOf(shownAgain.sent)} and is ${sight.seen === write ? 'shown' : 'read'} as ${textOf(shownAgain.shown)}${said}.`,
        expected: `${placeOf(operation, at, change)} as it was sent`,
        location: schemas[0]?.location ?? operation.location,
      },
      sight.seen === write ? [beside, again[0]] : [beside, ...again],
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
    const isSwitch = typeof sent === 'boolean' && operation.method === 'PATCH';
    for (const plain of plainValues(before, sent, schemas)) {
      if (isDeepStrictEqual(plain, sent) || judge.input(operation, changedAt(base, at, plain) as Input).length > 0) continue;
      const beside = await repeated(sight, base, plain, `${at} with a plain value`);
      if (beside === undefined || valueAt(beside[0].case.input, at) === undefined) continue;
      // The same thing twice is one that was there before: the service has written nothing. A switch that stays on always looks so.
      if (!isSwitch && isDeepStrictEqual(shownIn(...beside), shownIn(...again))) continue;
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
      const [first] = own;
      if (first === undefined || values.size < LEAST_MISSING || own.length < values.size) continue;
      const schemas = schemasOf(operation, at);
      const statement = prose.keeps(operation, schemas, kindOf('missing', first.difference.sent));
      if (statement === undefined || prose.forms(operation, schemas, at, 'missing') || !reader.declares(first.seen, at)) continue;
      found(
        {
          message: `${nameOf(at)} was sent with ${values.size} different values and is never shown, although the document says: ${quoted({ text: statement })}.`,
          expected: `${at} as it was sent`,
          location: schemas[0]?.location ?? operation.location,
        },
        first.seen === first.write ? [first.write] : [first.write, first.seen],
      );
    }
  }

  return {
    async settle(operation, ground, exchanges) {
      const base = ground.bases[0]?.input;
      if (base === undefined || !WRITES.has(operation.method) || !isObject(base.body)) return;
      const writes = [...ground.parts, ...exchanges].filter((one) => isWriteBy(operation, one));
      const sights: Sight[] = [];
      const values: Values = { sent: new Map(), shown: new Map() };
      const see = (write: Answered, seen: Answered): void => {
        const here = differencesIn(write, seen);
        if (here === undefined) return;
        sights.push(...here.map((difference) => ({ write, seen, difference })));
        note(values, write.case.input?.body, here);
      };
      for (const write of writes) see(write, write);
      for await (const write of writer.rounds(operation, base)) {
        see(write, write);
        const read = await reader.after(write);
        if (read !== undefined) see(write, read);
      }
      // A mock shows its own examples whatever is sent.
      if (![...values.shown.values()].some(({ size }) => size > 1)) return;
      let looked = 0;
      const settled = new Set<string>();
      // What a write shows itself, a read need not show again.
      for (const sight of sights.toSorted((a, b) => Number(a.seen !== a.write) - Number(b.seen !== b.write))) {
        const { at, change, sent } = sight.difference;
        const key = `${placeOf(operation, at, change)} ${change} ${typeof sent}`;
        if (change === 'missing' || settled.has(key) || looked >= MOST_DIFFERENCES || !tells(sight)) continue;
        settled.add(key);
        looked++;
        await lookInto(sight, base);
      }
      neverShown(operation, sights, values.sent);
    },
  };
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function isWriteBy(operation: Operation, exchange: Exchange): exchange is Answered {
  const { case: one } = exchange;
  return one.operation === operation && one.request.method === operation.method && isValidSuccess(exchange);
}

/** What a write has sent, as an exchange shows it. */
function shownIn(write: Answered, seen: Answered): unknown {
  const { body } = seen.reading;
  const place = placeShown(write.case.input?.body, body);
  return place === undefined ? undefined : valueAt(body, place);
}

/** How what an exchange shows differs from what a write has sent; `undefined` where it does not show that. */
function differencesIn(write: Answered, seen: Answered): readonly Difference[] | undefined {
  const { operation, input } = write.case;
  const shown = shownIn(write, seen);
  if (shown === undefined) return undefined;
  return [...differences(input?.body, shown, schemasOf(operation, '/body'), '/body')].filter(({ at }) => !isMasked(operation, input, at));
}

function differenceAt([write, seen]: readonly [Answered, Answered], at: string): Difference | undefined {
  return differencesIn(write, seen)?.find((one) => overlaps(one.at, at));
}

/** The different values of each member of the body, by the pointer to it; empty ones are left out. */
interface Values {
  readonly sent: Map<string, Set<string>>;
  /** Those that were shown as they were sent. */
  readonly shown: Map<string, Set<string>>;
}

function note(values: Values, body: unknown, found: readonly Difference[]): void {
  if (!isObject(body)) return;
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === '' || value === 0 || value === false) continue;
    const at = pointerTo('body', name);
    const isSame = !found.some((one) => overlaps(one.at, at));
    for (const known of isSame ? [values.sent, values.shown] : [values.sent])
      known.set(at, (known.get(at) ?? new Set<string>()).add(JSON.stringify(value)));
  }
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
