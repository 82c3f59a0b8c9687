// Decides from a document alone what each operation does to which things: the reasons are shown by `octavo mock --living --explain`.

import type { Edge } from '../../../inference/edge.ts';
import { edgesOf } from '../../../inference/edges.ts';
import { type Held, heldOf } from '../../../inference/held.ts';
import { flattened, withinOf } from '../../../inference/lists/within.ts';
import { plain } from '../../../inference/names.ts';
import { tokensOf } from '../../../inference/pointers.ts';
import { singular } from '../../../inference/prose/index.ts';
import { allResourcesOf, isGuess } from '../../../inference/resources.ts';
import { restful } from '../../../inference/restful.ts';
import { listOf, shapesOf } from '../../../inference/shapes.ts';
import { partsOf } from '../../../inference/single/parts.ts';
import { singlesOf } from '../../../inference/single/singles.ts';
import { laterTimesIn } from '../../../inference/stated/later-times.ts';
import { formulasIn } from '../../../inference/stated/numbers.ts';
import { beginsWith, isNameAt, isSameTemplate, type Segments, segmentsOf } from '../../../inference/templates.ts';
import { conjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { knownBy } from '../creating/known-by.ts';
import { numberedIn } from '../kept/numbers.ts';
import { changing } from '../kept/omitted.ts';
import { exportOf } from '../lists/exports.ts';
import { isPaged } from '../lists/lists.ts';
import { actOn, setBy } from './acts.ts';
import { bornStates } from './born.ts';
import { actionsIn, correctionOf, linksOf } from './corrected.ts';
import { distinctIn, renamedIn, uniqueIn } from './distinct.ts';
import { exampledIn, exampleIdIn, identifiersExampled, schemasOfNames } from './exampled.ts';
import { innerListOf } from './inner.ts';
import { addingIn } from './inside.ts';
import { issuedIn } from './issued.ts';
import { keptBy } from './keeping.ts';
import { type Assigned, type Distinct, declares, type Kind, type Plan, pathOf, type Role } from './kinds.ts';
import { manyOf } from './many.ts';
import { markOf } from './marks.ts';
import { presencesIn } from './members.ts';
import { isPlaceKnown, madeBy, originOf, reasonOfOrigin } from './origins.ts';
import { pagedFactsOf } from './paging.ts';
import { referencesOf, refusalOfUnknown, saidUnknown, saysUnknown } from './references.ts';
import { flagsOf, ruledAbove, ruledBy, ruledNamed, stateOf } from './states.ts';
import { thingShape } from './thing-shape.ts';
import { trashOf } from './trash.ts';
import { versionOf } from './versions.ts';

export function planOf(written: Service): Plan {
  const service = restful(written);
  const notes = service.things ?? [];
  const edges = edgesOf(service, { links: linksOf(service, notes) });
  const general = refusalOfUnknown(service);
  const kinds: Draft[] = [];
  const identifiers = new Map(
    notes.flatMap(({ path, option }) => (option === false || option.id === undefined ? [] : [[path, option.id]])),
  );
  const held = heldOf(service, allResourcesOf(service, edges), identifiers);
  const add = (resource: Held): void => {
    for (const kind of kindOf(service, resource, kinds)) {
      const correction = correctionOf(kind, notes);
      if (correction !== undefined) kinds.push({ ...kind, ...correction });
    }
  };
  for (const resource of held) add(resource);
  const parts = kinds.flatMap((kind) => partsOf(service, kind).map((part) => ({ ...part, kind })));
  for (const resource of singlesOf(service, held, new Set(parts.map(({ operation }) => operation)))) add(resource);
  for (const kind of kinds) kind.references.push(...referencesOf(kind, kinds, edges));
  for (const kind of kinds) kind.distinct.push(...distinctIn(service, kind));
  for (const kind of kinds) Object.assign(kind, markOf(service, kind));
  const roles = new Map<Operation, Assigned>();
  const assign = (operation: Operation | undefined, role: Role, why: string, sure: Assigned['sure']): void => {
    if (operation !== undefined && !roles.has(operation)) roles.set(operation, { role, why, sure });
  };
  for (const kind of kinds) {
    const { create, read, changes, remove } = kind.resource;
    const [why, sure] = reasonOf(kind);
    if (create?.method === 'POST')
      assign(
        create,
        {
          ...{
            does: 'create',
            kind,
            ...unknownBy(service, create, kind, general),
            ...ruledAbove(create, kind),
            ...ruledNamed(create, kind),
            ...knownBy(create, kind),
          },
          ...(kind.resource.isMadeOfOther ? originOf(service, create, kind, kinds) : {}),
        },
        why,
        sure,
      );
    assign(read?.operation, { does: 'read', kind }, why, sure);
    const head = service.operations.find(({ method, path }) => method === 'HEAD' && path === read?.operation.path);
    assign(head, { does: 'read', kind }, 'it is the GET without a body', sure);
    for (const change of changes)
      assign(
        change,
        {
          ...changing(change, kind),
          ...(kind.resource.isSingle === true ? toldBy(change, kind.members.keys()) : {}),
          kind,
          ...ruledBy(change, kind),
          ...(change === kind.resource.maker ? ruledAbove(change, kind) : {}),
          ...unknownBy(service, change, kind, general),
        },
        why,
        sure,
      );
    if (remove !== undefined) assign(remove, { does: 'remove', kind, ...keptBy(remove, kind, kinds), ...ruledBy(remove, kind) }, why, sure);
    assign(kind.trash?.restore, { does: 'restore', kind }, 'its name says that it takes back what DELETE does', 'likely');
    const list = kind.resource.list?.operation;
    if (list !== undefined)
      assign(
        list,
        { does: 'list', kind, facts: pagedFactsOf(service, list) },
        `GET of ${pathOf(kind.collection)} answers with a list of them`,
        sure,
      );
  }
  for (const { operation, member, kind } of parts)
    assign(
      operation,
      operation.method === 'GET'
        ? { does: 'read', kind, told: member }
        : { does: 'merge', kind, ...ruledBy(operation, kind), ...toldBy(operation, [member]) },
      `its answer has a part of the ${singular(kind.name)}`,
      'likely',
    );
  for (const { role, operation, by } of actionsIn(service, kinds, notes)) {
    roles.delete(operation);
    assign(operation, role, `as ${by} says`, 'certain');
  }
  for (const { operation, role } of addingIn(service, kinds, edges))
    assign(operation, role, `its answer is as the items of \`${role.list}\` are`, 'likely');
  for (const operation of service.operations) {
    const kind = roles.has(operation) ? undefined : madeBy(operation, kinds);
    const { of } = kind === undefined ? {} : originOf(service, operation, kind, kinds);
    if (kind !== undefined && of !== undefined)
      assign(operation, { does: 'create', kind, of, ...unknownBy(service, operation, kind, general) }, reasonOfOrigin(kind, of), 'likely');
  }
  for (const operation of service.operations) {
    const found = roles.has(operation) ? undefined : actOn(service, operation, kinds);
    if (found !== undefined) assign(operation, found.role, found.why, found.sure);
  }
  for (const operation of service.operations) {
    const kind = roles.has(operation) ? undefined : setBy(operation, kinds);
    if (kind !== undefined)
      assign(operation, { does: 'merge', kind, ...ruledBy(operation, kind) }, 'its text says that it sets one', 'likely');
  }
  for (const operation of service.operations) {
    const found = roles.has(operation) ? undefined : manyOf(operation, kinds);
    if (found !== undefined)
      assign(
        operation,
        { ...found, ...unknownBy(service, operation, found.kind, general), ...knownBy(operation, found.kind) },
        'its body lists such things',
        'likely',
      );
  }
  for (const operation of service.operations) {
    const found = roles.has(operation) ? undefined : exportOf(operation, kinds);
    if (found !== undefined) assign(operation, found, 'its text names their members as columns', 'likely');
  }
  const pages = service.operations.flatMap((operation) => {
    const facts = roles.has(operation) ? undefined : pagedFactsOf(service, operation);
    return facts !== undefined && isPaged(facts) ? [[operation, facts] as const] : [];
  });
  const meant = written.operations.flatMap((operation, index) => {
    const own = service.operations[index];
    return own === undefined || own === operation ? [] : [[operation, own] as const];
  });
  const issued = issuedIn(edges, (operation) => roles.has(operation));
  return { kinds, roles, pages: new Map(pages), issued, meant: new Map(meant) };
}

type Draft = Kind & {
  readonly references: { readonly place: readonly string[]; readonly kind: Kind }[];
  readonly distinct: Distinct[];
};

/** None where a request cannot say which collection a new thing is read in. */
function kindOf(service: Service, resource: Held, before: readonly Kind[]): readonly Draft[] {
  const { create, collection, id, isUri } = resource;
  const template = create === undefined ? collection : segmentsOf(create.path);
  const madeAt = create?.method === 'PUT' ? template.slice(0, -1) : template;
  const isElsewhere = !isSameTemplate(collection, madeAt);
  if (create !== undefined && isElsewhere && !isPlaceKnown(create, resource)) return [];
  const isMadeThere = isElsewhere && resource.isMadeOfOther !== true;
  const { members, within } = membersOf(resource);
  const state = stateOf(members);
  const parent = parentOf(isMadeThere ? madeAt : collection, before);
  const trash = trashOf(service, resource, members);
  const exampledIds = identifiersExampled(service, collection);
  return [
    {
      ...{ name: resource.name, resource, collection, id, isUri, members, unique: uniqueIn(members, resource.name) },
      ...{ references: [], distinct: [] },
      flags: flagsOf(members, state).filter(({ member }) => member !== trash?.member),
      exampled: exampledIn(service, collection),
      exampledIds,
      exampleId: exampleIdIn(resource, exampledIds),
      namedBy: schemasOfNames(service, collection),
      presences: presencesIn(members, state),
      formulas: formulasIn(members),
      laterTimes: laterTimesIn(members),
      numbered: numberedIn(members),
      ...(within === undefined ? {} : { within }),
      ...(isMadeThere ? { madeAt } : {}),
      ...(state === undefined ? {} : { state }),
      ...(parent === undefined ? {} : { parent }),
      ...innerListOf(resource, isMadeThere ? madeAt : collection, parent),
      ...(trash === undefined ? {} : { trash }),
      ...bornStates(resource, state),
      ...versionOf(members, resource.changes),
      ...renamedIn(service, resource),
    },
  ];
}

/** The members of all operations that show a thing; those of its reader first. What their schemas refer to says of their values too. */
function membersOf(resource: Held): Pick<Kind, 'members' | 'within'> {
  const shapes = [
    thingShape(resource.read?.operation, resource.read?.id),
    thingShape(resource.create, resource.edge?.from, resource),
    ...resource.changes.map((change) => thingShape(change, undefined, resource)),
    resource.list && listOf(resource.list.operation),
  ];
  const members = new Map<string, readonly Schema[]>();
  for (const shape of shapes)
    for (const [name, schemas] of flattened(shape?.properties ?? new Map())) if (!members.has(name)) members.set(name, conjuncts(schemas));
  const held = shapes.map((shape) => ({ own: shape?.properties ?? new Map(), member: withinOf(shape?.properties ?? new Map()) }));
  const [first] = held.flatMap(({ own, member }) => (member === undefined ? [] : { member, names: namesIn(own.get(member)) }));
  return { members, ...(first === undefined ? {} : { within: first }) };
}

function namesIn(schemas: readonly Schema[] = []): ReadonlySet<string> {
  return new Set(propertiesOf(schemas).keys());
}

/** The nearest kind that a collection stands below. */
function parentOf(collection: Segments, before: readonly Kind[]): Kind | undefined {
  return before
    .filter((kind) => kind.collection.length < collection.length && beginsWith(collection, kind.collection))
    .filter((kind) => isNameAt(collection, kind.collection.length) && hasIdentity(kind))
    .sort((a, b) => b.collection.length - a.collection.length)[0];
}

/** Whether it is known what names a thing in a path. */
function hasIdentity({ id, resource: { parameter } }: Kind): boolean {
  return id !== undefined || parameter !== undefined;
}

/** What the texts of an operation and of the members say of a body that names what is not there. */
function unknownBy(
  service: Service,
  operation: Operation,
  { members, references }: Kind,
  general: number | undefined,
): { readonly unknown?: number } {
  const declared = [422, 409, 400].filter((status) => declares(operation, status));
  const said = saidUnknown(
    service,
    operation,
    references.map(({ kind }) => kind),
  );
  const own = declared.find((status) => operation.responses.some((one) => one.status === String(status) && saysUnknown(one)));
  const isSaid = [...members.values()].flat().some(saysUnknown) || saysUnknown(operation);
  const unknown = said ?? own ?? (isSaid ? declared[0] : declared.find((status) => status === general));
  return unknown === undefined ? {} : { unknown };
}

/** A member that an answer has, of the members of a thing. */
function toldBy(operation: Operation, members: Iterable<string>): { readonly told?: string } {
  const shapes = shapesOf(operation);
  const told = [...members].find((member) => shapes.some(({ properties }) => properties.has(member)));
  return told === undefined ? {} : { told };
}

function reasonOf({ resource: { isSingle, edge, isUri, parameter, rivals }, id, by }: Kind): readonly [string, Assigned['sure']] {
  if (by !== undefined) return [`{${parameter}} is \`${id}\`, as ${by} says`, 'certain'];
  const others = rivals.length === 0 ? '' : `, rather than ${rivals.map((name) => `\`${name}\``).join(' or ')}`;
  if (isUri) return [`{${parameter}} is the last part of \`${id}\``, 'likely'];
  if (isSingle === true) return ['it is read and changed at one path', 'likely'];
  if (edge === undefined && parameter === undefined) return ['it is a list of objects', 'a guess'];
  if (edge === undefined)
    return [`{${parameter}} is \`${id}\`, by their names${others}`, plain(id ?? '') === plain(parameter ?? '') ? 'likely' : 'a guess'];
  const [why, sure] = edgeReason(edge);
  return [why + others, sure];
}

function edgeReason(edge: Edge): readonly [string, Assigned['sure']] {
  const from = edge.from.replace(/^\/(?:body|headers)\//, '').replaceAll('/', '.');
  const to = tokensOf(edge.to).at(-1) ?? '';
  if (edge.by === 'link') return [`a link of the document says that {${to}} is \`${from}\``, 'certain'];
  if (edge.by === 'location-header') return [`{${to}} is the end of the header Location`, 'likely'];
  if (isGuess(edge)) return [`{${to}} may be \`${from}\``, 'a guess'];
  return [plain(from) === plain(to) ? `both name \`${from}\`` : `{${to}} is \`${from}\`, by their names`, 'likely'];
}
