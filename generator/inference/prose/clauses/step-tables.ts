// Reads which steps lead from one state to another where a text has them as a table, and which states are last ones.
import { isNoRule } from '../grammar/plain.ts';
import { sentencesIn } from '../sentences.ts';
import type { Steps } from '../steps.ts';
import { formsOf, namesIn } from '../words.ts';

const FROM = /^(?:(?:from|current|old|present)\b.*|(?:the )?(?:status|state|phase|stage)|now|before|if it is)$/i;
const TO =
  /^(?:(?:to|next|new|then|after\w*|target|following)\b.*|(?:may|can) (?:become|be followed by|be set to|go to|move to|change to)|becomes?|goes to|leads? to|(?:allowed|possible|valid) (?:next |new )?(?:steps?|transitions?|status(?:es)?|states?)|transitions?)$/i;

/** A cell that names no state: nothing follows. */
const NOTHING = /^(?:|[-–—]|none|nothing|final|end|terminal|nothing else|nowhere|no (?:further|other) .*)$/i;
/** A cell that says in words that nothing else follows, and so that the table is whole. */
const NOTHING_ELSE = /^(?:nothing else|nothing|nowhere|no (?:further|other) .*)$/i;
/** A heading of all that may follow. */
const MAY = /\b(?:may|can|allowed|possible|valid)\b/i;

/** What says that no step is missing in the table. */
const ALL = [
  /\b(?:any|every)thing else\b|\b(?:another|(?:any|every|all|no) others?)\s+(?:steps?|transitions?|changes?|moves?|ones?|status(?:es)?|states?)\b/i,
  /\b(?:steps?|transitions?|changes?|moves?|what|whatever)\b[^.;]*\b(?:not|missing)\b[^.;]*\b(?:tables?|listed|list|here|above|below)\b/i,
  /\bonly\b[^.;]*\b(?:steps?|transitions?|changes?|moves?)\b[^.;]*\b(?:tables?|listed|list|here|above|below|possible|allowed)\b/i,
];
const REFUSED = /\b4\d\d\b|refus|reject|conflict|not (?:allowed|possible|permitted)|\bno other\b|\bonly\b|forbidden|invalid|fails?\b/i;

/** `| from | to |` above rows of states, where a sentence beside it or a cell says that there are no other steps. */
export function tableSteps(text: string, states: readonly string[]): Steps | undefined {
  const said = wholeSaid(text);
  for (const rows of tablesIn(text)) {
    const quote = said ?? wholeIn(rows);
    const next = quote === undefined ? undefined : stepsOf(rows, states);
    if (quote !== undefined && next !== undefined) return { next, quotes: [quote] };
  }
  return undefined;
}

/** The sentence beside a table by which there are no other steps. `called`: the noun for them in the table, such as `Act`. */
export function wholeSaid(text: string, called = 'step'): string | undefined {
  const noun = new RegExp(formsOf(called), 'gi');
  return sentencesIn(proseOf(text)).find((one) => {
    const plain = one.replace(noun, 'step');
    return ALL.some((form) => form.test(plain)) && REFUSED.test(one) && !isNoRule(one);
  });
}

/** The row by which a table says that it is whole: `| departed | nothing else |` below `may become`. */
function wholeIn([head = [], ...rows]: readonly Row[]): string | undefined {
  const { to } = stepColumns(head);
  const row = MAY.test(head[to] ?? '') ? rows.find((one) => NOTHING_ELSE.test(one[to] ?? '')) : undefined;
  return row && `| ${row.join(' | ')} |`;
}

export type Row = readonly string[];

function isRow(line: string): boolean {
  return /^\s*\|.*\|\s*$/.test(line);
}

function proseOf(text: string): string {
  return text
    .split('\n')
    .map((line) => (isRow(line) ? '' : line))
    .join('\n');
}

export function tablesIn(text: string): readonly (readonly Row[])[] {
  const tables: Row[][] = [[]];
  for (const line of text.split('\n')) {
    if (!isRow(line)) tables.push([]);
    else if (!/^[\s|:-]+$/.test(line))
      tables.at(-1)?.push(
        line
          .trim()
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.replaceAll(/[`*_]/g, (mark) => (mark === '_' ? mark : '')).trim()),
      );
  }
  return tables.filter((rows) => rows.length > 2);
}

/** The columns of the states before and after a step; -1 where there is none. */
export function stepColumns(head: Row): { readonly from: number; readonly to: number } {
  const from = head.findIndex((cell) => FROM.test(cell));
  return { from, to: head.findIndex((cell, index) => index !== from && TO.test(cell)) };
}

function stepsOf([head = [], ...rows]: readonly Row[], states: readonly string[]): Steps['next'] | undefined {
  const { from, to } = stepColumns(head);
  if (from < 0 || to < 0) return undefined;
  const next = new Map<string, ReadonlySet<string>>();
  for (const row of rows) {
    const [before, after] = [statesOf(row[from], states), statesOf(withoutConditions(row[to]), states)];
    // A cell with other words may mean states that it does not name.
    if (before === undefined || after === undefined) return undefined;
    for (const state of before) next.set(state, new Set([...(next.get(state) ?? []), ...after]));
  }
  for (const state of [...next.values()].flatMap((after) => [...after])) if (!next.has(state)) next.set(state, new Set());
  return [...next.values()].some((after) => after.size > 0) ? next : undefined;
}

/** `scheduled (while nobody is checked in)`: a step with a condition is possible. */
function withoutConditions(cell: string | undefined): string | undefined {
  return cell?.replace(/\s*\([^()]*\)/g, '');
}

/** The states of a cell; `undefined` where it has something else. */
export function statesOf(cell: string | undefined, states: readonly string[]): readonly string[] | undefined {
  const named = (cell ?? '').split(/\s*(?:,|\/|;|<br\s*\/?>|\bor\b|\band\b)\s*/i).filter((one) => !NOTHING.test(one));
  const found = named.map((one) => states.find((state) => new RegExp(`^(?:${formsOf(state)})$`, 'i').test(one)));
  return found.every((state) => state !== undefined) ? found : undefined;
}

const LAST = '(?:final|terminal|last ones?|the (?:end|last)|end states?)';
const CONDITION = /\b(?:if|when|unless|until|except|while|after|usually|normally|mostly|but|can|may)\b/i;

/** The states that nothing leads out of, as sentences say: `Done and cancelled are final`, `A closed or cancelled fair does not change any more`. */
export function lastStates(text: string, states: readonly string[], nouns: readonly string[]): Steps | undefined {
  const one = `[\`'"]?(?:${states.map(formsOf).join('|')})[\`'"]?`;
  const some = `${one}(?:(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+(?:and|or)\\s+)${one})*`;
  const thing = `(?:${nouns.join('|')})s?`;
  const forms = [
    `(?:^|,\\s+|\\band\\s+)(?:the\\s+(?:states?|status(?:es)?)\\s+)?(${some})\\s+(?:is|are)\\s+(?:an?\\s+)?${LAST}(?:\\s+(?:states?|status(?:es)?|ones?))?(?=\\s*(?:$|[.,;:]))`,
    `(?:^|,\\s+|\\band\\s+)(?:an?\\s+)?(${some})\\s+${thing}\\s+(?:does not|do not|never|no longer)\\s+changes?(?:\\s+(?:any\\s?more|again|any longer))?(?=\\s*(?:$|[.,;:]))`,
  ];
  const found = sentencesIn(proseOf(text)).flatMap((quote) => {
    const named = forms.flatMap((form) => [...quote.matchAll(new RegExp(form, 'gi'))].flatMap(([, all = '']) => namesIn(all, states)));
    return named.length === 0 || CONDITION.test(quote) || isNoRule(quote) ? [] : [{ quote, named }];
  });
  if (found.length === 0) return undefined;
  const last = new Set(found.flatMap(({ named }) => named));
  const next = new Map(states.map((state) => [state, last.has(state) ? new Set<string>() : new Set(states)]));
  return { next, quotes: found.map(({ quote }) => quote) };
}
