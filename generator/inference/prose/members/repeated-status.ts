// Whether a member of an error has the status of its response: by its name, or as its description says.

const NAME = /^(?:http[_-]?)?status[_-]?code$|^http[_-]?(?:status|code)$/i;

/** `The same as the status of the answer`, `HTTP status code`, `Repeats the status`, `The code of the response once more`. */
const SAYS =
  /\bHTTP[ -]?(?:response[ -]?)?(?:status|code)\b|\b(?:same|equal(?:s|ed)?|identical|repeats?|repeated|matches|mirrors?|echo(?:es)?|copy|copies|again|once more)\b[^.;]*\bstatus\b|\bstatus\b[^.;]*\b(?:again|once more|repeated)\b|\bstatus(?: code)? (?:of|in) (?:the|this|its) (?:HTTP )?(?:answer|response|reply)\b/i;

/** Words by which it is the status of something else, or not always that of the response. */
const OTHERS =
  /\b(?:upstream|provider|origin(?:al)?|remote|target|called|callback|webhook|previous|last|each|every|item|entry|page|sub-?request|usually|mostly|may|might|often|not|except|unless|if|where|when)\b/i;

/** Whether, and by what, a member is known to have the status of the response. */
export function repeatsStatus(name: string, description: string): 'by name' | 'as said' | undefined {
  if (OTHERS.test(description)) return undefined;
  if (SAYS.test(description)) return 'as said';
  return NAME.test(name) ? 'by name' : undefined;
}
