// What a document says of the status 410: that it stands for what was deleted, and not the status 404.

import { phraseOf, quoted, sentencesIn } from '../../inference/prose/index.ts';
import { parameterIn, pathPlacesOf, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';
import type { Lab } from './lab.ts';
import type { Thing } from './thing.ts';

/**
 * Whether a read says that it refuses what was deleted: `410: The ticket is deleted.` What is only refused later, such as once it is purged, may be
 * shown until then.
 */
export function hidesDeleted(operation: Operation): boolean {
  return deletedTextOf(operation) !== undefined;
}

function deletedTextOf({ responses }: Operation): string | undefined {
  return responses.find(({ status, description }) => status === '410' && DELETED.test(description) && !LATER.test(description))
    ?.description;
}

/** Whether a delete says that what it takes away can be read afterwards: `The part stays readable.` `It can still be fetched by its id.` */
export function keepsDeleted(operation: Operation | undefined): boolean {
  const texts = [operation?.summary, operation?.description, ...(operation?.responses ?? []).map(({ description }) => description)];
  return texts.flatMap((text) => sentencesIn(text ?? '')).some((one) => STAYS.test(one) && !ENDS.test(one));
}

const READ =
  '(?:readable|visible|retrievable|accessible|available|viewable|found|read|seen|shown|fetched|retrieved|viewed|looked up|opened)';
const STAYS = new RegExp(
  `\\b(?:stays?|remains?|(?:is|are) kept|continues? to be|(?:is|are) still|(?:can|may|could) (?:still|always|afterwards|later) be)\\s+(?:\\p{L}+\\s+){0,2}${READ}\\b|\\b(?:can|may) be ${READ} (?:\\p{L}+ ){0,4}(?:afterwards|later|as before)\\b|\\bsoft[- ]?delet`,
  'iu',
);
/** What stays is something else, or stays not. */
const ENDS = /^(?:its|their)\b|\b(?:no|not|none|nothing|nobody|never|cannot|can['’]t|until|others?|belong\w*|below|within)\b/i;

const DELETED = /\bdeleted\b/i;
const LATER = /purg|permanent|expir|days|hours|erase/i;

/** A 404 for a thing that was deleted is a fault where the document keeps the 410 for that. */
export function judgeGone(lab: Lab, check: string, { resource }: Thing, exchange: Answered): void {
  const { operation } = exchange.case;
  const text = deletedTextOf(operation);
  if (exchange.response.status !== 404 || text === undefined) return;
  if (!isAbout(text, operation, resource.name) || mayBeUnknown(operation)) return;
  const message = `What was deleted is answered with 404, and the document says of 410: ${quoted({ text })}`;
  lab.fault(check, message, 'the status 410', exchange);
}

/** Whether the text speaks of the thing itself, by its name, or by a word for any thing where the path has no other thing than this one. */
function isAbout(text: string, { path }: Operation, name: string): boolean {
  const said = (noun: string): boolean =>
    new RegExp(`^(?:(?:the|an?|this|that) )?(?:${noun}) (?:is|was|has been|had been) (?:already )?deleted\\b`, 'i').test(text);
  const isAlone = pathPlacesOf(path).length === 1 && parameterIn(segmentsOf(path).at(-1)) !== undefined;
  return said(phraseOf(name)) || (isAlone && said('thing|resource|item|object|entity|record|it'));
}

/** Whether the document allows the 404 for what is deleted, too: `404: It does not exist, or was deleted.` */
function mayBeUnknown({ summary = '', description = '', responses }: Operation): boolean {
  const own = responses.filter(({ status }) => status === '404').map((one) => one.description);
  const sentences = sentencesIn(description).filter((one) => /\b404\b/.test(one));
  return [...own, ...sentences, summary].some((one) => /\bdeleted\b|\bremoved\b|\bno longer\b|\bany ?more\b|\bgone\b/i.test(one));
}
