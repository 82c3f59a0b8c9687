// Keeps the things that others are made below or refer to, so that they are not made again for each.
import { placesIn } from '../../../inference/pointers.ts';
import type { Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { Kept } from '../kept.ts';
import type { Kin } from '../kin.ts';
import { Stopped } from '../lab.ts';
import type { Thing } from '../thing.ts';

/** The most things of one resource that the body of one request refers to. */
const MOST_APART = 3;

type Make = (resource: Resource, number: number, above: readonly Resource[], parent: Thing | undefined) => Promise<Thing>;

export class Sources {
  readonly #kin: Kin;
  readonly #make: Make;
  /** One for each resource and number. */
  readonly #kept = new Kept<Thing>();

  constructor(kin: Kin, make: Make) {
    this.#kin = kin;
    this.#make = make;
  }

  /** @throws {Stopped} where the thing needs itself, by what is done to the things that it names */
  async one(resource: Resource, number: number, above: readonly Resource[], variant = number, parent?: Thing): Promise<Thing> {
    const key = `${resource.create.id} ${number}${parent === undefined ? '' : ` below ${String(parent.id)}`}`;
    const made = this.#kept.of(key, () => this.#make(resource, variant, above, parent));
    if (made === undefined) throw new Stopped(`${resource.create.id} needs what it makes`);
    return made;
  }

  /** Forgets what a create refers to, and what it stands below where that is wanted. */
  forget(resource: Resource, isParentToo: boolean): void {
    const parent = isParentToo ? this.#kin.parentOf(resource) : undefined;
    const named = this.#kin.references(resource.create).map((one) => one.resource);
    for (const { create } of parent === undefined ? named : [parent, ...named]) this.#kept.forget((key) => key.startsWith(`${create.id} `));
  }

  clear(): void {
    this.#kept.forget(() => true);
  }

  /** What an operation stands below and refers to: the things that there are, and new ones in place of those that are wanting. */
  async of(
    operation: Operation,
    input: Input | undefined,
    there: readonly Thing[],
    above: readonly Resource[],
    isOpen: (place: { readonly to: string }) => boolean = () => true,
  ): Promise<readonly Thing[]> {
    const sources = [...there];
    const wanted = new Map<Resource, number>();
    for (const { source, to } of this.#kin.placesOf(operation)) {
      const isPath = to.startsWith('/path/');
      const places = isPath ? 1 : placesIn(input, to).length;
      if (places === 0 || above.includes(source) || !isOpen({ to })) continue;
      // Two places of a body, such as `from` and `to`, are likely to need two things.
      const most = isPath ? 1 : Math.min(MOST_APART, (wanted.get(source) ?? 0) + places);
      if (!isPath) wanted.set(source, most);
      const parent = isPath ? undefined : this.#parentFor(operation, source, there);
      for (let number = sources.filter((one) => one.resource === source).length; number < most; number++) {
        try {
          // What the items of one list name is alike: where the first one has what is needed, such as stock, so have the others.
          const thing = await this.one(source, number, above, places > 1 ? 0 : number, parent);
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

  /** What a thing is made below where the operation names that too: both teams of a match play in its season. */
  #parentFor(operation: Operation, source: Resource, there: readonly Thing[]): Thing | undefined {
    const above = this.#kin.parentOf(source);
    const isNamed = this.#kin.placesOf(operation).some((one) => one.source === above);
    return isNamed ? there.find((one) => one.resource === above) : undefined;
  }
}
