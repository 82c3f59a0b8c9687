// Reads whether a text says that capitals and small letters are the same: a word for the case of letters, and one for what makes no difference.
import { sentencesIn } from '../sentences.ts';

const KIND = '(?:upper|lower|small|big|capital)(?:[- ]?case)?';
const CASE = new RegExp(
  `(?<!\\b(?:in|use|test|this|that|such a|the) )\\bcas(?:e|ing)\\b(?! of (?!(?:its |the |their )?letters))|\\b(?:the|letter|their|its|either|any|whatever) case\\b(?! of (?!(?:its |the |their )?letters))|\\bdiffer\\w* (?:only |just |merely )?(?:in|by) case\\b|\\bcapitals\\b|\\bcapitali[sz]ation\\b|\\b${KIND}(?: letters?)?,? (?:and|or) (?:in )?${KIND}\\b`,
  'i',
);
const INDIFFERENT =
  /\b(?:ignor\w*|regardless|irrespective|independent(?:ly)?|insensitiv\w*|whatever|without regard|(?:does|do)(?: not|n['’]t) (?:matter|count|make)|makes? no (?:difference|distinction)|(?:are|is|counts? as|treated as|taken as) (?:the same|equal|alike|one)|(?:either|any) case|differ(?:s|ing)? (?:only|just|merely)|case (?:only|alone))\b/i;
/** `In upper or lower case` says by itself that both are meant. */
const BOTH = new RegExp(
  `\\b(?:in|of|whether|whether in) ${KIND}(?: letters?)?,? or (?:in )?${KIND}\\b|\\b${KIND},? or (?:in )?${KIND}\\b`,
  'i',
);

/** The sentence that says so. */
export function anyCaseIn(text: string): string | undefined {
  return sentencesIn(text).find(
    (one) => CASE.test(one) && (INDIFFERENT.test(one) || BOTH.test(one)) && !/\bcase[- ]sensitiv|\bcase matters\b/i.test(one),
  );
}
