// Sends sequences of requests to each resource of a service: first the shortest ones of each check, then random orders of calls.

import { aloneIn, withList } from '../../inference/alone.ts';
import type { Edge } from '../../inference/edge.ts';
import { withInside } from '../../inference/inner/shown.ts';
import { allResourcesOf, creatorsOf, type Resource } from '../../inference/resources.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Target } from '../contract/target.ts';
import type { Judge } from '../judge/index.ts';
import type { Input } from '../plan/index.ts';
import { apart } from './apart.ts';
import { conditional } from './conditions/index.ts';
import { directed } from './directed.ts';
import { createdBeside, elsewhere } from './elsewhere/index.ts';
import { files } from './files/index.ts';
import { type Fresh, INNER_CHECKS, runInner } from './inner/index.ts';
import { createInputs } from './inputs.ts';
import { Kin } from './kin.ts';
import type { Equipment } from './lab.ts';
import { listed } from './listed.ts';
import { companionScripts } from './machines/companions.ts';
import { frozen } from './machines/frozen.ts';
import { states } from './machines/states.ts';
import { Fitting } from './making/fitting.ts';
import { Groundwork } from './making/groundwork.ts';
import { ReachedThings, type Reaching } from './making/reached.ts';
import { Refusals } from './making/refusals.ts';
import { statuses } from './making/statuses.ts';
import { asListed } from './relations/as-listed.ts';
import { bulk } from './relations/bulk.ts';
import { capacity } from './relations/capacity.ts';
import { changedInto } from './relations/changed-into.ts';
import { counts } from './relations/counts.ts';
import { hidden } from './relations/hidden.ts';
import { limits } from './relations/limits.ts';
import { lines } from './relations/lines.ts';
import { nested } from './relations/nested.ts';
import { noOverlaps } from './relations/overlaps.ts';
import { restored } from './relations/restored.ts';
import { scoped } from './relations/scoped.ts';
import { sums } from './relations/sums.ts';
import { unique } from './relations/unique.ts';
import { unknownReferences } from './relations/unknown-reference.ts';
import { freeAgain } from './rooms/again.ts';
import { usedUp } from './rooms/used-up.ts';
import { absent } from './rules/absent.ts';
import { belonging } from './rules/belonging.ts';
import { bounded } from './rules/bounded.ts';
import { defaults } from './rules/defaults.ts';
import { deleted } from './rules/deleted.ts';
import { derived } from './rules/derived.ts';
import { inUse } from './rules/in-use.ts';
import { kept } from './rules/kept.ts';
import { lasting } from './rules/lasting.ts';
import { masked } from './rules/masked.ts';
import { merged } from './rules/merged.ts';
import { patched } from './rules/patched.ts';
import { prerequisites } from './rules/prerequisites.ts';
import { readOnly } from './rules/read-only.ts';
import { renamed } from './rules/renamed.ts';
import { replaced } from './rules/replaced.ts';
import { times } from './rules/times.ts';
import { Runner, type RunnerOptions } from './runner.ts';
import type { Script } from './script.ts';
import { type Memory, memoryOf } from './stateless.ts';
import { Things } from './things.ts';
import { undoing } from './undoing/index.ts';

export { asTaken, type SequenceFault } from './lab.ts';
export { type ListOptions, runList } from './lists/index.ts';
export { withLeast } from './making/crowding.ts';
export { newValues, sameForm, withNewName } from './making/new-values.ts';
export { isPaging, sizedInput } from './pages.ts';
export { valuesOf, withValues } from './relations/unique-rules.ts';
export { isAbsent } from './state.ts';
export { isSuccess, type Result, resultOf } from './thing.ts';
export { unknownLike } from './unknown.ts';

export interface SequenceOptions extends RunnerOptions, Reaching {
  readonly judge: Judge;
  readonly target: Target;
  readonly edges: readonly Edge[];
  readonly override: (operation: Operation, input: Input) => Input;
  /** Whether sequences run also where the service does not seem to keep what it creates. */
  readonly isForced: boolean;
  /** Ends the sequences. */
  readonly signal: AbortSignal;
  /** Whether an operation is tested, and not only called for its result. */
  readonly isTested: (operation: Operation) => boolean;
  readonly send: (one: Case, after: Exchange | undefined) => Promise<Exchange | undefined>;
  /** The input of a create with new values where the service wants values of their own, before and after it was refused. */
  readonly unique: (operation: Operation, input: Input) => Input;
  readonly renewed: (exchange: Exchange) => Input | undefined;
  /** The input with values that are known to fit the things that it names. */
  readonly suited: (operation: Operation, input: Input) => Input;
  /** An input that has succeeded in this run. */
  readonly proven: (operation: Operation) => Input | undefined;
  /** Brings the thing that a refused request names into the state that its operation needs; `false` where nothing is known of it. */
  readonly prepare: (exchange: Exchange) => Promise<boolean>;
  /** A success of an operation on something that the run has made. */
  readonly fresh: Fresh;
  /** The places of a request that its refusal blames. */
  readonly blamed: (exchange: Exchange) => readonly string[];
  readonly observe: (exchange: Exchange) => void;
  /** Says of each resource, by its create, whether all of its sequences have been tried. */
  readonly onResource: (create: Operation, isDone: boolean) => void;
}

/** The most requests of the sequences of one resource. */
const MOST_REQUESTS = 1000;

/** The scripts, those that find most for what they send first: a run may end before the last ones. */
const scripts: readonly Script[] = costlyLast([
  ...directed,
  ...conditional,
  ...unique,
  ...scoped,
  ...unknownReferences,
  ...deleted,
  ...inUse,
  ...renamed,
  ...absent,
  // What others do to a thing by the states that it comes into is worth more than numbers in each of its states.
  ...elsewhere,
  ...undoing,
  ...bounded,
  ...belonging,
  ...prerequisites,
  ...lasting,
  ...noOverlaps,
  ...limits,
  ...nested,
  ...replaced,
  ...merged,
  ...patched,
  ...masked,
  ...defaults,
  ...readOnly,
  ...times,
  ...statuses,
  ...apart,
  ...states,
  ...companionScripts,
  ...frozen,
  ...capacity,
  ...usedUp,
  ...freeAgain,
  ...changedInto,
  ...kept,
  ...listed,
  ...restored,
  ...hidden,
  ...bulk,
  ...lines,
  ...files,
  ...derived,
  ...asListed,
  ...counts,
  ...sums,
]);

/** What sentences say of things that no path names: few requests, and none where no sentence speaks of them. */
const stated: readonly Script[] = [
  ...unique,
  ...scoped,
  ...unknownReferences,
  ...belonging,
  ...noOverlaps,
  ...limits,
  ...states,
  ...createdBeside,
  ...counts,
];

/** The scripts of four checks send several times as many requests as the others, so they come last. */
function costlyLast(all: readonly Script[]): readonly Script[] {
  const isCostly = ({ check }: Script): boolean => ['failed-create', 'failed-change', 'counts-of-others', 'sums-below'].includes(check);
  return [...all.filter((one) => !isCostly(one)), ...all.filter(isCostly)];
}

/** Why no sequences were sent, as a sentence; `undefined` where they were, or where the document has nothing that can be created. */
export async function runSequences(options: SequenceOptions): Promise<string | undefined> {
  const { edges } = options;
  const { service } = options.context;
  const listed = allResourcesOf(service, edges).map((one) => withList(service, one));
  const all = withInside(service, edges, listed);
  const resources = callable(service, all, options);
  const alone = callable(service, aloneIn(service, edges, all), options);
  const creators = creatorsOf([...resources, ...alone], edges, options.mayCall);
  const tested = resources.filter((resource) => operationsOf(resource).some(options.isTested));
  const isInner = INNER_CHECKS.some(options.isOn);
  if (tested.length === 0 || !(isInner || scripts.some(({ check }) => options.isOn(check)))) return undefined;
  const fitting = new Fitting(options.judge, edges);
  const groundwork = new Groundwork(new Kin(creators, edges), options.blamed);
  const reached = new ReachedThings(options, creators);
  const refusals = new Refusals();
  const equipped = (): Equipment => equipmentOf(options, { fitting, groundwork, reached, refusals });
  const runnerOf = (resource: Resource): Runner => new Runner(options, resource, new Things(equipped(), creators, edges));
  const runners = tested.map(runnerOf);
  const memories: Memory[] = [];
  for (const runner of runners) memories.push(await memoryOf(runner.things, runner.resource));
  if (!options.isForced && !memories.some(({ kind }) => kind === 'stateful')) return refusal(options.target.name, memories);
  const usable = runners.filter((_, index) => memories[index]?.kind !== 'unusable');
  // What a run has reached so far is what second successes need: other sequences make things that are of no use to others.
  if (isInner) await runInner(options, equipped);
  // What nothing shows is made before other sequences have used up what it names.
  const others = creators.filter((one) => ![...resources, ...alone].some(({ create }) => create === one.create));
  await tryEach(others.filter(({ create }) => options.isTested(create)).map(runnerOf), undoing, options.signal);
  await runAll(usable, options);
  await tryEach(alone.filter(({ create }) => options.isTested(create)).map(runnerOf), stated, options.signal);
  // What others have made, and what was learnt meanwhile, may do for those that could not be made at first.
  refusals.forget();
  const late: Runner[] = [];
  for (const runner of runners.filter((one) => !usable.includes(one)))
    if (!options.signal.aborted && (await memoryOf(runner.things, runner.resource)).kind === 'stateful') late.push(runner);
  await runAll(late, options);
  return undefined;
}

/** Each script for all resources before the next one, so that a short run has tried the first ones everywhere; random orders come last. */
async function runAll(runners: readonly Runner[], { signal, onResource }: SequenceOptions): Promise<void> {
  for (const { resource } of runners) onResource(resource.create, false);
  await tryEach(runners, scripts, signal);
  for (const runner of runners) {
    if (signal.aborted) return;
    await runner.tryRandom();
    if (signal.aborted) return;
    onResource(runner.resource.create, true);
  }
}

async function tryEach(runners: readonly Runner[], all: readonly Script[], signal: AbortSignal): Promise<void> {
  for (const script of all)
    for (const runner of runners) {
      if (signal.aborted) return;
      await runner.try(script);
    }
}

function refusal(target: string, memories: readonly Memory[]): string {
  const reasons = memories.flatMap((one) => (one.kind === 'unusable' ? [one.reason] : []));
  if (reasons.length === memories.length) return `No sequences of requests were sent: nothing can be created on ${target} (${reasons[0]}).`;
  return `No sequences of requests were sent: ${target} does not keep what it creates, as mocks do. \`--sequences\` sends them all the same.`;
}

/** The resources with only those operations that may be called. */
function callable({ operations }: Service, resources: readonly Resource[], { mayCall }: SequenceOptions): readonly Resource[] {
  const allowed = new Set(operations.filter(mayCall));
  return resources
    .filter(({ create }) => allowed.has(create))
    .map(({ read, remove, list, inside, changes, ...rest }) => ({
      ...rest,
      changes: changes.filter((one) => allowed.has(one)),
      ...(read !== undefined && allowed.has(read.operation) ? { read } : {}),
      ...(remove !== undefined && allowed.has(remove) ? { remove } : {}),
      ...(list !== undefined && allowed.has(list.operation) ? { list } : {}),
      ...(inside !== undefined && allowed.has(inside.operation) ? { inside } : {}),
    }));
}

function operationsOf({ create, read, remove, list, inside, changes }: Resource): readonly Operation[] {
  return [create, ...changes, ...[read?.operation, remove, list?.operation, inside?.operation].filter((one) => one !== undefined)];
}

function equipmentOf(
  { judge, target, seed, override, send, observe, signal, unique, renewed, suited, proven, prepare }: SequenceOptions,
  shared: Pick<Equipment, 'fitting' | 'groundwork' | 'reached' | 'refusals'>,
): Equipment {
  let [sent, most] = [0, MOST_REQUESTS];
  return {
    judge,
    target,
    inputs: createInputs(judge, seed, override),
    send,
    unique,
    renewed,
    suited,
    proven,
    prepare,
    ...shared,
    observe,
    number: () => ++sent,
    mayGoOn: () => !signal.aborted && sent < most,
    allowMore: (requests) => {
      most = Math.max(most, sent + requests);
    },
  };
}
