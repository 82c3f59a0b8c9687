// Uses keys that were made with fewer rights for operations that ask for more.

import { dutiesIn, namesIn, sentencesIn } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';
import { bodyMembers, listedValues, type Member, textOfMember } from './bodies.ts';
import { another, type Desk, hasPathParameter, isAnswered, probe, succeeded } from './desk.ts';
import { createdWith, type Guarded, type Key, keyIn, MADE, takes } from './made.ts';

const RIGHTS = /scope|role|permission|privilege|access|rights?$|abilit/i;

/** Values that give the right to read alone. */
const READS = /^(?:\w+[:._-])*(?:read|reads|view|viewer|reader|read-?_?only|guest|observer|auditor)$/i;

/** Operations that change nothing, whatever their method. */
const READING = /search|query|find|lookup|valid|preview|check|export|report|count|estimate|simulat|batch-?get/i;

/** The most changes that are tried with one key. */
const MOST = 4;

export async function withFewerRights(desk: Desk, { created }: Key, guarded: readonly Guarded[]): Promise<void> {
  const { operation } = created.case;
  const member = bodyMembers(operation).find((one) => RIGHTS.test(one.name) && listedValues(one).values.length > 1);
  if (member === undefined) return;
  const { values, isList } = listedValues(member);
  const texts = values.filter((value) => typeof value === 'string');
  for (const value of texts.filter((one) => READS.test(one)).slice(0, 2)) {
    const made = await createdWith(desk, operation, { [member.name]: isList ? [value] : value });
    const key = succeeded(made) ? await keyIn(desk, made, guarded) : undefined;
    if (key !== undefined) await changesWith(desk, key, member, value, texts);
  }
}

async function changesWith(desk: Desk, key: Key, member: Member, value: string, values: readonly string[]): Promise<void> {
  const { created, credential, scheme } = key;
  const refused: Operation[] = [];
  const given: Answered[] = [];
  for (const operation of changesIn(desk, scheme)) {
    const first = desk.caseOf(operation);
    if (first === undefined || refused.length + given.length >= MOST || !desk.mayGoOn()) continue;
    const one = await desk.ready(another(desk, first, 'for a key with fewer rights'));
    const exchange = await desk.send(probe(desk, one, MADE, `with a key that has \`${value}\` alone`, credential), created);
    if (!isAnswered(exchange)) continue;
    desk.looked(MADE, operation, [created, exchange]);
    if (exchange.response.status === 403) refused.push(operation);
    else if (succeeded(exchange)) given.push(exchange);
  }
  for (const exchange of given) {
    const reason = reasonFor(desk, exchange.case.operation, member, value, values, created, refused);
    if (reason === undefined) continue;
    desk.found({
      check: MADE,
      message: `A key that was made with the ${member.name} \`${value}\` alone is let through with ${exchange.response.status}. ${reason}`,
      expected: 'the status 403 for a key without the right',
      exchanges: [created, exchange],
    });
    return;
  }
}

/** The changes that this scheme alone lets through, creates first. */
function changesIn({ service }: Desk, scheme: string): readonly Operation[] {
  return service.operations
    .filter(
      (one) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(one.method) && takes(one, scheme) && !READING.test(`${one.id} ${one.path}`),
    )
    .toSorted((a, b) => Number(hasPathParameter(a)) - Number(hasPathParameter(b)));
}

/** Why the key may not make a change: the document says so, or the service refuses another change. */
function reasonFor(
  { service }: Desk,
  operation: Operation,
  member: Member,
  value: string,
  values: readonly string[],
  created: Answered,
  refused: readonly Operation[],
): string | undefined {
  const scopes = operation.security.flatMap((all) => all.flatMap((one) => one.scopes));
  if (scopes.length > 0 && values.some((one) => scopes.includes(one))) {
    return scopes.includes(value) ? undefined : `The operation needs ${scopes.map((one) => `\`${one}\``).join(', ')}.`;
  }
  const { operation: maker } = created.case;
  const schemes = service.securitySchemes.map(({ description }) => description);
  const texts = [maker.description, textOfMember(member), ...schemes, service.description, operation.description];
  const sentence = texts.flatMap((text) => sentencesIn(text ?? '')).find((one) => isOfRights(one) && namesIn(one, values).length > 0);
  if (sentence !== undefined) return `The document says: “${sentence}”`;
  const [other] = refused;
  return other === undefined ? undefined : `${other.id} refuses the same key.`;
}

/** Whether a sentence says what somebody may not do, or what an operation needs. */
function isOfRights(sentence: string): boolean {
  const duties = dutiesIn(sentence);
  return duties.has('only') || duties.has('refused') || /\b(?:needs?|needed|requires?|required)\b/i.test(sentence);
}
