// Sends requests again with the same idempotency key: once more, at once, with another body, and by another account.

import { isDeepStrictEqual } from 'node:util';
import { isObject, pointerTo, valueAt } from '../../../inference/pointers.ts';
import type { RequestKey } from '../../../inference/request-keys.ts';
import type { Case } from '../../contract/case.ts';
import { chanceUuid } from '../../contract/chance.ts';
import type { Answered, Exchange } from '../../contract/exchange.ts';
import { changedAt, confirmed, type Input, REMOVED } from '../../plan/index.ts';
import { unknownLike } from '../../sequences/index.ts';
import { OTHER } from '../accounts.ts';
import { another, type Desk, hasPathParameter, isAnswered, isSecured, probe, succeeded, withInput } from '../desk.ts';
import { lookFor } from '../looks.ts';
import { variedCase } from '../varied.ts';
import { repeatedIn } from './effects.ts';
import { repeatedHeader, sayingFirst, saysFree, saysRefused } from './said.ts';
import { type Subject, subjectsOf } from './subject.ts';

const KEYS = 'idempotency-key';

/** Statuses that blame a request which was right the first time. A conflict (409) may say that the first one is still under way. */
const REFUSED = new Set([400, 404, 405, 410, 415, 422]);

/** Statuses that may speak of the thing that an action has brought to its end. */
const ABSENT = new Set([404, 410]);

/** How often two requests are sent at once. */
const TRIES = 3;

export async function tryKeys(desk: Desk): Promise<void> {
  for (const subject of subjectsOf(desk)) {
    const first = desk.caseOf(subject.operation);
    if (first === undefined || !desk.mayGoOn()) continue;
    if (desk.isOn(KEYS)) await again(desk, subject, first);
    const isKnown = subject.isCreate || !hasPathParameter(subject.operation);
    if (desk.isOn(OTHER) && isKnown && isSecured(subject.operation)) await byOther(desk, subject, first);
  }
}

/** The case with a key that no request has had. */
async function keyed(desk: Desk, one: Case, { place }: RequestKey): Promise<Case | undefined> {
  const uuid = chanceUuid();
  for (const text of [uuid, uuid.replaceAll('-', ''), uuid.replaceAll('-', '').slice(0, 16)]) {
    const given = await withInput(desk, one, changedAt(one.input, place, text) as Input);
    if (given !== undefined) return given;
  }
  return undefined;
}

interface First {
  /** The request with a key that has succeeded. */
  readonly one: Answered;
  /** Where nothing else tells what it has done: what was read before it, and how. */
  readonly look?: Case;
  readonly before?: Exchange;
}

/** A request that has succeeded, and the same with a key: what else it needs is known to be right. */
async function made(desk: Desk, { key, isCreate, idOf }: Subject, first: Case): Promise<First | undefined> {
  const plain = await desk.fresh(another(desk, first, 'before a key'));
  if (!succeeded(plain)) return undefined;
  const next = await keyed(desk, await desk.ready(another(desk, plain.case, 'with a key')), key);
  if (next === undefined) return undefined;
  const look = isCreate ? undefined : await lookFor(desk, next);
  const before = look && (await desk.send(another(desk, look, 'before a key')));
  const sent = await desk.send(next);
  // The first request may have used up what it names.
  const one = succeeded(sent) || isCreate ? sent : await desk.fresh(next);
  if (!succeeded(one) || (isCreate && idOf(one) === undefined)) return undefined;
  return { one, ...(look === undefined || before === undefined || one !== sent ? {} : { look, before }) };
}

async function again(desk: Desk, subject: Subject, first: Case): Promise<void> {
  const { operation, key, idOf, isCreate } = subject;
  const begun = await made(desk, subject, first);
  if (begun === undefined) return;
  const { one } = begun;
  const id = idOf(one);
  const fault = (message: string, exchange: Exchange, expected = id === undefined ? 'the same answer' : `the answer about ${id}`): void =>
    desk.found({ check: KEYS, message, expected, exchanges: [one, exchange] });
  const between = id === undefined ? await readBetween(desk, begun) : undefined;
  const same = await sentAgain(desk, subject, one);
  if (!isAnswered(same)) return;
  desk.looked(KEYS, operation, [one, same]);
  const { status } = same.response;
  const says = `The same request with the same ${key.name}`;
  if (REFUSED.has(status) && (isCreate || !ABSENT.has(status))) return fault(`${says} is refused with ${status}.`, same);
  const first409 = status === 409 ? sayingFirst(key) : undefined;
  if (first409 !== undefined) return fault(`${says} is refused with 409, and the document says: “${first409}”`, same);
  const second = idOf(same);
  if (second !== undefined && id !== undefined && second !== id) return fault(`${says} has created a second thing (${second}).`, same);
  for (const { about, message, expected } of same.reading.faults)
    if (about === 'status' && succeeded(same)) fault(`${says}: ${message}`, same, expected);
  const header = succeeded(same) ? repeatedHeader(key, operation) : undefined;
  if (header !== undefined && same.response.headers.get(header.name) !== header.value)
    fault(`${says} is answered without \`${header.name}: ${header.value}\`.`, same, 'the header, as the document says');
  if (between !== undefined && succeeded(same)) await judgeEffect(desk, subject, between, same);
  if (second === undefined && id !== undefined) return;
  await afterRefusal(desk, subject, one);
  await withOtherBody(desk, subject, one);
  if (id !== undefined) await atOnce(desk, subject, one.case);
}

/** The milliseconds after which a first request is no longer under way. */
const UNDER_WAY = 1000;

/** The same request again; one more time where it is refused with a conflict, which may say that the first one is still under way. */
async function sentAgain(desk: Desk, { key }: Subject, one: Answered): Promise<Exchange | undefined> {
  const send = (): Promise<Exchange | undefined> => desk.send(probe(desk, one.case, KEYS, 'the same key again'), one);
  const same = await send();
  if (same?.response?.status !== 409 || sayingFirst(key) === undefined) return same;
  return (await desk.pause(UNDER_WAY)) ? send() : undefined;
}

interface Between {
  readonly look: Case;
  readonly before: Answered;
  readonly once: Answered;
  readonly still: Answered;
}

/** What is read after the first request, twice. */
async function readBetween(desk: Desk, { look, before }: First): Promise<Between | undefined> {
  if (look === undefined || !succeeded(before)) return undefined;
  const once = await desk.send(another(desk, look, 'after a request with a key'));
  const still = await desk.send(another(desk, look, 'once more'));
  return succeeded(once) && succeeded(still) ? { look, before, once, still } : undefined;
}

/** Where an answer has no identifier, what is read shows whether the second request has had the effect of the first one again. */
async function judgeEffect(desk: Desk, { key }: Subject, { look, before, once, still }: Between, same: Answered): Promise<void> {
  const twice = await desk.send(another(desk, look, 'after the same key again'));
  const moved = succeeded(twice) ? repeatedIn(before, once, still, twice) : undefined;
  if (moved === undefined) return;
  const [from, to, then] = moved.values;
  desk.found({
    check: KEYS,
    message: `The same request with the same ${key.name} has its effect again: \`${moved.at}\` went from ${from} to ${to}, and then to ${then}.`,
    expected: `${to}, as after the first request`,
    exchanges: [before, once, same],
  });
}

/** Where the document says so, a request that was refused leaves its key free: the right request with this key succeeds. */
async function afterRefusal(desk: Desk, subject: Subject, one: Answered): Promise<void> {
  if (!saysFree(subject.key)) return;
  for (const make of [wrongCase, unknownReference]) {
    const next = await keyed(desk, await desk.ready(another(desk, one.case, 'with the key of a request that was refused')), subject.key);
    const wrong = next && (await make(desk, next));
    if (next !== undefined && wrong !== undefined && (await isTaken(desk, subject, one, wrong, next))) return;
  }
}

/** Whether a key stays taken after a request with it that was refused. */
async function isTaken(desk: Desk, { operation, key }: Subject, one: Answered, wrong: Case, next: Case): Promise<boolean> {
  const refused = await desk.send(probe(desk, wrong, KEYS, 'refused with a key'), one);
  if (!isAnswered(refused) || refused.response.status < 400 || refused.response.status >= 500) return false;
  const exchange = await desk.send(probe(desk, next, KEYS, 'the key of the request that was refused'), refused);
  if (!isAnswered(exchange)) return false;
  desk.looked(KEYS, operation, [refused, exchange]);
  const { status } = exchange.response;
  if (!REFUSED.has(status) && status !== 409) return false;
  desk.found({
    check: KEYS,
    message: `After a request that was refused with ${refused.response.status}, the right one with the same ${key.name} is answered with ${status}.`,
    expected: 'a status from 200 to 299, since the document says that the key is free',
    exchanges: [one, refused, exchange],
  });
  return true;
}

/** The case with a reference to something that does not exist. */
async function unknownReference(desk: Desk, one: Case): Promise<Case | undefined> {
  const known = desk.edges.flatMap(({ consumer, to }) => (consumer === one.operation && to.startsWith('/body/') ? [to] : []));
  const body = valueAt(one.input, '/body');
  const named = isObject(body) ? Object.keys(body).filter((name) => /(?:^|_|[a-z])(?:id|uuid|ref)$/i.test(name)) : [];
  for (const to of new Set([...known, ...named.map((name) => pointerTo('body', name))])) {
    const value = unknownLike(valueAt(one.input, to));
    const changed = value === undefined ? undefined : await withInput(desk, one, changedAt(one.input, to, value) as Input);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** The case without a member of its body that is required. */
async function wrongCase(desk: Desk, one: Case): Promise<Case | undefined> {
  const body = valueAt(one.input, '/body');
  if (!isObject(body)) return undefined;
  for (const name of Object.keys(body)) {
    const at = pointerTo('body', name);
    const input = changedAt(one.input, at, REMOVED) as Input;
    const intent = { kind: 'invalid', by: 'required' } as const;
    const request = await confirmed(desk.judge, { operation: one.operation, intent, at }, input);
    if (request !== undefined) return { ...one, input, request };
  }
  return undefined;
}

/** Where the document says so, the same key with another body is refused. */
async function withOtherBody(desk: Desk, { operation, key }: Subject, one: Answered): Promise<void> {
  const varied = saysRefused(key) ? await variedCase(desk, one.case, key.place) : undefined;
  if (varied === undefined) return;
  const exchange = await desk.send(probe(desk, varied, KEYS, 'the same key with another body'), one);
  if (!isAnswered(exchange)) return;
  desk.looked(KEYS, operation, [one, exchange]);
  if (!succeeded(exchange)) return;
  desk.found({
    check: KEYS,
    message: `Another request with the same ${key.name} is answered with ${exchange.response.status}.`,
    expected: 'a status from 400 to 499, as the document says',
    exchanges: [one, exchange],
  });
}

/** Two requests at once with one key make one thing. */
async function atOnce(desk: Desk, { operation, key, idOf }: Subject, first: Case): Promise<void> {
  for (let count = 0; count < TRIES && desk.mayGoOn(); count++) {
    const one = await keyed(desk, await desk.ready(another(desk, first, 'with one key at once')), key);
    if (one === undefined) return;
    const sent = await Promise.all(Array.from({ length: 2 }, () => desk.send(probe(desk, one, KEYS, 'at once with one key'))));
    const [a, b] = sent.filter(succeeded);
    if (a === undefined || b === undefined) continue;
    desk.looked(KEYS, operation, [a, b]);
    const [mine, yours] = [idOf(a), idOf(b)];
    if (mine === undefined || yours === undefined || mine === yours) continue;
    desk.found({
      check: KEYS,
      message: `Two requests at once with the same ${key.name} have created two things (${mine} and ${yours}).`,
      expected: 'one thing',
      exchanges: [a, b],
    });
    return;
  }
}

/** The key of one account is unknown in another one: the second account does not get what the first one has made. */
async function byOther(desk: Desk, subject: Subject, first: Case): Promise<void> {
  const { operation, key, idOf, thingOf } = subject;
  const one = (await made(desk, subject, first))?.one;
  const id = idOf(one);
  if (one === undefined || id === undefined) return;
  const other = await desk.send(probe(desk, one.case, OTHER, 'the same key by the second account', 'other'), one);
  if (!isAnswered(other)) return;
  desk.looked(OTHER, operation, [one, other]);
  if (idOf(other) !== id || !succeeded(other) || !isDeepStrictEqual(thingOf(one), thingOf(other))) return;
  desk.found({
    check: OTHER,
    message: `With the same ${key.name}, the second account gets what the first one has made (${id}).`,
    expected: 'an answer of its own',
    exchanges: [one, other],
  });
}
