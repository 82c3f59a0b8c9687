// Reads what a sentence about a delete says of other things: that they go with the thing, or that the thing is not deleted while they are there.
import { escaped, formsOf, namesIn, phraseOf, singular, stemOf, wordsOf } from './words.ts';

/** Words that make an effect one that does not always come. */
const CONDITION = /\b(?:if|when|unless|until|except|may|might|can|could|should|optionally|eventually|later|after|within|only|some|most)\b/i;
const DENIED = /\b(?:not|never|no|kept|keeps?|stays?|remains?|retained|survives?|n['’]t)\b/i;

const OWN = '(?:(?:all|each|every|both|of|the|its|their|any|also)\\s+)+';

/**
 * Whether a text says of a delete that things of a kind go with the thing: `with its bins`, `The prescriptions are deleted too`,
 * `Its photo goes with it`.
 */
export function goesWith(text: string, name: string): boolean {
  return clausesOf(text).some((clause) => {
    if (CONDITION.test(clause) || DENIED.test(clause)) return false;
    return goingForms(nounOf(name)).some((form) => new RegExp(form, 'iu').test(clause));
  });
}

function goingForms(noun: string): readonly string[] {
  const more = `(?:\\s+(?:and|or)\\s+(?:${OWN})?[\\p{L}\\s]{2,30}?)?`;
  const gone = '(?:deleted|removed|erased|destroyed|dropped|purged|gone|cancelled too)';
  return [
    `\\b(?:with|and|including|along with|together with|as well as)\\s+${OWN}${noun}`,
    `\\b${OWN}${noun}(?:\\s+(?:of|in|on|at|for|below|under)\\s+(?:the|this|it)(?:\\s+\\p{L}+)?)?${more}\\s+(?:is|are)\\s+(?:also\\s+|then\\s+|all\\s+)?${gone}\\b`,
    `\\b${OWN}${noun}${more}\\s+go(?:es)?(?:\\s+away)?\\s+(?:with|too|as well)\\b`,
    `\\b(?:deletes?|removes?|erases?|destroys?|drops?|takes?)\\s+(?:also\\s+)?${OWN}${noun}\\b`,
    `\\bcascades?\\s+to\\s+(?:${OWN})?${noun}\\b`,
  ];
}

/** The clauses of a text, each with an end of its own: `; appointments are kept` says nothing of what stands before it. */
function clausesOf(text: string): readonly string[] {
  return text.split(/(?<=[.;!?])\s+|\n+|,\s*(?=but\b|while\b)/);
}

function nounOf(name: string): string {
  return `(?<![\\p{L}\\p{N}_-])${phraseOf(name)}(?![\\p{L}\\p{N}_-])`;
}

/** Things that keep another one from being deleted. */
export interface Keeping {
  /** States in which they do, as far as the sentence has them by name. Empty: all of them, or all but those that are denied. */
  readonly states: readonly string[];
  /** Whether one in this state does; `undefined` stands for one without a state. */
  readonly isMeant: (state: string | undefined) => boolean;
}

/** Adjectives that say nothing of the state of a thing. */
const PLAIN = '(?:(?:dependent|existing|related|associated|linked|attached|remaining|other|own|more)\\s+)?';
const BEFORE =
  '(?:an?|any|its|their|or|some|other|has|have|had|by|with|while|if|where|whose|owns?|contains?|holds?|includes?|still\\s+\\p{L}+|there\\s+(?:is|are)(?:\\s+(?:still|an?|any))?)';
const USING =
  /\b(?:names?|named|uses?|used|in use|refers?|referred|references?|referenced|needs?|has|have|with|belongs?|points?|exists?|stands?|owns?|contains?|holds?|includes?|left|remains?|in|of|at|for|on|under|below|there (?:is|are))\b/i;

/** Words by which only some of the things are meant. */
const OF_TIME = /\b(?:days?|weeks?|months?|years?|hours?|recent\w*|past|future|upcoming|last|today)\b/i;

/**
 * What a sentence that refuses a delete says of things of a kind: `while an order names it`, `a booking that is requested or confirmed`,
 * `an invoice that is not paid`. A word before or after them that is no known state makes the sentence narrower than what can be tried.
 */
export function keepingIn(text: string, name: string, states: readonly string[]): Keeping | undefined {
  const { plain, also } = withoutEven(text, states);
  const found = plain === text ? undefined : keepingIn(plain, name, states);
  if (found !== undefined) return { ...found, states: [...new Set([...found.states, ...also])] };
  if (/\b(?:unless|until|except|without|before|after|within|keeps? at least)\b/i.test(text)) return undefined;
  if (hasEver(text, name)) return { states: overIn(text, states), isMeant: () => true };
  const noun = nounOf(name);
  const known = states.filter((state) => state.length > 2).map((state) => formsOf(state).replace(/s\?\\b$/, '\\b'));
  const state = `(?:an?\\s+)?[\`'"]?(?:${known.join('|')})[\`'"]?`;
  const some = `${state}(?:(?:\\s*,\\s*(?:or\\s+|and\\s+|nor\\s+)?|\\s+(?:or|and|nor)\\s+)(?:is\\s+|are\\s+)?${state})*`;
  const tail = '(?:\\s+(?!that\\b|which\\b|who\\b)[\\p{L}`]+){0,4}?';
  const forms =
    known.length === 0
      ? []
      : [
          `${noun}${tail}(?:\\s+(?:that|which|who))?\\s+(?:is|are)\\s+(?:still\\s+)?(?<not>not\\s+|neither\\s+)?(?<some>${some})`,
          `\\b${BEFORE}\\s+${PLAIN}(?<not>not\\s+|non-?)?(?<some>${some})\\s+${noun}`,
          `${noun}\\s+(?:in|with|of)\\s+(?:an?\\s+|the\\s+)?(?:(?:status|state)\\s+(?:of\\s+)?)?(?<some>${some})`,
        ];
  for (const form of forms) {
    const { not, some: found } = new RegExp(form, 'iu').exec(text)?.groups ?? {};
    if (found === undefined) continue;
    const named = namesIn(found, states);
    const isDenied = not !== undefined;
    return { states: isDenied ? [] : named, isMeant: (one) => one !== undefined && named.includes(one) !== isDenied };
  }
  const verdict =
    '(?!\\s+(?:it|them|this)\\b|\\s+(?:an?\\s+)?(?:4\\d\\d|refus|reject|conflict|error|forbidden|not\\s+(?:deleted|possible|allowed)))';
  const more = `(?!${tail}\\s+(?:(?:that|which|who)\\s+)?(?:is|are|was|were|has|have)\\b${verdict})`;
  const isPlain = new RegExp(`\\b${BEFORE}\\s+${PLAIN}${noun}${more}`, 'iu').test(text);
  return isPlain && USING.test(text) && !OF_TIME.test(text) ? { states: [], isMeant: () => true } : undefined;
}

/**
 * A sentence without the states that it adds, in which other things count too: `stay, even after the lease has ended`, `has a lease, whatever its
 * state`.
 */
function withoutEven(text: string, states: readonly string[]): { readonly plain: string; readonly also: readonly string[] } {
  const any =
    /,?\s*\b(?:whatever|regardless of|no matter (?:what|which)|in (?:any|whatever)|of (?:any|whatever))\s+(?:(?:is\s+)?(?:its|their|the)\s+)?(?:states?|status(?:es)?)\b(?:\s+(?:is|are|it (?:is|has)|they (?:are|have)))?,?/i;
  const even = /,?\s*\b(?:even|also)\s+(?:after|when|if|once|while|where|though)\b([^.;,]*)/i;
  const ofAll = any.test(text);
  const named = even.exec(text)?.[1] ?? '';
  const also = ofAll ? states : namesIn(named, states);
  return also.length === 0 ? { plain: text, also } : { plain: text.replace(ofAll ? any : even, ''), also };
}

/** `A client that has ever ordered stays`: the verb is that of the things. */
function hasEver(text: string, name: string): boolean {
  const [, verb = ''] =
    /^(?:an?|the|any|no|every)\s+[\p{L} ]{1,30}?\s+(?:that|which|who)\s+(?:has|have)\s+(?:ever\s+|already\s+|once\s+)?(\p{L}+)\s+(?:stays?\b|remains?\b|is kept\b|(?:can|may|must)\s?not\s+be\s+(?:deleted|removed)\b|is (?:never|not) (?:deleted|removed))/iu.exec(
      text,
    ) ?? [];
  if (verb === '') return hadEver(text, name);
  return stemOf(verb) === stemOf(singular(wordsOf(name).at(-1) ?? name));
}

const OVER = /^(?:cancel|withdraw|end|clos|expire|void|reject|archiv|complet|finish|return|done|over)/i;

/** The states in which a thing is over and still counts: those that the text names, or else the likeliest one. */
function overIn(text: string, states: readonly string[]): readonly string[] {
  const named = namesIn(text, states);
  return named.length > 0 ? named : states.filter((state) => OVER.test(state)).slice(0, 1);
}

/** `A hall that ever had a concert stays in the register`, `A shop which has had an order cannot be deleted`. */
function hadEver(text: string, name: string): boolean {
  const had = '(?:ever|once|already)\\s+(?:has|have|had)|(?:has|have)\\s+(?:ever|once|already)\\s+had|(?:has|have)\\s+had|had';
  const kept = '(?:stays?|remains?|is kept|(?:can|may|must)\\s?not\\s+be\\s+(?:deleted|removed)|is (?:never|not) (?:deleted|removed))';
  const form = `^(?:an?|the|any|every)\\s+[\\p{L} ]{1,30}?\\s+(?:that|which|who)\\s+(?:${had})\\s+(?:an?|any)\\s+${nounOf(name)}\\s+${kept}\\b`;
  return new RegExp(form, 'iu').test(text);
}

/**
 * Whether only what has none of such things can be deleted: `Only a draft without lots can be removed`, `can only be deleted while it has no orders`.
 */
export function isWithoutOnly(text: string, name: string): boolean {
  const noun = `(?:any\\s+)?(?:${phraseOf(name)})`;
  const none = `(?:without|with no|(?:that|which|who)\\s+(?:never\\s+had|(?:has|have|had)\\s+(?:never\\s+had|no))(?:\\s+(?:an?|any))?)\\s+${noun}`;
  const deleted = '(?:deleted|removed|erased)';
  const end = '(?=\\s*(?:$|[.,;:]))';
  return [
    `^only\\s+(?:an?|the)\\s+[\\p{L} ]{1,40}?\\s+${none}\\s+(?:can|may)\\s+be\\s+${deleted}${end}`,
    `(?:^only\\s[^,;]{1,60}\\s(?:can|may)\\s+be\\s+${deleted},?\\s+and\\s+only|\\b(?:can|may)\\s+(?:only\\s+be\\s+${deleted}|be\\s+${deleted}\\s+only))\\s+(?:if|when|while|as long as)\\s+no\\s+${noun}\\s+(?:uses?|has|have|names?|refers? to|lists?|needs?|contains?|holds?)\\s+(?:it|them)${end}`,
    `\\b(?:can|may)\\s+(?:only\\s+be\\s+${deleted}|be\\s+${deleted}\\s+only)\\s+(?:if|when|while|once|after|as long as)\\s+no\\s+(?:more\\s+)?${noun}\\s+(?:stands?|is|are|lies?|remains?|sits?|belongs?|hangs?|uses?|has|have|names?)(?:\\s+(?:in|on|at|to|of|below|under))?\\s+(?:it|them|there)(?:\\s+any\\s?more)?${end}`,
    `\\b(?:can|may)\\s+only\\s+be\\s+${deleted}\\s+(?:if|when|while|as long as)\\s+(?:it|they|the\\s+\\p{L}+)\\s+(?:has|have)\\s+no\\s+${noun}${end}`,
    `\\b(?:can|may)\\s+be\\s+${deleted}\\s+only\\s+(?:(?:if|when|while|as long as)\\s+(?:it|they|the\\s+\\p{L}+)\\s+(?:has|have)\\s+no|without)\\s+${noun}${end}`,
  ].some((form) => new RegExp(form, 'iu').test(text));
}

/** Whether a sentence says that the delete of what is not there is refused: `A dock that is not there is a 404`. */
export function refusesAbsent(text: string, name: string): boolean {
  const status = /\b(?:404|410)\b/.test(text);
  const absent =
    /\b(?:(?:is|are|was|were|has been|does|do|did)(?: not|n['’]t) (?:there|exist|found|known|set|present)|no longer (?:there|exists?)|not there any ?more|unknown|without an?|already (?:deleted|gone|removed|taken away)|deleted (?:already|before|twice)|a second time|deleting (?:it|one) (?:again|twice)|non-?existent)\b/i;
  return status && absent.test(text) && new RegExp(`${nounOf(name)}|\\b(?:it|one|deleting)\\b|${escaped(name)}`, 'iu').test(text);
}
