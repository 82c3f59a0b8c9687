// Reads what a change means by a member that it leaves out, or gives as null: `Fields that are not sent stay as they are`, `Set to null to clear`,
// `Null values are ignored`.
import { isNoRule, plainOf } from './grammar/plain.ts';

/** What becomes of a member: it stays as it was, or has its value no more. */
export type Fate = 'kept' | 'removed';

const GIVEN = '(?:given|provided|specified|set|supplied|present|passed|included|sent|submitted|in the (?:request|body))';
const FIELDS =
  '(?:(?:all|any|every|the|each|other|optional|remaining) )*(?:members?|fields?|propert(?:y|ies)|parameters?|attributes?|settings?|values?|keys?|elements?|items?)';
const ABSENT = `(?:(?:that|which) )?(?:(?:is|are|was|were) )?(?:omitted|absent|missing|left out|unspecified|not (?:explicitly )?${GIVEN}(?: in the (?:request|body|request body))?)`;
const MISSING = `(?:${FIELDS} ${ABSENT}|(?:omitted|missing|absent|unspecified) ${FIELDS}|what (?:you leave|is left) out|what is (?:missing|omitted|not (?:given|sent)))`;
const KEPT =
  '(?:(?:(?:is|are|will be|be) )?(?:left )?(?:unchanged|unmodified|untouched|intact|as (?:it is|they are|is|before))|(?:stays?|remains?)(?: (?:as (?:it is|they are|before)|unchanged|the same|untouched))?|keeps? (?:its|their) (?:old |current |present |existing )?values?|retains? (?:its|their) (?:old |current |existing )?values?|(?:is|are|will) not (?:be )?(?:changed|modified|updated|touched|affected))';
const REMOVED =
  '(?:(?:is|are|will be|gets?|get) (?:gone|cleared|removed|deleted|unset|emptied|lost|(?:re)?set (?:back )?to (?:null|(?:its|their|the) defaults?(?: values?)?)|reset)|(?:gets?|takes?) (?:its|their) defaults?|disappears?)';

const OMITTED: Readonly<Record<Fate, readonly RegExp[]>> = {
  kept: [
    new RegExp(`^(?:.*[,;:] )?${MISSING} ${KEPT}(?:$|[,;])`, 'i'),
    new RegExp(`^(?:.*\\band )?leaves? ${FIELDS} (?:${ABSENT} )?(?:unchanged|untouched|alone|as (?:it is|they are))$`, 'i'),
    new RegExp(`^(?:changes|updates|modifies) only (?:the )?${FIELDS} (?:that|which) (?:is|are) ${GIVEN}$`, 'i'),
    new RegExp(
      `^only (?:the )?(?:(?:included|given|provided|sent|supplied) ${FIELDS}|${FIELDS} (?:that|which) (?:is|are) ${GIVEN}) (?:is|are|will be) (?:changed|updated|modified)$`,
      'i',
    ),
  ],
  removed: [
    new RegExp(`^(?:.*[,;:] )?${MISSING} ${REMOVED}(?:$|[,;]| or\\b)`, 'i'),
    /^(?:the request |this |it |put )?(?:completely |fully |entirely )?(?:replaces|overwrites) (?:the |an? )?(?:(?:whole|entire|complete|existing|full|all of the) )+\w+(?: with .*)?$/i,
  ],
};

const NULL = '(?:(?:a|an explicit|the value) )?`?null`?(?: values?)?';
const NULLED: Readonly<Record<Fate, readonly RegExp[]>> = {
  removed: [
    new RegExp(
      `^(?:(?:you can |to )?(?:set|sending|send|give|pass)(?: (?:it|this|the \\w+))?(?: explicitly)? (?:to )?${NULL} (?:to|will|in order to) (?:remove|clear|delete|unset|reset|erase|empty)s?\\b(?: (?:it|the \\w+(?: \\w+)?|this|\\w+))?)$`,
      'i',
    ),
    new RegExp(
      `^(?:and )?${NULL} (?:removes?|clears?|deletes?|unsets?|erases?|empties|takes?)\\b(?: (?:it|the \\w+|an? (?:optional )?\\w+|them)(?: away)?)?$`,
      'i',
    ),
    new RegExp(`^if (?:it is )?(?:set to )?${NULL}, (?:the \\w+|it) (?:is|will be) (?:deleted|removed|cleared|unset)$`, 'i'),
  ],
  kept: [
    new RegExp(`^${NULL} (?:is|are) (?:ignored|skipped|(?:treated|handled) as if (?:it|they) (?:was|were|is|are) not ${GIVEN})$`, 'i'),
    new RegExp(`^${NULL} (?:leaves|keeps) (?:the )?(?:\\w+) (?:as (?:it|they) (?:is|are|was)|unchanged|untouched)$`, 'i'),
    new RegExp(`^${FIELDS} (?:that|which) (?:is|are) null (?:is|are) (?:ignored|left unchanged|not changed)$`, 'i'),
  ],
};

const OTHERWISE = /\b(?:unless|except|when|where|may|might|should|only if|depend\w*|response|returned|shown|answer)\b/i;

/** What a sentence says of members that a change leaves out. */
export function omittedIn(text: string): Fate | undefined {
  return fateIn(text, OMITTED);
}

/** What a sentence says of members that a change gives as null. */
export function nulledIn(text: string): Fate | undefined {
  return fateIn(text, NULLED);
}

function fateIn(said: string, forms: Readonly<Record<Fate, readonly RegExp[]>>): Fate | undefined {
  const plain = plainOf(said);
  if (isNoRule(said) || OTHERWISE.test(plain)) return undefined;
  const is = (fate: Fate): boolean => forms[fate].some((form) => form.test(plain));
  return is('kept') ? 'kept' : is('removed') ? 'removed' : undefined;
}
