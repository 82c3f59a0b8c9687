// Gives a change or a delete the sentences of its thing, from the schema and the tags: `A paid invoice can no longer be edited or deleted`.

import { holderOf } from '../../../inference/pointers.ts';
import { namesIn, sentencesIn } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation, Service } from '../../../model/service.ts';

const CHANGED = '(?:changed|edited|modified|updated|altered)';
const DELETED = '(?:deleted|removed)';
const FIXED = /\b(is|are|becomes?) (?:immutable|read[- ]only|locked|frozen)\b/i;

/** The operation with the sentences about its thing that speak of what it does, unless its own texts name a state. */
export function withTextsOfThing(service: Service, resource: Resource, operation: Operation, states: readonly string[]): Operation {
  const verb = operation === resource.remove ? DELETED : resource.changes.includes(operation) ? CHANGED : undefined;
  const own = [operation.summary, operation.description, ...operation.responses.map(({ description }) => description)].join(' ');
  if (verb === undefined || namesIn(own, states).length > 0) return operation;
  const found = textsOf(service, resource)
    .map((text) => text.replace(FIXED, 'cannot be changed'))
    .filter((text) => new RegExp(`\\b${verb}\\b`, 'i').test(text))
    // `Changed or deleted` is about each of them.
    .map((text) =>
      text.replace(new RegExp(`\\b(?:${CHANGED}|${DELETED})(?:,? (?:or|and|nor) (?:${CHANGED}|${DELETED}))+\\b`, 'gi'), 'changed'),
    );
  return found.length === 0 ? operation : { ...operation, description: [operation.description ?? '', ...found].join('\n\n') };
}

function textsOf({ tags }: Service, { read, create }: Resource): readonly string[] {
  const at = read?.id && holderOf(read.id);
  const shape = read && shapesOf(read.operation).find((one) => one.at === at);
  const schemas = shape === undefined ? [] : possibleConjuncts([shape.schema]);
  const about = tags.filter(({ name }) => create.tags.includes(name));
  return [...schemas, ...about].flatMap(({ description = '' }) => sentencesIn(description));
}
