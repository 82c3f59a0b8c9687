// What a delete does to what stands below a thing, and to what refers to it.
import type { Operation } from '../../../model/service.ts';
import { sentencesIn, singular, wordsOf } from '../../prose/index.ts';
import type { Lab } from '../lab.ts';
import { isObject } from '../pointers.ts';
import type { Resource } from '../resources.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, type Thing, type Things } from '../things.ts';

export const deleted: readonly Script[] = [
  { check: 'read-below-deleted', run: readBelowDeleted },
  { check: 'delete-in-use', run: deleteInUse },
];

/** A thing below one that is deleted: gone with it, or still there if the delete is refused. */
async function* readBelowDeleted({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { read, remove } = resource;
  if (read === undefined || remove === undefined) return;
  for (const child of things.below(resource)) {
    const { read: reader } = child;
    // What has an address of its own may live on, unless the document says that it goes.
    if (reader === undefined || !(things.isBelow(reader.operation, resource) || saysWith(remove, child))) continue;
    const lab = things.lab();
    const parent = await things.make(lab, resource, 1);
    const below = await unlessStopped(things.make(lab, child, 1, { parent }));
    if (below === undefined) continue;
    lab.forget(await things.call(lab, reader.operation, below, { says: 'read' }));
    const removed = await things.call(lab, remove, parent, { says: 'delete' });
    if (removed.response.status === 202 || removed.response.status >= 500) continue;
    const above = await things.call(lab, read.operation, parent, { says: 'read after delete', probe: 'read-below-deleted' });
    const exchange = await things.call(lab, reader.operation, below, { says: 'read below', probe: 'read-below-deleted' });
    yield remove;
    const [name, status] = [`What was created below ${String(parent.id)}`, exchange.response.status];
    if (isSuccess(removed) && isAbsent(above) && isSuccess(exchange))
      lab.fault('read-below-deleted', `${name} is answered with ${status} after ${remove.id}.`, 'the status 404 or 410', exchange);
    if (!isSuccess(removed) && isSuccess(above) && isAbsent(exchange))
      lab.fault(
        'read-below-deleted',
        `${name} is answered with ${status} after ${remove.id} was refused.`,
        'a status from 200 to 299',
        exchange,
      );
  }
}

/** Whether a delete says that it takes other things with it: `Deletes a product with its attachments`. */
function saysWith({ summary = '', description = '' }: Operation, child: Resource): boolean {
  return new RegExp(`\\b(?:with|and)\\s+(?:(?:all|its|their|of)\\s+)+${phraseOf(child)}\\b`, 'i').test(`${summary}. ${description}`);
}

/** The name of a collection as prose writes it: `purchase orders?`. */
function phraseOf({ name }: Resource): string {
  const words = wordsOf(name).map((word) => word.replace(/\W/g, '\\$&'));
  const last = words.at(-1) ?? '';
  return [...words.slice(0, -1), `(?:${last}|${singular(last)})`].join('[\\s_-]?');
}

/** A thing that another one refers to, where the document says that its delete is refused then. */
async function* deleteInUse({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { remove } = resource;
  if (remove === undefined) return;
  for (const other of things.referringTo(resource)) {
    if (!refusesFor(remove, other)) continue;
    for (const variant of [1, 2, 4]) {
      const lab = things.lab();
      const thing = await things.make(lab, resource, 1);
      const user = await unlessStopped(things.make(lab, other, variant, { parent: thing }));
      if (user === undefined || !hasId(user, thing)) continue;
      await judge(lab, things, remove, thing, user);
      yield remove;
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

/** Whether a sentence of the document refuses the delete while something of the resource is there. A word before its name, such as `open`, makes it narrower. */
function refusesFor({ description = '', responses }: Operation, other: Resource): boolean {
  const own = responses.filter(({ status, component }) => status === '409' && component === undefined).map((one) => one.description);
  const refusing = /\b4\d\d\b|refus|conflict|cannot|can['’]t|not (?:allowed|possible)|fails?\b/i;
  const named = new RegExp(`\\b(?:an?|any|its|or|some|other|has|have|by)\\s+${phraseOf(other)}\\b`, 'i');
  const using = /\b(?:names?|named|uses?|used|in use|refers?|referred|references?|referenced|needs?|has|have|belongs?|points?|exists?)\b/i;
  const sentences = [...sentencesIn(description).filter((one) => refusing.test(one)), ...own];
  return sentences.some((one) => named.test(one) && using.test(one) && !/\b(?:unless|except|without|before|after|within)\b/i.test(one));
}

/** Whether what was sent to create one thing has the identifier of another. */
function hasId({ created }: Thing, { id }: Thing): boolean {
  const has = (value: unknown): boolean => (isObject(value) || Array.isArray(value) ? Object.values(value).some(has) : value === id);
  return has(created.case.input?.body);
}
