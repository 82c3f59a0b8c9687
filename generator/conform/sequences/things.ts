// Makes things of a resource, with what they stand below and refer to, and calls the operations on them.
import type { Edge } from '../../inference/edge.ts';
import { isNamedByCaller } from '../../inference/makers.ts';
import { placesIn, valueAt } from '../../inference/pointers.ts';
import type { Resource } from '../../inference/resources.ts';
import { timesOf } from '../../inference/spans.ts';
import { lastPlaceOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered, Bound, Exchange } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import type { Act, Beside, MakeOptions } from './acts.ts';
import { boundOf } from './bound.ts';
import type { Inputs } from './inputs.ts';
import { Kin } from './kin.ts';
import { asTaken, type Equipment, Lab, Stopped } from './lab.ts';
import { attemptsFor } from './making/attempts.ts';
import { currentFor, tagFor } from './making/current.ts';
import { withFreshKey } from './making/keys.ts';
import { withNewName } from './making/new-values.ts';
import { Sending } from './making/sending.ts';
import { innerInputs, spreadInputs } from './making/spans.ts';
import { identifierOf, isSuccess, sourcesOf, type Thing, withSamePlace } from './thing.ts';

/** The most things of one resource that the body of one request refers to. */
const MOST_APART = 3;

export type { Act } from './acts.ts';

export class Things extends Kin {
  readonly #equipment: Equipment;
  readonly #sending: Sending;
  /** One for each resource and number: what things are made below is not made again for each. */
  readonly #sources = new Map<string, Promise<Thing>>();
  /** Attempts to create something that the service has refused as invalid: it would do so again. */
  readonly #refused = new Set<string>();
  /** Creates that were refused at all times. */
  readonly #untimely = new Set<Operation>();
  /** What lists of a thing have given. */
  readonly #items = new WeakMap<Thing, Map<string, Bound>>();
  #newest: Lab | undefined;

  constructor(equipment: Equipment, resources: readonly Resource[], edges: readonly Edge[]) {
    super(resources, edges);
    this.#equipment = equipment;
    this.#sending = new Sending(equipment);
  }

  get inputs(): Inputs {
    return this.#equipment.inputs;
  }

  /** A lab for the steps of a new sequence. */
  lab(): Lab {
    this.#newest = new Lab(this.#equipment);
    return this.#newest;
  }

  /** The exchanges of the newest sequence. */
  get steps(): readonly Exchange[] {
    return this.#newest?.steps ?? [];
  }

  /** A thing that only other things are made below or refer to: no sequence changes or deletes it. */
  source(resource: Resource, number: number, above: readonly Resource[] = []): Promise<Thing> {
    const key = `${resource.create.id} ${number}`;
    const known = this.#sources.get(key) ?? this.make(new Lab(this.#equipment), resource, number, { above });
    this.#sources.set(key, known);
    return known;
  }

  /**
   * Creates a thing, with other inputs where it is refused.
   * @throws {Stopped} where it cannot be created.
   */
  async make(lab: Lab, resource: Resource, variant: number, options: MakeOptions = {}): Promise<Thing> {
    const { create } = resource;
    const { credential = 'given' } = options;
    let status = 0;
    for (const attempt of options.isGiven === true ? [{ variant, isGiven: true } as const] : attemptsFor(variant)) {
      if (options.isOwn === true && attempt.isGiven === true) continue;
      // What stands below a thing of its own may fit where others do not.
      const key = `${create.id} ${options.parent?.resource.create.id} ${JSON.stringify(attempt)}`;
      if (this.#refused.has(key)) continue;
      const given = this.#equipment.inputs.of(create, attempt.variant);
      if (given === undefined) continue;
      const { created, sources } = await this.#created(lab, resource, given, {
        ...options,
        ...(attempt.isGiven === true ? { isGiven: true } : {}),
      });
      const id = identifierOf(resource, created);
      if (isSuccess(created) && id !== undefined) return { resource, created, id, sources };
      status = created.response.status;
      if (credential === 'given' && [400, 404, 422].includes(status)) this.#refused.add(key);
      // What the body refers to may take no more: the next attempt has new things.
      if (status === 409) this.forgetSources(resource);
      lab.forget(created);
    }
    const isTimed = options.isGiven !== true && (status === 0 || status >= 400) && !this.#untimely.has(create);
    for await (const input of isTimed ? this.timedInputs(resource, options) : []) {
      const thing = await this.makeFrom(lab, resource, input, options);
      if (thing !== undefined) return thing;
    }
    if (isTimed) this.#untimely.add(create);
    throw new Stopped(
      status >= 200 && status < 300 ? `the answer of ${create.id} has no identifier` : `${create.id} is answered with ${status}`,
    );
  }

  /** Things that last may have to do so while others do, and may not overlap those that are there. */
  async *timedInputs(resource: Resource, { parent, above = [] }: MakeOptions = {}): AsyncGenerator<Input> {
    const { create } = resource;
    const { inputs } = this.#equipment;
    const there = parent === undefined ? [] : [parent, ...parent.sources];
    yield* innerInputs(create, inputs, await this.#sourcesFor(create, inputs.of(create, 0), there, [...above, resource]));
    yield* spreadInputs(create, inputs);
  }

  /** What is made next names new things. Those below the same thing may fill its time, and one that has another state by now may take no more. */
  forgetSources(resource: Resource, isParentToo = false): void {
    const parent = isParentToo || timesOf(resource.create) !== undefined ? this.parentOf(resource) : undefined;
    const named = this.references(resource.create).map((one) => one.resource);
    for (const { create } of parent === undefined ? named : [parent, ...named])
      for (const key of [...this.#sources.keys()]) if (key.startsWith(`${create.id} `)) this.#sources.delete(key);
  }

  /** Creates a thing from an input; `undefined` where it is refused. */
  async makeFrom(lab: Lab, resource: Resource, given: Input, options: MakeOptions = {}): Promise<Thing | undefined> {
    const { created, sources } = await this.#created(lab, resource, given, options, false);
    const id = identifierOf(resource, created);
    if (isSuccess(created) && id !== undefined) return { resource, created, id, sources };
    lab.forget(created);
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
    const input = this.named(create, this.#equipment.unique(create, given));
    const sources = await this.#sourcesFor(create, input, parent === undefined ? [] : [parent, ...parent.sources], [...above, resource]);
    const bound = this.#bound(create, sources, input).filter(({ to }) => isGiven !== true || !to.startsWith('/body/'));
    const keyed = withFreshKey(create, input);
    const step = { operation: create, says: 'create', input: keyed, bound, credential } as const;
    // The example as it stands is likely to go with other examples; what is known to fit else may be far from them.
    const asIs = { ...step, input: withFreshKey(create, this.named(create, given)) };
    const plain = isGiven === true && isMade ? await lab.step(asIs) : undefined;
    if (plain !== undefined && isSuccess(plain)) return { created: plain, sources };
    if (plain !== undefined) lab.forget(plain);
    return { created: await this.#sending.send(lab, step, sources, isMade), sources };
  }

  /** The input with a name in its path that nothing has yet, where the caller chooses the name. */
  named(create: Operation, input: Input): Input {
    return withNewName(this.#equipment.judge, create, input, this.inputs.of(create, 0));
  }

  /** The input of one more create: with new values where they have to be, a name that nothing has yet, and a key of its own. */
  ready(create: Operation, input: Input): Input {
    return withFreshKey(create, this.named(create, this.#equipment.unique(create, input)));
  }

  /** The identifier of what an answer to a create is about. */
  idOf(resource: Resource, exchange: Answered): unknown {
    return identifierOf(resource, exchange);
  }

  /** The same request as that of a create, once more, and the identifier in its answer. */
  async again(lab: Lab, thing: Thing, act: Act): Promise<{ readonly exchange: Answered; readonly id: unknown }> {
    const { case: one, bound = [] } = thing.created;
    const exchange = await lab.step({ ...act, operation: one.operation, input: one.input as Input, request: one.request, bound });
    return { exchange, id: isSuccess(exchange) ? identifierOf(thing.resource, exchange) : undefined };
  }

  /** An operation on a thing; without an input of its own, with what is required only. */
  async call(lab: Lab, operation: Operation, thing: Thing, act: Act): Promise<Answered> {
    const { input: given = this.#equipment.inputs.least(operation), isVersioned: _, isExact = false, isNeeded = false, ...rest } = act;
    // What is invalid on purpose stays as it is.
    const isKept = given === undefined || isExact || act.intent !== undefined;
    const input = isKept ? given : withFreshKey(operation, this.#equipment.unique(operation, given));
    const placed = input && withSamePlace(operation, thing, input);
    const there = [thing, ...thing.sources];
    const isOpen = ({ to }: Pick<Edge, 'to'>): boolean => thing.places?.[to] === undefined;
    const others = await this.#sourcesFor(operation, input, there, [thing.resource], isOpen).catch((error: unknown) => {
      if (error instanceof Stopped) return there;
      throw error;
    });
    const bound = this.#bound(operation, others, input).filter(isOpen);
    const known = this.#items.get(thing) ?? new Map<string, Bound>();
    this.#items.set(thing, known);
    const now = await currentFor(this, lab, thing, { operation, input, act, edges: this.edges, known });
    const step = { operation, ...rest, input: placed, bound: [...bound, ...now] };
    return this.#sending.send(lab, step, there, isNeeded, isExact);
  }

  /** The same with other values in some places of the input. */
  callUnknown(
    lab: Lab,
    operation: Operation,
    thing: Thing,
    act: Act & { readonly input: Input },
    values: Readonly<Record<string, unknown>>,
  ): Promise<Answered> {
    const { input, ...rest } = act;
    const placed = withSamePlace(operation, thing, input);
    const bound = this.#bound(operation, [thing, ...thing.sources], input).filter(({ to }) => !Object.hasOwn(values, to));
    const complete = Object.entries(values).reduce<Input>(
      (whole, [to, value]) => changedAt(whole, to, asTaken(operation, to, value)) as Input,
      placed,
    );
    return lab.step({ operation, ...rest, input: complete, bound });
  }

  /** An operation on a thing with other values in some places of the input, and the ETag that it wants. */
  async callWith(
    lab: Lab,
    operation: Operation,
    thing: Thing,
    act: Act & { readonly input: Input },
    values: Readonly<Record<string, unknown>>,
  ): Promise<Answered> {
    const tag = await tagFor(this, lab, operation, thing, act.input);
    return this.callUnknown(lab, operation, thing, act, tag === undefined ? values : { ...values, [tag.to]: tag.value });
  }

  /** An operation on the collection that a thing stands in. A create by PUT keeps the name that its input has. */
  callBeside(lab: Lab, operation: Operation, thing: Thing, act: Beside): Promise<Answered> {
    const {
      input = act.request === undefined ? this.#equipment.inputs.least(operation) : undefined,
      sources = sourcesOf(thing),
      ...rest
    } = act;
    const name = isNamedByCaller(operation) ? lastPlaceOf(operation.path) : undefined;
    const beside = input && withSamePlace(operation, thing, input);
    const placed = name === undefined ? beside : (changedAt(beside, name, valueAt(input, name)) as Input);
    return lab.step({ operation, ...rest, input: placed, bound: this.#bound(operation, sources, input) });
  }

  /** What an operation stands below and refers to: the things that there are, and new ones in place of those that are wanting. */
  async #sourcesFor(
    operation: Operation,
    input: Input | undefined,
    there: readonly Thing[],
    above: readonly Resource[],
    isOpen: (edge: Edge) => boolean = () => true,
  ): Promise<readonly Thing[]> {
    const sources = [...there];
    const wanted = new Map<Resource, number>();
    for (const edge of this.edges) {
      const { producer, consumer, to } = edge;
      if (consumer !== operation || producer === operation || !isOpen(edge)) continue;
      const isPath = to.startsWith('/path/');
      const places = isPath ? 1 : placesIn(input, to).length;
      const source = this.resources.find((one) => one.create === producer);
      if (places === 0 || source === undefined || above.includes(source)) continue;
      // Two places of a body, such as `from` and `to`, are likely to need two things.
      const most = isPath ? 1 : Math.min(MOST_APART, (wanted.get(source) ?? 0) + places);
      if (!isPath) wanted.set(source, most);
      for (let number = sources.filter((one) => one.resource === source).length; number < most; number++) {
        try {
          const thing = await this.source(source, number, above);
          // A thing stands below everything that its parent stands below.
          sources.push(thing, ...thing.sources.filter((one) => !sources.some((other) => other.resource === one.resource)));
        } catch (error) {
          // A made value may do in a body.
          if (!(error instanceof Stopped) || isPath) throw error;
          break;
        }
      }
    }
    return sources;
  }

  #bound(operation: Operation, things: readonly Thing[], input: Input | undefined): readonly Bound[] {
    return boundOf(this.#equipment.judge, this.edges, { operation, things, input });
  }
}
