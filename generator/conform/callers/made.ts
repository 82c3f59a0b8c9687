// Makes keys and tokens by the operations of the service itself, and finds where they let somebody through.
import { successProperties } from '../../inference/shapes.ts';
import type { Operation } from '../../model/service.ts';
import type { Case, OwnCredential } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { bodyMembers, givenTexts, withMembers } from './bodies.ts';
import { another, type Desk, hasPathParameter, isAnswered, isSecured, probe, succeeded } from './desk.ts';

export const MADE = 'made-credential';

/** A read that needs a credential of one scheme, which the service refuses with a wrong one. */
export interface Guarded {
  readonly scheme: string;
  readonly read: Case;
}

/** A credential that an answer has given, and the read that it has been let through. */
export interface Key extends Guarded {
  readonly created: Answered;
  readonly credential: OwnCredential;
}

/** Names of members that hold a credential. */
const NAMES = /(?:secret|token|key|credential|bearer|jwt)(?:_?value)?$/i;

/** The fewest characters of a credential. */
const SHORTEST = 8;

const ONE_TEXT: ReadonlySet<string> = new Set(['apiKey', 'bearer', 'http', 'oauth2', 'openIdConnect']);

/** A read for each scheme whose credential is one text. */
export async function guardedReads(desk: Desk): Promise<readonly Guarded[]> {
  const found: Guarded[] = [];
  for (const { name, kind } of desk.service.securitySchemes) {
    const read = ONE_TEXT.has(kind) ? ((await guardedRead(desk, name, MADE)) ?? (await guardedThing(desk, name))) : undefined;
    if (read !== undefined) found.push({ scheme: name, read });
  }
  return found;
}

/** A read that the credential of this scheme alone is enough for, or as `isMeant` says, and that a wrong one is refused by. */
export async function guardedRead(
  desk: Desk,
  scheme: string,
  check: string,
  isMeant = (operation: Operation): boolean => takes(operation, scheme),
): Promise<Case | undefined> {
  for (const operation of desk.service.operations) {
    const first = desk.caseOf(operation);
    if (operation.method !== 'GET' || hasPathParameter(operation) || first === undefined || !isMeant(operation)) continue;
    if (!desk.mayGoOn()) return undefined;
    if (await isGuarded(desk, first, check)) return first;
  }
  return undefined;
}

/** The same of a thing that there is now. */
async function guardedThing(desk: Desk, scheme: string): Promise<Case | undefined> {
  for (const operation of desk.service.operations) {
    const first = desk.caseOf(operation);
    const isMeant = operation.method === 'GET' && hasPathParameter(operation) && takes(operation, scheme);
    if (first === undefined || !isMeant || !desk.mayGoOn()) continue;
    const one = await desk.ready(another(desk, first, 'for a key'));
    if (await isGuarded(desk, one, MADE)) return one;
  }
  return undefined;
}

async function isGuarded(desk: Desk, read: Case, check: string): Promise<boolean> {
  const own = await desk.send(another(desk, read, 'before a key is made'));
  const wrong = await desk.send(probe(desk, read, check, 'with a wrong credential', 'wrong'));
  return succeeded(own) && isAnswered(wrong) && [401, 403].includes(wrong.response.status);
}

/** Whether the credential of this scheme is all that an operation needs. */
export function takes(operation: Operation, scheme: string): boolean {
  return isSecured(operation) && operation.security.some((all) => all.length === 1 && all[0]?.scheme === scheme);
}

/** The operations whose answers may have a credential. */
export function makersIn(desk: Desk): readonly Operation[] {
  return desk.service.operations.filter(
    (one) => one.method === 'POST' && desk.caseOf(one) !== undefined && successProperties(one).some((name) => NAMES.test(name)),
  );
}

const EXPIRY = /^(?:expir|valid_?(?:until|to|through)|not_?after|ends?_?(?:at|on)$)/i;

/** The member of a body that says when a key expires. */
export function expiryOf(operation: Operation): string | undefined {
  return bodyMembers(operation).find(({ name }) => EXPIRY.test(name))?.name;
}

/** Later than any run. */
const LASTING = '2199-12-31T23:59:59Z';

/** What a create answers with these members in its body. Without another wish, the key does not expire: a time that is valid may be in the past. */
export async function createdWith(
  desk: Desk,
  operation: Operation,
  members: Readonly<Record<string, unknown>>,
): Promise<Exchange | undefined> {
  const first = desk.caseOf(operation);
  if (first === undefined) return undefined;
  const expiry = expiryOf(operation);
  const isFree = expiry !== undefined && !Object.hasOwn(members, expiry);
  const tries = isFree ? [undefined, null, LASTING].map((time) => ({ [expiry]: time, ...members })) : [members];
  for (const all of tries) {
    const one = Object.keys(all).length === 0 ? first : await withMembers(desk, first, all);
    if (one === undefined) continue;
    const made = another(desk, one, 'that makes a key');
    if (expiry === undefined || isFree) return desk.fresh(made);
    // The end stays as it is, also where another one has been let through before.
    const exact = await withMembers(desk, await desk.ready(made), { [expiry]: members[expiry] });
    return exact && desk.send(exact);
  }
  return undefined;
}

/** The credential in the answer of a create, if the service lets it through anywhere. */
export async function keyIn(desk: Desk, created: Answered, guarded: readonly Guarded[]): Promise<Key | undefined> {
  for (const { value } of givenTexts(created, NAMES, SHORTEST)) {
    for (const { scheme, read } of guarded) {
      const credential: OwnCredential = { values: { [scheme]: value } };
      const exchange = await desk.send(probe(desk, read, MADE, 'with the new key', credential), created);
      if (succeeded(exchange)) return { created, credential, scheme, read };
    }
  }
  return undefined;
}

/** How often, and after how many milliseconds, a key is tried again: services may remember for a moment that it was good. */
const TRIES = 3;
const WAIT = 500;

/** The answer with which a key is still let through, after some tries. */
export async function stillWorks(desk: Desk, { read, credential }: Key, says: string, after: Exchange): Promise<Answered | undefined> {
  for (let count = 1; ; count++) {
    const exchange = await desk.send(probe(desk, read, MADE, says, credential), after);
    if (isAnswered(exchange)) desk.looked(MADE, read.operation, [after, exchange]);
    if (!succeeded(exchange)) return undefined;
    if (count === TRIES) return exchange;
    if (!(await desk.pause(WAIT))) return undefined;
  }
}
