// Does what stands inside of things several times: it adds to lists that only their thing shows, and repeats actions, on one thing. What one success
// does says little: a second one shows whether amounts add up, whether the first is still there, and whether what is done once is refused.
import type { Edge } from '../../../inference/edge.ts';
import { type Inside, insidesOf } from '../../../inference/inner/index.ts';
import type { Operation } from '../../../model/service.ts';
import type { CheckContext } from '../../contract/check.ts';
import type { Exchange } from '../../contract/exchange.ts';
import type { Judge } from '../../judge/index.ts';
import type { Input } from '../../plan/index.ts';
import { type Equipment, SequenceFault, Stopped } from '../lab.ts';
import { AGAIN, beyond, judgeOnce, repeated } from './again.ts';
import { tryAtOnce } from './at-once.ts';
import { moreInAll } from './in-all.ts';
import { listedSame } from './listed.ts';
import { Place } from './place.ts';
import { removal } from './removal.ts';
import { Adding, ITEMS, KEEPS, type Series, SUMS } from './series.ts';
import { beyondLimit } from './stated-limit.ts';
import { Varying } from './varied.ts';

/** The most inputs that are looked at for a body of another form. */
const MOST_VARIANTS = 4;

/** The checks of what is done inside of things. */
export const INNER_CHECKS: readonly string[] = [ITEMS, SUMS, KEEPS, AGAIN];

/** An input that an operation has succeeded with, on something that the run has made. `isNew`: it is made for it. */
export type Fresh = (operation: Operation, isNew: boolean, shape: (input: Input) => Input) => Promise<Input | undefined>;

export interface InnerOptions {
  readonly context: CheckContext;
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly signal: AbortSignal;
  readonly isOn: (check: string) => boolean;
  readonly isTested: (operation: Operation) => boolean;
  readonly mayCall: (operation: Operation) => boolean;
  readonly fresh: Fresh;
  readonly looked: (check: string, operation: Operation, steps: readonly Exchange[]) => void;
  readonly found: (fault: SequenceFault) => void;
}

/** Each operation inside of a thing, on a thing that it has succeeded on. */
export async function runInner(options: InnerOptions, equipped: () => Equipment): Promise<void> {
  const { context, edges, mayCall, isTested, signal, found, isOn } = options;
  const insides = insidesOf(context.service, edges);
  // What others are made of comes last: they may name the newest one, which may not be as they need it.
  const makes = ({ operation }: Inside): number => edges.filter(({ producer }) => producer === operation).length;
  for (const inside of [...insides].sort((one, other) => makes(one) - makes(other))) {
    const { operation, holder } = inside;
    if (signal.aborted) return;
    if (!mayCall(operation) || !mayCall(holder.read) || !isTested(operation) || operation.method === 'DELETE') continue;
    const one: Tried = { options, equipped, inside, insides, things: new Set() };
    const fault = await faultOf(one);
    if (!(fault instanceof SequenceFault) || !isOn(fault.check)) continue;
    // A fault that shows only once may come from others who use the service at the same time. Where nothing new can be made to try it again, the run
    // alone knows the thing.
    const again = await faultOf({ ...one, things: new Set(), avoided: one.things });
    if (again === 'untried' || (again instanceof SequenceFault && again.check === fault.check)) found(fault);
  }
}

interface Tried {
  readonly options: InnerOptions;
  readonly equipped: () => Equipment;
  readonly inside: Inside;
  readonly insides: readonly Inside[];
  /** The things that were tried, and those that are not tried again. */
  readonly things: Set<string>;
  readonly avoided?: ReadonlySet<string>;
}

async function faultOf(tried: Tried): Promise<SequenceFault | 'none' | 'untried'> {
  try {
    // What the first one has used up may leave nothing for a second one: then both take little.
    const outcomes = [await outcomeOf(tried, false)];
    if (outcomes[0] !== 'done') outcomes.push(await outcomeOf(tried, true));
    return outcomes.every((one) => one === 'untried') ? 'untried' : 'none';
  } catch (error) {
    if (error instanceof SequenceFault) return error;
    if (!(error instanceof Stopped)) throw error;
    return 'untried';
  }
}

/** `done`: the operation has succeeded twice on one thing; `once`: it has not; `untried`: it has not succeeded at all. */
async function outcomeOf(tried: Tried, isLittle: boolean): Promise<'done' | 'once' | 'untried'> {
  const { options, equipped, inside, insides, avoided } = tried;
  const { fresh, judge, edges, looked, context } = options;
  const varying = new Varying(judge, inside.operation, edges);
  const first = await fresh(
    inside.operation,
    isLittle || avoided !== undefined,
    isLittle ? (input) => varying.least(input) : (input) => input,
  );
  if (first === undefined) return 'untried';
  const equipment = equipped();
  const place = new Place(equipment, inside, first);
  const series: Series = {
    equipment,
    service: context.service,
    place,
    varying,
    looked: (check, operation) => looked(check, operation, place.lab.steps),
  };
  tried.things.add(place.name);
  const begun = avoided?.has(place.name) === true ? undefined : await place.settle();
  // A part that does not show the first one may be brought up to date later, or have some of them alone.
  if (begun === undefined || (inside.holder.isPart === true && begun.items?.length === 0)) return 'untried';
  const adding = new Adding(series, begun);
  await moreInAll(adding);
  const refused = await adding.several();
  const second = adding.done[0]?.exchange ?? refused[0];
  if (second !== undefined) judgeOnce(adding, second);
  await repeated(adding);
  for (let variant = 1; variant <= MOST_VARIANTS; variant++) if (await adding.otherForm(variant)) await repeated(adding);
  if (adding.done.length === 0) return 'once';
  await listedSame(adding, context.service.operations.filter(options.mayCall));
  await removal(adding, insides);
  await tryAtOnce(adding, () => fresh(inside.operation, true, (input) => varying.least(input)));
  await beyond(adding);
  await beyondLimit(adding);
  return 'done';
}
