// `stated-numbers`: a number or a time is what its description says that it is computed from, in every answer that shows both.
import type { Formula } from '../../../inference/prose/index.ts';
import { isLater, laterTimesOf } from '../../../inference/stated/later-times.ts';
import { amountOf } from '../../../inference/stated/lists.ts';
import { computed, formulasOf, type Given, within } from '../../../inference/stated/numbers.ts';
import { describesAny, MOST_DEEP, objectsIn, perSchema, type ShownObject } from '../../../inference/stated/objects.ts';
import type { Check, Fault } from '../../contract/check.ts';
import { isSuccess } from '../probe.ts';
import { evenPartsOf, judgedParts } from './even-parts.ts';

export const statedNumbers: Check = {
  id: 'stated-numbers',
  summary: 'a number is what its description says that it is computed from',
  on: true,
  judgesProbes: true,
  look({ case: { operation, input }, response, reading }) {
    const schema = reading?.content?.schema;
    if (schema === undefined || response === undefined || !isSuccess(response.status) || response.redacted !== undefined) return undefined;
    const parts = evenPartsOf(operation);
    if (!hasFormula(schema) && parts === undefined) return undefined;
    const given = new Set(numbersBelow(input?.body, MOST_DEEP));
    const judged = [...objectsIn([schema], reading?.body)].flatMap((shown) => [
      ...judgedIn(shown, given),
      ...(parts === undefined ? [] : judgedParts(parts, shown)),
    ]);
    if (judged.length === 0) return undefined;
    return judged.filter((one) => one !== 'right').map((fault) => ({ ...fault, location: operation.location }));
  },
};

type Judged = Omit<Fault, 'location'> | 'right';

/** The numbers of a request: such a number in its answer is not the rounded form of another one. */
function* numbersBelow(value: unknown, deep: number): Generator<number> {
  const number = amountOf(value);
  if (number !== undefined) yield number;
  else if (deep > 0 && typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* numbersBelow(member, deep - 1);
}

function* judgedIn({ schemas, object }: ShownObject, given: Given): Generator<Judged> {
  for (const [name, formula] of formulasOf(schemas)) {
    const is = amountOf(within(object, name));
    const wanted = is === undefined ? undefined : computed(formula, object, given);
    if (is === undefined || wanted === undefined) continue;
    // Whole cents of an amount that is told in euros are hundredths.
    if (formula.rounding?.step === 1 && !Number.isInteger(is)) continue;
    // What would be below zero is often shown as zero.
    if (Math.abs(is - wanted.value) <= wanted.near || (is === 0 && wanted.value < 0)) yield 'right';
    else if (isInPercent(formula) && Math.abs(is - wanted.value / 100) <= wanted.near + 1) yield 'right';
    // The values are left out: a finding has the same id in each run.
    else yield { message: `\`${name}\` is not what its description says.`, expected: `“${formula.quote}”` };
  }
  for (const time of laterTimesOf(schemas)) {
    const isRight = isLater(object, time);
    if (isRight === true) yield 'right';
    if (isRight === false) yield { message: `\`${time.name}\` is not what its description says.`, expected: `“${time.quote}”` };
  }
}

/** Numbers that many services keep in percent, and texts speak of as if they were a part of one: `the value times the probability`. */
const SHARE = /probab|percent|pct|rate|ratio|share|discount|margin|utili[sz]ation|completion/i;

function isInPercent(formula: Formula): boolean {
  return formula.kind === 'product' && formula.of.some((name) => SHARE.test(name));
}

/** Whether any number in an answer is said to be computed: most answers have none, and need no further look. */
const hasFormula = perSchema((schemas) => describesAny(schemas, (one) => formulasOf(one).length > 0 || laterTimesOf(one).length > 0));
