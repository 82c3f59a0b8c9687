// Sends requests again with the same idempotency key: once more, at once, with another body, and by another account.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject, isTextOrNumber, pointerTo, valueAt } from '../../inference/pointers.ts';
import { names } from '../../inference/prose/index.ts';
import { type RequestKey, requestKeyOf } from '../../inference/request-keys.ts';
import type { Resource } from '../../inference/resources.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { changedAt, confirmed, type Input, REMOVED } from '../plan/index.ts';
import { resultOf, unknownLike } from '../sequences/index.ts';
import { OTHER } from './accounts.ts';
import { another, type Desk, isAnswered, isSecured, probe, succeeded, thingIn, withInput } from './desk.ts';
import { variedCase } from './varied.ts';

const KEYS = 'idempotency-key';

/** Statuses that blame a request which was right the first time. A conflict (409) may say that the first one is still under way. */
const REFUSED = new Set([400, 404, 405, 410, 415, 422]);

/** How often two requests are sent at once. */
const TRIES = 3;

export async function tryKeys(desk: Desk): Promise<void> {
  for (const resource of desk.resources) {
    const key = requestKeyOf(resource.create);
    const first = desk.caseOf(resource.create);
    if (key === undefined || first === undefined || !desk.mayGoOn()) continue;
    if (desk.isOn(KEYS)) await again(desk, resource, key, first);
    if (desk.isOn(OTHER) && isSecured(resource.create)) await byOther(desk, resource, key, first);
  }
}

/** The case with a key that no request has had. */
async function keyed(desk: Desk, one: Case, { place }: RequestKey): Promise<Case | undefined> {
  const uuid = randomUUID();
  for (const text of [uuid, uuid.replaceAll('-', ''), uuid.replaceAll('-', '').slice(0, 16)]) {
    const given = await withInput(desk, one, changedAt(one.input, place, text) as Input);
    if (given !== undefined) return given;
  }
  return undefined;
}

function idOf({ edge }: Resource, exchange: Exchange | undefined): string | undefined {
  const value = succeeded(exchange) ? valueAt(resultOf(exchange), edge.from) : undefined;
  return isTextOrNumber(value) ? String(value) : undefined;
}

/** A create that has succeeded, and the same with a key: what else it needs is known to be right. */
async function made(desk: Desk, resource: Resource, key: RequestKey, first: Case): Promise<Answered | undefined> {
  const before = await desk.fresh(another(desk, first, 'before a key'));
  if (!succeeded(before)) return undefined;
  const one = await keyed(desk, await desk.ready(another(desk, before.case, 'with a key')), key);
  const exchange = one && (await desk.send(one));
  return idOf(resource, exchange) === undefined || !succeeded(exchange) ? undefined : exchange;
}

async function again(desk: Desk, resource: Resource, key: RequestKey, first: Case): Promise<void> {
  const { create } = resource;
  const one = await made(desk, resource, key, first);
  if (one === undefined) return;
  const id = idOf(resource, one) ?? '';
  const fault = (message: string, exchange: Exchange, expected = `the answer about ${id}`): void =>
    desk.found({ check: KEYS, message, expected, exchanges: [one, exchange] });
  const same = await desk.send(probe(desk, one.case, KEYS, 'the same key again'), one);
  if (!isAnswered(same)) return;
  desk.looked(KEYS, create, [one, same]);
  const { status } = same.response;
  if (REFUSED.has(status)) return fault(`The same request with the same ${key.name} is refused with ${status}.`, same);
  const second = idOf(resource, same);
  if (second !== undefined && second !== id)
    return fault(`The same request with the same ${key.name} has created a second thing (${second}).`, same);
  for (const { about, message, expected } of same.reading.faults)
    if (about === 'status' && succeeded(same)) fault(`The same request with the same ${key.name}: ${message}`, same, expected);
  if (second === undefined) return;
  await afterRefusal(desk, create, key, one);
  await withOtherBody(desk, create, key, one);
  await atOnce(desk, resource, key, one.case);
}

/** Where the document says so, a request that was refused leaves its key free: the right request with this key succeeds. */
async function afterRefusal(desk: Desk, create: Operation, key: RequestKey, one: Answered): Promise<void> {
  if (!key.sentences.some((text) => saysFree(text, key))) return;
  for (const make of [wrongCase, unknownReference]) {
    const next = await keyed(desk, await desk.ready(another(desk, one.case, 'with the key of a request that was refused')), key);
    const wrong = next && (await make(desk, next));
    if (next !== undefined && wrong !== undefined && (await isTaken(desk, create, key, one, wrong, next))) return;
  }
}

/** Whether a key stays taken after a request with it that was refused. */
async function isTaken(desk: Desk, create: Operation, key: RequestKey, one: Answered, wrong: Case, next: Case): Promise<boolean> {
  const refused = await desk.send(probe(desk, wrong, KEYS, 'refused with a key'), one);
  if (!isAnswered(refused) || refused.response.status < 400 || refused.response.status >= 500) return false;
  const exchange = await desk.send(probe(desk, next, KEYS, 'the key of the request that was refused'), refused);
  if (!isAnswered(exchange)) return false;
  desk.looked(KEYS, create, [refused, exchange]);
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

/** Whether a sentence says that a refusal leaves the key free. */
function saysFree(sentence: string, { name }: RequestKey): boolean {
  return (
    /\b(?:refus\w+|reject\w+|fail\w*|invalid|unsuccessful|errors?|4\d\d|4xx)\b/i.test(sentence) &&
    (/\bkeys?\b/i.test(sentence) || names(sentence, name)) &&
    /\b(?:free|unused|again|reus\w+|(?:not|never|n['’]t) (?:be )?(?:taken?|used?|stored?|kept|keep|saved?|spen[dt]|consumed?|recorded?|remembered))\b/i.test(
      sentence,
    )
  );
}

/** Where the document says so, the same key with another body is refused. */
async function withOtherBody(desk: Desk, create: Operation, key: RequestKey, one: Answered): Promise<void> {
  const varied = await variedCase(desk, one.case, key.place);
  if (!key.sentences.some(saysRefused) || varied === undefined) return;
  const exchange = await desk.send(probe(desk, varied, KEYS, 'the same key with another body'), one);
  if (!isAnswered(exchange)) return;
  desk.looked(KEYS, create, [one, exchange]);
  if (!succeeded(exchange)) return;
  desk.found({
    check: KEYS,
    message: `Another request with the same ${key.name} is answered with ${exchange.response.status}.`,
    expected: 'a status from 400 to 499, as the document says',
    exchanges: [one, exchange],
  });
}

/** Whether a sentence says that a key with another body is refused. */
function saysRefused(sentence: string): boolean {
  return (
    /\b(?:other|another|different|changed|differs?|not the same|mismatch\w*)\b/i.test(sentence) &&
    /\b(?:body|bodies|request|payload|content|parameters?|input)\b/i.test(sentence) &&
    /\b(?:4\d\d|refus\w+|reject\w+|conflict\w*|errors?|fails?)\b/i.test(sentence)
  );
}

/** Two requests at once with one key make one thing. */
async function atOnce(desk: Desk, resource: Resource, key: RequestKey, first: Case): Promise<void> {
  for (let count = 0; count < TRIES && desk.mayGoOn(); count++) {
    const one = await keyed(desk, await desk.ready(another(desk, first, 'with one key at once')), key);
    if (one === undefined) return;
    const sent = await Promise.all(Array.from({ length: 2 }, () => desk.send(probe(desk, one, KEYS, 'at once with one key'))));
    const [a, b] = sent.filter(succeeded);
    if (a === undefined || b === undefined) continue;
    desk.looked(KEYS, resource.create, [a, b]);
    const [mine, yours] = [idOf(resource, a), idOf(resource, b)];
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
async function byOther(desk: Desk, resource: Resource, key: RequestKey, first: Case): Promise<void> {
  const one = await made(desk, resource, key, first);
  const id = idOf(resource, one);
  if (one === undefined || id === undefined) return;
  const other = await desk.send(probe(desk, one.case, OTHER, 'the same key by the second account', 'other'), one);
  if (!isAnswered(other)) return;
  desk.looked(OTHER, resource.create, [one, other]);
  if (idOf(resource, other) !== id || !succeeded(other) || !isDeepStrictEqual(thingIn(resource, one), thingIn(resource, other))) return;
  desk.found({
    check: OTHER,
    message: `With the same ${key.name}, the second account gets what the first one has made (${id}).`,
    expected: 'an answer of its own',
    exchanges: [one, other],
  });
}
