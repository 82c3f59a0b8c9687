// Reads which things may not have a time in common, by which two members each says when it is, and in which states it takes its time.
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { memberSchemasOf } from '../bodies.ts';
import {
  alternativesOf,
  ENDED,
  hasWord,
  isApart,
  memberSentences,
  type Said,
  saidOf,
  sentencesIn,
  takingStates,
  withRefusal,
} from '../prose/index.ts';
import { type Pair, timesOf } from '../spans.ts';

/** Words by which a sentence lets some spans overlap, or is about something else than two things. */
const OTHERWISE =
  /\b(?:(?<!\bno two\b[^.;]*)(?:may|can) overlap|overlaps? (?:is|are) (?:allowed|fine)|unless|except|more than (?:one|\d+)|capacity|confirmed|active|approved|accepted|paid|pages?|pagination|cursor|own)\b/i;

export interface ApartRule extends Pair {
  readonly said: Said;
}

/** `states`: those that the things may have. `others`: listed values of their other members, by which a sentence is about some of them alone. */
export function apartRuleOf(
  service: Pick<Service, 'operations'>,
  operation: Operation,
  { states, others }: { readonly states: readonly string[]; readonly others: readonly string[] },
): ApartRule | undefined {
  const pair = timesOf(operation);
  const values = others.filter((one) => !states.includes(one));
  // A new thing need not be in a state that the sentence names: only where it is, the rule is tried.
  const isNarrow = (text: string): boolean => OTHERWISE.test(text) || values.some((one) => hasWord(text, one));
  const said = [...saidOf(service, operation), ...(pair?.texts ?? []).map(withRefusal)].find(
    ({ text, refusal }) => refusal !== undefined && alternativesOf(text).some((one) => isApart(one) && !isNarrow(one)),
  );
  return pair && said && { ...pair, said };
}

/** All sentences about the things and their create. `shown`: the schema of an answer with one. */
export function apartTextsOf(service: Pick<Service, 'operations'>, create: Operation, shown: Schema | undefined): readonly string[] {
  const told = memberSentences(possibleConjuncts([...memberSchemasOf(create), ...(shown === undefined ? [] : [shown])])).map(
    ({ text }) => text,
  );
  return [...new Set([...sentencesIn(create.description ?? ''), ...saidOf(service, create).map(({ text }) => text), ...told])];
}

/** The states in which things take their time, where the texts name some, and those in which they do not. */
export function spanStatesIn(
  texts: readonly string[],
  states: readonly string[],
): { readonly taking: readonly string[]; readonly freeing: readonly string[] } {
  const { taking, freeing } = takingStates(texts, states);
  // The sentence may have another word for a state than its name, so only those that end something are taken for others.
  return { taking, freeing: taking.length === 0 ? freeing : states.filter((one) => !taking.includes(one) && ENDED.test(one)) };
}
