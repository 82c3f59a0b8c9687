// What a PUT leaves out, and what a create was given and has lost.

import { isDeepStrictEqual } from 'node:util';
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { omittedIn, sentencesIn } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import type { Lab } from '../lab.ts';
import { ownParent, type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { waitBriefly } from './later.ts';
import { declaredMembers, readThing, type Seen } from './seen.ts';

export const replaced: readonly Script[] = [
  { check: 'replace-removes', run: replaceRemoves },
  { check: 'create-keeps', run: createKeeps },
];

const REPLACES = /replac|overwrit|as a whole|entire|left out|omitted|\bgone\b|\breset/i;
const KEEPS =
  /unchanged|partial|\bmerge|\b(?:left out|omitted|missing|absent|not (?:sent|given|included))\b[^.]*\b(?:stay|keep|kept|retain|remain)/i;

/** A PUT without an optional member, after one with it. A create without it shows what is there then. */
async function* replaceRemoves(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { changes } = resource;
  const read = shownBy(resource);
  if (read === undefined) return;
  for (const operation of changes.filter(({ method }) => method === 'PUT')) {
    const text = [operation.id, operation.summary, operation.description].join('. ');
    const sentences = sentencesIn(`${operation.summary ?? ''}\n\n${operation.description ?? ''}`);
    const said = sentences.find((one) => omittedIn(one) === 'kept');
    const isReplaced = REPLACES.test(text) || sentences.some((one) => omittedIn(one) === 'removed');
    if (said !== undefined && (await keepsOmitted(setting, operation, said))) yield operation;
    if (said !== undefined || KEEPS.test(text)) continue;
    const plain = things.lab();
    // What all others stand below may have no room left.
    const parent = await ownParent(plain, things, resource);
    const options = parent === undefined ? {} : { parent };
    const made = await leastOf(setting, plain, options);
    const fresh = await readThing(plain, things, read, made);
    const lab = things.lab();
    const thing = await things.make(lab, resource, 2, options);
    const whole = await replacedBy(setting, lab, operation, thing);
    const full = membersIn(operation, whole);
    if (whole === undefined || full === undefined) continue;
    const before = await readThing(lab, things, read, thing);
    // What is left out is optional; the rest has just been taken.
    const bare = leastIn(operation, full);
    if (
      !isSuccess(
        await things.call(lab, operation, thing, { says: 'replace with what is required', input: withMembers(operation, whole, bare) }),
      )
    )
      continue;
    // A list may follow a moment later.
    if (read.items !== undefined) await waitBriefly();
    const after = await readThing(lab, things, read, thing);
    if (fresh === undefined || before === undefined || after === undefined) continue;
    yield operation;
    const given = membersIn(resource.create, made.created.case.input);
    const isComparable = (name: string): boolean =>
      !Object.hasOwn(bare, name) &&
      full[name] !== null &&
      isDeepStrictEqual(before.resource[name], full[name]) &&
      given !== undefined &&
      !Object.hasOwn(given, name) &&
      !isDeepStrictEqual(fresh.resource[name], full[name]) &&
      !isKept(operation, name);
    const compared = Object.keys(full).filter(isComparable);
    const kept = compared.filter((name) => isDeepStrictEqual(after.resource[name], full[name]));
    // A service that keeps everything may mean its PUT so, unless its document says otherwise.
    const [name] = kept;
    if (name === undefined || (kept.length === compared.length && !isReplaced)) continue;
    lab.fault(
      'replace-removes',
      `\`${name}\` is still what it was after ${operation.id} without it.`,
      `\`${name}\` as after a create without it`,
      after.exchange,
    );
  }
}

/** Whether a PUT that leaves members out was made, where a sentence says that these stay as they are. */
async function keepsOmitted(setting: Setting, operation: Operation, said: string): Promise<boolean> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  const lab = things.lab();
  const thing = await things.make(lab, resource, 2);
  const whole = await replacedBy(setting, lab, operation, thing);
  const full = membersIn(operation, whole);
  if (read === undefined || whole === undefined || full === undefined) return false;
  const before = await readThing(lab, things, read, thing);
  // The same values otherwise: what follows from another member has no reason to change.
  const body = leastIn(operation, full);
  const exchange = await things.call(lab, operation, thing, {
    says: 'replace with what is required',
    input: withMembers(operation, whole, body),
  });
  if (!isSuccess(exchange) || exchange.response.status === 202) return false;
  const after = await readThing(lab, things, read, thing);
  if (before === undefined || after === undefined) return false;
  const name = Object.keys(full).find(
    (one) =>
      !Object.hasOwn(body, one) &&
      full[one] !== null &&
      isDeepStrictEqual(before.resource[one], full[one]) &&
      !isDeepStrictEqual(after.resource[one], full[one]),
  );
  if (name === undefined) return true;
  const is = JSON.stringify(after.resource[name]) ?? 'missing';
  const message = `\`${name}\` is ${is} after ${operation.id} without it, and was ${JSON.stringify(full[name])}; the document says: “${said}”`;
  return lab.fault('replace-removes', message, `\`${name}\` as before`, after.exchange);
}

/** The input of a PUT with all members that has been accepted. */
async function replacedBy({ things, inputs }: Setting, lab: Lab, operation: Operation, thing: Thing): Promise<Input | undefined> {
  for (const variant of [4, 6, 2, 0]) {
    const input = inputs.of(operation, variant);
    const says = 'replace with all members';
    const exchange = input && (await unlessStopped(things.call(lab, operation, thing, { says, input })));
    if (exchange !== undefined && isSuccess(exchange)) return exchange.case.input as Input | undefined;
    if (exchange !== undefined) lab.forget(exchange);
  }
  return undefined;
}

/** A thing that was made with nothing but what is required: what was refused with less is made with more, and tried again without that. */
async function leastOf({ things, resource }: Setting, lab: Lab, options: { readonly parent?: Thing }): Promise<Thing> {
  const made = await things.make(lab, resource, 1, options);
  const input = made.created.case.input as Input | undefined;
  const body = membersIn(resource.create, input);
  if (input === undefined || body === undefined) return made;
  const least = leastIn(resource.create, body);
  if (Object.keys(least).length === Object.keys(body).length) return made;
  return (await unlessStopped(things.makeFrom(lab, resource, withMembers(resource.create, input, least), options))) ?? made;
}

/** The members of a body that are required. */
function leastIn(operation: Operation, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const required = new Set(possibleConjuncts(memberSchemasOf(operation)).flatMap((one) => [...(one.required ?? [])]));
  return Object.fromEntries(Object.entries(body).filter(([name]) => required.has(name)));
}

/** Whether the document says of a member that it stays, or is not shown. */
function isKept(operation: Operation, name: string): boolean {
  const own = propertiesOf(memberSchemasOf(operation)).get(name) ?? [];
  return own.some(
    ({ readOnly, writeOnly, description = '' }) =>
      readOnly === true || writeOnly === true || /\bstay|\bkept|\bkeep|unchanged|never/i.test(description),
  );
}

/** How many creates must have lost a member. */
const LEAST_LOST = 3;

/** A member that is lost in each of three creates, and that a change of the same thing keeps. */
async function* createKeeps({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { read, create, changes } = resource;
  if (read === undefined || changes.length === 0) return;
  const declared = declaredMembers(read);
  const lost = new Map<string, number>();
  let last: { readonly lab: Lab; readonly thing: Thing; readonly seen: Seen } | undefined;
  for (const variant of [2, 4, 6]) {
    const lab = things.lab();
    const thing = await things.make(lab, resource, variant);
    const seen = await readThing(lab, things, read, thing);
    const body = membersIn(create, thing.created.case.input);
    if (seen === undefined || body === undefined) return;
    for (const [name, value] of Object.entries(body))
      if (declared.has(name) && isTelling(value) && seen.resource[name] === undefined) lost.set(name, (lost.get(name) ?? 0) + 1);
    last = { lab, thing, seen };
  }
  yield create;
  for (const [name, count] of lost) {
    if (count < LEAST_LOST || last === undefined) continue;
    for (const operation of changes) {
      const body = membersIn(operation, inputs.of(operation, 4));
      if (body === undefined || !isTelling(body[name])) continue;
      const lab = things.lab();
      const thing = await things.make(lab, resource, 2);
      if (!isSuccess(await things.call(lab, operation, thing, { says: 'change', input: inputs.of(operation, 4) }))) continue;
      const changed = await readThing(lab, things, read, thing);
      if (!isDeepStrictEqual(changed?.resource[name], body[name])) continue;
      last.lab.fault(
        'create-keeps',
        `\`${name}\` is sent to ${create.id} and is not read afterwards, where ${operation.id} keeps it.`,
        `\`${name}\` as it was sent`,
        last.seen.exchange,
      );
    }
  }
}

/** Whether a value is one that no service leaves out as nothing. */
function isTelling(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false || value === 0) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
