// Reads what a member has where a request leaves it out: `Defaults to 30`, `If omitted, the name is used`, `The currency of the order, unless given`.
import { isNoRule, plainOf } from '../grammar/plain.ts';
import { mentionsIn } from '../relations.ts';
import { names } from '../words.ts';
import { type Default, type Facts, type Other, valueIn } from './default-values.ts';

const GIVEN = '(?:given|provided|specified|set|supplied|present|passed|included|sent|stated|defined|entered|selected|there)';
const MISSING = `(?:omitted|absent|missing|unspecified|unset|undefined|left (?:out|blank|unset)|not (?:explicitly |otherwise |yet )?${GIVEN})`;
/** The clause of a member that a request leaves out; `topic` has the words for it. */
const ABSENT = [
  `(?:if|when|where) (?:(?<topic>[^,;]+?) )?(?:(?:is|are|was|were|has|have|been|be) )*${MISSING}`,
  `(?:if|when|where) (?:no (?<topic>[^,;]+?)|none) (?:is|are|was|were) ${GIVEN}`,
  `unless (?:(?<topic>[^,;]+?) )?(?:(?:is|are|it) )*(?:explicitly |otherwise )?${GIVEN}(?: otherwise| explicitly)?`,
  'without (?:it|one|(?:an? |the )?(?<topic>[\\w`]+))',
];
const ASIDE = '(?:optional(?:ly)?|not required|(?:the|this) (?:field|value) is optional)';

/** Each has the words for the value, and may have those for the member. */
const FORMS: readonly RegExp[] = [
  ...ABSENT.map((absent) => new RegExp(`^${absent}(?: in (?:the|a) request)?, (?:then )?(?<value>.+)$`, 'i')),
  /^(?:an?|the|each|every) \w+ (?:without|with no) (?:an? |the |any )?(?<topic>[\w`]+) (?<value>(?:is|has|gets|becomes|means|counts as) .+)$/i,
  /^an? (?:missing|omitted|absent) (?<topic>[\w`]+) (?<value>(?:is|means|counts as) .+)$/i,
  /^(?:missing|omitted|absent|leaving it out) (?<value>means .+)$/i,
  /^(?:the )?default(?: value)?(?: (?:for|of) (?<topic>[^,;:]+?))? ?(?:is|:|=) ?(?<value>.+)$/i,
  new RegExp(`^(?:the )?default(?: value)? (?:if|when) (?:it is )?${MISSING}(?: is|:| =) (?<value>.+)$`, 'i'),
  new RegExp(`^(?:the )?default(?: value)?(?: is|:| =)? (?<value>\\S+),? (?:if|when) (?:it is )?${MISSING}$`, 'i'),
  new RegExp(`^(?:if|when) (?:it is )?${MISSING} (?:the )?default(?: value)? (?:is|=) (?<value>.+)$`, 'i'),
  /^the default (?<topic>[\w`]+) ?(?:is|:|=) ?(?<value>.+)$/i,
  /^default (?<value>\S+)$/i,
  /^(?<topic>.*?)\b(?:will )?(?:by )?defaults? to (?<value>.+)$/i,
  /^(?<value>.+?)(?: is(?: the)?|,| as(?: the)?) (?:by )?default$/i,
  /^(?<value>.+?) by default$/i,
  ...ABSENT.map((absent) => new RegExp(`^(?<value>.+?),? ${absent}(?: in the request)?$`, 'i')),
];

/** Words by which what is said holds at times only, or speaks of a change of what is there. */
const OTHERWISE =
  /\b(?:depend\w*|except|otherwise (?:it|the)|but|sometimes|on update|existing|previous|remains?|unchanged|ignored|required|must)\b/i;
const CONDITION = /\b(?:if|when|where|unless|while|without|once|after)\b/gi;

/** A member, and what it has where a request leaves it out. */
export interface DefaultRule {
  readonly member: string;
  readonly is: Default;
}

/** @param subject the member that the text describes */
export function defaultIn(
  said: string,
  members: ReadonlyMap<string, readonly Facts[]>,
  others: readonly Other[] = [],
  subject?: string,
): DefaultRule | undefined {
  const plain = plainOf(said.replace(/\*\*([\w./-]+)\*\*/g, '`$1`')).replace(/ (?:when|while|on) (?:creating|creation)\b[^,;]*/i, '');
  if (isNoRule(said) || OTHERWISE.test(plain) || (plain.match(CONDITION) ?? []).length > 1) return undefined;
  for (const clause of clausesOf(plain)) {
    for (const form of FORMS) {
      const { topic, value } = form.exec(clause)?.groups ?? {};
      if (value === undefined) continue;
      const member = memberOf(topic, value, [...members.keys()], subject);
      const schemas = member === undefined ? undefined : members.get(member);
      const is =
        member === undefined || schemas === undefined ? undefined : valueIn(value, { member, schemas, others, names: [...members.keys()] });
      if (member !== undefined && is !== undefined) return { member, is };
    }
  }
  return undefined;
}

/** The parts of a sentence that may say a default, the whole one first: `The currency; defaults to EUR`, `How many (default 20)`. */
function clausesOf(plain: string): readonly string[] {
  const bare = plain.replace(new RegExp(`^${ASIDE}\\s*[:;,.-]?\\s*(?=\\S)`, 'i'), '');
  // `For new orders, the default is true` says nothing of the others.
  if (/^(?:if|when|where|while|once|for|in|on|with|since|from|before|after|by)\b/i.test(bare)) return [bare];
  const inside = [...plain.matchAll(/\(([^()]+)\)/g)].flatMap(([, text = '']) => text);
  const parts = bare.split(/\s*[;:]\s+|,\s+(?:and\s+|which\s+|it\s+)*(?=(?:the )?defaults?\b)/i);
  const tails = bare.split(/,\s+|:\s+/).slice(1);
  return [bare, ...parts, ...inside, ...tails, tails.slice(-2).join(', ')].map((one) => one.trim()).filter((one) => one !== '');
}

/** Words for the member that a text describes. */
const ITSELF =
  /^(?:and|or|it|this|that|these|they|which|one|none|nothing|the|an?|any|no|will|value|field|param(?:eter)?|property|attribute|option|argument|\s)*$/i;

/** The member that the words name, or the one that the text describes. */
function memberOf(topic: string | undefined, value: string, all: readonly string[], subject: string | undefined): string | undefined {
  if (topic === undefined || ITSELF.test(topic.replace(/[`'"]/g, ''))) {
    const named = /^(?:the )?(?<name>[\w`]+) (?:is|are|will be|becomes|defaults to|equals)\b/i.exec(value)?.groups?.name;
    const first = named === undefined || ITSELF.test(named) ? undefined : mentionsIn(named, all)[0]?.name;
    return first === undefined || topic !== undefined ? (subject ?? first) : first;
  }
  const [first, ...more] = mentionsIn(topic, all);
  if (first !== undefined && more.length === 0) return first.name;
  return subject !== undefined && names(topic, subject) ? subject : undefined;
}
