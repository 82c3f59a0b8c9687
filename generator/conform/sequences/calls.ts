// Sends requests beside what sequences have made, with values of their own in some places.
import type { Edge } from '../../inference/edge.ts';
import { isNamedByCaller } from '../../inference/makers.ts';
import { valueAt } from '../../inference/pointers.ts';
import type { Resource } from '../../inference/resources.ts';
import { lastPlaceOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered, Bound } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import type { Act, Beside } from './acts.ts';
import { boundOf } from './bound.ts';
import type { Inputs } from './inputs.ts';
import { Kin } from './kin.ts';
import { asTaken, type Equipment, type Lab } from './lab.ts';
import { tagFor } from './making/current.ts';
import { withFreshKey } from './making/keys.ts';
import { withNewName } from './making/new-values.ts';
import { identifierOf, isSuccess, sourcesOf, type Thing, withSamePlace } from './thing.ts';

export abstract class Calls extends Kin {
  protected readonly equipment: Equipment;

  constructor(equipment: Equipment, resources: readonly Resource[], edges: readonly Edge[]) {
    super(resources, edges);
    this.equipment = equipment;
  }

  /** An operation on a thing. */
  abstract call(lab: Lab, operation: Operation, thing: Thing, act: Act): Promise<Answered>;

  get inputs(): Inputs {
    return this.equipment.inputs;
  }

  /** Whether the document allows an input. */
  allows(operation: Operation, input: Input): boolean {
    return this.equipment.judge.input(operation, input).length === 0;
  }

  /** The input with a name in its path that nothing has yet, where the caller chooses the name. */
  named(create: Operation, input: Input): Input {
    return withNewName(this.equipment.judge, create, input, this.inputs.of(create, 0));
  }

  /** The input of one more create: with new values where they have to be, a name that nothing has yet, and a key of its own. */
  ready(create: Operation, input: Input): Input {
    return withFreshKey(create, this.named(create, this.equipment.unique(create, input)));
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
    const bound = this.bound(operation, [thing, ...thing.sources], input).filter(({ to }) => !Object.hasOwn(values, to));
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
      input = act.request === undefined ? this.equipment.inputs.least(operation) : undefined,
      sources = sourcesOf(thing),
      ...rest
    } = act;
    const name = isNamedByCaller(operation) ? lastPlaceOf(operation.path) : undefined;
    const beside = input && withSamePlace(operation, thing, input);
    const placed = name === undefined ? beside : (changedAt(beside, name, valueAt(input, name)) as Input);
    return lab.step({ operation, ...rest, input: placed, bound: this.bound(operation, sources, input) });
  }

  protected bound(operation: Operation, things: readonly Thing[], input: Input | undefined): readonly Bound[] {
    return boundOf(this.equipment.judge, this.edges, { operation, things, input });
  }
}
