// Sends secrets that nothing else has, and looks for them in what the service answers: in the answer itself, in reads, lists and errors.

import { isObject, pointerTo, valueAt } from '../../inference/pointers.ts';
import { sentencesIn } from '../../inference/prose/index.ts';
import type { Resource } from '../../inference/resources.ts';
import { successProperties } from '../../inference/shapes.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import { newWord } from '../contract/chance.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { changedAt, confirmed, type Input } from '../plan/index.ts';
import { resultOf } from '../sequences/index.ts';
import { bodyMembers, type Member, withMembers } from './bodies.ts';
import { another, type Desk, isAnswered, probe, succeeded } from './desk.ts';
import { listBeside, readOf } from './looks.ts';

export const SECRETS = 'keeps-secrets';

/** Names of members that hold what only the caller may know. */
const PASSWORDS = /^(?:\w+_)?(?:password|passwd|pwd|passphrase|pin|cvc|cvv)$|[a-z]Password$/;

export async function trySecrets(desk: Desk): Promise<void> {
  if (!desk.isOn(SECRETS)) return;
  const sentence = quietErrors(desk.service);
  for (const operation of desk.service.operations) {
    if (!['POST', 'PUT', 'PATCH'].includes(operation.method) || desk.caseOf(operation) === undefined) continue;
    if (!desk.mayGoOn()) return;
    const secret = bodyMembers(operation).find(isSecret);
    if (secret !== undefined) await sendSecret(desk, operation, secret);
    if (secret !== undefined || sentence !== undefined) await sendWrong(desk, operation, secret, sentence);
  }
}

/** Whether a member is only sent: it says so itself (OpenAPI 3.1 section 4.8.24, JSON Schema `writeOnly`), or it is a password. */
function isSecret({ name, schemas }: Member): boolean {
  return isWriteOnly(schemas) || schemas.some(({ format }) => format === 'password') || PASSWORDS.test(name);
}

function isWriteOnly(schemas: readonly Schema[]): boolean {
  return schemas.some(({ writeOnly }) => writeOnly === true);
}

/** The sentence by which errors do not repeat what was sent. */
function quietErrors({ description }: Pick<Service, 'description'>): string | undefined {
  return sentencesIn(description ?? '').find(
    (one) =>
      /\b(?:errors?|messages?|problems?)\b/i.test(one) &&
      /\b(?:never|not|no)\b[^.;]*\b(?:repeat|echo|contain|include|show|reveal|quote)\w*\b[^.;]*\b(?:values?|sent|inputs?|secrets?)\b/i.test(
        one,
      ),
  );
}

/** Values that may be a secret, the ones that satisfy the most rules for passwords first. */
function secretsFrom(word: string): readonly string[] {
  return [`${word}A9!x`, `${word}A9x`, word, `${word}${word}`, `${word}${word}A9!x`];
}

async function sendSecret(desk: Desk, operation: Operation, member: Member): Promise<void> {
  // A service may say that it shows what it was sent.
  if (!isWriteOnly(member.schemas) && successProperties(operation).includes(member.name)) return;
  const first = desk.caseOf(operation);
  const prepared = first && (await withSecret(desk, first, member));
  if (prepared === undefined) return;
  const { one, secret } = prepared;
  const answer = await desk.fresh(another(desk, one, 'with a secret'));
  if (!succeeded(answer) || !JSON.stringify(answer.case.input).includes(secret)) return;
  desk.looked(SECRETS, operation, [answer]);
  const at = `/body/${member.name}`;
  if (judgeShown(desk, answer, secret, `The answer repeats the secret that was sent as \`${at}\`.`, [answer])) return;
  const resource = desk.resources.find(({ create }) => create === operation);
  for (const later of resource === undefined ? [] : await readsOf(desk, resource, answer)) {
    desk.looked(SECRETS, later.case.operation, [answer, later]);
    judgeShown(desk, later, secret, `The secret that was sent as \`${at}\` is shown.`, [answer, later]);
  }
}

async function withSecret(desk: Desk, first: Case, { name }: Member): Promise<{ readonly one: Case; readonly secret: string } | undefined> {
  for (const secret of secretsFrom(newWord())) {
    const one = await withMembers(desk, first, { [name]: secret });
    if (one !== undefined) return { one, secret };
  }
  return undefined;
}

/** Whether an answer has the secret, which is a finding. */
export function judgeShown(
  desk: Desk,
  exchange: Answered,
  secret: string,
  message: string,
  exchanges: readonly [...Exchange[], Exchange],
): boolean {
  if (!textOf(exchange.response).includes(secret)) return false;
  desk.found({ check: SECRETS, message, expected: 'an answer without the secret', exchanges });
  return true;
}

/** The read and the list of what was created. */
export async function readsOf(desk: Desk, resource: Resource, created: Answered): Promise<readonly Answered[]> {
  const id = valueAt(resultOf(created), resource.edge.from);
  const look = resource.read && (await readOf(desk, { resource, created, id }));
  const page = resource.list && (await listBeside(desk, resource.list.operation, created));
  const found: Answered[] = [];
  for (const one of [look, page]) {
    const exchange = one && (await desk.send(another(desk, one, 'after a secret'), created));
    if (succeeded(exchange)) found.push(exchange);
  }
  return found;
}

/** A request with a wrong value, which the error may not repeat: the secret itself, or any value where the document says so. */
async function sendWrong(desk: Desk, operation: Operation, secret: Member | undefined, sentence: string | undefined): Promise<void> {
  const first = desk.caseOf(operation);
  const body = valueAt(first?.input, '/body');
  if (first === undefined || !isObject(body)) return;
  const name = secret?.name ?? Object.entries(body).find(([, value]) => typeof value === 'string')?.[0];
  if (name === undefined) return;
  const word = newWord();
  const at = pointerTo('body', name);
  const input = changedAt(first.input, at, [word]) as Input;
  const request = await confirmed(desk.judge, { operation, intent: { kind: 'invalid', by: 'type' }, at }, input);
  if (request === undefined) return;
  const exchange = await desk.send({ ...probe(desk, first, SECRETS, `with a wrong \`${at}\``), input, request, at });
  if (!isAnswered(exchange) || exchange.response.status < 400) return;
  desk.looked(SECRETS, operation, [exchange]);
  if (!textOf(exchange.response).includes(word)) return;
  const reason = sentence === undefined ? '' : ` The document says: “${sentence}”`;
  desk.found({
    check: SECRETS,
    message: `The error ${exchange.response.status} repeats the value that was sent as \`${at}\`.${reason}`,
    expected: 'an error without the value',
    exchanges: [exchange],
  });
}
