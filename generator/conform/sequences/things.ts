// Makes things of a resource, with what they stand below and refer to, and calls the operations on them.
import { randomUUID } from 'node:crypto';
import { getOwn } from '@octavo/runtime/conformance';
import type { Operation } from '../../model/service.ts';
import type { Answered, Bound, Exchange } from '../contract/exchange.ts';
import type { Edge } from '../contract/sequence.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { type Inputs, idempotencyHeader } from './inputs.ts';
import { asTaken, type Equipment, Lab, type Step, Stopped } from './lab.ts';
import { pointerTo, tokensOf, valueAt } from './pointers.ts';
import type { Resource } from './resources.ts';
import { parameterIn, segmentsOf, valuesIn } from './templates.ts';

/** Something that a sequence has created. */
export interface Thing {
  readonly resource: Resource;
  readonly created: Answered;
  /** The identifier as it is in the answer. */
  readonly id: unknown;
  /** The things below which it was created, and to which its create refers. */
  readonly sources: readonly Thing[];
}

/** The part of a step that a sequence chooses. */
export type Act = Pick<Step, 'says' | 'credential' | 'probe' | 'intent' | 'at'> & { readonly input?: Input | undefined };

/** How many inputs are tried, where a create is refused: it may need a name that is free. */
const ATTEMPTS = 4;

/** Distance of the inputs of further attempts from the first one. */
const FURTHER = 1009;

export class Things {
  readonly #equipment: Equipment;
  readonly #resources: readonly Resource[];
  readonly #edges: readonly Edge[];
  /** One for each resource and number: what things are made below is not made again for each. */
  readonly #sources = new Map<string, Promise<Thing>>();
  #newest: Lab | undefined;

  constructor(equipment: Equipment, resources: readonly Resource[], edges: readonly Edge[]) {
    this.#equipment = equipment;
    this.#resources = resources;
    this.#edges = edges;
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

  /** The resource that a path parameter of the create comes from: its things are the parents. */
  parentOf({ create }: Resource): Resource | undefined {
    const parameters = segmentsOf(create.path).flatMap((segment) => parameterIn(segment) ?? []);
    const edge = this.#edges.find(({ consumer, to }) => consumer === create && to === `/path/${parameters.at(-1)}`);
    return edge && this.#resources.find((one) => one.create === edge.producer);
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
  async make(
    lab: Lab,
    resource: Resource,
    variant: number,
    options: { readonly parent?: Thing; readonly above?: readonly Resource[]; readonly credential?: 'given' | 'other' } = {},
  ): Promise<Thing> {
    const { create } = resource;
    const { parent, above = [], credential = 'given' } = options;
    let status = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const input = this.#equipment.inputs.of(create, variant + attempt * FURTHER);
      if (input === undefined) continue;
      const keyed = withFreshKey(create, input);
      const sources = await this.#sourcesFor(resource, input, parent, above);
      const created = await lab.step({
        operation: create,
        says: 'create',
        input: keyed,
        bound: this.#bound(create, sources, input),
        credential,
      });
      const id = identifierOf(resource, created);
      if (isSuccess(created) && id !== undefined) return { resource, created, id, sources };
      status = created.response.status;
      lab.forget(created);
    }
    throw new Stopped(
      status >= 200 && status < 300 ? `the answer of ${create.id} has no identifier` : `${create.id} is answered with ${status}`,
    );
  }

  /** The same request as that of a create, once more, and the identifier in its answer. */
  async again(lab: Lab, thing: Thing, act: Act): Promise<{ readonly exchange: Answered; readonly id: unknown }> {
    const { case: one, bound = [] } = thing.created;
    const exchange = await lab.step({ ...act, operation: one.operation, input: one.input as Input, request: one.request, bound });
    return { exchange, id: isSuccess(exchange) ? identifierOf(thing.resource, exchange) : undefined };
  }

  /** Whether the path of an operation has the identifier of what another resource has created. */
  isBelow(operation: Operation, { create }: Resource): boolean {
    return this.#edges.some(({ producer, consumer, to }) => producer === create && consumer === operation && to.startsWith('/path/'));
  }

  /** An operation on a thing; without an input of its own, with what is required only. */
  call(lab: Lab, operation: Operation, thing: Thing, act: Act): Promise<Answered> {
    const { input = this.#equipment.inputs.least(operation), ...rest } = act;
    const placed = input && withSamePlace(operation, thing, input);
    return lab.step({ operation, ...rest, input: placed, bound: this.#bound(operation, [thing, ...thing.sources], input) });
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

  /** An operation on the collection that a thing stands in. */
  callBeside(lab: Lab, operation: Operation, thing: Thing, act: Act & Pick<Step, 'request'>): Promise<Answered> {
    const { input = act.request === undefined ? this.#equipment.inputs.least(operation) : undefined, ...rest } = act;
    const placed = input && withSamePlace(operation, thing, input);
    return lab.step({ operation, ...rest, input: placed, bound: this.#bound(operation, thing.sources, input) });
  }

  async #sourcesFor(resource: Resource, input: Input, parent: Thing | undefined, above: readonly Resource[]): Promise<readonly Thing[]> {
    const sources: Thing[] = parent === undefined ? [] : [parent, ...parent.sources];
    for (const { producer, consumer, to } of this.#edges) {
      if (consumer !== resource.create || producer === resource.create) continue;
      if (!to.startsWith('/path/') && valueAt(input, to) === undefined) continue;
      const source = this.#resources.find((one) => one.create === producer);
      if (source === undefined || above.includes(source) || sources.some((one) => one.resource === source)) continue;
      try {
        const thing = await this.source(source, 0, [...above, resource]);
        // A thing stands below everything that its parent stands below.
        sources.push(thing, ...thing.sources.filter((one) => !sources.some((other) => other.resource === one.resource)));
      } catch (error) {
        // A made value may do in a body.
        if (!(error instanceof Stopped) || to.startsWith('/path/')) throw error;
      }
    }
    return sources;
  }

  /** The values that an operation takes of things, the nearest first; outside the path, only where the input has one. */
  #bound(operation: Operation, things: readonly Thing[], input: Input | undefined): readonly Bound[] {
    const bound = new Map<string, Bound>();
    for (const thing of things) {
      for (const { producer, consumer, from, to } of this.#edges) {
        if (producer !== thing.resource.create || consumer !== operation || bound.has(to)) continue;
        if (!to.startsWith('/path/') && valueAt(input, to) === undefined) continue;
        const value = from === thing.resource.edge.from ? thing.id : valueAt(resultOf(thing.created), from);
        if (value !== undefined) bound.set(to, { to, of: thing.created, from, value: asTaken(operation, to, value) });
      }
    }
    return [...bound.values()];
  }
}

/** A key of its own for each create, and for each run: a service that remembers the key of an earlier one would answer with what that one created. */
function withFreshKey(operation: Operation, input: Input): Input {
  const header = idempotencyHeader(operation);
  const at = header && pointerTo('header', header.name);
  return at === undefined || valueAt(input, at) === undefined ? input : (changedAt(input, at, randomUUID()) as Input);
}

/** The path parameters of a create, for another operation below the same path: what no sequence has made stays the same. */
function withSamePlace(operation: Operation, { resource, created }: Thing, input: Input): Input {
  const own = segmentsOf(resource.create.path);
  return segmentsOf(operation.path).reduce<Input>((whole, segment, index) => {
    const [name, before] = [parameterIn(segment), parameterIn(own[index])];
    const value = before === undefined ? undefined : getOwn(created.case.input?.path, before);
    return name === undefined || value === undefined ? whole : (changedAt(whole, `/path/${name}`, value) as Input);
  }, input);
}

/** The result that a client gives its caller, in the form that JSON pointers lead into. */
export function resultOf({ response, reading }: Answered): unknown {
  return { body: reading.body, headers: { ...Object.fromEntries(response.headers), ...reading.headers } };
}

export function isSuccess({ response }: Answered): boolean {
  return response.status >= 200 && response.status < 300;
}

/** The identifier of what a create has made. */
function identifierOf({ edge }: Resource, created: Answered): unknown {
  if (edge.from !== '/headers/Location') {
    const value = valueAt(resultOf(created), edge.from);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
  }
  const location = created.response.headers.get('location');
  const template = segmentsOf(edge.consumer.path);
  const path = segmentsOf(URL.parse(location ?? '', 'http://localhost/')?.pathname ?? '');
  return location === null ? undefined : valuesIn(template, path.slice(-template.length))?.get(tokensOf(edge.to)[1] ?? '');
}
