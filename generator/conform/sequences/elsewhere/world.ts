// The things around one thing that can be read: those that it stands below or names, those that name it, and those whose identifiers are members of
// either.
import { plain } from '../../../inference/names.ts';
import { isTextOrNumber, pointerTo } from '../../../inference/pointers.ts';
import { singular } from '../../../inference/prose/index.ts';
import { type Reader, type Resource, shownBy } from '../../../inference/resources.ts';
import { identifierIn } from '../../../inference/shapes.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { resourceIn } from '../fields.ts';
import { asTaken, type Lab } from '../lab.ts';
import { readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';

/** A thing beside the one that an operation is about. */
export interface Neighbour {
  /** The name of its collection. */
  readonly name: string;
  readonly reader: Reader;
  readonly read: () => Promise<Seen | undefined>;
}

/** A kind of things that can be read by the identifier in the last segment of a path. */
export interface Kind {
  readonly name: string;
  readonly reader: Reader;
  /** The parameter of the path that takes the identifier. */
  readonly parameter: string;
}

/** All kinds of things that can be read by one identifier, or below their parents. */
export function kindsOf({ context, mayCall }: Pick<Setting, 'context' | 'mayCall'>): readonly Kind[] {
  return context.service.operations.flatMap((operation): readonly Kind[] => {
    const segments = segmentsOf(operation.path);
    const [name = '', parameter] = [segments.at(-2), parameterIn(segments.at(-1))];
    if (operation.method !== 'GET' || parameter === undefined || !mayCall(operation) || parameterIn(name) !== undefined) return [];
    const id = identifierIn(operation, parameter, name);
    return id === undefined || !id.startsWith('/body/') ? [] : [{ name, parameter, reader: { operation, id } }];
  });
}

/** A thing that a sequence has made. */
export function neighbourOf({ things }: Setting, lab: Lab, thing: Thing): Neighbour | undefined {
  const { name } = thing.resource;
  const read = shownBy(thing.resource);
  if (read?.id === undefined) return undefined;
  return { name, reader: read, read: () => unlessStopped(readThing(lab, things, read, thing)) };
}

/** The things of other kinds whose identifiers are members of a thing: `orderId`, and each of `ticketIds`, up to a few. */
export function namedBy(setting: Setting, lab: Lab, seen: Seen, own: Resource): readonly Neighbour[] {
  const kinds = kindsOf(setting).filter(({ name, reader }) => name !== own.name && placesOf(reader.operation) === 1);
  return Object.entries(seen.resource).flatMap(([member, value]) => {
    const kind = kinds.find((one) => namesKind(member, one));
    const ids = (Array.isArray(value) ? value : [value]).filter(isTextOrNumber).slice(0, MOST_NAMED);
    return kind === undefined ? [] : ids.map((id) => byId(setting, lab, kind, id));
  });
}

const MOST_NAMED = 3;

function placesOf({ path }: Operation): number {
  return segmentsOf(path).filter((one) => parameterIn(one) !== undefined).length;
}

/** Whether a member has the identifier of such a thing: `ticketId`, `ticket_ids`, `ticket`, of `/tickets/{ticketId}` and `/tickets/{id}`. */
export function namesKind(member: string, { name, parameter }: Kind): boolean {
  const thing = plain(singular(name));
  const bare = plain(singular(member));
  const last = plain(parameter);
  return bare === thing || bare === (last.startsWith(thing) ? last : thing + last) || bare === `${thing}id`;
}

function byId({ things }: Setting, lab: Lab, { name, reader, parameter }: Kind, id: unknown): Neighbour {
  const { operation } = reader;
  const at = pointerTo('path', parameter);
  const read = async (): Promise<Seen | undefined> => {
    const least = things.inputs.least(operation);
    const input = least && (changedAt(least, at, asTaken(operation, at, id)) as Input);
    const exchange = await unlessStopped(lab.step({ operation, says: 'read', input }));
    const resource =
      exchange === undefined || reader.id === undefined || !isSuccess(exchange) ? undefined : resourceIn(exchange, reader.id);
    return exchange === undefined || resource === undefined ? undefined : { exchange, resource };
  };
  return { name, reader, read };
}
