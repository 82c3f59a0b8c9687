// Applies what the user says of things, by `mock.things` or `x-thing`, and finds what it says of things that the document does not have.

import type { Problem } from '../../../base/problem.ts';
import { closest } from '../../../base/suggest.ts';
import type { ThingNote } from '../../../base/thing.ts';
import type { OverrideLink } from '../../../inference/edge.ts';
import { pointerTo } from '../../../inference/pointers.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { beginsWith, isSameTemplate, parameterIn, type Segments, segmentsOf } from '../../../inference/templates.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Kind, Role } from './kinds.ts';
import { presencesIn } from './members.ts';
import { stateOf } from './states.ts';

/** The operations that the identifiers lead to, as links of a document would say it. */
export function linksOf({ operations }: Service, notes: readonly ThingNote[]): readonly OverrideLink[] {
  return notes.flatMap(({ path, option }): readonly OverrideLink[] => {
    const id = option === false ? undefined : option.id;
    const collection = segmentsOf(path);
    const maker = operations.find((one) => one.method === 'POST' && isSameTemplate(segmentsOf(one.path), collection));
    const shape = maker && id !== undefined ? shapesOf(maker).find(({ properties }) => properties.has(id)) : undefined;
    if (maker === undefined || shape === undefined || id === undefined) return [];
    const below = operations.flatMap((one) => {
      const name = parameterIn(segmentsOf(one.path)[collection.length]);
      return name === undefined || !beginsWith(segmentsOf(one.path), collection) ? [] : [{ to: one.id, as: pointerTo('path', name) }];
    });
    return below.map(({ to, as }) => ({ from: maker.id, value: shape.at + pointerTo(id), to, as }));
  });
}

/** What the user says of a kind, in the place of what the document says; `undefined` where it has no things. */
export function correctionOf(kind: Kind, notes: readonly ThingNote[]): Correction | undefined {
  const note = noteOf(kind.collection, notes);
  if (note === undefined) return {};
  const { option, by } = note;
  if (option === false) return undefined;
  const { id, state, unique = [] } = option;
  const found = state === undefined ? undefined : stateOf(kind.members, state);
  return {
    ...(id !== undefined && kind.members.has(id) ? { id, isUri: false, by } : {}),
    ...(found === undefined ? {} : { state: found, presences: presencesIn(kind.members, found) }),
    unique: new Map([...kind.unique, ...unique.map((member) => [member, { isCaseless: false }] as const)]),
  };
}

type Correction = Partial<Pick<Kind, 'id' | 'isUri' | 'by' | 'state' | 'presences' | 'unique'>>;

/** What the actions do that the user names, each with the state that it leads to. */
export function actionsIn(
  service: Service,
  kinds: readonly Kind[],
  notes: readonly ThingNote[],
): readonly { readonly operation: Operation; readonly role: Role; readonly by: string }[] {
  return notes.flatMap(({ path, option, by }) => {
    const kind = kinds.find(({ collection }) => isSameTemplate(collection, segmentsOf(path)));
    if (option === false || kind === undefined) return [];
    return Object.entries(option.actions ?? {}).flatMap(([name, to]) => {
      const operation = operationNamed(service, name);
      if (operation === undefined || kind.state?.values.includes(to) !== true) return [];
      return [{ operation, role: { does: 'act', kind, to } as const, by }];
    });
  });
}

/** By `operationId`, or as `POST /orders/{id}/ship`. */
function operationNamed({ operations }: Service, name: string): Operation | undefined {
  return operations.find(({ id, method, path }) => id === name || `${method} ${path}` === name);
}

function noteOf(collection: Segments, notes: readonly ThingNote[]): ThingNote | undefined {
  return notes.find(({ path }) => isSameTemplate(segmentsOf(path), collection));
}

/** What the notes say of things that the document does not have. */
export function faultsIn(service: Service, kinds: readonly Kind[]): readonly Problem[] {
  return (service.things ?? []).flatMap((note) => {
    const said = faultOf(service, kinds, note);
    if (said === undefined) return [];
    const { wrong, name, names } = said;
    const near = closest(name, names);
    const some = names.slice(0, MOST_NAMES).map((one) => `\`${one}\``);
    const fix = near === undefined ? `There ${names.length === 1 ? 'is' : 'are'} ${some.join(', ')}.` : `Did you mean \`${near}\`?`;
    return [{ code: 'thing-invalid', severity: 'error', message: `${note.by} ${wrong}`, fix, location: note.location }];
  });
}

const MOST_NAMES = 20;

interface Said {
  readonly wrong: string;
  readonly name: string;
  /** The names that there are. */
  readonly names: readonly string[];
}

function faultOf(service: Service, kinds: readonly Kind[], { path, option }: ThingNote): Said | undefined {
  const collection = segmentsOf(path);
  const isPath = service.operations.some((one) => isSameTemplate(segmentsOf(one.path).slice(0, collection.length), collection));
  if (!isPath || parameterIn(collection.at(-1)) !== undefined)
    return { wrong: `names \`${path}\`, which is no path of a collection in this document.`, name: path, names: collectionsOf(service) };
  if (option === false) return undefined;
  const kind = kinds.find((one) => isSameTemplate(one.collection, collection));
  const members = kind === undefined ? membersAt(service, collection) : [...kind.members.keys()];
  const unknown = [option.id, option.state, ...(option.unique ?? [])].find((member) => member !== undefined && !members.includes(member));
  if (unknown !== undefined)
    return { wrong: `names the member \`${unknown}\`, which the things of \`${path}\` do not have.`, name: unknown, names: members };
  const states = kind?.state?.values ?? [];
  for (const [name, to] of Object.entries(option.actions ?? {})) {
    const names = service.operations.map((one) => (/^[A-Z]+ \//.test(name) ? `${one.method} ${one.path}` : one.id));
    if (!names.includes(name)) return { wrong: `names the operation \`${name}\`, which this document does not have.`, name, names };
    if (!states.includes(to))
      return { wrong: `names the state \`${to}\`, which the things of \`${path}\` do not have.`, name: to, names: states };
  }
  return undefined;
}

/** The paths that things can be below. */
function collectionsOf({ operations }: Service): readonly string[] {
  const all = operations
    .map(({ path }) => segmentsOf(path))
    .map((path) => (parameterIn(path.at(-1)) === undefined ? path : path.slice(0, -1)));
  return [...new Set(all.filter((path) => path.length > 0).map((path) => `/${path.join('/')}`))];
}

/** The members of what the operations of a collection and of one thing show. */
function membersAt({ operations }: Service, collection: Segments): readonly string[] {
  const own = operations.filter(({ path }) => {
    const segments = segmentsOf(path);
    return beginsWith(segments, collection) && segments.length <= collection.length + 1;
  });
  return [...new Set(own.flatMap((operation) => shapesOf(operation).flatMap(({ properties }) => [...properties.keys()])))];
}
