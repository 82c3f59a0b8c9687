// Reads the texts of a document:
// - `sentences` splits them, `words` finds names of the document in them, and `grammar/aliases` the phrases by which it describes members;
// - `clauses/` takes sentences apart into clauses, with the status by which each refuses, and reads from them states, times and what is done once;
// - `duties` says what a sentence asks for, such as a refusal or a unique value, and `refusing` by which status it refuses;
// - `effects` says what an operation does to members, `elsewhere` to other things, `together/events` what becomes of these once a thing comes into a
//   state, and `deletes` what a delete does to them;
// - `states` says in which states an operation is refused, and which one comes after each; `outcomes` which one it leads to in any case; `steps`
//   and `clauses/step-tables` which steps between states there are, where all others are refused, `clauses/command-tables` by which values of a
//   body they are asked for, and `clauses/no-return` to which states nothing comes back; `together/company` by which states of others;
// - `omissions` says what a change means by what it leaves out, or gives as null;
// - `relations` and `together/` say how members of a body belong together, `bounds` what holds them against another thing, `formulas` what a number
//   is computed from, and `presence` in which states a thing has a member;
// - `together/moments` holds times against events of the thing, `clauses/done-states` says what words such as `closed` mean;
// - `clauses/again` says what is done once though it is asked for twice, and what is refused the second time or beyond what is left;
// - `composed/` puts together what a clause says from its parts: who, whether denied, how compared, and the member that a noun or an event means;
// - `rights` says which right a caller needs;
// - `capacity` says how much room a thing has, and `counts` how many things it may have;
// - `overlaps` says what may not have a time in common, `lengths` how long something may last, and `lasting` how long a new thing does;
// - `members/` has what the text of one member says of its values: its size, its default, its form, how far ahead it may lie, by which other
//   member it goes, and when it may not be changed.

export { type Bound, boundsIn, isWithin } from './bounds.ts';
export { belowTakenIn, type Filling, isRefusedWhereFull, isRoom, isTaken } from './capacity.ts';
export { beyondIn, doneOnceIn, moreThanIn, mostInAll, otherContentIn, repeatIn } from './clauses/again.ts';
export { bornIn } from './clauses/born.ts';
export { bornKindsIn } from './clauses/born-kinds.ts';
export { appendedIn, type Command, commandsIn, isAbout, leftIn, precedencesIn } from './clauses/command-tables.ts';
export { doneStatesOf, stateRulesWith } from './clauses/done-states.ts';
export { type EvenParts, evenPartsIn } from './clauses/even-parts.ts';
export { type KnownAlready, knownAlreadyIn } from './clauses/known-already.ts';
export { limitInAll } from './clauses/limit-in-all.ts';
export { withoutReturn, withoutSteps } from './clauses/no-return.ts';
export { type Done, isDoneOnce, onceIn } from './clauses/once.ts';
export { ENDED, PASSING } from './clauses/state-names.ts';
export { statesCalled, uncountedIn } from './clauses/state-words.ts';
export { stepNeedsIn, type Wanted, wantedIn } from './clauses/step-needs.ts';
export { lastStates, tableSteps } from './clauses/step-tables.ts';
export { succeededIn } from './clauses/successors.ts';
export { timeClaimIn } from './clauses/times.ts';
export { anyCaseIn } from './composed/cases.ts';
export { comparedIn, type Holder } from './composed/comparisons.ts';
export type { Chosen } from './composed/formulas.ts';
export { laterIn } from './composed/later.ts';
export type { Rounding } from './composed/rounding.ts';
export { sameIn } from './composed/sames.ts';
export { type Term, termIn, termsOf } from './composed/terms.ts';
export { type Most, mostIn } from './counts.ts';
export { goesWith, isWithoutOnly, type Keeping, keepingIn, refusesAbsent } from './deletes.ts';
export { dutiesIn } from './duties.ts';
export { type Effect, effectsIn } from './effects.ts';
export { type Elsewhere, elsewhereIn, givenBackIn, type OtherKind, valueSaidIn } from './elsewhere.ts';
export { type Formula, formulaIn, type Named, togetherIn } from './formulas.ts';
export { withNames } from './grammar/aliases.ts';
export { eachReason, eachWanted, withNouns, withOwners } from './grammar/likewise.ts';
export { remembered } from './grammar/remembered.ts';
export { type Lasting, lastingIn } from './lasting.ts';
export { hasBothDays, type Length, lengthsIn } from './lengths.ts';
export { type Ahead, aheadIn } from './members/ahead.ts';
export { type Condition, conditionsIn, type Test, type Testable } from './members/conditions.ts';
export type { Default, Facts } from './members/default-values.ts';
export { defaultIn } from './members/defaults.ts';
export type { Form } from './members/form.ts';
export { formsIn } from './members/forms.ts';
export { type Frozen, frozenIn } from './members/frozen.ts';
export { valuesIn } from './members/listed-values.ts';
export { type MadeState, madeStateOf, madeStatesIn } from './members/made-states.ts';
export { type Needed, neededIn } from './members/needed-in-states.ts';
export { noticeIn } from './members/notice.ts';
export { repeatedIn } from './members/repeated.ts';
export { isSaidRepeated } from './members/repeated-headers.ts';
export { repeatsStatus } from './members/repeated-status.ts';
export { isShownOnce } from './members/shown-once.ts';
export { type Measured, type Size, sizesIn } from './members/sizes.ts';
export { nulledIn, omittedIn } from './omissions.ts';
export { type Outcome, outcomeIn } from './outcomes.ts';
export { alternativesOf, areDaysWhole, hasOneAtATime, isApart, mayTouch, takingStates } from './overlaps.ts';
export { type Presence, presenceIn } from './presence.ts';
export { answeredBy, expectedOf, quoted, type Said, saidOf, taggedOf, withRefusal } from './refusing.ts';
export { type Relation, relationIn } from './relations.ts';
export { type Renaming, renamingIn } from './renaming.ts';
export { rightIn, scopeToSee } from './rights.ts';
export { memberSentences, sentencesIn, sentencesOf, tagTextsOf } from './sentences.ts';
export { type StateRules, stateRulesOf } from './states.ts';
export { type Steps, stepsIn } from './steps.ts';
export { type Added, addedIn, saidMembers } from './together/added.ts';
export { type BelongingWords, belongingIn } from './together/belonging.ts';
export { companyIn } from './together/company.ts';
export { type DependentRequired, dependentRequiredIn } from './together/dependent-required.ts';
export { emptiedIn, isEmptyOnceGone } from './together/emptied.ts';
export { type Ends, endsAfterIn, endsNamedIn } from './together/ends.ts';
export { type Event, eventsIn } from './together/events.ts';
export { asOfFirst } from './together/firsts.ts';
export { needsIn } from './together/having.ts';
export { type ItemFacts, type ListRule, listRulesIn, type SumSign } from './together/lists.ts';
export { measuresIn } from './together/measures.ts';
export { type Moment, momentsIn } from './together/moments.ts';
export { type Choice, choiceIn, type Listed, type Need, needIn, type Ruled, ruledIn } from './together/needs.ts';
export { deniesItself, levelsIn, namesOthersOf, ringsIn } from './together/nesting.ts';
export { type Prerequisite, prerequisitesIn } from './together/prerequisites.ts';
export { accountsIn, endingIn, isFreedIn, isScopedTo, isSharedByAccounts, ownersIn } from './together/scopes.ts';
export { type Slot, slotIn } from './together/slots.ts';
export { isSnapshot } from './together/snapshots.ts';
export { type Totalled, totalledIn } from './together/totals.ts';
export { type Undone, undoneIn } from './together/undone.ts';
export { type MovingUp, movesUpIn } from './together/waiting.ts';
export { twiceIn } from './twice.ts';
export { isAnyCase, isCalledUnique, isOfAnother, isOfPair, isSaidTaken, isSaidUnique, onceAmongAll } from './unique.ts';
export {
  escaped,
  formsOf,
  hasWord,
  NUMBERS,
  names,
  namesIn,
  nounsFor,
  numberOf,
  phraseOf,
  singular,
  stemOf,
  TIME_UNITS,
  wordsOf,
} from './words.ts';
