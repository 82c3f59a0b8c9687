// The times of creation and of the last change, after a change.
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../inference/pointers.ts';
import { memberSentences } from '../../../inference/prose/index.ts';
import type { Reader } from '../../../inference/resources.ts';
import { isTimeOfChange, isTimeOfCreation } from '../../../inference/times.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { changingInputs } from '../conditions/tags.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { declaredMembers, readThing, type Seen } from './seen.ts';

const CHECK = 'change-times';

export const times: readonly Script[] = [{ check: CHECK, run: changeTimes }];

/** Words by which a text says that the time is one of something else, or moves only with a part. */
const OTHER = /\b(?:only|if|unless|except|but|file|source|import\w*|sync\w*|status|state|daily|hourly)\b|\bwhen\b(?!\s+(?:it|the)\b)/i;

/** Longer than the steps of a clock of seconds. */
const SECOND = 1100;

interface Times {
  readonly created: string | undefined;
  readonly updated: string | undefined;
}

function timesOf(read: Reader): Times {
  const found = [...declaredMembers(read)].flatMap(([name, schemas]) => {
    const isTime = possibleConjuncts(schemas).some(({ format }) => format === 'date-time');
    return isTime && !memberSentences(schemas).some(({ text }) => OTHER.test(text)) ? [name] : [];
  });
  return { created: found.find(isTimeOfCreation), updated: found.find(isTimeOfChange) };
}

/** The member with the time of creation. */
export function createdMember(read: Reader): string | undefined {
  return timesOf(read).created;
}

async function* changeTimes({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { read, changes } = resource;
  const times = read && timesOf(read);
  if (read === undefined || times === undefined || (times.created === undefined && times.updated === undefined)) return;
  for (const operation of changes) {
    const lab = things.lab();
    const thing = await things.make(lab, resource, 1);
    const before = await readThing(lab, things, read, thing);
    // A clock of milliseconds has gone on then.
    await wait(isInSeconds(before, times) ? SECOND : 3);
    // Each change takes the next input that the service accepts.
    const left = changingInputs(operation, inputs).filter((input) => !isGiven(input, times));
    const change = async (): Promise<Seen | undefined> => {
      for (let input = left.shift(); input !== undefined; input = left.shift()) {
        const exchange = await unlessStopped(things.call(lab, operation, thing, { says: 'change', input }));
        if (exchange === undefined || exchange.response.status === 202) return undefined;
        if (isSuccess(exchange)) return readThing(lab, things, read, thing);
        lab.forget(exchange);
      }
      return undefined;
    };
    const first = before && (await change());
    if (before === undefined || first === undefined) continue;
    yield operation;
    judgeCreated(lab, times, operation, before, first);
    if (!isStale(times, before, first)) continue;
    // Two changes within one step of a coarse clock have one time.
    await wait(SECOND);
    const second = await change();
    if (second !== undefined && isStale(times, first, second)) judgeUpdated(lab, times, operation, thing, second);
  }
}

/** Whether a request sets the time itself, so that it may differ from what it was. */
function isGiven({ body }: Input, { created, updated }: Times): boolean {
  return isObject(body) && [created, updated].some((name) => name !== undefined && body[name] !== undefined);
}

function isInSeconds(seen: Seen | undefined, { created }: Times): boolean {
  const value = created === undefined ? undefined : seen?.resource[created];
  return typeof value === 'string' && !/\.\d*[1-9]/.test(value);
}

function judgeCreated(lab: Lab, { created }: Times, operation: Operation, before: Seen, after: Seen): void {
  if (created === undefined) return;
  const [was, is] = [before.resource[created], after.resource[created]];
  if (typeof was !== 'string' || typeof is !== 'string' || Date.parse(was) === Date.parse(is)) return;
  lab.fault(
    CHECK,
    `\`${created}\` is ${is} after ${operation.id}, and was ${was}.`,
    `\`${created}\` with the value ${was}`,
    after.exchange,
  );
}

/** Whether something else of the thing has changed, and its time has not. */
function isStale({ updated, created }: Times, before: Seen, after: Seen): boolean {
  if (updated === undefined || typeof after.resource[updated] !== 'string') return false;
  const names = Object.keys(after.resource).filter((name) => name !== updated && name !== created);
  return (
    before.resource[updated] === after.resource[updated] &&
    names.some((name) => !isDeepStrictEqual(before.resource[name], after.resource[name]))
  );
}

function judgeUpdated(lab: Lab, { updated = '' }: Times, operation: Operation, { id }: Thing, after: Seen): void {
  const message = `\`${updated}\` of ${String(id)} is ${String(after.resource[updated])} after two changes by ${operation.id}, as before them.`;
  lab.fault(CHECK, message, `a later time in \`${updated}\``, after.exchange);
}
