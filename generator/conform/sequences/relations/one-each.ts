// Finds where a thing may be named by one other thing at most: `The appointment has an invoice already` of a create that names the appointment, and
// where one thing does something to another one once: `A member can rate a film once`.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import { tokensOf } from '../../../inference/pointers.ts';
import {
  type Done,
  formsOf,
  isDoneOnce,
  names,
  namesIn,
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
import { listedState } from '../machines/members.ts';
import type { Setting } from '../script.ts';

export interface OneEach {
  /** The members of the body that name the thing. */
  readonly members: readonly string[];
  readonly said: Said;
  /** The states in which the first thing keeps another one away, where the sentence names some: a thing in any other state does not. */
  readonly states?: readonly string[];
}

/** Words of a further condition. */
const OTHERWISE = /\b(?:unless|except|until|within|days?|months?|years?|hours?|active|open|per user|deleted|archived|cancelled)\b/i;

/** What a sentence says where a second thing of a kind is refused. */
/** `others`: the names of what it names and of the members that do so. */
function formsFor(name: string, others: readonly string[]): readonly RegExp[] {
  const noun = `${phraseOf(name)}(?![\\p{L}\\p{N}_-])`;
  const end = '(?!\\s+(?:with|of|in|on|at|by|per|during|that|which|under|who)\\b)';
  return [
    `\\balready\\s+(?:has|have|had)\\s+(?:an?|its|one|such an?)\\s+${noun}${end}`,
    `\\b(?:has|have)\\s+(?:an?|its|one)\\s+${noun}\\s+already\\b`,
    `\\b(?:at most|only|no more than|exactly)\\s+(?:one|1|a single)\\s+${noun}${end}`,
    // A day, or what a member says beside, is no such thing: `only one duty per weekday`.
    `\\b(?:one|1|a single)\\s+${noun}\\s+(?:per|for each|for every)\\s+(?:\\p{L}+\\s+)?(?:${others.map(phraseOf).join('|')})(?![\\p{L}\\p{N}_-])`,
    `\\ba second\\s+${noun}${end}`,
    `\\ban?\\s+${noun}\\s+(?:for|of)\\s+(?:the|this|that)\\s+[\\p{L}\\s]{2,30}\\s+(?:already exists|exists already|is there already)\\b`,
  ].map((form) => new RegExp(form, 'iu'));
}

/** A clause ends with the status by which it refuses: `by a member (422), once per class (409)`. */
const CLAUSES = /(?<=\(\s*`?4\d\d[^)]*\)),\s+(?:and\s+)?/;

/** The reasons that a sentence lists, each one alone: `Refused with 409: a full class, a pupil who already has a place of this class`. */
function reasonsIn(text: string): readonly string[] {
  const [head = '', list] = text.split(/:\s+/);
  const items =
    list === undefined || !/\b4\d\d\b/.test(head)
      ? []
      : list.split(/,\s+(?:and\s+|or\s+)?|\s+or\s+(?=an?\s+\p{L}+\s+(?:who|that|which)\b)/u);
  return items.length < 2 ? text.split(CLAUSES) : items.map((one) => `${one} (${/\b4\d\d\b/.exec(head)?.[0]})`);
}

/** A reason without the states of the things, and also without what they are of, where the create names that: `a booking of this session`. */
function plainReason(
  text: string,
  { name, states, others }: Naming,
): { readonly stateless: string; readonly plain: string; readonly named: readonly string[] } {
  const noun = `${phraseOf(name)}(?![\\p{L}\\p{N}_-])`;
  const one = states.map(formsOf).join('|');
  const some = new RegExp(`\\b((?:(?:an?\\s+)?(?:${one})(?:\\s*,\\s*|\\s+(?:or|and)\\s+|\\s+))+)(?=${noun})`, 'iu');
  const found = states.length === 0 ? undefined : some.exec(text)?.[1];
  const isFirst = found !== undefined && /^an?\s/i.test(found);
  const bare = found === undefined ? text : text.replace(found, isFirst ? 'a ' : '');
  const of = new RegExp(
    `(${noun})\\s+(?:of|for|in|on)\\s+(?:the|this|that|a|an)(?:\\s+same)?\\s+(?:${others.map(phraseOf).join('|')})(?![\\p{L}\\p{N}_-])`,
    'iu',
  );
  return { stateless: bare, plain: others.length > 0 ? bare.replace(of, '$1') : bare, named: namesIn(found ?? '', states) };
}

interface Naming {
  readonly name: string;
  readonly states: readonly string[];
  /** The names of what the create names. */
  readonly others: readonly string[];
}

export function oneEachOf(setting: Setting): readonly OneEach[] {
  const { resource, context, things } = setting;
  const { create, name, read } = resource;
  const states = (read && listedState(read))?.states ?? [];
  const references = things.references(create).filter(({ to }) => tokensOf(to).length === 2);
  const forms = formsFor(
    name,
    references.flatMap((one) => [one.resource.name, tokensOf(one.to)[1] ?? '']),
  );
  const done = doneFor(setting, references);
  const naming = { name, states, others: references.map((one) => one.resource.name) };
  const found = saidOf(context.service, create).flatMap((said) =>
    reasonsIn(said.text).flatMap((text): readonly OneEach[] => {
      const { refusal } = text === said.text ? said : withRefusal(text);
      const { stateless, plain, named: inStates } = plainReason(text, naming);
      if (OTHERWISE.test(plain)) return [];
      const named = references.filter(({ resource: other, to }) => names(text, other.name) || names(text, tokensOf(to)[1] ?? ''));
      // Where there is one alone, it is what `it` stands for.
      const meant = named.length === 0 && references.length === 1 && /\bit\b/i.test(text) ? references : named;
      const kept = inStates.length === 0 || inStates.length === states.length ? {} : { states: inStates };
      const isSaid = (reason: string): boolean => forms.some((form) => form.test(reason));
      if (refusal !== undefined && (isSaid(stateless) || isSaid(plain)))
        // What the things are of is named beside another one: `a reader who already has a loan of this book`.
        return meant.length < (isSaid(stateless) ? 1 : 2) ? [] : [{ members: membersOf(meant), said: { ...said, refusal }, ...kept }];
      if (inStates.length > 0) return [];
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
