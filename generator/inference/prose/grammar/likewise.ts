// Writes out what a sentence says in short: what is refused like something before it, and what `they` stands for.

/** `A further one gives 409, and so does a shipment that is no draft` has two refusals: the second one has the status of the first. */
export function likewiseIn(text: string): readonly string[] {
  const found = /^(.*?)[,;]?\s+(?:and\s+)?so\s+(?:does|do|is|are|will|would)\s+(?!that\b|not\b)(.+?)[.;]?$/i.exec(text);
  const [, before = '', other = ''] = found ?? [];
  const status = /\b4\d\d\b/.exec(before)?.[0];
  if (status === undefined || other === '') return [text];
  return [before, ...other.split(/,?\s+(?:and|or)\s+(?=(?:an?|any|the|each)\s)/i).map((one) => `${one} gives ${status}`)];
}

const ONE = '(?:an?|any|the|each)\\s+[^,;]+?\\s+(?:that|which|who|whose)\\s+[^,;]+?';
const VERDICT = '(?:is|are|gives?|gets?)\\s+(?:also\\s+)?(?:an?\\s+)?(?:4\\d\\d|refused|rejected)\\b.*';
const PAIR = new RegExp(`^(${ONE})(?:\\s+and|,\\s+and|\\s+or)\\s+(${ONE})\\s+(${VERDICT})$`, 'i');
const LISTED =
  /^(?:(?:the request is |it is )?(?:refused|rejected)|(?:the answer|the response|this) is (?:an? )?4\d\d)(?:\s+with\s+(4\d\d))?(?:\s+(?:is|are|for|also|too))*\s*:?\s+(?=(?:an?|any|the|another)\s)(.+,.+?)[.;]?$/i;

/** A sentence for each thing that one refuses: `A desk that is sold and a chair that is old are refused`, `Refused with 409 are: a desk, …`. */
export function eachRefused(text: string): readonly string[] {
  const [, one, other, verdict] = PAIR.exec(text) ?? [];
  if (one !== undefined && other !== undefined && verdict !== undefined)
    return [one, other].map((thing) => `${thing} ${verdict.replace(/^are\b/i, 'is').replace(/^(give|get)\b/i, '$1s')}`);
  const [, status, all = ''] = LISTED.exec(text) ?? [];
  const code = status ?? /\b4\d\d\b/.exec(text)?.[0];
  if (all === '' || code === undefined) return [text];
  return all.split(/,\s+(?:and\s+|or\s+)?(?=(?:an?|any|the|another)\s)/i).map((thing) => `${thing} is refused with ${code}.`);
}

const MUST_BE =
  /^(.+?)\s+must\s+(?:still\s+)?be\s+(\S+?)((?:(?:,\s*(?:and\s+)?|\s+and\s+)(?:its|their|the)\s+\p{L}+\s+(?:must\s+)?(?:not\s+)?(?:be\s+)?[`'"]?[\w-]+[`'"]?)+)[.;]?$/iu;

/** A sentence for each thing whose state is wanted: `The booking must be open, its room free and its guest not blocked` has three. */
export function eachWanted(text: string): readonly string[] {
  const [, subject, first, others = ''] = MUST_BE.exec(text) ?? [];
  if (subject === undefined || first === undefined) return [text];
  const parts = others.split(/,\s*(?:and\s+)?|\s+and\s+/i).filter((part) => part !== '');
  const wanted = parts.map((part) => {
    const [, thing = '', not = '', state = ''] = /^(\S+\s+\S+)\s+(?:must\s+)?(not\s+)?(?:be\s+)?(\S+)$/i.exec(part) ?? [];
    return `${thing} must ${not}be ${state}.`;
  });
  return [`${subject} must be ${first}.`, ...wanted];
}

/** What begins a sentence about things that the one before it names. */
const REFERRING = /^(?:(?:each|all|every one|any|none)\s+of\s+(?:them|these|those)|they|(?:both|all)(?=\s+(?:must|have|may|can)))\b/i;

/**
 * The sentences, with the noun in place of `each of them` where the sentence before names such things, and names nothing of which there are several
 * after them.
 */
export function withNouns(sentences: readonly string[], nouns: readonly string[]): readonly string[] {
  const [noun] = nouns;
  const named = new RegExp(`\\b(?:${nouns.join('|')})\\b`, 'giu');
  const isNamedLast = (text: string): boolean => {
    const last = [...text.matchAll(named)].at(-1);
    const rest = last && text.slice(last.index + last[0].length);
    return rest !== undefined && /^(?:\s+(?:of|from|in|for|at|with|to|by)\b[^,;]*)?[.;!?]*$/.test(rest) && !/\p{L}s\b/u.test(rest);
  };
  return sentences.map((text, index) =>
    noun !== undefined && REFERRING.test(text) && isNamedLast(sentences[index - 1] ?? '') ? text.replace(REFERRING, `the ${noun}`) : text,
  );
}

const CONDITIONS =
  /^(?<refusal>(?<subject>[^,;:]+?)\s+(?:is|are)\s+(?:refused|rejected)(?:\s+with\s+(?:an?\s+)?4\d\d)?|[^,;:]+?\s+(?:gives?|gets?|fails with)\s+(?:an?\s+)?4\d\d)\s+(?:if|when)\s+(?<all>.+?)[.;]?$/i;

/**
 * A sentence for each of several reasons to refuse something that are about the thing itself, or about what the sentence speaks of:
 * `A bid is refused with 409 if it is too low, if the sale is not open or the lot is not listed, or if the bidder is blocked`.
 * A reason that is about something else becomes `for another reason`.
 */
export function eachReason(text: string, nouns: readonly string[]): readonly string[] {
  const { refusal = '', subject = '', all = '' } = CONDITIONS.exec(text)?.groups ?? {};
  const reasons = all.split(/,?\s+or\s+(?:if|when)\s+|,\s+(?:if|when)\s+|,?\s+or\s+(?=(?:the|its)\s+\p{L}+\s+(?:is|are|has|have)\b)/iu);
  if (reasons.length < 2) return [text];
  const isOwn =
    nouns.some((noun) => new RegExp(`^(?:an?|the|any|each)\\s+(?:${noun})$`, 'i').test(subject)) ||
    /^(?:it|this|the request)$/i.test(subject);
  const about = new RegExp(`^(?:${isOwn ? 'it|' : ''}(?:an?|the|its)\\s+(?:${nouns.join('|')}))\\s+(?:is|are|has|have)\\b`, 'i');
  return reasons.map((reason) => (about.test(reason) ? `${refusal} if ${reason}.` : `${refusal} for another reason.`));
}

/**
 * The sentences, with the noun for what `it` and `its` stand for: that of the sentence before, where it is about one such thing.
 * `The copy must be free. Its status becomes lent` says so of the copy.
 */
export function withOwners(sentences: readonly string[], nouns: readonly string[]): readonly string[] {
  const [noun] = nouns;
  const one = `(?:${nouns.join('|')})`;
  const subject = new RegExp(
    `^(?:if\\b[^,]*,\\s+)?(?:(?:the|an?|this|each|its)\\s+${one}\\b(?!\\s+(?:of|in|for|on)\\b)|(?:it|this)\\s+(?:must|has to|is)\\s+(?:be\\s+)?an?\\s+${one}\\b)`,
    'i',
  );
  let isAbout = false;
  return sentences.map((text) => {
    const meant = !isAbout || noun === undefined ? text : text.replace(/^its\s+(status|state)\b/i, `The $1 of the ${noun}`);
    const whole =
      meant === text && isAbout
        ? text.replace(/^it(?=\s+(?:then\s+)?(?:becomes?|turns?|goes|changes?|moves?|is\s+then)\b)/i, `The ${noun}`)
        : meant;
    isAbout = subject.test(text) || whole !== text;
    return whole;
  });
}
