// Reads tables of what an operation may be asked for by a value of its body: `| Step | From | To | The animal |` above rows such as
// `| approve | requested | approved | stays reserved |`.
import { sentencesIn } from '../sentences.ts';
import { escaped, formsOf, hasWord, phraseOf, stemOf, wordsOf } from '../words.ts';
import { type Row, statesOf, stepColumns, tablesIn, wholeSaid } from './step-tables.ts';

/** A value, the states in which it may be asked for, and the one that it leads to. */
export interface Command {
  readonly value: string;
  readonly from: readonly string[];
  readonly to: string;
  /** What the other columns say comes of it, each as a sentence: `The animal becomes adopted`. */
  readonly effects: readonly string[];
  /** The row, as it stands. */
  readonly quote: string;
}

interface Commands {
  readonly commands: readonly Command[];
  /** The sentence by which all others are refused; absent where the table may lack some. */
  readonly whole?: string;
}

/** The first table whose rows begin with the values of a member, and have states before and after. */
export function commandsIn(text: string, values: readonly string[], states: readonly string[]): Commands | undefined {
  for (const [head = [], ...rows] of tablesIn(text)) {
    const by = head.findIndex((_, index) => rows.every((row) => values.includes(row[index] ?? '')));
    const { from, to } = columnsIn(head, rows, states);
    if (by < 0 || from < 0 || to < 0 || new Set([by, from, to]).size < 3) continue;
    const commands = rows.map((row): Command => {
      const effects = head.flatMap((cell, index) => (index === by || index === from || index === to ? [] : [sentenceOf(cell, row[index])]));
      const [after = ''] = statesOf(row[to], states) ?? [];
      return { value: row[by] ?? '', from: statesOf(row[from], states) ?? [], to: after, effects, quote: `| ${row.join(' | ')} |` };
    });
    const whole = wholeSaid(text, head[by] === '' ? undefined : head[by]);
    return { commands, ...(whole === undefined ? {} : { whole }) };
  }
  return undefined;
}

/** The columns of the states before and after, by their headings, or as the only two whose cells are states. */
function columnsIn(head: Row, rows: readonly Row[], states: readonly string[]): { readonly from: number; readonly to: number } {
  const areStates = (index: number): boolean => rows.every((row) => (statesOf(row[index], states) ?? []).length > 0);
  const named = stepColumns(head);
  const own = head.map((_, index) => index).filter(areStates);
  const isNamed = own.includes(named.from) && own.includes(named.to);
  const [from = -1, to = -1] = isNamed ? [named.from, named.to] : own.length === 2 ? own : [];
  return rows.every((row) => statesOf(row[to], states)?.length === 1) ? { from, to } : { from: -1, to: -1 };
}

function sentenceOf(head: string, cell = ''): string {
  const subject = /^(?:the|its|their|each|every)\b/i.test(head) ? head : `The ${head}`;
  return `${subject} ${cell.replace(/\b(?:goes|is put|comes|turns) back (?:in)?to\b/gi, 'becomes')}`;
}

/** A value that may be asked for only after another one, and the member of the thing that makes it so. */
interface Precedence {
  readonly value: string;
  readonly first: string;
  /** A member of the thing that must be true for it; absent where it holds for each thing. */
  readonly flag?: string;
  readonly quote: string;
}

const BEFORE = /\b(?:cannot|can ?not|must not|may not|is not|never)\b[^.;]*?\b(?:before|until|unless|without)\b/i;

/**
 * `If a home visit is wanted (\`homeVisit\`), the adoption cannot be approved before the step \`inspect\` has been taken`. `flags`: the members of
 * the thing that are true or false.
 */
export function precedencesIn(text: string, values: readonly string[], flags: readonly string[]): readonly Precedence[] {
  return sentencesIn(text).flatMap((quote): readonly Precedence[] => {
    const cut = BEFORE.exec(quote);
    if (cut === null) return [];
    const end = cut.index + cut[0].length;
    const [before, denied, after] = [quote.slice(0, cut.index), cut[0], quote.slice(end)];
    const verbs = wordsOf(denied).map(stemOf);
    const value = values.filter((one) => verbs.includes(stemOf(one)));
    const first = values.filter((one) => hasWord(after, one) && !value.includes(one));
    const flag = flags.filter((one) => new RegExp(`\`${escaped(one)}\``).test(before));
    const isConditional = /\b(?:if|when|where|for|with|once|while)\b/i.test(before);
    if (value.length !== 1 || first.length !== 1 || flag.length > 1 || isConditional !== (flag.length === 1)) return [];
    if (/\b(?:not|no|without)\b|\bfalse\b/i.test(before)) return [];
    const [one = '', other = '', by] = [...value, ...first, ...flag];
    return [{ value: one, first: other, ...(by === undefined ? {} : { flag: by }), quote }];
  });
}

/** The lists of a thing to whose end something is added, as a sentence says: `Every step is added at the end of \`history\``. */
export function appendedIn(text: string, lists: readonly string[]): { readonly list: string; readonly quote: string } | undefined {
  for (const quote of sentencesIn(text)) {
    if (/\b(?:if|when|unless|except|only|may|might|can|not)\b/i.test(quote)) continue;
    const list = lists.find((one) =>
      new RegExp(
        `\\b(?:every|each)\\b[^.;]*\\b(?:added|appended|recorded|noted|kept|logged|written|put)\\b[^.;]*\\b(?:(?:at|to) the end of|in|to) (?:the |its )?\`?${escaped(one)}\`?(?![\\w-])`,
        'i',
      ).test(quote),
    );
    if (list !== undefined) return { list, quote };
  }
  return undefined;
}

/** The members that an effect empties: `leaves its kennel`, `in no kennel`. */
export function leftIn(effect: string, members: readonly string[]): readonly string[] {
  return members.filter((one) =>
    new RegExp(
      `\\b(?:leaves|loses|gives up|in no|has no|without(?: an?)?|out of|no longer (?:in|has))\\s+(?:(?:its|the|an?|any)\\s+)?\`?${phraseOf(one)}\`?(?![\\p{L}\\p{N}_-])`,
      'iu',
    ).test(effect),
  );
}

/** Whether an effect is about a thing of this kind. */
export function isAbout(effect: string, noun: string): boolean {
  return new RegExp(`^(?:the|its|their|each|every)\\s+${formsOf(noun)}`, 'i').test(effect);
}
