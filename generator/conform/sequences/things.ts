// Makes things of a resource, with what they stand below and refer to, and calls the operations on them.
import type { Edge } from '../../inference/edge.ts';
import type { Resource } from '../../inference/resources.ts';
import { timesOf } from '../../inference/spans.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered, Bound, Exchange } from '../contract/exchange.ts';
import type { Input } from '../plan/index.ts';
import type { Act, MakeOptions } from './acts.ts';
import { Calls } from './calls.ts';
import { type Equipment, Lab, Stopped } from './lab.ts';
import { attemptsFor } from './making/attempts.ts';
import { currentFor } from './making/current.ts';
import type { Attempted } from './making/groundwork.ts';
import { withFreshKey } from './making/keys.ts';
import { Later } from './making/later.ts';
import { Proven } from './making/proven.ts';
import { Sending } from './making/sending.ts';
import { Sources } from './making/sources.ts';
import { workerFor } from './making/worker.ts';
import { identifierOf, isSuccess, type Thing, withSamePlace } from './thing.ts';

export type { Act } from './acts.ts';

export class Things extends Calls {
  readonly #sending: Sending;
  readonly #sources: Sources;
  readonly #proven: Proven;
  readonly #later: Later;
  /** Creates that have succeeded: what they were made below may take no more. */
  readonly #filled = new Set<Operation>();
  /** Whether creates have succeeded with the example alone. */
  readonly #exampled = new Map<Operation, boolean>();
  /** What lists of a thing have given. */
  readonly #items = new WeakMap<Thing, Map<string, Bound>>();
  #newest: Lab | undefined;

  constructor(equipment: Equipment, resources: readonly Resource[], edges: readonly Edge[]) {
    super(equipment, resources, edges);
    this.#sending = new Sending(equipment);
    this.#proven = new Proven(equipment);
    this.#later = new Later(this.#proven);
    this.#sources = new Sources(this, (resource, number, above, parent) =>
      this.make(new Lab(equipment), resource, number, { above, ...(parent === undefined ? {} : { parent }) }),
    );
  }

  /** A lab for the steps of a new sequence. */
  lab(): Lab {
    this.#newest = new Lab(this.equipment);
    return this.#newest;
  }

  /** Lets so many requests be sent beyond the most of a resource. */
  allowMore(requests: number): void {
    this.equipment.allowMore(requests);
  }

  /** The exchanges of the newest sequence. */
  get steps(): readonly Exchange[] {
    return this.#newest?.steps ?? [];
  }

  /** A thing that only other things are made below or refer to: no sequence changes or deletes it. */
  source(resource: Resource, number: number, above: readonly Resource[] = []): Promise<Thing> {
    return this.#sources.one(resource, number, above);
  }

  /**
   * Creates a thing, with other inputs where it is refused.
   * @throws {Stopped} where it cannot be created.
   */
  async make(lab: Lab, resource: Resource, variant: number, options: MakeOptions = {}): Promise<Thing> {
    const { create } = resource;
    const { credential = 'given' } = options;
    let [status, conflicts] = [0, 0];
    const { refusals } = this.equipment;
    const trial = refusals.begin(create, options);
    let refused: Attempted | undefined;
    const from = (input: Input, onRefused?: (created: Answered) => void): Promise<Thing | undefined> =>
      this.makeFrom(lab, resource, input, options, onRefused);
    // What needs the things of the caller, or the example as it stands, is made in no other way.
    const isFree = credential === 'given' && options.parent === undefined && options.isGiven !== true;
    const reached = isFree && this.equipment.reached.isKnown(create) ? await this.#reached(lab, resource) : undefined;
    if (reached !== undefined) return reached;
    const later = options.isGiven === true ? undefined : await this.#later.first(create, from);
    if (later !== undefined) return later;
    if (refusals.isOnce(create) && options.parent === undefined) this.forgetSources(resource);
    for (const attempt of options.isGiven === true
      ? [{ variant, isGiven: true } as const]
      : attemptsFor(variant, this.#exampled.get(create), this.#proven.of(create) !== undefined)) {
      // What is made for it goes with other things that are new, and not only with those of the example.
      const prepared =
        attempt.isGiven === true && isFree && refused !== undefined ? await this.#prepared(lab, resource, refused, options) : undefined;
      if (prepared !== undefined && variant !== 0) this.#exampled.set(create, true);
      if (prepared !== undefined) trial.succeeded(attempt, 0);
      if (prepared !== undefined) return prepared;
      if ((options.isOwn === true && attempt.isGiven === true) || trial.isInvalid(attempt)) continue;
      if (trial.isAlike && attempt.isGiven !== true && attempt.proven === undefined) continue;
      const given = attempt.proven === undefined ? this.equipment.inputs.of(create, attempt.variant) : this.#proven.of(create);
      if (given === undefined) continue;
      const { created, sources } = await this.#created(lab, resource, given, {
        ...options,
        ...(attempt.isGiven === true ? { isGiven: true } : {}),
      });
      const thing = this.#thingOf(resource, { created, sources });
      if (thing !== undefined && variant !== 0) this.#exampled.set(create, attempt.variant === 0 && this.#exampled.get(create) !== false);
      if (thing !== undefined) trial.succeeded(attempt, status);
      if (thing !== undefined) this.#proven.note(create, attempt, created.case.input as Input);
      if (thing !== undefined) return thing;
      refused = { created, sources };
      status = created.response.status;
      lab.forget(created);
      if (trial.refused(created, attempt)) throw new Stopped(`${create.id} is answered with ${status}, as before`);
      // What the body refers to may take no more: the next attempt has new things, and after a second refusal also new ones around these.
      if (status === 409 && conflicts++ === 1 && isFree && this.#filled.has(create)) this.forgetAll();
      else if (status === 409) this.forgetSources(resource, options.parent === undefined && this.#filled.has(create));
    }
    const isTimed = options.isGiven !== true && (status === 0 || status >= 400);
    const timed = isTimed ? await this.#later.search(create, status, this.timedInputs(resource, options), from) : undefined;
    const found = timed ?? (isFree ? await this.#reached(lab, resource) : undefined);
    if (found !== undefined) return found;
    trial.failed();
    throw new Stopped(
      status >= 200 && status < 300 ? `the answer of ${create.id} has no identifier` : `${create.id} is answered with ${status}`,
    );
  }

  /** A thing that is made as the run has reached its create before. */
  async #reached(lab: Lab, resource: Resource): Promise<Thing | undefined> {
    const thing = await this.equipment.reached.make(resource);
    if (thing === undefined) return undefined;
    this.equipment.groundwork.see(thing);
    lab.adopt([...thing.sources.map(({ created }) => created), thing.created]);
    return thing;
  }

  /** What was made from an attempt that has succeeded. */
  #thingOf(resource: Resource, { created, sources }: Attempted): Thing | undefined {
    const id = identifierOf(resource, created);
    if (!isSuccess(created) || id === undefined) return undefined;
    const thing = { resource, created, id, sources };
    this.#filled.add(resource.create);
    this.equipment.groundwork.see(thing);
    return thing;
  }

  /** A thing that is made once the right things were done to those that it names. */
  async #prepared(lab: Lab, resource: Resource, refused: Attempted, options: MakeOptions): Promise<Thing | undefined> {
    const example = this.#proven.of(resource.create) ?? this.equipment.inputs.of(resource.create, 0);
    const attempt = async (): Promise<Attempted | undefined> => {
      this.forgetSources(resource, true);
      return example && this.#created(lab, resource, example, options);
    };
    const found = await this.equipment.groundwork.search(resource, refused, attempt);
    return found && this.#thingOf(resource, found);
  }

  /** Inputs of a create at other times; see `Later`. */
  timedInputs(resource: Resource, { parent, above = [] }: MakeOptions = {}): AsyncGenerator<Input> {
    const there = parent === undefined ? [] : [parent, ...parent.sources];
    const around = (input: Input | undefined): Promise<readonly Thing[]> =>
      this.#sources.of(resource.create, input, there, [...above, resource]);
    return this.#later.timed(resource.create, this.inputs, around);
  }

  /** What is made next names new things. Those below the same thing may fill its time, and one that has another state by now may take no more. */
  forgetSources(resource: Resource, isParentToo = false): void {
    this.#sources.forget(resource, isParentToo || timesOf(resource.create) !== undefined);
  }

  /** All that is made next stands below and names new things. */
  forgetAll(): void {
    this.#sources.clear();
  }

  /** Creates a thing from an input; `undefined` where it is refused. */
  async makeFrom(
    lab: Lab,
    resource: Resource,
    given: Input,
    options: MakeOptions = {},
    onRefused: (created: Answered) => void = () => {},
  ): Promise<Thing | undefined> {
    const { created, sources } = await this.#created(lab, resource, given, options, options.isPrepared === true);
    const thing = this.#thingOf(resource, { created, sources });
    if (thing !== undefined) return thing;
    lab.forget(created);
    onRefused(created);
    return undefined;
  }

  /** Sends a create, with what it stands below and refers to. */
  async #created(
    lab: Lab,
    resource: Resource,
    given: Input,
    { parent, above = [], credential = 'given', isGiven }: MakeOptions,
    isMade = true,
  ): Promise<Pick<Thing, 'created' | 'sources'>> {
    const { create } = resource;
    const input = this.named(create, this.equipment.unique(create, given));
    const sources = await this.#sources.of(create, input, parent === undefined ? [] : [parent, ...parent.sources], [...above, resource]);
    if (isGiven !== true) await this.equipment.groundwork.prepare(workerFor(this, lab), create, sources);
    const all = this.bound(create, sources, input);
    const bound = all.filter(({ to }) => isGiven !== true || !to.startsWith('/body/'));
    const keyed = withFreshKey(create, input);
    const step = { operation: create, says: 'create', input: keyed, bound, credential } as const;
    // The example as it stands is likely to go with other examples; what is known to fit else may be far from them.
    const asIs = { ...step, input: withFreshKey(create, this.named(create, given)) };
    const plain = isGiven === true && isMade ? await this.#sending.given(lab, asIs, { ...step, bound: all }) : undefined;
    if (plain !== undefined) return { created: plain, sources };
    const isExample = isMade && given === this.equipment.inputs.of(create, 0);
    const send = (): Promise<Answered> =>
      isExample ? this.#sending.example(lab, step, sources) : this.#sending.send(lab, step, sources, isMade);
    const created = isMade ? await this.equipment.groundwork.completed(workerFor(this, lab), create, send) : await send();
    return { created, sources };
  }

  /** An operation on a thing; without an input of its own, with what is required only. */
  async call(lab: Lab, operation: Operation, thing: Thing, act: Act): Promise<Answered> {
    const { input: given = this.equipment.inputs.least(operation), isVersioned: _, isExact = false, isNeeded = false, ...rest } = act;
    // What is invalid on purpose stays as it is.
    const isKept = given === undefined || isExact || act.intent !== undefined;
    const input = isKept ? given : withFreshKey(operation, this.equipment.unique(operation, given));
    const placed = input && withSamePlace(operation, thing, input);
    const there = [thing, ...thing.sources];
    const isOpen = ({ to }: Pick<Edge, 'to'>): boolean => thing.places?.[to] === undefined;
    const others = await this.#sources.of(operation, input, there, [thing.resource], isOpen).catch((error: unknown) => {
      if (error instanceof Stopped) return there;
      throw error;
    });
    const unprepared = others.filter((one) => !there.includes(one));
    await this.equipment.groundwork.prepare(workerFor(this, lab), operation, unprepared);
    const bound = this.bound(operation, others, input).filter(isOpen);
    const known = this.#items.get(thing) ?? new Map<string, Bound>();
    this.#items.set(thing, known);
    const now = await currentFor(this, lab, thing, { operation, input, act, edges: this.edges, known });
    const step = { operation, ...rest, input: placed, bound: [...bound, ...now] };
    return this.#sending.send(lab, step, there, isNeeded, isExact);
  }
}
