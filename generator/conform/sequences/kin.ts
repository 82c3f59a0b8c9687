// What the edges of a document say of its resources: what stands below what, and what names what.
import type { Edge } from '../../inference/edge.ts';
import { identifiersIn, refersTo } from '../../inference/names.ts';
import { lastNameOf } from '../../inference/pointers.ts';
import type { Resource } from '../../inference/resources.ts';
import { parameterIn, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';

/** A place of a body that names a thing of a resource. */
export interface Reference {
  /** JSON pointers: into the input, and into the result of the create. */
  readonly to: string;
  readonly from: string;
  readonly resource: Resource;
}

export class Kin {
  protected readonly resources: readonly Resource[];
  protected readonly edges: readonly Edge[];

  constructor(resources: readonly Resource[], edges: readonly Edge[]) {
    this.resources = resources;
    this.edges = edges;
  }

  /** The resource that a path parameter of the create comes from: its things are the parents. */
  parentOf({ create }: Resource): Resource | undefined {
    const above = create.method === 'PUT' ? segmentsOf(create.path).slice(0, -1) : segmentsOf(create.path);
    const parameters = above.flatMap((segment) => parameterIn(segment) ?? []);
    const edges = this.edges.filter(({ consumer, to }) => consumer === create && to === `/path/${parameters.at(-1)}`);
    return edges.flatMap((edge) => this.resources.find((one) => isOwn(edge, one)) ?? [])[0];
  }

  /** The resources whose things a create takes: those that it stands below, and those that its body names. */
  takenBy({ create }: Resource): readonly Resource[] {
    return this.resources.filter((one) =>
      this.edges.some(({ producer, consumer }) => producer === one.create && consumer === create && producer !== create),
    );
  }

  /** The resources whose things are made below those of this one. */
  below(resource: Resource): readonly Resource[] {
    return this.resources.filter((one) => this.parentOf(one) === resource);
  }

  /** The resources whose creates have a member in their body that refers to things of this one. */
  referringTo({ create }: Resource): readonly Resource[] {
    return this.resources.filter((one) =>
      this.edges.some(({ producer, consumer, to }) => producer === create && consumer === one.create && to.startsWith('/body/')),
    );
  }

  /** The places of a body that refer to something, and the resources whose things they name. */
  references(operation: Operation): readonly Reference[] {
    return this.edges.flatMap(({ producer, consumer, to, from }) => {
      const resource = this.resources.find(({ create }) => create === producer);
      return consumer !== operation || producer === operation || !to.startsWith('/body/') || resource === undefined
        ? []
        : [{ to, from, resource }];
    });
  }

  /** How operations use what others answer. */
  allEdges(): readonly Edge[] {
    return this.edges;
  }

  /** The places of an operation that take something of another resource. */
  placesOf(operation: Operation): readonly { readonly source: Resource; readonly to: string }[] {
    return this.edges.flatMap(({ producer, consumer, to }) => {
      const source = this.resources.find((one) => one.create === producer);
      return consumer !== operation || producer === operation || source === undefined ? [] : [{ source, to }];
    });
  }

  /** The operations whose paths end with what a thing of the resource is known by, or with an action on it. */
  consumersOf({ create }: Resource): readonly Operation[] {
    const isAbout = ({ consumer, to }: Edge): boolean => {
      const parameters = segmentsOf(consumer.path).flatMap((segment) => parameterIn(segment) ?? []);
      return to === `/path/${parameters.at(-1)}`;
    };
    return [...new Set(this.edges.filter((edge) => edge.producer === create && isAbout(edge)).map(({ consumer }) => consumer))];
  }

  /** All resources. */
  all(): readonly Resource[] {
    return this.resources;
  }

  /** The place of the path of an operation that has the identifier of what a resource has created; `undefined` where it has none. */
  placeIn(operation: Operation, resource: Resource): string | undefined {
    return this.edges.find((edge) => edge.consumer === operation && edge.to.startsWith('/path/') && isOwn(edge, resource))?.to;
  }

  /** Whether the path of an operation has the identifier of what a resource has created. */
  isBelow(operation: Operation, resource: Resource): boolean {
    return this.placeIn(operation, resource) !== undefined;
  }
}

/** Whether an edge takes what identifies a thing of the resource, and not what the thing refers to: the `roomId` of a booking, or its `guestIds`. */
function isOwn({ producer, from }: Edge, { create, edge, name }: Resource): boolean {
  if (producer !== create) return false;
  if (from === edge.from) return true;
  const last = lastNameOf(from);
  return !from.includes('/-') && (identifiersIn([last]).length > 0 || refersTo(last, name));
}
