// Finds where a thing may be named by one other thing at most: `The appointment has an invoice already` of a create that names the appointment, and
// where one thing does something to another one once: `A member can rate a film once`.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import { tokensOf } from '../../../inference/pointers.ts';
import {
  type Done,
  isDoneOnce,
  names,
  phraseOf,
  type Said,
  saidOf,
  singular,
  withRefusal,
  wordsOf,
} from '../../../inference/prose/index.ts';
import { timesOf } from '../../../inference/spans.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Reference } from '../kin.ts';
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

/** A clause ends with the status by which it refuses: `by a member (422), once per class (409)`. */
const CLAUSES = /(?<=\(\s*`?4\d\d[^)]*\)),\s+(?:and\s+)?/;

export function oneEachOf(setting: Setting): readonly OneEach[] {
  const { resource, context, things } = setting;
  const { create, name } = resource;
  const references = things.references(create).filter(({ to }) => tokensOf(to).length === 2);
  const forms = formsFor(name);
  const done = doneFor(setting, references);
  const found = saidOf(context.service, create).flatMap((said) =>
    said.text.split(CLAUSES).flatMap((text): readonly OneEach[] => {
      const { refusal } = text === said.text ? said : withRefusal(text);
      if (OTHERWISE.test(text)) return [];
      const named = references.filter(({ resource: other, to }) => names(text, other.name) || names(text, tokensOf(to)[1] ?? ''));
      // Where there is one alone, it is what `it` stands for.
      const meant = named.length === 0 && references.length === 1 && /\bit\b/i.test(text) ? references : named;
      if (refusal !== undefined && forms.some((form) => form.test(text)))
        return meant.length === 0 ? [] : [{ members: membersOf(meant), said: { ...said, refusal } }];
      return done.members.length > 0 && isDoneOnce({ text, ...(refusal === undefined ? {} : { refusal }) }, done)
        ? [{ members: done.members, said: { ...said, refusal: refusal ?? '4XX' } }]
        : [];
    }),
  );
  return [...new Map(found.map((one) => [JSON.stringify(one.members), one])).values()];
}

function membersOf(references: readonly Reference[]): readonly string[] {
  return [...new Set(references.map(({ to }) => tokensOf(to)[1] ?? ''))];
}

/** What a create does to the things that it stands below and names, and the members that name who does it: those that it needs, or the only one. */
function doneFor({ resource, things }: Setting, references: readonly Reference[]): Done & Pick<OneEach, 'members'> {
  const { create, name } = resource;
  const required = new Set(possibleConjuncts(memberSchemasOf(create)).flatMap((one) => one.required ?? []));
  const needed = references.filter(({ to }) => required.has(tokensOf(to)[1] ?? ''));
  const meant = needed.length === 0 && references.length === 1 ? references : needed;
  const parent = things.parentOf(resource);
  const others = [...meant.map((one) => one.resource), ...(parent === undefined ? [] : [parent])];
  const verbs = [wordsOf(singular(name)).at(-1), ...wordsOf(create.id).slice(0, 1)].filter((one) => one !== undefined);
  // What lasts may be made again at another time.
  return { verbs, nouns: others.map((one) => one.name), members: timesOf(create) === undefined ? membersOf(meant) : [] };
}
