// Deletes things and restores them: they are as they were before, and what is not deleted cannot be restored.
import { isDeepStrictEqual } from 'node:util';
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { alternativesOf, answeredBy, expectedOf, isSaidTaken, names, quoted, type Said, saidOf } from '../../../inference/prose/index.ts';
import { isValue } from '../../../inference/stated/unique-values.ts';
import { segmentsOf } from '../../../inference/templates.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { withMembers } from '../bodies.ts';
import type { Lab } from '../lab.ts';
import { actionsOn } from '../machines/moves.ts';
import { type Members, readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';

const CHECK = 'restored';

export const restored: readonly Script[] = [{ check: CHECK, run: restore }];

const RESTORING = /^(?:restore|undelete|un-?delete|recover|untrash|un-?remove)$/i;

/** Members that say that something was done, and so change by the restoration itself. */
const OWN = /updat|modif|chang|version|revision|restor|delet|etag/i;

/** What a sentence says where all of a thing comes back. */
const AS_BEFORE = /\bas (?:it|they) (?:was|were)\b|\bas before\b|\b(?:everything|all)\b[^.;]*\b(?:back|restored|kept)\b|\bunchanged\b/i;

/** What a sentence says where it names members that do not come back. */
const EXCEPT = /\b(?:except|but|not|without|other than|apart from|null|reset|again|new)\b/i;

async function* restore(setting: Setting): AsyncGenerator<Operation> {
  const { resource, context } = setting;
  const { read, remove } = resource;
  const actions = actionsOn(setting, resource);
  const operation = actions.find(({ path }) => RESTORING.test((segmentsOf(path).at(-1) ?? '').replace(/^:/, '')));
  if (read === undefined || remove === undefined || operation === undefined) return;
  const said = saidOf(context.service, operation);
  const alive = said.find(
    ({ text, refusal }) => refusal !== undefined && /\bnot deleted\b|\bnever deleted\b|\bonly\b[^.;]*\bdeleted\b/i.test(text),
  );
  if (alive !== undefined) yield* restoreLiving(setting, operation, alive);
  for (const one of said) yield* restoreTaken(setting, operation, one);
  const before = said.find(({ text, refusal }) => refusal === undefined && AS_BEFORE.test(text));
  if (before === undefined) return;
  for (const action of [undefined, ...actions.filter((one) => one !== operation)]) yield* restoreAfter(setting, operation, before, action);
}

async function* restoreLiving({ things, resource }: Setting, operation: Operation, said: Said): AsyncGenerator<Operation> {
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  const exchange = await unlessStopped(things.call(lab, operation, thing, { says: 'restore what is not deleted', probe: CHECK }));
  if (exchange === undefined) return;
  yield operation;
  const { status } = exchange.response;
  if (isSuccess(exchange) && status !== 202)
    lab.fault(CHECK, `What is not deleted is restored with ${status}, and the document says: ${quoted(said)}`, expectedOf(said), exchange);
}

/** The values of a deleted thing may belong to another one by then: `Its slug has been taken by another shop since`. */
async function* restoreTaken({ things, resource, inputs }: Setting, operation: Operation, said: Said): AsyncGenerator<Operation> {
  const { create, read, remove } = resource;
  const taken = said.refusal === undefined ? [] : alternativesOf(said.text).filter((one) => isSaidTaken(one, answeredBy(said)));
  const values = [...propertiesOf(memberSchemasOf(create))].filter(([, own]) => isValue(own)).map(([name]) => name);
  const members = values.filter((name) => taken.some((text) => names(text, name)));
  if (read === undefined || remove === undefined || members.length === 0) return;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  const valuesOf = async (one: Thing): Promise<string> => {
    const seen = await readThing(lab, things, read, one);
    return JSON.stringify(members.map((name) => seen?.resource[name]));
  };
  const sent = membersIn(create, thing.created.case.input);
  const gone = await unlessStopped(things.call(lab, remove, thing, { says: 'delete' }));
  const given = inputs.of(create, 3);
  if (gone === undefined || !isSuccess(gone) || given === undefined || members.some((name) => sent?.[name] === undefined)) return;
  const ready = things.ready(create, given);
  const same = Object.fromEntries(members.map((name) => [name, sent?.[name]]));
  const input = withMembers(create, ready, { ...membersIn(create, ready), ...same });
  const created = await unlessStopped(things.callBeside(lab, create, thing, { says: 'create with its value', input, probe: CHECK }));
  const id = created && isSuccess(created) ? things.idOf(resource, created) : undefined;
  if (created === undefined || id === undefined || String(id) === String(thing.id)) return;
  const exchange = await unlessStopped(things.call(lab, operation, thing, { says: 'restore what has the value too', probe: CHECK }));
  if (exchange === undefined) return;
  yield operation;
  if (!isSuccess(exchange) || exchange.response.status === 202) return;
  if ((await valuesOf(thing)) !== (await valuesOf({ ...thing, created, id }))) return;
  const named = members.map((name) => `\`${name}\``).join(' and ');
  const message = `Two things have the same ${named} after ${operation.id}, and the document says: ${quoted(said)}`;
  lab.fault(CHECK, message, expectedOf(said), exchange);
}

/** With an action before, a thing has what no create gives it, such as somebody whom it is assigned to. */
async function* restoreAfter(setting: Setting, operation: Operation, said: Said, action: Operation | undefined): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read, remove } = resource;
  if (read === undefined || remove === undefined) return;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 2);
  const done = action && (await unlessStopped(things.call(lab, action, thing, { says: action.id })));
  if (action !== undefined && (done === undefined || !isSuccess(done))) return;
  const before = await stable(setting, lab, thing);
  if (before === undefined) return;
  for (const one of [remove, operation]) {
    const exchange = await unlessStopped(things.call(lab, one, thing, { says: one === remove ? 'delete' : 'restore' }));
    if (exchange === undefined || !isSuccess(exchange) || exchange.response.status === 202) return;
  }
  const after = await readThing(lab, things, read, thing);
  if (after === undefined) return;
  yield operation;
  const name = Object.keys(before).find(
    (one) => !OWN.test(one) && !(EXCEPT.test(said.text) && said.text.includes(one)) && !isDeepStrictEqual(before[one], after.resource[one]),
  );
  if (name === undefined) return;
  const [was, is] = [JSON.stringify(before[name]), JSON.stringify(after.resource[name])];
  const message = `\`${name}\` was ${was} before the delete, and is ${is} after ${operation.id}, although the document says: ${quoted(said)}`;
  lab.fault(CHECK, message, `\`${name}\` as it was`, after.exchange);
}

/** The members that two reads show equally. */
async function stable({ things, resource: { read } }: Setting, lab: Lab, thing: Thing): Promise<Members | undefined> {
  const [one, two] = read === undefined ? [] : [await readThing(lab, things, read, thing), await readThing(lab, things, read, thing)];
  if (one === undefined || two === undefined) return undefined;
  return Object.fromEntries(Object.entries(one.resource).filter(([name, value]) => isDeepStrictEqual(value, two.resource[name])));
}
