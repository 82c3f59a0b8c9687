// Looks for a deleted thing in each answer that leaves deleted things out, as the document says: lists, searches and exports.

import { setTimeout as wait } from 'node:timers/promises';
import { memberPlace, memberSchemasOf } from '../../../inference/bodies.ts';
import { pointerTo, valueAt } from '../../../inference/pointers.ts';
import { names, quoted, sentencesOf } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { pathPlacesOf } from '../../../inference/templates.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { newWord } from '../../contract/chance.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { sizedInput } from '../pages.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';

const CHECK = 'deleted-hidden';

export const hidden: readonly Script[] = [{ check: CHECK, run: deletedHidden }];

/** Milliseconds after which a search that is brought up to date a little later has forgotten what was deleted. */
const LATER = 500;

const LEFT_OUT: readonly RegExp[] = [
  /\bdeleted\b[^.;]*\b(?:left out|not (?:be )?(?:found|listed|shown|included|exported|returned|part)|hidden|excluded|omitted|never)\b/i,
  /\b(?:without|excluding|except|excludes?|omits?|hides?|leaves? out|but not|no)\s+(?:the\s+|those that (?:are|were)\s+)?deleted\b/i,
];

/** Parameters that look for a text. */
const SEARCHING = /^(?:q|query|search|term|text|keywords?)$/i;

/** The sentence that leaves deleted things of a resource out of an answer. */
function sentenceOf(service: Service, operation: Operation, { name }: Resource): string | undefined {
  return sentencesOf(service, operation)
    .filter(({ source, status = '200' }) => source !== 'tag' && status.startsWith('2'))
    .map(({ text }) => text)
    .find((text) => LEFT_OUT.some((pattern) => pattern.test(text)) && names(text, name));
}

async function* deletedHidden(setting: Setting): AsyncGenerator<Operation> {
  const { context, mayCall, things, resource } = setting;
  const { remove } = resource;
  if (remove === undefined || things.parentOf(resource) !== undefined) return;
  for (const operation of context.service.operations) {
    const said = sentenceOf(context.service, operation, resource);
    if (said === undefined || operation.method !== 'GET' || pathPlacesOf(operation.path).length > 0 || !mayCall(operation)) continue;
    const lab = things.lab();
    const word = newWord();
    const thing = await withText(lab, things, resource, word);
    if (thing === undefined) return;
    const shows = async (says: string): Promise<Answered | undefined> => {
      const exchange = await ask(lab, operation, word, says);
      return exchange !== undefined && mentions(exchange, [word, String(thing.id)]) ? exchange : undefined;
    };
    if ((await shows('look for it')) === undefined) continue;
    const removed = await unlessStopped(things.call(lab, remove, thing, { says: 'delete' }));
    if (removed === undefined || !isSuccess(removed) || removed.response.status === 202) return;
    const soon = await shows('look for it after the delete');
    yield operation;
    if (soon === undefined) continue;
    await wait(LATER);
    const after = await shows('look for it later');
    if (after === undefined) continue;
    const message = `${operation.id} shows what was deleted (${String(thing.id)}), and the document says: ${quoted({ text: said })}`;
    lab.fault(CHECK, message, 'an answer without it', after);
  }
}

/** A thing with a word in the first text that may be any. */
async function withText(lab: Lab, things: Things, resource: Resource, word: string): Promise<Thing | undefined> {
  const { create } = resource;
  const made = await unlessStopped(things.make(lab, resource, 1));
  if (made === undefined) return undefined;
  lab.forget(made.created);
  const given = made.created.case.input as Input;
  for (const [name, own] of propertiesOf(memberSchemasOf(create))) {
    const at = memberPlace(create, name);
    if (typeof valueAt(given, at) !== 'string' || possibleConjuncts(own).some((one) => one.enum !== undefined || one.format !== undefined))
      continue;
    const input = things.ready(create, changedAt(given, at, word) as Input);
    const created = await unlessStopped(things.callBeside(lab, create, made, { says: 'create', input }));
    const id = created && things.idOf(resource, created);
    if (created !== undefined && isSuccess(created) && id !== undefined && id !== made.id) return { ...made, created, id };
    if (created !== undefined) lab.forget(created);
  }
  return undefined;
}

/** The answer to a search for the word, where the operation has one, and else a page as long as may be. */
async function ask(lab: Lab, operation: Operation, word: string, says: string): Promise<Answered | undefined> {
  const least = lab.equipment.inputs.least(operation);
  const search = operation.parameters.find((one) => one.in === 'query' && SEARCHING.test(one.name));
  const sized = least && (sizedInput(operation, least) ?? least);
  const input = sized && search !== undefined ? (changedAt(sized, pointerTo('query', search.name), word) as Input) : sized;
  const exchange = await unlessStopped(lab.step({ operation, says, input, probe: CHECK }));
  return exchange !== undefined && isSuccess(exchange) ? exchange : undefined;
}

function mentions({ response, case: one }: Answered, words: readonly string[]): boolean {
  const text = new TextDecoder().decode(response.body);
  // What was asked for may be repeated in links.
  const asked = words.some((word) => one.request.target.includes(word));
  return asked ? words.slice(1).some((word) => text.includes(word)) : words.some((word) => text.includes(word));
}
