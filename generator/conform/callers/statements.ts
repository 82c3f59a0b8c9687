// What a document says in its texts about whose things a caller sees. Octavo reads no prose, but a service that shares what it keeps is no fault, and
// the texts alone say which of the two is meant; so they only ever decide about what a service has already shown.

import { lastNameOf } from '../../inference/pointers.ts';
import { escaped, phraseOf, sentencesIn, singular, tagTextsOf, wordsOf } from '../../inference/prose/index.ts';
import { parameterIn, segmentsOf } from '../../inference/templates.ts';
import type { Operation, Service } from '../../model/service.ts';

const OWNER =
  '(?:accounts?|users?|tenants?|customers?|clients?|organi[sz]ations?|workspaces?|teams?|compan(?:y|ies)|merchants?|members?|owners?|callers?|households?|shops?|stores?|practices?|schools?|clinics?)';

/** How a text says that a caller finds nothing. */
const NOT_THERE =
  '(?:\\bas if\\b[^.;]*\\b(?:not|never)\\b|\\bdo(?:es)? not exist\\b|\\b(?:is|are) (?:not (?:found|shown|visible|there)|hidden|invisible)\\b|\\bas (?:not existing|non-?existent|unknown|not found|missing|absent)\\b|\\b(?:with|gives?|gets?|is|are) (?:an? |the same )?404\\b)';

/** A sentence that keeps owners apart, wherever it stands. */
const APART: readonly RegExp[] = [
  new RegExp(
    `\\b${OWNER}\\b[^.;]*\\b(?:sees?|access(?:es)?|reads?|views?|reach(?:es)?|lists?|finds?|works? (?:on|with)|manages?|gets?)\\b[^.;]*\\b(?:only|own|its|their)\\b`,
    'i',
  ),
  new RegExp(`\\b(?:each|every|an?|one|any|the)\\s+${OWNER}\\b[^.;]*\\bown\\b`, 'i'),
  new RegExp(`\\b(?:another|other|different|foreign|someone else['’]s|anybody else['’]s)\\s+${OWNER}\\b`, 'i'),
  new RegExp(
    `\\b(?:belongs?|belonging|visible|available|private|known|scoped|limited|restricted)\\s+(?:only\\s+)?to\\s+(?:the|an?|one|your|its|their)\\s+(?:\\w+\\s+)?${OWNER}\\b`,
    'i',
  ),
  // Whatever an owner is called: `The things of other houses do not exist for it`.
  /\b(?:things?|resources?|data|objects?|records?|everything|what)\s+(?:of|from|in|belonging to)\s+(?:an?other|other)\s+\p{L}+\b[^.;]*\b(?:do(?:es)? not exist|(?:is|are) (?:not (?:shown|visible|found|accessible|there)|hidden|invisible|out of reach)|can(?:not|['’]t) be (?:seen|read|reached|used))/iu,
  // An owner that is named twice: `A supplier never sees anything that belongs to another supplier`.
  /\b(\p{L}{3,}?)s?\b[^.;]*\b(?:never|not|cannot|can['’]t|no)\b[^.;]*\b(?:sees?|reach(?:es)?|access(?:es)?|reads?|finds?|views?|knows?|gets?|uses?)\b[^.;]*\b(?:another|other|different)\s+\1s?\b/iu,
  // `A branch knows nothing of other branches`, `Teams cannot see each other`.
  /\b(\p{L}{3,}?)(?:s|es)?\b[^.;]*\b(?:sees?|knows?|reads?|finds?|reach(?:es)?|gets?|learns?)\s+nothing\b[^.;]*\b(?:another|other|different)\s+\1(?:s|es)?\b/iu,
  /\b(?:never|not|cannot|can['’]t)\s+(?:see|know|read|find|reach|access|view)\b[^.;]*\b(?:each other|one another)\b/i,
  // `A file of another branch is answered as if it was not there`, `what belongs to others is not found`.
  new RegExp(`\\b(?:of|from|in)\\s+(?:an?other|other|a different)\\s+\\p{L}+\\b[^.;]*${NOT_THERE}`, 'iu'),
  new RegExp(`\\bbelong(?:s|ing)?\\s+to\\s+(?:others|(?:some|any)(?:one|body) else|an?other(?:\\s+\\p{L}+)?)\\b[^.;]*${NOT_THERE}`, 'iu'),
  /\b(?:isolat(?:ed|ion)|not (?:shared|visible) (?:between|across|to (?:any)?other))\b/i,
];

/** The same in the texts of an operation, which speak of its own things. */
const OWN: readonly RegExp[] = [
  ...APART,
  /\b(?:in|of|to|from|under|within|by)\s+(?:your|the (?:caller|(?:calling|authenticated|current|signed-in|logged-in) \w+)(?:['’]s)?)\b/i,
  /\b(?:your own|(?:caller|user|account|customer|owner)['’]s own|owned by|does(?: not|n['’]t) (?:own|belong)|not yours)\b/i,
];

/** Words that mean all kinds of things. */
const GENERAL =
  /\b(?:things?|resources?|data|objects?|records?|entit(?:y|ies)|everything|anything|contents?|what(?:ever)? (?:an?other|others?|belongs)|nothing|each other|one another|(?:of|in|from) (?:an?other|other) \w+|isolat\w+)\b/i;

const SHARED =
  /\b(?:shared|public|publicly|everyone|everybody|anyone|anybody|global|common to|any (?:signed-in |authenticated )?(?:user|account|caller|customer)|all (?:accounts|users|tenants|customers|callers|clients|organi[sz]ations)|(?:to|by|for|with|between|among|across) all members|all members (?:can|may|see|read|share))\b/i;

/** Says that a caller sees whatever there is, whatever else the sentence keeps for an owner: `may read everything, and write on their own behalf`. */
const SEES_ALL =
  /\b(?:sees?|reads?|views?|looks? at|lists?|finds?|browses?)\s+(?:everything|anything|(?:all|any|every|each)(?:\s+(?:of\s+)?(?!its\b|their\b|his\b|her\b|your\b|my\b|our\b|own\b)[\w-]+){1,2}?|(?:each other|one another)['’]s\s+[\w-]+)(?=\s*[,;:.]|\s+(?:and|but|yet|while|whereas|though)\b|\s*$)/i;

const NOT_SHARED = /\b(?:not|never|no longer)\s+(?:be\s+|been\s+)?(?:shared|public|visible to (?:everyone|all))\b/gi;

function sentencesOf(texts: readonly (string | undefined)[]): readonly string[] {
  return texts.flatMap((text) => sentencesIn(text ?? ''));
}

function isShared(sentence: string): boolean {
  return SHARED.test(sentence.replace(NOT_SHARED, ''));
}

/** The word for what an operation is about: the last segment of its path that is no parameter, in the singular. */
function nounsOf({ path }: Operation): readonly string[] {
  return segmentsOf(path)
    .filter((segment) => parameterIn(segment) === undefined)
    .map((segment) => segment.replace(/[-_]/g, ' ').replace(/ies$/, 'y').replace(/s$/, '').toLowerCase())
    .filter((noun) => noun.length > 2);
}

/** `apart`: what one account has is hidden from others. `shared`: it is not. Absent: the document does not say. */
export type Sharing = 'apart' | 'shared' | undefined;

export function sharingOf(service: Service, operation: Operation): Sharing {
  const isRead = operation.method === 'GET';
  const isApart = (sentence: string, patterns: readonly RegExp[]): boolean =>
    patterns.some((pattern) => pattern.test(sentence)) && !(isRead && SEES_ALL.test(sentence));
  const own = sentencesOf([
    operation.summary,
    operation.description,
    ...tagTextsOf(service, operation),
    ...operation.responses.filter(({ status }) => /^(?:2|403|404)/.test(String(status))).map(({ description }) => description),
  ]);
  const whole = sentencesOf([service.description, ...service.securitySchemes.map(({ description }) => description)]);
  const nouns = nounsOf(operation);
  const others = service.operations.flatMap(nounsOf).filter((noun) => !nouns.includes(noun));
  const isNamed = (sentence: string, names: readonly string[]): boolean => names.some((noun) => sentence.toLowerCase().includes(noun));
  const about = whole.filter((sentence) => isNamed(sentence, nouns));
  const isMeant = (sentence: string): boolean => isNamed(sentence, nouns) || (GENERAL.test(sentence) && !isNamed(sentence, others));
  if ([...own, ...about].some(isShared)) return 'shared';
  return own.some((sentence) => isApart(sentence, OWN)) ||
    whole.some((sentence) => isMeant(sentence) && !isShared(sentence) && isApart(sentence, APART))
    ? 'apart'
    : undefined;
}

/**
 * Whether a sentence lets an operation name a thing of another account in one place of a request: `money may be sent to any account of the bank`.
 * Where several places name such things, a sentence means the ones that it shares a word with, as `to` with `toAccount`.
 *
 * @param name the name of the collection of the things
 */
export function isOpenTo(
  service: Service,
  { summary, description }: Operation,
  name: string,
  { to, places }: { readonly to: string; readonly places: readonly string[] },
): boolean {
  const noun = singular(name);
  const any = `\\bany (?:other |\\w+ )?${phraseOf(noun)}`;
  const form = new RegExp(
    `\\b(?:may|can|could)\\b(?! (?:not|only)\\b)[^.;]*${any}|${any}[^.;]*\\b(?:may|can|could)\\b(?! (?:not|only)\\b)`,
    'i',
  );
  const own = new Set(wordsOf(noun));
  const isNamed = (place: string, text: string): boolean =>
    wordsOf(lastNameOf(place)).some((word) => !own.has(word) && new RegExp(`\\b${escaped(word)}\\b`, 'i').test(text));
  return sentencesOf([service.description, summary, description]).some((sentence) => {
    const said = form.exec(sentence)?.[0];
    return said !== undefined && (isNamed(to, said) || !places.some((place) => isNamed(place, said)));
  });
}
