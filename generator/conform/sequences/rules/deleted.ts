// What a delete does to what stands below a thing, and to what refers to it.

import { phraseOf, sentencesIn } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, namesThing, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';

const CHECK = 'read-below-deleted';

export const deleted: readonly Script[] = [
  { check: CHECK, run: readBelowDeleted },
  { check: 'delete-in-use', run: deleteInUse },
];

/** A thing below one that is deleted: gone with it, or still there if the delete is refused. */
async function* readBelowDeleted(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read, remove } = resource;
  if (read === undefined || remove === undefined) return;
  for (const child of things.below(resource)) {
    const { read: reader } = child;
    // What has an address of its own may live on, unless the document says that it goes.
    const isGoing = reader !== undefined && (things.isBelow(reader.operation, resource) || saysWith(remove, child));
    const others = othersBelow(setting, child);
    if (!isGoing && others.length === 0) continue;
    const lab = things.lab();
    const parent = await things.make(lab, resource, 1);
    const below = await unlessStopped(things.make(lab, child, 1, { parent }));
    if (below === undefined) continue;
    if (isGoing) lab.forget(await things.call(lab, reader.operation, below, { says: 'read' }));
    const removed = await things.call(lab, remove, parent, { says: 'delete' });
    if (removed.response.status === 202 || removed.response.status >= 500) continue;
    const above = await things.call(lab, read.operation, parent, { says: 'read after delete', probe: CHECK });
    yield remove;
    if (isGoing) await judgeRead(lab, things, { remove, reader: reader.operation, parent, below, removed, above });
    if (isSuccess(removed) && isAbsent(above)) yield* judgeOthers(setting, lab, { remove, others, parent, below });
  }
}

interface Read {
  readonly remove: Operation;
  readonly reader: Operation;
  readonly parent: Thing;
  readonly below: Thing;
  readonly removed: Answered;
  readonly above: Answered;
}

async function judgeRead(lab: Lab, things: Things, { remove, reader, parent, below, removed, above }: Read): Promise<void> {
  const exchange = await things.call(lab, reader, below, { says: 'read below', probe: CHECK });
  const [name, status] = [`What was created below ${String(parent.id)}`, exchange.response.status];
  if (isSuccess(removed) && isAbsent(above) && isSuccess(exchange))
    lab.fault(CHECK, `${name} is answered with ${status} after ${remove.id}.`, 'the status 404 or 410', exchange);
  if (!isSuccess(removed) && isSuccess(above) && isAbsent(exchange))
    lab.fault(CHECK, `${name} is answered with ${status} after ${remove.id} was refused.`, 'a status from 200 to 299', exchange);
}

/** What else is done below the path of a thing: the changes of what stands there, and the create of more. */
function othersBelow({ things, resource }: Setting, { changes, create }: Resource): readonly Operation[] {
  const isRefusing = (one: Operation): boolean => one.responses.some(({ status }) => /^4(?:04|10|XX)$/.test(status));
  return [...changes, create].filter((one) => things.isBelow(one, resource) && isRefusing(one));
}

interface Others {
  readonly remove: Operation;
  readonly others: readonly Operation[];
  readonly parent: Thing;
  readonly below: Thing;
}

/** What the document answers with 404 or 410 does not succeed below a path whose thing is gone. */
async function* judgeOthers({ things, inputs }: Setting, lab: Lab, { remove, others, parent, below }: Others): AsyncGenerator<Operation> {
  for (const operation of others) {
    const act = { says: `${operation.id} below what was deleted`, probe: CHECK, input: inputs.of(operation, 1) };
    const sent =
      operation === below.resource.create ? things.callBeside(lab, operation, below, act) : things.call(lab, operation, below, act);
    const exchange = await unlessStopped(sent);
    if (exchange === undefined) continue;
    yield remove;
    const { status } = exchange.response;
    if (isSuccess(exchange))
      lab.fault(
        CHECK,
        `${operation.id} below ${String(parent.id)} is answered with ${status} after ${remove.id}.`,
        'the status 404 or 410',
        exchange,
      );
    lab.forget(exchange);
  }
}

/** Whether a delete says that it takes other things with it: `Deletes a product with its attachments`. */
function saysWith({ summary = '', description = '' }: Operation, child: Resource): boolean {
  return new RegExp(`\\b(?:with|and)\\s+(?:(?:all|its|their|of)\\s+)+${phraseOf(child.name)}\\b`, 'i').test(`${summary}. ${description}`);
}

/** A thing that another one refers to, where the document says that its delete is refused then. */
async function* deleteInUse({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { remove } = resource;
  if (remove === undefined) return;
  for (const other of new Set([...things.referringTo(resource), ...things.below(resource)])) {
    if (!refusesFor(remove, other)) continue;
    for (const variant of [1, 2, 4]) {
      const lab = things.lab();
      const thing = await things.make(lab, resource, 1);
      const user = await unlessStopped(things.make(lab, other, variant, { parent: thing }));
      if (user === undefined || (things.parentOf(other) !== resource && !namesThing(user, thing))) continue;
      await judge(lab, things, remove, thing, user);
      yield remove;
      await judgeDeletedUser(lab, things, remove, thing, user);
      break;
    }
  }
}

async function judge(lab: Lab, things: Things, remove: Operation, thing: Thing, user: Thing): Promise<void> {
  const exchange = await things.call(lab, remove, thing, { says: 'delete what is in use', probe: 'delete-in-use' });
  const { status } = exchange.response;
  if (!isSuccess(exchange) || status === 202) return;
  const message = `${String(thing.id)} is deleted with ${status}, although ${user.created.case.operation.id} has named it, for which the document refuses the delete.`;
  const refusal = remove.responses.find((one) => one.status === '409')?.status;
  lab.fault('delete-in-use', message, refusal === undefined ? 'a status from 400 to 499' : `the status ${refusal}`, exchange);
}

/** What was deleted still counts, where the document says so: `A 409 while a ticket names it, deleted or not`. */
async function judgeDeletedUser(lab: Lab, things: Things, remove: Operation, thing: Thing, user: Thing): Promise<void> {
  const { remove: removeUser } = user.resource;
  const texts = [remove.description ?? '', ...remove.responses.map(({ description }) => description)].flatMap(sentencesIn);
  if (removeUser === undefined || !texts.some((text) => namesOf(user.resource).test(text) && isDeletedToo(text, user.resource))) return;
  const gone = await unlessStopped(things.call(lab, removeUser, user, { says: 'delete what names it' }));
  if (gone === undefined || !isSuccess(gone) || gone.response.status === 202) return;
  await judge(lab, things, remove, thing, user);
}

/** A deleted one of something else, as in `also at a deleted fair`, says nothing of the user. */
function isDeletedToo(text: string, { name }: Resource): boolean {
  const own = `(?=\\s*(?:$|[.,;:)]|ones?\\b|${phraseOf(name)}\\b))`;
  return new RegExp(`\\bdeleted or not\\b|\\b(?:even|also|including|whether|be it)\\b[^.;,]*\\bdeleted\\b${own}`, 'i').test(text);
}

function namesOf(resource: Resource): RegExp {
  return new RegExp(`\\b${phraseOf(resource.name)}\\b`, 'i');
}

/** Whether a sentence of the document refuses the delete while something of the resource is there. A word before its name, such as `open`, makes it narrower. */
function refusesFor({ description = '', parameters, responses }: Operation, other: Resource): boolean {
  const own = responses.filter(({ status, component }) => status === '409' && component === undefined).map((one) => one.description);
  const refusing = /\b4(?!04|10)\d\d\b|refus|conflict|cannot|can['’]t|not (?:allowed|possible)|fails?\b/i;
  const named = new RegExp(`\\b(?:an?|any|its|or|some|other|has|have|by|with|still has|still have)\\s+${phraseOf(other.name)}\\b`, 'i');
  const using =
    /\b(?:names?|named|uses?|used|in use|refers?|referred|references?|referenced|needs?|has|have|with|belongs?|points?|exists?)\b/i;
  const sentences = [...sentencesIn(description).filter((one) => refusing.test(one)), ...own];
  const isNarrow = (text: string): boolean => /\b(?:unless|until|except|without|before|after|within)\b/i.test(text);
  return sentences.map((one) => withoutOption(one, parameters)).some((one) => named.test(one) && using.test(one) && !isNarrow(one));
}

/** The sentence without what an optional parameter changes, which is left out: `unless force is true`. */
function withoutOption(text: string, parameters: Operation['parameters']): string {
  const options = parameters.filter((one) => !one.required && one.in === 'query').map(({ name }) => phraseOf(name));
  if (options.length === 0) return text;
  return text.replace(new RegExp(`,?\\s*\\bunless\\s+[\`'"]?(?:${options.join('|')})\\b[\`'"]?\\s+(?:is|=)\\b.*$`, 'i'), '');
}
