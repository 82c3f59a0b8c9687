// Finds where a thing may be named by one other thing at most: `The appointment has an invoice already` of a create that names the appointment.
import { tokensOf } from '../../../inference/pointers.ts';
import { names, phraseOf, type Said, saidOf } from '../../../inference/prose/index.ts';
import type { Setting } from '../script.ts';

export interface OneEach {
  /** The members of the body that name the thing. */
  readonly members: readonly string[];
  readonly said: Said;
}

/** Words of a further condition. */
const OTHERWISE = /\b(?:unless|except|until|within|days?|months?|years?|hours?|active|open|per user|deleted|archived|cancelled)\b/i;

/** What a sentence says where a second thing of a kind is refused. */
function formsFor(name: string): readonly RegExp[] {
  const noun = `${phraseOf(name)}(?![\\p{L}\\p{N}_-])`;
  const end = '(?!\\s+(?:with|of|in|on|at|by|that|which|under|who)\\b)';
  return [
    `\\balready\\s+(?:has|have|had)\\s+(?:an?|its|one|such an?)\\s+${noun}${end}`,
    `\\b(?:has|have)\\s+(?:an?|its|one)\\s+${noun}\\s+already\\b`,
    `\\b(?:at most|only|no more than|exactly)\\s+(?:one|1|a single)\\s+${noun}${end}`,
    `\\b(?:one|1|a single)\\s+${noun}\\s+(?:per|for each|for every)\\b`,
    `\\ba second\\s+${noun}${end}`,
    `\\ban?\\s+${noun}\\s+(?:for|of)\\s+(?:the|this|that)\\s+[\\p{L}\\s]{2,30}\\s+(?:already exists|exists already|is there already)\\b`,
  ].map((form) => new RegExp(form, 'iu'));
}

export function oneEachOf({ context: { service }, resource: { create, name }, things }: Setting): readonly OneEach[] {
  const references = things.references(create).filter(({ to }) => tokensOf(to).length === 2);
  const forms = formsFor(name);
  return saidOf(service, create).flatMap((said): readonly OneEach[] => {
    const { text, refusal } = said;
    if (refusal === undefined || OTHERWISE.test(text) || !forms.some((form) => form.test(text))) return [];
    const named = references.filter(({ resource, to }) => names(text, resource.name) || names(text, tokensOf(to)[1] ?? ''));
    // Where there is one alone, it is what `it` stands for.
    const meant = named.length === 0 && references.length === 1 && /\bit\b/i.test(text) ? references : named;
    return meant.length === 0 ? [] : [{ members: meant.map(({ to }) => tokensOf(to)[1] ?? ''), said }];
  });
}
