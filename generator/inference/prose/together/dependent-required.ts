// Reads that a member is not given without another one, as `dependentRequired` has it: `Required if end_date is provided`,
// `Can only be used together with phone`, `start and end must be given together`.
import { claimIn } from '../grammar/claims.ts';
import { isNoRule } from '../grammar/plain.ts';
import { mentionsIn } from '../relations.ts';

/** A member, and the one that must be there with it. */
export interface DependentRequired {
  readonly member: string;
  readonly needs: string;
}

const GIVEN = '(?:also )?(?:given|used|there|provided|specified|set|supplied|present|passed|included|sent|filled in)';
const DOES = '(?:give|use|provide|specify|set|pass|send|include|supply)';
const ONE = '(?:the |an? |its )?@(?: (?:parameter|field|query|filter|value|property|attribute|one))*';

/** `1` needs `2`, or the other way round. `@` stands for a member; a form with one only is about the member that the text describes. */
const FORMS: readonly (readonly [form: string, order: 'first needs second' | 'second needs first' | 'both'])[] = [
  [`(?:is )?(?:required|mandatory|needed|necessary|must be given) (?:if|when|where) ${ONE} (?:is|are) ${GIVEN}`, 'second needs first'],
  [`(?:is )?(?:required|mandatory|needed|necessary|must be given) (?:if|when|where) (?:you ${DOES}|using) ${ONE}`, 'second needs first'],
  [
    `(?:(?:can|may|must|is|are) )?only (?:be )?(?:valid|allowed|applicable|possible|accepted|given|used|permitted|effective)?(?: if| when| where) ${ONE} (?:is|are) ${GIVEN}`,
    'first needs second',
  ],
  [
    `(?:(?:can|may|must) )?only be ${GIVEN} (?:together |in combination |in conjunction |combined |along )?with ${ONE}`,
    'first needs second',
  ],
  [
    `(?:(?:can|may) be |is )?(?:given|used|valid|allowed|applicable)? ?only (?:together |in combination |in conjunction |combined |along )with ${ONE}`,
    'first needs second',
  ],
  [
    `(?:must be|is only) (?:given|used|valid|combined) (?:together |in combination |in conjunction |along )?with ${ONE}`,
    'first needs second',
  ],
  [`must be (?:accompanied by|paired with|combined with) ${ONE}`, 'first needs second'],
  [`(?:requires|needs) ${ONE}(?: (?:to be )?${GIVEN})?`, 'first needs second'],
];

/** Forms that name both members. */
const PAIRS: typeof FORMS = [
  [
    `if (?:you ${DOES} )?${ONE}(?: is ${GIVEN})?, (?:then )?(?:you must (?:also )?${DOES} ${ONE}|${ONE} (?:is required|is mandatory|is needed|must be given)(?: too| as well)?)`,
    'first needs second',
  ],
  [`(?:you )?must (?:also )?${DOES} ${ONE} (?:if|when) (?:you ${DOES} ${ONE}|${ONE} is ${GIVEN})`, 'second needs first'],
  [
    `(?:you )?(?:also )?(?:need|must) (?:also )?(?:to )?${DOES} ${ONE} (?:if|when) (?:you ${DOES} ${ONE}|${ONE} is ${GIVEN})`,
    'second needs first',
  ],
  [`(?:may|can|must) not be ${ONE} without ${ONE}`, 'first needs second'],
  [`(?:both )?${ONE} and ${ONE} must (?:always |both )?be (?:given|used|combined) together`, 'both'],
  [`${ONE} and ${ONE} (?:go|belong|come) together`, 'both'],
  [
    `(?:either )?(?:both or (?:neither|none)|all or (?:none|nothing)|none or both) of ${ONE} and ${ONE}(?: must be given| (?:is|are) required)?`,
    'both',
  ],
];

const OF_BOTH = /^(?:one|either|any) (?:of (?:the two|them|both) )?without the other\b|\b(?:one|either)\b[^.;]* without the other\b/i;

/** Words by which the member is only of no use without the other one. */
const OTHERWISE = /\b(?:ignored|unless|except|optional(?:ly)?|not required|usually|or|permissions?|scopes?|roles?)\b/i;

/**
 * `subject`: the member that the text describes. `before`: the sentence before it, which may name the members. `status`: the one by which the
 * sentence refuses.
 */
export function dependentRequiredIn(
  said: string,
  names: readonly string[],
  { subject, before = '', status }: { readonly subject?: string; readonly before?: string; readonly status?: string } = {},
): readonly DependentRequired[] {
  const claim = claimIn(said, status);
  if (isNoRule(said)) return [];
  if (OF_BOTH.test(claim.replace(/^(?:may|must) not be /i, '')) && /\bmay not\b|\b4\d\d\b|\brefused\b/i.test(claim))
    return both(before, names, subject);
  if (OTHERWISE.test(claim.replace(/\bboth or n\w+|all or n\w+|none or both/gi, ''))) return [];
  const mentions = mentionsIn(claim, names);
  const found = mentions.map(({ name }) => name);
  // Each member as one word, so that a form may be about any.
  const plain = mentions
    .toReversed()
    .reduce((text, { index, end }) => `${text.slice(0, index)}@${text.slice(end)}`, claim)
    .replace(/`/g, '');
  const isOf = (form: string): boolean => new RegExp(`^${form}$`, 'i').test(plain);
  if (found.length === 2) {
    const pair = PAIRS.find(([form]) => isOf(form)) ?? FORMS.find(([form]) => isOf(`${ONE} ${form}`));
    return pair === undefined ? [] : ordered(found[0], found[1], pair[1]);
  }
  if (found.length !== 1 || subject === undefined || found[0] === subject) return [];
  const own = FORMS.find(([form]) => isOf(`(?:it )?${form}`));
  return own === undefined ? [] : ordered(subject, found[0], own[1]);
}

function ordered(first: string | undefined, second: string | undefined, order: (typeof FORMS)[number][1]): readonly DependentRequired[] {
  if (first === undefined || second === undefined || first === second) return [];
  const there = { member: first, needs: second };
  const back = { member: second, needs: first };
  return order === 'both' ? [there, back] : [order === 'first needs second' ? there : back];
}

/** `One of the two without the other is refused`: the members that the sentence before it names, or that one and the one that is described. */
function both(before: string, names: readonly string[], subject: string | undefined): readonly DependentRequired[] {
  const named = [...new Set([...(subject === undefined ? [] : [subject]), ...mentionsIn(before, names).map(({ name }) => name)])];
  return named.length === 2 ? ordered(named[0], named[1], 'both') : [];
}
