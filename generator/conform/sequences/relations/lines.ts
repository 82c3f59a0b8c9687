// Deletes an item of a list inside of a thing: the others keep the numbers that never change, as the document says of them.

import { isObject, tokensOf, valueAt } from '../../../inference/pointers.ts';
import { dutiesIn, quoted, sentencesIn } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, resultOf, type Thing } from '../thing.ts';

const CHECK = 'items-keep-numbers';

export const lines: readonly Script[] = [{ check: CHECK, run: itemsKeepNumbers }];

/** The sentence that says that the identifier of an item never changes. */
function sentenceOf({ create, edge }: Resource): string | undefined {
  const [list = '', name = ''] = tokensOf(edge.from)
    .filter((token) => token !== '-')
    .slice(-2);
  const schemas = shapesOf(create)
    .flatMap(({ properties }) => itemsOf(properties.get(list) ?? []))
    .flatMap((item) => propertiesOf([item]).get(name) ?? []);
  return schemas
    .flatMap((one) => possibleConjuncts([one]))
    .flatMap(({ description = '' }) => sentencesIn(description))
    .find((text) => dutiesIn(text).has('never') || /\bnever changes?\b|\bstays?\b|\bpermanent\b/i.test(text));
}

async function* itemsKeepNumbers({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { remove, edge } = resource;
  const parent = things.parentOf(resource);
  const said = /\/-\/[^/]+$/.test(edge.from) ? sentenceOf(resource) : undefined;
  if (remove === undefined || parent?.read === undefined || said === undefined) return;
  const lab = things.lab();
  const above = await things.make(lab, parent, 1);
  const made: Thing[] = [];
  for (const variant of [1, 2, 3]) {
    const one = await unlessStopped(things.make(lab, resource, variant, { parent: above }));
    if (one !== undefined) made.push(one);
  }
  const [first, ...others] = made;
  if (first === undefined || others.length < 2) return;
  const removed = await unlessStopped(things.call(lab, remove, first, { says: 'delete the first of them' }));
  if (removed === undefined || !isSuccess(removed) || removed.response.status === 202) return;
  const after = await things.call(lab, parent.read.operation, above, { says: 'read' });
  const [at = '', name = ''] = edge.from.split('/-/');
  const items = valueAt(resultOf(after), at);
  if (!isSuccess(after) || !Array.isArray(items)) return;
  yield remove;
  const there = new Set(items.filter(isObject).map((item) => String(item[name])));
  const lost = others.find(({ id }) => !there.has(String(id)));
  if (lost === undefined) return;
  const message = `\`${name}\` ${String(lost.id)} is gone after ${remove.id} of ${String(first.id)}, and the document says: ${quoted({ text: said })}`;
  lab.fault(CHECK, message, `an item with the \`${name}\` ${String(lost.id)}`, after);
}
