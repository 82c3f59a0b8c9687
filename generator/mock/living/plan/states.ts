// Finds the states of things, and compares the names of actions with them: `cancel` leads to `cancelled`.
import { flagIn } from '../../../inference/flags.ts';
import { escaped, names, phraseOf, sentencesIn, singular, stateRulesOf, wordsOf } from '../../../inference/prose/index.ts';
import type { Operation } from '../../../model/service.ts';
import type { FlagRule, Kind, Role, Rules } from './kinds.ts';

/** The enumeration of texts that is named as states are; `named`: the one that is known to be. */
export function stateOf(members: Kind['members'], named?: string): Kind['state'] {
  for (const [member, schemas] of members) {
    if (named === undefined ? !/(?:^|[^a-z])(?:status|state|phase|stage)$/i.test(member) : member !== named) continue;
    const values = schemas.find((schema) => schema.enum !== undefined)?.enum?.filter((value) => typeof value === 'string');
    if (values !== undefined && values.length > 1) return { member, values };
  }
  return undefined;
}

/** Members such as `archived`. A time of which a state tells too, such as `paidAt` beside the state `paid`, says nothing more. */
export function flagsOf(members: Kind['members'], state: Kind['state']): Kind['flags'] {
  const values = new Set(state?.values.map(plainWord));
  return [...members]
    .flatMap(([member, schemas]) => flagIn(member, schemas) ?? [])
    .filter(({ isTime, states: [on] }) => !isTime || !values.has(plainWord(on)));
}

/** The state whose name is a form of a verb, or of a noun such as `cancellation`; `undefined` where none is. */
export function stateFor(verb: string, states: readonly string[]): string | undefined {
  const word = plainWord(/^power_?o/i.test(verb) ? verb : (verb.split(/[-_:]/)[0] ?? ''));
  if (word.length < 3) return undefined;
  const verbal = word.replace(/(?:l?at)?ion$|ment$|al$|ing$|ure$/, '');
  const found = (form: string): string | undefined =>
    form.length < 3 ? undefined : states.find((state) => isFormOf(plainWord(state), form));
  const switched = SWITCHES.find(([verbs]) => verbs.test(word))?.[1];
  return (
    found(word) ??
    found(verbal) ??
    states.find((state) => IRREGULAR.get(word) === plainWord(state)) ??
    states.find((state) => switched?.test(plainWord(state)))
  );
}

const CONDITION = /\b(?:if|when|unless|where|once|until|while|not|may|might|can|could|from|refused|4\d\d)\b/i;

/** The one state that texts say a thing has after an operation: `The order, which is \`expired\` now`. */
export function stateSaid(texts: readonly (string | undefined)[], states: readonly string[]): string | undefined {
  const one = `(${states.map(escaped).join('|')})`;
  const thing = '(?:it|(?:an?|the|this|its)\\s+[\\p{L}-]+)';
  const moved = [
    'becomes?|now|turns(?: into)?|goes to|moves? (?:it )?to|sets? (?:it |its \\w+ )?to|is set to|marks? (?:it |the \\w+ )?as',
    `turns? ${thing} into(?: an?)?`,
    'makes? (?:its|the) (?:state|status)',
    `(?:takes?|moves?|brings?|changes?) ${thing} from [\`'"]?[\\w-]+[\`'"]? (?:in)?to`,
  ].join('|');
  const after = '(?:now|then|afterwards|from (?:now|then) on)';
  const form = new RegExp(
    `(?:\\b(?:${moved})\\s+[\`'"]?${one}(?![\\p{L}\\p{N}_-])|\\b(?:is|are)\\s+[\`'"]?${one}[\`'"]?\\s+${after}\\b)`,
    'giu',
  );
  const found = texts
    .flatMap((text) => sentencesIn(text ?? ''))
    .filter((sentence) => !CONDITION.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(form)].map(([, first, second]) => (first ?? second ?? '').toLowerCase()));
  return new Set(found).size === 1 ? states.find((state) => state.toLowerCase() === found[0]) : undefined;
}

/** The state that a clause says of a thing by its name: `the stock goes down, and the cart is \`ordered\`` of carts. */
export function stateOfNamed(texts: readonly (string | undefined)[], { name, state }: Pick<Kind, 'name' | 'state'>): string | undefined {
  if (state === undefined) return undefined;
  const one = state.values.map(escaped).join('|');
  const form = new RegExp(
    `^(?:(?:and|then|so|but)\\s+)*(?:the|its|an?|this|that)\\s+(?:new\\s+)?${phraseOf(singular(name))}\\s+(?:itself\\s+)?(?:is|becomes|turns|gets|goes|moves|starts|begins|comes)(?:\\s+(?:then|now|as|to|in|into|out))*\\s+[\`'"]?(${one})[\`'"]?(?![\\p{L}\\p{N}_-])`,
    'iu',
  );
  const found = texts
    .flatMap((text) => sentencesIn(text ?? ''))
    .filter((sentence) => !CONDITION.test(sentence))
    .flatMap((sentence) => sentence.split(/[,;:]\s+|\s+and\s+(?=(?:the|its|an?|this|that)\b)/))
    .flatMap((clause) => form.exec(clause)?.[1]?.toLowerCase() ?? []);
  return new Set(found).size === 1 ? state.values.find((value) => value.toLowerCase() === found[0]) : undefined;
}

function plainWord(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

/** `shipped` of `ship`, `closed` of `close`, `denied` of `deny`, `active` of `activate`. */
export function isFormOf(state: string, verb: string): boolean {
  const stem = verb.replace(/(?:ate|e)$/, '').replace(/y$/, 'i');
  return state.startsWith(stem) && /^(?:[a-z]?ed|d|e|ive|ated|ing|n|en)?$/.test(state.slice(stem.length));
}

/** Verbs of machines, and the states that they lead to. */
const SWITCHES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:poweron|boot|start|resume|unpause|wake)$/, /^(?:running|started|on|online)$/],
  [/^(?:poweroff|shutdown|stop|halt|kill)$/, /^(?:off|stopped|exited|offline)$/],
];

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['send', 'sent'],
  ['pay', 'paid'],
  ['reopen', 'open'],
  ['open', 'open'],
  ['start', 'running'],
  ['resume', 'active'],
  ['hold', 'held'],
  ['withdraw', 'withdrawn'],
  ['deactivate', 'inactive'],
  ['enable', 'active'],
  ['submit', 'submitted'],
  ['begin', 'begun'],
  ['win', 'won'],
  ['lose', 'lost'],
]);

/** What the texts of a create say of the states of what the new thing stands below: `No lines are added to an order that is closed`. */
export function ruledAbove(operation: Operation, { parent }: Kind): { readonly above?: Rules } {
  const { rules } = parent === undefined ? {} : ruledBy(operation, parent);
  if (rules === undefined || parent === undefined) return {};
  const isNamed = rules.quotes.every((quote) => names(quote, singular(parent.name)) || isOfState(quote, parent.state));
  const above = withFlags(rules.isImplied === true || !isNamed ? NONE : rules, namingAll(rules.flags, parent));
  return above === NONE ? {} : { above };
}

/** Whether what a sentence is about is called by its state: `Drafts take no comments`. */
function isOfState(quote: string, state: Kind['state']): boolean {
  const values = (state?.values ?? []).map(escaped).join('|');
  return (
    values !== '' &&
    new RegExp(`^(?:(?:an?|the|all)\\s+)?[\`'"]?(?:${values})[\`'"]?s?\\s+(?:takes?|has|have|accepts?|gets?|allows?)\\b`, 'i').test(quote)
  );
}

/** What the texts of a create say of the states of what its body names: `Only for an appointment that is completed`. */
export function ruledNamed(operation: Operation, { references, parent }: Kind): Pick<Role & { readonly does: 'create' }, 'namedRules'> {
  const others = new Set(references.map(({ kind }) => kind).filter((kind) => kind !== parent));
  const namedRules = [...others].flatMap((kind) => {
    const { rules } = ruledBy(operation, kind);
    if (rules === undefined) return [];
    const isMeant = rules.isImplied !== true && rules.quotes.every((quote) => names(quote, singular(kind.name)));
    const own = withFlags(isMeant ? rules : NONE, namingAll(rules.flags, kind));
    return own === NONE ? [] : [{ kind, rules: own }];
  });
  return namedRules.length === 0 ? {} : { namedRules };
}

const NONE: Rules = { refused: new Set(), named: new Set(), becomes: new Map(), quotes: [] };

function withFlags({ flags: _, ...rules }: Rules, flags: readonly FlagRule[]): Rules {
  if (flags.length > 0) return { ...rules, flags };
  return rules.allowed === undefined && rules.refused.size === 0 && rules.becomes.size === 0 ? NONE : rules;
}

/** The rules whose sentences all name the thing. */
function namingAll(rules: readonly FlagRule[] = [], { name }: Kind): readonly FlagRule[] {
  return rules.filter(({ quotes }) => quotes.every((quote) => names(quote, singular(name))));
}

/** What the texts of an operation say of states. */
export function ruledBy(operation: Operation, { state, flags, name }: Kind): { readonly rules?: Rules } {
  const nouns = wordsOf(name).map(singular);
  const found = flags.flatMap((flag): readonly FlagRule[] => {
    const { allowed, refused, quotes, isImplied } = stateRulesOf(operation, flag.states, nouns);
    const own = flag.states.filter((one) => refused.has(one) || allowed?.has(one) === false);
    // Not each action sets its time.
    const isOpen = flag.isTime && own[0] !== flag.states[0];
    return own.length !== 1 || isImplied === true || isOpen ? [] : [{ flag, refused: new Set(own), quotes }];
  });
  const rules = withFlags(state === undefined ? NONE : stateRulesOf(operation, state.values, nouns), found);
  return rules === NONE ? {} : { rules };
}
