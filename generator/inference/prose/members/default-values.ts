// Understands which value the words of a default mean: a number, a listed text, the value of another member or of another thing, or the present time.
import type { JsonValue, Schema } from '../../../model/schema/schema.ts';
import { mentionsIn } from '../relations.ts';
import { NUMBERS, names, numberOf, phraseOf } from '../words.ts';

/** What a member is where nothing else is given. */
export type Default =
  | { readonly kind: 'value'; readonly value: JsonValue }
  /** As another member of the same body. */
  | { readonly kind: 'member'; readonly name: string }
  /** As a member of another thing. */
  | { readonly kind: 'other'; readonly thing: string; readonly name: string }
  | { readonly kind: 'now' };

/** What a schema says of its values. */
export type Facts = Pick<Schema, 'type' | 'format' | 'enum' | 'description'>;

/** Another thing, by the name of its collection, and its members. */
export interface Other {
  readonly name: string;
  readonly members: readonly string[];
}

interface Place {
  readonly member: string;
  readonly schemas: readonly Facts[];
  /** All members of the body. */
  readonly names: readonly string[];
  readonly others: readonly Other[];
}

/** What stands before the words for the value, and behind them. */
const BEFORE =
  /^(?:(?:then|also|simply|it|this|that|they|the (?:value|order|field|default)|one|by default,?) )*(?:(?:will )?(?:be|is|are|was|were|has|gets?|takes?|becomes?|means?|equals?|counts? as|uses?|uses? the|falls? back (?:to|on)|defaults? to|(?:it )?(?:is |will be )?(?:set|taken|assumed|derived|copied)(?: (?:to|from|to be))?))\s+/i;
const BEHIND =
  /\s+(?:(?:is|are|will be|gets) (?:used|assumed|applied|taken|set|chosen|the default)|instead|by default|as (?:the|its) default|one)$/i;

/** The value that the words mean for a member; `undefined` where they are open. */
export function valueIn(words: string, place: Place): Default | undefined {
  const cut = words
    .replace(/\s*[,;(:].*$/, '')
    .replace(/\s+-\s.*$/, '')
    .replace(/[.)]+$/, '');
  return meantBy(cut, place) ?? (words === cut ? undefined : meantBy(words, place));
}

function meantBy(words: string, place: Place): Default | undefined {
  const all = place.names.map((name) => phraseOf(name)).join('|');
  // `The name is the reference`, `if left out, kind is card`: the member itself stands before the verb.
  const own = new RegExp(`^(?:the )?\`?(?:${all})\`? (?=(?:is|are|will be|becomes|defaults to|equals)\\b)`, 'i');
  let text = words.trim().replace(own, '');
  for (let last = ''; last !== text; ) {
    last = text;
    text = text.replace(BEFORE, '').replace(BEHIND, '').trim();
  }
  return nowIn(text, place) ?? literalIn(text, place) ?? memberIn(text, place) ?? otherIn(text, place);
}

const NOW =
  /^(?:the )?(?:(?:current|present|server(?:'s)?) )*(?:(?:date|time|day|timestamp|moment|instant|datetime)(?: ?(?:and|\/) ?time)?)(?: of (?:the )?(?:creation|request|call))?$|^(?:right )?now$|^today(?:'s date)?$/i;

function nowIn(text: string, { schemas }: Place): Default | undefined {
  const isTime = schemas.some(({ format }) => format === 'date' || format === 'date-time');
  const bare = text.replace(/^(?:\w+(?:ed|en)|done|made|sent|read|held)\s+(?:at\s+|on\s+)?/i, '');
  return isTime && (NOW.test(text) || NOW.test(bare)) && /\b(?:current|present|now|today|creation|request|call)\b/i.test(text)
    ? { kind: 'now' }
    : undefined;
}

/** A value that is written out, as the type of the member has it. */
function literalIn(text: string, { schemas, member, names: all }: Place): Default | undefined {
  const types = new Set(schemas.flatMap(({ type = [] }) => type));
  const listed = schemas.flatMap(({ enum: values = [] }) => values);
  const code = /^`"?([^`"]*)"?`$|^"([^"]*)"$/.exec(text);
  const bare = (code?.[1] ?? code?.[2] ?? text).trim().replace(/\.$/, '');
  const of = (value: JsonValue): Default => ({ kind: 'value', value });
  const same = listed.find((one) => typeof one === 'string' && one.toLowerCase() === bare.replace(/^an? /, '').toLowerCase());
  if (listed.length > 0) return same === undefined ? undefined : of(same);
  if (types.has('boolean')) return /^(?:true|false)$/i.test(bare) ? of(/^true$/i.test(bare)) : undefined;
  if (types.has('integer') || types.has('number')) {
    const count = numberIn(bare, [member, ...schemas.map(({ description = '' }) => description)]);
    return count === undefined ? undefined : of(count);
  }
  if (types.has('array')) return /^(?:\[\]|an? empty (?:list|array|set))$/i.test(bare) ? of([]) : undefined;
  // A word without marks may be the name of a value, as `English` is that of `en`.
  const isValue = code !== null ? !all.includes(bare) : /^[A-Z]{2,5}$/.test(bare);
  return types.has('string') && bare !== '' && !/^(?:null|none|nil|undefined)$/i.test(bare) && isValue ? of(bare) : undefined;
}

/** A number, whose unit the member must have in its name or its texts. */
function numberIn(text: string, texts: readonly string[]): number | undefined {
  const [, count = '', unit] = new RegExp(`^(-?\\d+(?:\\.\\d+)?|${NUMBERS.join('|')})(?: ([a-z]+))?$`, 'i').exec(text) ?? [];
  if (
    unit !== undefined &&
    !texts.some((one, index) =>
      index === 0
        ? names(one.replace(/_/g, ' '), unit) || new RegExp(unit.slice(0, 4), 'i').test(one)
        : new RegExp(`\\bin ${phraseOf(unit)}\\b`, 'i').test(one),
    )
  )
    return undefined;
  return /^-?\d/.test(count) ? Number(count) : numberOf(count);
}

/** `The value of reference`, `the same as starts_at`. */
function memberIn(text: string, { member, names: all }: Place): Default | undefined {
  const bare = text.replace(/^(?:the )?(?:same (?:value )?(?:as|of) )?(?:the )?(?:(?:value|content) of )?(?:the |its )?/i, '');
  const [found] = mentionsIn(
    bare,
    all.filter((name) => name !== member),
  );
  return found !== undefined && found.index === 0 && found.end === bare.length ? { kind: 'member', name: found.name } : undefined;
}

/** `The currency of the order`, `that of the order`. */
function otherIn(text: string, { member, others }: Place): Default | undefined {
  for (const { name, members } of others) {
    const thing = `(?:the|its) ${phraseOf(name)}`;
    const own = [new RegExp(`^(?:that of )?${thing}$`, 'i'), new RegExp(`^the same as (?:for|in|on) ${thing}$`, 'i')];
    if (members.includes(member) && own.some((form) => form.test(text))) return { kind: 'other', thing: name, name: member };
    for (const one of members) {
      const phrase = `\`?(?:${phraseOf(one)})\`?`;
      const forms = [`^(?:the )?${phrase} (?:of|in|on) ${thing}$`, `^${thing}(?:['’]s?)? ${phrase}$`];
      if (forms.some((form) => new RegExp(form, 'i').test(text))) return { kind: 'other', thing: name, name: one };
    }
  }
  return undefined;
}
