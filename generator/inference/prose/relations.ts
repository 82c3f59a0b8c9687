// Reads how a sentence compares two members: `closesAt` must be later than `opensAt`, `to` may not be before `from`.

import { claimIn } from './grammar/claims.ts';
import { isNoRule } from './grammar/plain.ts';
import { remembered } from './grammar/remembered.ts';
import { escaped, phraseOf, wordsOf } from './words.ts';

/** One member is above another one, or not below it. */
export interface Relation {
  readonly greater: string;
  readonly less: string;
  /** Whether both may not be the same. */
  readonly isStrict: boolean;
}

type Sign = '>' | '<' | '>=' | '<=';

/** The longest words first: `greater than or equal to` is not `greater than`. */
const SIGNS: readonly (readonly [words: string, sign: Sign])[] = [
  [
    '(?:greater|more|larger|higher|later)(?: than)? or (?:equal(?: to| than)?|the same as)|(?:equal to|the same as) or (?:greater|later|more) than|after or (?:at|on|equal to)',
    '>=',
  ],
  [
    '(?:less|lower|smaller|earlier|fewer)(?: than)? or (?:equal(?: to| than)?|the same as)|(?:equal to|the same as) or (?:less|earlier) than|before or (?:at|on|equal to)',
    '<=',
  ],
  ['(?:at|on) or after|at least|(?:no|not) (?:earlier|less|lower|smaller|fewer) than|(?:not|never) (?:be )?(?:before|below)|>=|≥', '>='],
  ['(?:at|on) or before|at most|(?:no|not) (?:later|more|greater|higher|larger) than|(?:not|never) (?:be )?(?:after|above)|<=|≤', '<='],
  ['(?:later|greater|more|larger|higher|bigger) than|after|above|beyond|exceeds?|follow|>', '>'],
  ['(?:earlier|less|lower|smaller|fewer) than|before|below|under|precede|<', '<'],
];

const NEGATED: Readonly<Record<Sign, Sign>> = { '>': '<=', '<': '>=', '>=': '<', '<=': '>' };

const MUST = '(?:must|has to|have to|needs? to|shall|may|can)';
const NOT = "(?: not|not|['’]t| never)";

/** All that may stand between the names of two members that are compared. */
const BETWEEN = new RegExp(
  `^\`?(?:\\s+(?:value|time|date|field|parameter))?,?\\s*(?:is (?:in|ex)clusive,? and\\s+)?(?:if (?:given|present|set|sent),?\\s*)?(?:(?<must>${MUST})(?<not>${NOT})?\\s+|(?=[<>≤≥]|(?:lies?|comes?|falls?) ))(?:always\\s+)?(?:be\\s+|comes?\\s+|lies?\\s+|falls?\\s+)?(?:strictly\\s+)?(?<words>${SIGNS.map(
    ([words]) => words,
  ).join('|')})\\s+(?:the\\s+|its\\s+)?\`?$`,
  'i',
);

const HAVING = new RegExp(
  `^(?:.*\\b)?(?:has|have) an? ([\\p{L}\`_ ]{2,40}?) (${SIGNS.map(([words]) => words).join('|')}) (?=its\\b|\`)`,
  'iu',
);

/** Words by which a rule holds only for some requests, or is none. */
const CONDITION =
  /\b(?:unless|except|should|usually|normally|by default)\b|\b(?:if|when|where|while|for)\b(?! (?:it is |both are )?(?:given|present|set|sent|there))/i;

/** Names that are words of each sentence count only where they are written as code. */
const COMMON =
  /^(?:from|to|until|till|after|before|since|start|end|at|on|in|by|for|of|name|number|value|type|status|state|total|count|open|close)$/i;

/**
 * The relation that a sentence states. `subject`: the member that a text without a subject describes. `status`: the one by which the sentence
 * refuses.
 */
export function relationIn(text: string, members: readonly string[], subject?: string, status?: string): Relation | undefined {
  // `Has a deposit below its price`
  const claim = claimIn(text, status).replace(HAVING, '$1 must be $2 ');
  if (isNoRule(text)) return undefined;
  for (const said of subject === undefined ? [claim] : withSubject(claim.replace(OR_NONE, ''), subject)) {
    if (CONDITION.test(said)) continue;
    const one = withEnds(said, members);
    const found = mentionsIn(one, members);
    for (const [index, first] of found.slice(0, -1).entries()) {
      const second = found[index + 1];
      // `The model's length` is no member `model`.
      if (second !== undefined && /^`?['’]s\b/.test(one.slice(second.end))) continue;
      const sign = second && first.name !== second.name ? signOf(one.slice(first.end, second.index)) : undefined;
      if (second === undefined || sign === undefined) continue;
      const isUp = sign.startsWith('>');
      return { greater: (isUp ? first : second).name, less: (isUp ? second : first).name, isStrict: sign.length === 1 };
    }
  }
  return undefined;
}

/** What a member may be in place of a value. */
const OR_NONE = /,? or (?:is )?(?:null|absent|empty)\b.*$/i;
/** What follows a name of the member: `The last day, which is not before the first one`, `The last day, not before the first one`. */
const WHICH = /,\s*which\s+(must|is)\s+(.*)$/i;
const BEHIND = /^(?:the|an?|its)\s[^`,]+,\s+((?:not|never|no|at|on)\s[^,]+)$/i;

/** A text about a member as sentences that name it: `Not before the start.` is one about the end. */
function withSubject(text: string, subject: string): readonly string[] {
  const [, modal = '', which] = WHICH.exec(text) ?? [];
  if (which !== undefined) return [text, `\`${subject}\` must ${/^is$/i.test(modal) ? 'be ' : ''}${which}`];
  const [, behind] = BEHIND.exec(text) ?? [];
  if (behind !== undefined) return [text, `\`${subject}\` must be ${behind}`];
  const rest = text
    .replace(/^It\s+/, '')
    .replace(/^is\s+/i, '')
    .replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  // What stands before the verb is the member, under another name.
  const verb = text.search(/\b(?:must|may not|can not)\b/i);
  return [
    text,
    `\`${subject}\` ${rest}`,
    `\`${subject}\` must be ${rest.replace(/^must (?:be )?/, '')}`,
    ...(verb > 0 && !text.slice(0, verb).includes('`') ? [`\`${subject}\` ${text.slice(verb)}`] : []),
  ];
}

const ENDS: readonly (readonly [words: string, names: RegExp])[] = [
  ['lower|lowest|minimum|min|smaller', /^(?:low|lower|lowest|min|minimum|least)(?:_?(?:bound|limit|end|value|price|amount))?$/i],
  ['upper|highest|maximum|max|larger|higher', /^(?:high|upper|highest|max|maximum|most)(?:_?(?:bound|limit|end|value|price|amount))?$/i],
];

/** `The lower end of a range` is its member `low`: the text with the names of the members in place of such words. */
function withEnds(text: string, members: readonly string[]): string {
  return ENDS.reduce((plain, [words, names]) => {
    const [name, another] = members.filter((one) => names.test(one));
    const form = new RegExp(
      `\\b(?:the|its|an?)\\s+(?:${words})\\s+(?:end|limit|bound|value|one)(?:\\s+of\\s+(?:the|its|an?)\\s+\\w+)?\\b`,
      'gi',
    );
    return name === undefined || another !== undefined ? plain : plain.replace(form, `\`${name}\``);
  }, text);
}

function signOf(between: string): Sign | undefined {
  const { not, must = '', words = '' } = BETWEEN.exec(between)?.groups ?? {};
  // What may be so need not be so.
  if (words === '' || (not === undefined && /^(?:may|can)$/i.test(must))) return undefined;
  const [, sign] = SIGNS.find(([form]) => new RegExp(`^(?:${form})$`, 'i').test(words)) ?? [];
  return sign === undefined || not === undefined ? sign : NEGATED[sign];
}

interface Mention {
  readonly name: string;
  readonly index: number;
  readonly end: number;
}

/** A name as code, or in words. */
const mentionForm = remembered((name: string): RegExp => {
  const isWord = COMMON.test(name) || wordsOf(name).join('').length < 3;
  const form = isWord ? '' : `|(?<![\\p{L}\\p{N}_\`.-])${phraseOf(name)}(?![\\p{L}\\p{N}_\`])`;
  return new RegExp(`\`${escaped(name)}\`${form}`, 'giu');
});

/** Where a text names members, in its order: as code, or in words. */
export function mentionsIn(text: string, members: readonly string[]): readonly Mention[] {
  const found = members.flatMap((name): readonly Mention[] =>
    [...text.matchAll(mentionForm(name))].map(({ 0: match, index }) => ({ name, index, end: index + match.length })),
  );
  // `start date` is no `start`.
  return found
    .filter(
      (one) =>
        !found.some(
          (other) => other !== one && other.index <= one.index && other.end >= one.end && other.end - other.index > one.end - one.index,
        ),
    )
    .toSorted((one, other) => one.index - other.index);
}
