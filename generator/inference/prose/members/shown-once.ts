// Reads that one answer alone shows a member: `This is the only answer that shows keyBoxCode`, `The secret is returned only on creation`.
import { isNoRule } from '../grammar/plain.ts';
import { names } from '../words.ts';

const SHOWN = '(?:shown|returned|included|visible|available|given|sent|revealed|displayed|retrieved|read|seen|accessible|exposed)';
const FORMS: readonly RegExp[] = [
  /\bonly (?:answer|response|time|place|request|call|operation)\b[^.]*\b(?:shows?|returns?|includes?|reveals?|has|have|contains?|gives?|see|read)\b/i,
  new RegExp(
    `\\b(?:only|just) (?:be )?${SHOWN}\\b[^.]*\\b(?:here|now|once|(?:on|at|upon|after|during) (?:its )?creation|(?:in )?this (?:answer|response))\\b`,
    'i',
  ),
  new RegExp(
    `\\b${SHOWN} (?:only|just|exactly)? ?(?:here|now|once|(?:on|at|upon|during) (?:its )?creation|in this (?:answer|response)|this one time)\\b`,
    'i',
  ),
  new RegExp(`\\b(?:never|not|cannot|can['’]t|won['’]t)\\b[^.]*\\b${SHOWN}\\b[^.]*\\b(?:again|later|afterwards|a second time)\\b`, 'i'),
  /\bno (?:other|later|further) (?:answer|response|request|read)\b[^.]*\b(?:shows?|returns?|includes?|reveals?|has|contains?)\b/i,
];

/** Words by which it may be shown elsewhere too. */
const OTHERWISE =
  /\b(?:if|unless|except|when|while|until|may|admins?|owners?|default|usually|in full|masked|(?:last|first) (?:four|\d))\b/i;

/** Whether a sentence says it of a member; `isOwn`: the sentence is that of the member itself. */
export function isShownOnce(said: string, name: string, isOwn: boolean): boolean {
  return !isNoRule(said) && !OTHERWISE.test(said) && (isOwn || names(said, name)) && FORMS.some((form) => form.test(said));
}
