// `last-modified`: what `Last-Modified` promises in `If-Modified-Since` and `If-Unmodified-Since` (RFC 9110 sections 8.8.2, 13.1.3 and 13.1.4).
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { headerOf } from '../../../inference/headers.ts';
import type { Reader } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { changingInputs, OTHER } from './tags.ts';

const CHECK = 'last-modified';

export const modified: readonly Script[] = [{ check: CHECK, run: lastModified }];

/** Such times have whole seconds. */
const SECOND = 1100;
const HOUR = 3_600_000;

interface Dated {
  readonly exchange: Answered;
  readonly time: string;
  readonly resource: Readonly<Record<string, unknown>> | undefined;
}

/** One thing that is read with the time of its last change. */
interface Reading {
  readonly setting: Setting;
  readonly read: Reader;
  readonly lab: Lab;
  readonly thing: Thing;
}

async function* lastModified(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read, changes, remove } = resource;
  if (read === undefined) return;
  const lab = things.lab();
  const reading = { setting, read, lab, thing: await things.make(lab, resource, 2) };
  const first = await dated(reading);
  if (first === undefined) return;
  // What changes within the second of the time cannot be told from it.
  await wait(SECOND);
  await judgeReads(reading, first);
  yield read.operation;
  for (const operation of changes) if (await judgeChange(reading, operation)) yield operation;
  for (const operation of remove === undefined ? changes : [...changes, remove])
    if (await judgeUnmodified(things, setting, operation)) yield operation;
}

/** The thing with its time; `undefined` where it has none that can be read. */
async function dated({ setting, read, lab, thing }: Reading): Promise<Dated | undefined> {
  const exchange = await setting.things.call(lab, read.operation, thing, { says: 'read' });
  const time = exchange.response.headers.get('last-modified');
  if (!isSuccess(exchange) || time === null || Number.isNaN(Date.parse(time))) return undefined;
  return { exchange, time, resource: read.id === undefined ? undefined : resourceIn(exchange, read.id) };
}

function ask({ setting, read, lab, thing }: Reading, says: string, headers: Readonly<Record<string, string>>): Promise<Answered> {
  return setting.things.call(lab, read.operation, thing, { says, headers, probe: CHECK });
}

function earlier(time: string): string {
  return new Date(Date.parse(time) - HOUR).toUTCString();
}

async function judgeReads(reading: Reading, { time, exchange }: Dated): Promise<void> {
  const { lab, read } = reading;
  const same = await ask(reading, 'If-Modified-Since: the Last-Modified', { 'if-modified-since': time });
  if (isSuccess(same) && headerOf(read.operation, 'if-modified-since') !== undefined && same.response.headers.get('last-modified') === time)
    lab.fault(CHECK, `\`If-Modified-Since\` with the \`Last-Modified\` is answered with ${same.response.status}.`, 'the status 304', same);
  if (same.response.status !== 304) return;
  if (promisesLater(read.operation)) {
    // More than a second has passed since, so the time is not in the future.
    const next = new Date(Date.parse(time) + 1000).toUTCString();
    const later = await ask(reading, 'If-Modified-Since: a second later', { 'if-modified-since': next });
    if (isSuccess(later) && later.response.headers.get('last-modified') === time)
      lab.fault(
        CHECK,
        `\`If-Modified-Since\` with a later time is answered with ${later.response.status}.`,
        'the status 304, as the document says',
        later,
      );
  }
  const before = await ask(reading, 'If-Modified-Since: an hour before', { 'if-modified-since': earlier(time) });
  if (before.response.status === 304)
    lab.fault(CHECK, '`If-Modified-Since` with a time before the `Last-Modified` is answered with 304.', 'the status 200', before);
  if (!exchange.response.headers.has('etag')) return;
  const both = await ask(reading, 'another ETag, and the Last-Modified', { 'if-none-match': OTHER, 'if-modified-since': time });
  if (both.response.status === 304)
    lab.fault(
      CHECK,
      '`If-None-Match` with a wrong ETag is answered with 304, where `If-Modified-Since` has the `Last-Modified`.',
      'the status 200, since `If-None-Match` alone counts (RFC 9110 section 13.1.3)',
      both,
    );
}

/** Whether the document says that a later time is answered with 304 too: some services compare the very time, as HTTP lets them. */
function promisesLater(operation: Operation): boolean {
  const text = `${operation.description ?? ''} ${headerOf(operation, 'if-modified-since')?.description ?? ''}`;
  return /\b(?:or (?:a )?later|later (?:one|time)|or after)\b/i.test(text);
}

/** Whether a change more than a second later was made, which the time must show. */
async function judgeChange(reading: Reading, operation: Operation): Promise<boolean> {
  const { setting, lab, thing } = reading;
  const before = await dated(reading);
  if (before === undefined) return false;
  await wait(SECOND);
  for (const input of changingInputs(operation, setting.inputs)) {
    const exchange = await unlessStopped(setting.things.call(lab, operation, thing, { says: 'change', input }));
    if (exchange === undefined || !isSuccess(exchange) || exchange.response.status === 202) continue;
    const after = await dated(reading);
    if (after === undefined || isDeepStrictEqual(withoutTimes(before.resource), withoutTimes(after.resource))) continue;
    if (Date.parse(after.time) <= Date.parse(before.time))
      lab.fault(
        CHECK,
        `The \`Last-Modified\` is ${after.time} after ${operation.id}, and was ${before.time}.`,
        'a later time (RFC 9110 section 8.8.2)',
        after.exchange,
      );
    const old = await ask(reading, 'If-Modified-Since: the time before the change', { 'if-modified-since': before.time });
    if (old.response.status === 304)
      lab.fault(CHECK, `\`If-Modified-Since\` with the time before ${operation.id} is answered with 304.`, 'the status 200', old);
    return true;
  }
  return false;
}

/** The members of a thing without those that may be written in another way each time. */
function withoutTimes(resource: Dated['resource']): readonly unknown[] {
  return Object.entries(resource ?? {}).filter(([name]) => !/(?:_at|At|_on|On|time|Time|date|Date)$/.test(name));
}

/** Whether a change that declares `If-Unmodified-Since` was tried with a time before the last change of a thing. */
async function judgeUnmodified(things: Things, setting: Setting, operation: Operation): Promise<boolean> {
  const { read } = setting.resource;
  if (read === undefined || headerOf(operation, 'if-unmodified-since') === undefined) return false;
  const lab = things.lab();
  const reading = { setting, read, lab, thing: await things.make(lab, setting.resource, 2) };
  const now = await dated(reading);
  const [input] = changingInputs(operation, setting.inputs);
  if (now === undefined) return false;
  const call = (says: string, value: string): Promise<Answered | undefined> =>
    unlessStopped(
      things.call(lab, operation, reading.thing, {
        ...{ says: `If-Unmodified-Since: ${says}`, headers: { 'if-unmodified-since': value }, probe: CHECK },
        ...(operation === setting.resource.remove || input === undefined ? {} : { input }),
      }),
    );
  const old = await call('an hour before', earlier(now.time));
  if (old !== undefined && isSuccess(old))
    lab.fault(
      CHECK,
      `\`If-Unmodified-Since\` with a time before the last change is answered with ${old.response.status}.`,
      'the status 412 (RFC 9110 section 13.1.4)',
      old,
    );
  const current = await call('the Last-Modified', now.time);
  if (current?.response.status === 412)
    lab.fault(CHECK, '`If-Unmodified-Since` with the `Last-Modified` is answered with 412.', 'a status from 200 to 299', current);
  return old !== undefined;
}
