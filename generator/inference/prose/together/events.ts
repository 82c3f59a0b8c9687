// Reads what becomes of other things as soon as a thing comes into a state, by whatever operation: `When an order is cancelled or refunded, its open
// parcels turn into returned`. Such sentences stand where a document speaks of all operations.
import { type Elsewhere, elsewhereIn, type OtherKind } from '../elsewhere.ts';
import { sentencesIn } from '../sentences.ts';
import { names, namesIn, phraseOf, singular, stemOf, wordsOf } from '../words.ts';

/** What becomes of other things, and the states into which the thing comes. */
export interface Event extends Elsewhere {
  readonly states: readonly string[];
}

/** The things of which the event is one, and the kinds of those that it may change. */
export interface EventWords {
  readonly nouns: readonly string[];
  readonly states: readonly string[];
  readonly kinds: readonly OtherKind[];
  /** The kind that `they` and `the open ones` are where a sentence names none: the one that the text is about. */
  readonly about?: string;
}

const WHEN = '(?:when(?:ever)?|once|as soon as|if)';
/** What says that the way to the state makes no difference. */
const ANYHOW =
  /,?\s*(?:(?:by|for|in|from) (?:whatever|any|whichever) \p{L}+|however(?: that)? (?:happens|comes about)|for any reason)(?=,)/giu;

/** The events that the sentences of a text tell. */
export function eventsIn(text: string, { nouns, states, kinds, about }: EventWords): readonly Event[] {
  let isSame = false;
  let before: Event | undefined;
  return sentencesIn(text).flatMap((quote): readonly Event[] => {
    const { trigger, rest } = dividedAt(quote.replace(ANYHOW, '')) ?? {};
    if (trigger === undefined || rest === undefined) return [];
    const subject =
      /^(?:an?|the|one|any|each|every|its|that|this)\s+([\p{L} -]+?)\s+(?:is|are|was|gets?|becomes?|turns?|goes|comes|has|\p{L}+s)\b/iu.exec(
        trigger,
      )?.[1];
    const isOwn = subject === undefined ? isSame && /^it\b/i.test(trigger) : nouns.some((noun) => isCalled(subject, noun));
    isSame = isOwn;
    const into = isOwn ? statesOf(trigger, states) : [];
    if (into.length === 0) return [];
    const found = elsewhereIn(withKind(rest, kinds, about), kinds).map((one): Event => {
      const isSaid = !/^they\b/i.test(rest) || before?.name !== one.name;
      // `They` are those of the sentence before, in the states that it names.
      const { isMeant, from } = isSaid || before === undefined ? one : before;
      return { ...one, isMeant, from, quote, states: into };
    });
    before = found.at(-1);
    return found;
  });
}

/** `When A, B` and `B when A`. */
function dividedAt(text: string): { readonly trigger: string; readonly rest: string } | undefined {
  const first = new RegExp(`^\\W*(?:and\\s+)?${WHEN}\\s+(?<trigger>[^,;.]+),\\s*(?:then\\s+)?(?<rest>.+)$`, 'is').exec(text)?.groups;
  const last = first ?? new RegExp(`^(?<rest>[^,;.]+?),?\\s+${WHEN}\\s+(?<trigger>[^,;.]+)[.;]?$`, 'is').exec(text)?.groups;
  const { trigger, rest } = last ?? {};
  return trigger === undefined || rest === undefined ? undefined : { trigger, rest };
}

function isCalled(subject: string, noun: string): boolean {
  return new RegExp(`^(?:\\p{L}+ )?${phraseOf(noun)}$`, 'iu').test(subject.trim());
}

/** The states that a clause names, or whose verb it has: `it fails` of `failed`. A denied one is none. */
function statesOf(trigger: string, states: readonly string[]): readonly string[] {
  if (/\b(?:not|never|no longer|neither|without)\b/i.test(trigger)) return [];
  const named = namesIn(trigger, states);
  if (named.length > 0) return named;
  const verb = /\b(?:it|\p{L}+)\s+(\p{L}+s)$/iu.exec(trigger.trim())?.[1];
  return verb === undefined ? [] : states.filter((state) => stemOf(state) === stemOf(verb));
}

/** A clause with the kind that it leaves to the sentence before: `they turn into refunded`, `the active ones are collected`. */
function withKind(text: string, kinds: readonly OtherKind[], about: string | undefined): string {
  const kind = kinds.find(({ name }) => name === about);
  if (kind === undefined || kinds.some(({ name }) => names(text, name) || names(text, singular(name)))) return text;
  const noun = wordsOf(kind.name).join(' ');
  return text.replace(/^they\b/i, `all its ${noun}`).replace(/\b(the (?:\p{L}+ )?)ones\b/iu, `$1${noun}`);
}
