// Reads from the description of an operation which steps lead from one state to another, where it says that every other step is refused.
import type { Operation, Response } from '../../model/service.ts';
import { sentencesIn } from './sentences.ts';
import { formsOf } from './words.ts';

export interface Steps {
  /** The states after each state that the sentence names; none after a last one. */
  readonly next: ReadonlyMap<string, ReadonlySet<string>>;
  /** The sentences that say so, as they stand. */
  readonly quotes: readonly string[];
}

/** What says that the steps before it are all. */
const OTHERS =
  /\b(?:another|(?:any|every|all|no) others?)(?:\s+(?:steps?|transitions?|changes?|moves?|ones?|status(?:es)?|states?))?\s+(?=(?:is|are|gives?|gets?|fails?)\b)|\b(?:any|every)thing else\b/i;
const REFUSED = /\b4\d\d\b|refus|reject|conflict|not (?:allowed|possible)|\bno other\b/i;

/** Words that make a step one that does not always happen, or that is none. */
const CONDITION = /\b(?:if|when|unless|where|while|after|until|except|without|not|never|cannot|may|might|can|could)\b/i;

/** What a refusal says that speaks of steps, so that those of the texts are all. */
const NO_STEP = new RegExp(
  [
    "\\b(?:cannot|can['’]t|can not|does not|do not|may not|must not)\\s+(?:come|go|move|change|get|be (?:moved|brought|changed|set)|become|transition|switch|pass)\\b[^.;]*\\b(?:state|status|from|to)\\b",
    '\\b(?:invalid|illegal|impossible|disallowed|forbidden|unsupported)\\s+(?:(?:state|status)\\s+)?(?:transition|change|step|move)s?\\b',
    '\\b(?:transition|step|move|(?:state|status) change)s?\\b[^.;]*\\b(?:not (?:allowed|possible|permitted|valid|defined|listed)|invalid|illegal|impossible)\\b',
    '\\bnot\\s+(?:reachable|possible|allowed|permitted)\\s+from\\b',
  ].join('|'),
  'i',
);

/** A step from many states, whose names the sentence does not have. */
const FROM_ANY =
  /\b(?:any|every|each|all|either)\b[^.;]*\b(?:states?|status(?:es)?|stages?|phases?)\b|\b(?:at any time|always|whatever its (?:state|status))\b/i;
const USUAL = /\b(?:usually|normally|typically|mostly|often|for example|e\.g|such as|automatically)\b/i;

type Texts = Pick<Operation, 'description'> & { readonly responses?: readonly Pick<Response, 'status' | 'description'>[] };

/**
 * `The status goes from new to paid, to sent, and from new and paid to cancelled: another step is a 409.` Where a refusal of the operation speaks of
 * steps, all sentences with steps are read together, also those of the members that say the state (`more`).
 */
export function stepsIn(
  { description = '', responses = [] }: Texts,
  states: readonly string[],
  more: readonly string[] = [],
): Steps | undefined {
  const sentences = sentencesIn(description);
  for (const [index, text] of sentences.entries()) {
    const after = sentences[index + 1] ?? '';
    const own = OTHERS.exec(text);
    const isNext = own === null && OTHERS.exec(after)?.index === 0;
    const refusal = own === null ? after : text.slice(own.index);
    if ((own === null && !isNext) || !REFUSED.test(refusal)) continue;
    const said = own === null ? text : text.slice(0, own.index);
    const next = CONDITION.test(said) ? undefined : nextIn(said, states);
    if (next !== undefined) return { next, quotes: isNext ? [text, after] : [text] };
  }
  const refusals = responses.filter(({ status }) => REFUSING.has(status)).flatMap((one) => sentencesIn(one.description));
  const refusal = refusals.find((text) => NO_STEP.test(text));
  return refusal === undefined ? undefined : allSteps([...sentences, ...more], states, refusal);
}

const REFUSING: ReadonlySet<string> = new Set(['400', '409', '422']);

/** The steps of all sentences that have any; `undefined` where one has a condition, or a step from states that it does not name. */
function allSteps(sentences: readonly string[], states: readonly string[], refusal: string): Steps | undefined {
  const found = new Map<string, Set<string>>();
  const quotes: string[] = [];
  for (const text of sentences) {
    const plain = text.replace(BECOMING, ' to ');
    const named = states.filter((state) => new RegExp(formsOf(state), 'i').test(plain));
    if (named.length === 0) continue;
    if (FROM_ANY.test(plain)) return undefined;
    const next = named.length > 1 && /\bto\b|->|→/i.test(plain) ? nextIn(plain, states) : undefined;
    if (next === undefined) continue;
    if (CONDITION.test(plain) || USUAL.test(plain)) return undefined;
    for (const [state, after] of next) found.set(state, new Set([...(found.get(state) ?? []), ...after]));
    quotes.push(text);
  }
  return found.size === 0 ? undefined : { next: found, quotes: [...quotes, refusal] };
}

/** What leads to the next state, as `may become` does. */
const BECOMING =
  /\s+(?:(?:may|can|could|is|are|then|only|be)\s+)*(?:becomes?|turns? into|(?:goes|go|comes?|moves?|moved|changes?|changed|turns?|set|brought|passes|leads?|transitions?)\s+(?:on\s+|over\s+)?(?:in)?to)\b(?!\s+(?:it|the other)\b)/gi;

/**
 * Reads the words `from`, `to`, `back` and `both`, arrows and states in their order. A step that is read too much only leaves a wrong one untried.
 */
function nextIn(text: string, states: readonly string[]): Steps['next'] | undefined {
  const next = new Map<string, Set<string>>();
  let [sources, targets]: [string[], string[]] = [[], []];
  let isTarget = false;
  let named: string[] = [];
  const add = (from: string, to: string): void => void next.set(from, (next.get(from) ?? new Set()).add(to));
  for (const { word, state } of wordsIn(text, states)) {
    if (state !== undefined) {
      named = [...named.filter((one) => one !== state), state];
      if (!next.has(state)) next.set(state, new Set());
      if (isTarget) for (const source of sources) add(source, state);
      (isTarget ? targets : sources).push(state);
    } else if (word === 'from') [sources, targets, isTarget] = [[], [], false];
    else if (word === 'both') sources = named.slice(-2);
    else if (word === 'back') for (const target of targets) for (const source of sources) add(target, source);
    else {
      // `to b, to c` leads from b to c; `to b or to c` may mean either.
      if (isTarget) sources = /^(?:and|or)/.test(word) ? [...sources, ...targets] : targets;
      [targets, isTarget] = [[], true];
    }
  }
  return [...next.values()].some((after) => after.size > 0) ? next : undefined;
}

interface Word {
  readonly word: string;
  readonly state: string | undefined;
}

function wordsIn(text: string, states: readonly string[]): readonly Word[] {
  const found = new RegExp(`${states.map(formsOf).join('|')}|\\bfrom\\b|\\b(?:(?:and|or)\\s+)?to\\b|->|→|\\bback\\b|\\bboth\\b`, 'gi');
  return [...text.matchAll(found)].map(([word]) => ({
    word: word.toLowerCase(),
    state: states.find((state) => new RegExp(`^(?:${formsOf(state)})$`, 'i').test(word)),
  }));
}
