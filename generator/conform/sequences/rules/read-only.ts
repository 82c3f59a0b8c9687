// `read-only`: a value that a request has for a member that is read-only is not taken over (JSON Schema validation, section 9.4).

import { isDeepStrictEqual } from 'node:util';
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import type { Reader } from '../../../inference/resources.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Case } from '../../contract/case.ts';
import { chanceUuid } from '../../contract/chance.ts';
import type { Answered } from '../../contract/exchange.ts';
import { confirmed, type Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { declaredMembers, type Members, readThing } from './seen.ts';

const CHECK = 'read-only';

export const readOnly: readonly Script[] = [{ check: CHECK, run: readOnlyMembers }];

async function* readOnlyMembers(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, inputs } = setting;
  const { read, create, changes } = resource;
  if (read === undefined) return;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 2);
  const seen = await readThing(lab, things, read, thing);
  if (seen === undefined) return;
  const own = thing.created.case.input ?? {};
  const made = await sent(lab, create, things.ready(create, own), foreignValues(create, read, seen.resource));
  if (made !== undefined) {
    yield create;
    const id = isSuccess(made.exchange) ? things.idOf(resource, made.exchange) : undefined;
    if (id !== undefined) await judge(setting, lab, read, { ...thing, created: made.exchange, id }, made, seen.resource);
  }
  for (const operation of changes.filter((one) => one !== create)) {
    const input = inputs.of(operation, 4);
    const values = foreignValues(operation, read, seen.resource);
    // What names the thing, and the ETag that the change wants, is known from a change without them.
    const plain = input && (await unlessStopped(things.call(lab, operation, thing, { says: 'change', input })));
    if (plain === undefined || !isSuccess(plain) || plain.case.input?.header !== undefined) continue;
    const before = await readThing(lab, things, read, thing);
    const changed = before && (await sent(lab, operation, plain.case.input ?? {}, values));
    if (changed === undefined || before === undefined) continue;
    yield operation;
    if (isSuccess(changed.exchange)) await judge(setting, lab, read, thing, changed, before.resource);
  }
}

interface Sent {
  readonly exchange: Answered;
  readonly values: Members;
}

/** A request with further members in its body. */
async function sent(lab: Lab, operation: Operation, input: Input, values: Members): Promise<Sent | undefined> {
  if (Object.keys(values).length === 0 || membersIn(operation, input) === undefined) return undefined;
  const intent: Case['intent'] = { kind: 'valid', by: 'all' };
  const request = await confirmed(lab.equipment.judge, { operation, intent }, input);
  if (typeof request?.body !== 'string' || !request.body.startsWith('{')) return undefined;
  const plain = { body: JSON.parse(request.body) };
  const own = membersIn(operation, plain);
  const body = JSON.stringify(withMembers(operation, plain, { ...own, ...values }).body);
  const says = `${operation.method} with read-only members`;
  const exchange = await unlessStopped(lab.step({ operation, says, input, request: { ...request, body }, probe: CHECK }));
  return exchange && { exchange, values };
}

async function judge(
  { things }: Setting,
  lab: Lab,
  read: Reader,
  thing: Thing,
  { exchange, values }: Sent,
  before: Members,
): Promise<void> {
  const seen = await readThing(lab, things, read, thing);
  const name = Object.keys(values).find((one) => isSame(seen?.resource[one], values[one]) && !isSame(before[one], values[one]));
  if (seen === undefined || name === undefined) return;
  const message = `${exchange.case.operation.id} takes over \`${name}\`, which is read-only: it is ${JSON.stringify(seen.resource[name])} as it was sent.`;
  lab.fault(CHECK, message, `\`${name}\` as the service sets it, or a refusal`, seen.exchange);
}

function isSame(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value,
  );
  return first !== undefined && isDeepStrictEqual(first, second);
}

/** Values of the members that are read-only, other than those that the thing has. */
function foreignValues(operation: Operation, read: Reader, thing: Members): Members {
  const body = propertiesOf(memberSchemasOf(operation));
  const shown = declaredMembers(read);
  const found = [...new Set([...body.keys(), ...shown.keys()])].flatMap((name): [string, unknown][] => {
    const schemas = possibleConjuncts(body.get(name) ?? shown.get(name) ?? []);
    const value = schemas.some((one) => one.readOnly === true) ? foreignValue(schemas, thing[name]) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(found);
}

const TIMES: Readonly<Record<string, string>> = { 'date-time': '2001-02-03T04:05:06Z', date: '2001-02-03' };

function foreignValue(schemas: readonly Schema[], own: unknown): unknown {
  const listed = schemas.flatMap((one) => one.enum ?? []).filter((one) => typeof one === 'string' && one !== own);
  if (listed.length > 0) return listed.at(-1);
  const format = schemas.find((one) => one.format !== undefined)?.format ?? '';
  if (typeof own === 'boolean') return !own;
  if (typeof own === 'number') return own + 7;
  if (typeof own !== 'string') return undefined;
  if (format === 'uuid') return chanceUuid();
  return TIMES[format] ?? (schemas.some(({ pattern }) => pattern !== undefined) ? undefined : 'octavo-foreign');
}
