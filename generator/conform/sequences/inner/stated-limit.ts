// Adds so much that all of it comes to more than a sentence lets it, where each addition alone would be fine.
import { valueAt } from '../../../inference/pointers.ts';
import { limitInAll, quoted, sentencesIn } from '../../../inference/prose/index.ts';
import type { Input } from '../../plan/index.ts';
import { isSuccess } from '../thing.ts';
import { AGAIN } from './again.ts';
import type { Adding } from './series.ts';
import { NEAR, numbersIn } from './sums.ts';
import type { Amount } from './varied.ts';

/** A number of the thing that rises by an amount of each addition, or by two of them multiplied. */
interface Total {
  readonly member: string;
  readonly amounts: readonly Amount[];
}

/** The number of an addition far from those before. */
const FAR = 80;

/** How much the first of two amounts is tried with, since the second one may have a bound. */
const FACTORS: readonly number[] = [1, 2, 5, 10, 20, 50, 100];

/** @throws {SequenceFault} where an addition succeeds that brings all of them above the number of a sentence. */
export async function beyondLimit(adding: Adding): Promise<void> {
  const { place, varying, looked } = adding.series;
  const { operation } = place.inside;
  if (operation.method !== 'POST' || !operation.responses.some(({ status }) => /^4(?:09|22)$/.test(status))) return;
  const texts = [operation.description ?? '', ...operation.responses.map((one) => one.description)].flatMap(sentencesIn);
  for (const total of totalsIn(adding)) {
    const names = [total.member, ...total.amounts.map(({ name }) => name)];
    const quote = texts.find((text) => limitInAll(text, names) !== undefined);
    const most = quote === undefined ? undefined : limitInAll(quote, names);
    const now = numbersIn(adding.now.thing).get(total.member);
    if (quote === undefined || most === undefined || now === undefined || now <= 0 || now >= most) continue;
    const base = varying.varied(adding.done.at(-1)?.input ?? place.base, 'same', FAR);
    const input = above(adding, total, base, { more: most - now, most });
    const exchange = input && (await place.send(place.tagged(input, adding.now), 'more than all may come to', AGAIN));
    if (exchange === undefined) continue;
    looked(AGAIN, operation);
    if (!isSuccess(exchange)) {
      place.lab.forget(exchange);
      continue;
    }
    const message = `${operation.id} has succeeded where \`${total.member}\` was ${now}, and all together come to more than ${most} by it.`;
    place.lab.fault(AGAIN, message, `a refusal, as the document says: ${quoted({ text: quote })}`, exchange);
  }
}

/** The totals that each addition has moved in the same way. */
function totalsIn({ series: { varying }, done }: Adding): readonly Total[] {
  const [first, ...others] = done;
  if (first === undefined || others.length === 0) return [];
  const all = varying.amountsIn(first.input).filter(({ decimals }) => decimals === undefined);
  const ways = [...all.map((one) => [one]), ...all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other]))];
  const moves = (member: string, amounts: readonly Amount[]): boolean =>
    done.every(({ input, before, after }) => {
      const [was, is] = [before, after].map(({ thing }) => numbersIn(thing).get(member));
      const by = amounts.reduce((product, { at }) => product * Number(valueAt(input, at)), 1);
      return was !== undefined && is !== undefined && by > 0 && Math.abs(is - was - by) < NEAR;
    });
  return [...numbersIn(first.after.thing).keys()].flatMap((member): readonly Total[] => {
    const amounts = ways.find((one) => moves(member, one));
    return amounts === undefined ? [] : [{ member, amounts }];
  });
}

/** An input that adds a little more than is left, and no more than all may come to. */
function above(
  { series: { varying } }: Adding,
  { amounts }: Total,
  base: Input,
  { more, most }: { readonly more: number; readonly most: number },
): Input | undefined {
  const [one, other] = amounts;
  if (one === undefined) return undefined;
  for (const factor of other === undefined ? [1] : FACTORS) {
    const value = Math.floor(more / factor) + varying.stepOf(other ?? one);
    if (value * factor > most || value * factor <= more) continue;
    const begun = other === undefined ? base : varying.withAmount(base, one, factor);
    const input = varying.withAmount(begun, other ?? one, value);
    const sent = amounts.reduce((product, { at }) => product * Number(valueAt(input, at)), 1);
    if (sent > more && sent <= most) return input;
  }
  return undefined;
}
