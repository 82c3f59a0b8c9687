// Reads the texts of a document: their sentences, the duty of each, and what each names.
export { dutiesIn } from './duties.ts';
export { type Effect, effectsIn } from './effects.ts';
export { expectedOf, names, phraseOf, quoted, type Said, saidOf, withRefusal } from './refusing.ts';
export { memberSentences, sentencesIn, sentencesOf } from './sentences.ts';
export { type StateRules, stateRulesOf } from './states.ts';
export { namesIn, singular, stemOf, wordsOf } from './words.ts';
