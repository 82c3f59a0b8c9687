// Reads when a member may not be changed: `Cannot be changed after creation`, `Read-only once paid`, `Editable only in draft`.
import { isNoRule, plainOf, withoutAnswer } from '../grammar/plain.ts';
import { mentionsIn } from '../relations.ts';
import { escaped, formsOf, names, namesIn, phraseOf, stemOf, wordsOf } from '../words.ts';

/** Members that may not be changed: never, in some states, or in all states but some. */
export interface Frozen {
  readonly members: readonly string[];
  readonly kind: 'always' | 'in' | 'but';
  readonly states: readonly string[];
  /** In place of states: what the thing has then, such as orders, by the name of their collection. */
  readonly having?: string;
  /** The states in which they freeze it, where the sentence names some. */
  readonly havingStates?: readonly string[];
}

/** The words of a document that a sentence may name. */
export interface FrozenWords {
  readonly members: readonly string[];
  readonly states: readonly string[];
  /** The words for the thing: `order`. */
  readonly nouns: readonly string[];
  /** The collections of what stands below the thing or names it: `payments`. */
  readonly parts?: readonly string[];
  /** The states of these, by the name of their collection. */
  readonly partStates?: ReadonlyMap<string, readonly string[]>;
}

const CHANGED = '(?:changed|modified|updated|edited|altered|set|overwritten|replaced|specified|given)';
const ABLE = '(?:editable|changeable|updat(?:e)?able|modifiable|mutable)';
const NOT_ABLE = `(?:read[- ]?only|immutable|locked|frozen|fixed|(?:not|no longer) ${ABLE})`;
const DENIED = `(?:(?:can|may|must) not be ${CHANGED}|(?:can|may|must) not change|never changes?)`;
const ONLY = `(?:(?:can|may) only be ${CHANGED}|(?:is )?only ${ABLE}|${ABLE} only|(?:can|may) be ${CHANGED} only)`;
const CREATED =
  '(?:(?:the |an? |its )?(?:\\w+ )?(?:(?:has been |is |was )?(?:first )?created|creation|set|made)|creating (?:it|the \\w+|an? \\w+))(?: time)?';
const AFTER = '(?:once|after|when|as soon as|following|upon)';

/** Sentences of which all says that a member is never changed. */
const ALWAYS: readonly RegExp[] = [
  new RegExp(`^(?:it |(?<topic>.+?) )?(?:is |are )?(?:${NOT_ABLE}|${DENIED}) ${AFTER} (?:it |they )?${CREATED}$`, 'i'),
  new RegExp(`^(?:it |(?<topic>.+?) )?${ONLY} (?:at|on|upon|during|when|while|in) (?:the )?${CREATED}$`, 'i'),
  new RegExp(`^(?:the value of this \\w+|it) can be ${CHANGED} only (?:at|on|when) ${CREATED}$`, 'i'),
  new RegExp(
    `^(?:only )?set (?:at|on|upon|when) ${CREATED}(?:,? and (?:is )?(?:immutable|read[- ]only|fixed)(?: thereafter| afterwards)?)?$`,
    'i',
  ),
  new RegExp(`^(?:it |(?<topic>.+?) )?is fixed (?:when|at|on|upon) (?:it is )?${CREATED}$`, 'i'),
  new RegExp(`^(?:it |(?<topic>.+?) )?(?:can|may|must) not be ${CHANGED} (?:for|on|of) an existing \\w+$`, 'i'),
  /^(?:note that )?(?:it |(?<topic>(?:the |its )?[\w`]+(?:(?:, | and | or )(?:the |its )?[\w`]+)*) )?(?:can|may|must) not be (?:changed|modified|updated|edited|altered)(?: (?:later|afterwards|(?:through|with|in) (?:an )?updates?))?$/i,
  /^you (?:can|may|must) not change (?<topic>(?:(?!\bto\b).)+?)(?: of an existing \w+)?$/i,
  new RegExp(`^once ${CREATED}, (?<topic>.+?) (?:is (?:immutable|read[- ]only|fixed)|can not be ${CHANGED})$`, 'i'),
  /^(?<topic>.+? (?:of|in) an? \w+) never changes$|^(?:it )?never changes$/i,
  /^(?<topic>(?:the |its )?[\w`]+(?: [\w`]+)?(?: of an? \w+)?) (?:never changes|(?:always |then )?stays (?:as it is|the same|for good)|is fixed|can never be changed)$/i,
  new RegExp(`^(?:it is |is )?(?:read[- ]?only|immutable|write[- ]?once|not ${ABLE})$`, 'i'),
];
/** `Only set at creation`, but not what the service alone sets. */
const SET_BY_SERVICE = /^set (?:at|on|upon|when)/i;

interface Form {
  readonly kind: 'in' | 'but';
  readonly pattern: RegExp;
}

const WHILE = '(?:once|after|as soon as|as long as|when|while|if|following|upon|for|on|in)';

const FORMS: readonly Form[] = [
  { kind: 'in', pattern: new RegExp(`^(?:(?<topic>.+?) )?(?:is |are |becomes? )?(?:${NOT_ABLE}|${DENIED}) ${WHILE} (?<clause>.+)$`, 'i') },
  { kind: 'in', pattern: new RegExp(`^${WHILE} (?<clause>[^,]+), (?<topic>.+?) (?:is|are|becomes?) ${NOT_ABLE}$`, 'i') },
  { kind: 'in', pattern: new RegExp(`^${WHILE} (?<clause>[^,]+), (?<topic>.+?) ${DENIED}$`, 'i') },
  {
    kind: 'in',
    pattern: new RegExp(`^changes (?:(?:to|of) (?<topic>.+?) )?are (?:ignored|refused|rejected) ${WHILE} (?<clause>.+)$`, 'i'),
  },
  {
    kind: 'in',
    pattern: new RegExp(
      `^changing (?<topic>.+?) ${WHILE} (?<clause>.+?) (?:is (?:an? )?(?:4\\d\\d|refused|rejected|not (?:allowed|possible|permitted))|fails)\\b.*$`,
      'i',
    ),
  },
  {
    kind: 'in',
    pattern: new RegExp(
      `^(?:(?<topic>.+?) )?(?:(?:can|may) be ${CHANGED}|(?:is )?${ABLE}) (?:until|unless|only (?:until|before)) (?<clause>.+)$`,
      'i',
    ),
  },
  { kind: 'in', pattern: new RegExp(`^(?:(?<topic>.+?) )?${ONLY} (?:before|until) (?<clause>.+)$`, 'i') },
  { kind: 'but', pattern: new RegExp(`^(?:(?<topic>.+?) )?${ONLY} (?:while|if|when|in|for|on|as long as) (?<clause>.+)$`, 'i') },
  { kind: 'but', pattern: new RegExp(`^(?:(?<topic>.+?) )?(?:(?:can|may) be ${CHANGED}|(?:is )?${ABLE}) while (?<clause>.+)$`, 'i') },
  // `Once it has bids, its estimate stays`.
  {
    kind: 'in',
    pattern: new RegExp(
      `^${WHILE} (?<clause>[^,]+), (?<topic>.+?) (?:stays?|remains?)(?: (?:as (?:it|they) (?:is|are|was|were)|the same|unchanged|fixed))?$`,
      'i',
    ),
  },
];

/** Sentences that name what may still be changed: `Once a sale is open, only its title and its note can change; all else is refused`. */
const REST: readonly RegExp[] = [
  new RegExp(`^${WHILE} (?<clause>[^,]+), only (?<topic>.+?) (?:(?:can|may) (?:still )?(?:be ${CHANGED}|change)|(?:is|are) ${ABLE})$`, 'i'),
  new RegExp(
    `^only (?<topic>.+?) (?:(?:can|may) (?:still )?(?:be ${CHANGED}|change)|(?:is|are) ${ABLE}) (?:once|after|as soon as|when|while|if|in) (?<clause>.+)$`,
    'i',
  ),
  new RegExp(
    `^${WHILE} (?<clause>[^,]+), (?:nothing (?:else )?(?:but|except)|nothing other than) (?<topic>.+?) (?:can|may) (?:be ${CHANGED}|change)$`,
    'i',
  ),
];
const REFUSAL_BEHIND = /\s*[;:,]\s+(?:an?|any|all|every|otherwise|anything|the|other)\b[^;:]*\b(?:refused|rejected|4\d\d|fails?)\b.*$/i;

/** Words by which some may change it, or do so elsewhere. */
const OTHERWISE = /\b(?:by|except|but|customers?|admin\w*|support|contact|unless (?:you|an?)|even|others?)\b/i;

/** @param subject the member that the text describes */
export function frozenIn(said: string, words: FrozenWords, subject?: string): Frozen | undefined {
  const text = plainOf(withoutAnswer(said)).replace(
    /^(?:the value of )?(?:this|the) (?:value|field|property|attribute|parameter|setting|option)\b/i,
    'It',
  );
  if (isNoRule(said) || OTHERWISE.test(text)) return undefined;
  // What stands behind an `and` may say something else.
  const [clause = text] = text.split(/,\s+and\s+(?=(?:what|the|it|they|an?|only|its)\b)/i);
  for (const form of ALWAYS) {
    const found = form.exec(text) ?? form.exec(clause);
    if (found === null || (SET_BY_SERVICE.test(text) && !/immutable|read|fixed/i.test(text))) continue;
    const members = membersOf(found.groups?.topic, words, subject);
    if (members.length > 0) return { members, kind: 'always', states: [] };
  }
  const rest = restIn(text.replace(REFUSAL_BEHIND, ''), words, subject);
  if (rest !== undefined) return rest;
  for (const { kind, pattern } of FORMS) {
    const { topic, clause } = pattern.exec(text)?.groups ?? {};
    const part = clause === undefined ? undefined : partIn(clause, words);
    // While it has none, or once it has one: both freeze what has one.
    const frozen = part !== undefined && part.isDenied === (kind === 'but') ? membersOf(topic, words, subject) : [];
    if (part !== undefined && frozen.length > 0) {
      const { name, states: found = [] } = part;
      return { members: frozen, kind: 'in', states: [], having: name, ...(found.length === 0 ? {} : { havingStates: found }) };
    }
    const states = clause === undefined ? undefined : statesIn(clause, words);
    const members = states === undefined ? [] : membersOf(topic, words, subject);
    if (states !== undefined && members.length > 0) {
      const isTurned = states.isDenied;
      return { members, kind: isTurned === (kind === 'in') ? 'but' : 'in', states: states.named };
    }
  }
  return undefined;
}

/** All members but those that a sentence lets be changed in a state. */
function restIn(text: string, words: FrozenWords, subject: string | undefined): Frozen | undefined {
  const { topic = '', clause = '' } = REST.map((form) => form.exec(text)).find((found) => found !== null)?.groups ?? {};
  const states = statesIn(clause, words);
  const parts = topic === '' ? [] : topic.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/i);
  const named = parts.map((part) => membersOf(part, words, undefined));
  if (subject !== undefined || states === undefined || states.isDenied || named.some((one) => one.length !== 1)) return undefined;
  const open = new Set(named.flat());
  const members = words.members.filter((name) => !open.has(name));
  return open.size === 0 || members.length === 0 ? undefined : { members, kind: 'in', states: states.named };
}

interface Having {
  readonly name: string;
  readonly isDenied: boolean;
  readonly states?: readonly string[];
}

/** The things that a clause says that the thing has, where it says nothing else: `it has bids`, `no order was placed`. */
function partIn(clause: string, words: FrozenWords): Having | undefined {
  const { nouns, parts = [] } = words;
  const thing = `(?:it|they|this|(?:the|an?|its) (?:${nouns.map(escaped).join('|')}))`;
  const done = '(?: (?:is|are|was|were) (?:placed|made|added|recorded|taken|there|received|given|attached))?';
  for (const name of parts) {
    const has = new RegExp(
      `^(?:there (?:is|are) |${thing} (?:already |still |yet )*has |having )?(?<no>no |not any )?(?:an? |any |some |at least one |one )?(?:${phraseOf(name)})(?: yet| already| on it| of it)*${done}$`,
      'i',
    ).exec(clause);
    // The name alone may be a state or a member: `after payments` is too little.
    if (has?.[0].trim().includes(' ') === true) return { name, isDenied: has.groups?.no !== undefined };
    const inState = partInState(clause, name, words);
    if (inState !== undefined) return inState;
  }
  return undefined;
}

/** Words by which no further condition is set, beside those of things and of states. */
const LIGHT = new Set(
  (
    'a an the its it they this that which who whose there is are was were be been being has have had with in of on at to for from any some one at least ' +
    'more still yet already currently now no and or state status exists exist uses use used names name refers belongs needs placed made added recorded taken received ' +
    'given attached assigned linked'
  ).split(' '),
);

/** Things of a kind in some states, in whatever order a clause puts them: `a lesson of the course is planned`, `it has an active lease`. */
function partInState(clause: string, name: string, { nouns, states, partStates }: FrozenWords): Having | undefined {
  const noun = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${phraseOf(name)})(?![\\p{L}\\p{N}_-])`, 'iu');
  const rest = clause.replace(noun, ' ');
  if (rest === clause || /\b(?:not|nor|neither|never|other than)\b/i.test(rest.replace(/\bnot any\b/i, 'no'))) return undefined;
  const own = partStates?.get(name) ?? [];
  const named = namesIn(rest, own);
  // A state of the thing itself is about another one.
  if (named.length === 0 && namesIn(rest, states).length > 0) return undefined;
  const plain = named.reduce((text, state) => text.replace(new RegExp(formsOf(state), 'gi'), ' '), rest);
  const known = new Set(nouns.flatMap((one) => [one, `${one}s`]).map((one) => one.toLowerCase()));
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isSaid =
    named.length > 0 || words.some((word) => /^(?:has|have|exists?|uses?|names?|refers|belongs|there|needs|is|are)$/.test(word));
  if (!isSaid || !words.every((word) => LIGHT.has(word) || known.has(word))) return undefined;
  return { name, isDenied: /\b(?:no|not any)\b/i.test(rest), ...(named.length === 0 ? {} : { states: named }) };
}

const ITSELF = /^(?:it|they|this|that|the value|the field|changes|and|is|be|\s)*$/i;

/** The members that words name, or the one that the text describes. */
function membersOf(topic: string | undefined, { members }: FrozenWords, subject: string | undefined): readonly string[] {
  const own = subject === undefined ? [] : [subject];
  if (topic === undefined || ITSELF.test(topic.replace(/[`'"]/g, ''))) return own;
  // The thing itself, or something else: what it says is about more than the member.
  const bare = topic.replace(/\s+(?:of|in|on) (?:the|an?|its|each|every)\s.*$/i, '');
  const parts = bare.split(/, (?:and |or )?| (?:and|or) /i);
  const isNamed = (name: string, part: string): boolean => new RegExp(`^(?:the |its |an? )?\`?(?:${phraseOf(name)})\`?$`, 'i').test(part);
  const named = parts.map((part) => members.filter((name) => isNamed(name, part)));
  const exact = named.every((one) => one.length > 0) ? [...new Set(named.flat())] : [];
  const found = exact.length > 0 ? exact : [...new Set(mentionsIn(bare, members).map(({ name }) => name))];
  const meant = found.length > 0 ? found : byBeginning(bare, members);
  if (meant.length > 0) return meant;
  return subject !== undefined && names(bare, subject) ? own : [];
}

/** The one member whose name says more than the words: `durationMinutes` for `the duration`, `priceInCents` for `its price`. */
function byBeginning(topic: string, members: readonly string[]): readonly string[] {
  const said = topic.replace(/^(?:the|its|an?|this)\s+/i, '');
  if (!/^[\p{L} ]{4,}$/u.test(said)) return [];
  const words = wordsOf(said.replace(/ /g, '_')).join(' ');
  const found = members.filter((name) => wordsOf(name).join(' ').startsWith(`${words} `));
  return found.length === 1 ? found : [];
}

const FILLERS = new Set(
  'a an the it its this that is are was were be been being has have had in of as by to or and status state still already yet `status` `state` not submitted moved marked set reaches reached becomes become equals ='.split(
    ' ',
  ),
);

/** The states that a clause names, where it says nothing else; `isDenied`: all but these. */
function statesIn(
  clause: string,
  { states, nouns }: FrozenWords,
): { readonly named: readonly string[]; readonly isDenied: boolean } | undefined {
  const named = namesIn(clause, states);
  // `The guest has arrived`: what has done so is what the thing is about.
  const event = clause.replace(/^(?:the|its|an?) \p{L}+ (?=has \p{L}+$)/iu, 'it ');
  const words = (named.length > 0 ? states.reduce((text, state) => text.replace(new RegExp(formsOf(state), 'gi'), ' '), event) : event)
    .toLowerCase()
    .replace(/[`'",]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !FILLERS.has(word) && !nouns.includes(word));
  if (named.length > 0) return words.length === 0 ? { named, isDenied: /\bnot\b/i.test(clause) } : undefined;
  // `After cancellation` is once it is cancelled.
  const [noun, ...more] = words;
  const state = noun === undefined || more.length > 0 ? undefined : states.find((one) => stemOf(one) === stemOf(noun));
  return state === undefined ? undefined : { named: [state], isDenied: false };
}
