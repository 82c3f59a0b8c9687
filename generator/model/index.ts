// A checked description → the service: defaults applied, dialects folded, names chosen once. What is not supported is left out whole, and named.

import { Problems } from '../base/problem.ts';
import type { Description } from '../load/description.ts';
import { bodyLimitIn } from './body-limit.ts';
import { type Cause, child, type DocumentNode, members, optional, prose, text } from './document-node.ts';
import { readEnums } from './enums/enums.ts';
import { inferErrors } from './error-bodies/infer.ts';
import { schemaFacts } from './error-bodies/schema-facts.ts';
import { refusalCodesOf } from './error-codes.ts';
import { type Carried, linkable, readLinks } from './links.ts';
import { checkEntries, claimOperations, claimSchemas } from './names/claims.ts';
import { nameComponents } from './names/component-names.ts';
import type { NamesOptions } from './names/given.ts';
import { readGroups } from './names/groups.ts';
import { nameHeaders } from './names/header-names.ts';
import { nameMembers } from './names/member-names.ts';
import { safeFileName, serviceName } from './names/names.ts';
import { createNames, type Names } from './names/naming.ts';
import { checkOwnTypes, nameOperations } from './names/operation-names.ts';
import { checkParameterNames, parameterNaming } from './names/parameter-names.ts';
import { nameSchemas } from './names/schema-names.ts';
import { formBodies } from './operations/bodies/form-bodies.ts';
import { refusedMedia } from './operations/bodies/refused-media.ts';
import { xmlShapes } from './operations/bodies/xml-shape.ts';
import { type CallbackAddress, callbackSources, finishCallback, settleCallback } from './operations/callbacks.ts';
import { faultPlaces, readErrors } from './operations/errors.ts';
import { readStatements, readWebhookSignature } from './operations/extensions.ts';
import { type Filters, filterOperations } from './operations/filter.ts';
import { inputSchema } from './operations/input.ts';
import { leaveOut } from './operations/left-out.ts';
import { leftOutOperation } from './operations/left-out-operation.ts';
import { type OperationSource, operationSources } from './operations/operation-source.ts';
import { finishOperation, idOf, type SettledOperation, settleOperation } from './operations/operations.ts';
import { readPagedOrder } from './operations/order.ts';
import { checkTies } from './operations/parameters/parameters.ts';
import { readRateLimits } from './operations/rate-limits.ts';
import { readOperation } from './operations/read-operation.ts';
import { readRequirements, readSchemes, type SchemeDraft } from './operations/security.ts';
import { readServers } from './operations/servers.ts';
import { checkAliases } from './operations/spellings/alias-collisions.ts';
import type { PatternOption } from './patterns/engine.ts';
import { endlessSchemas } from './schema/cycles.ts';
import { createGraph } from './schema/graph.ts';
import { impossibleSchemas } from './schema/impossible.ts';
import type { Schema } from './schema/schema.ts';
import { reachable } from './schema/walk.ts';
import type { Callback, DeepObjectLists, ErrorTemplate, Operation, SecurityScheme, Server, Service, Tag, Webhook } from './service.ts';
import { type SidesOptions, splitSides } from './sides/sides.ts';
import { readSockets } from './sockets.ts';
import { readThings } from './things.ts';

export interface ModelOptions extends Filters, SidesOptions {
  /** Whether enumerations have constants. Default: false. */
  readonly enumConstants?: boolean;
  /** Names in code of operations and schemas. Default: those that the document gives. */
  readonly names?: NamesOptions;
  /** Whether `names` may not fit, as in an earlier version of the document: what does not is ignored. Default: it is an error. */
  readonly ignoresUnfitNames?: boolean;
  /** PascalCase word that names the service in code. */
  readonly name?: string;
  /** How clients write lists in the style `deepObject`. Default: `numbered`. */
  readonly deepObjectLists?: DeepObjectLists;
  /** Whether clients write null in a query as the text `null`, or leave it out. Default: `absent`. */
  readonly queryNulls?: 'absent' | 'text';
  /** Whether servers fill in the defaults of parameters. Default: `apply`. */
  readonly parameterDefaults?: 'apply' | 'ignore';
  /** The engine of patterns whose matching time may grow faster than the text. Default: `linear`. */
  readonly patterns?: PatternOption;
}

/** `undefined` where the document is at fault: the problems say how. */
export function buildService(description: Description, options: ModelOptions, problems: Problems): Service | undefined {
  const root: DocumentNode = { value: description.root, location: { source: description.entry, pointer: '' } };
  const info = child(root, 'info');
  const title = text(info, 'title') ?? '';
  const name = options.name === undefined ? serviceName(description.id, title) : serviceName(options.name, '');
  const unfit = options.ignoresUnfitNames === true ? new Problems() : problems;
  const task: Task = { description, options, problems, unfit, root, name };
  const read = readAll(task);
  if (problems.failed) return undefined;
  const settled = settleAll(read, task);
  const names = createNames(name);
  const named = nameAll(read, settled, names, task);
  if (named === undefined) return undefined;
  const { carried, webhooks, callbacks, inferred, rows } = finishAll(settled, named, names, task);
  const links = readLinks(description, carried, linkable(read.written), problems);
  const operations = carried.map(({ operation }) => operation);
  const isWhole = !read.isFiltered && settled.kept.leftOut.length === 0;
  const ruled = readErrors(root, isWhole ? faultPlaces([...operations, ...webhooks, ...callbacks]) : undefined, problems);
  const tags = readTags(root);
  const servers = readServers(root) ?? serversOfAll(operations) ?? [{ url: '/', variables: [] }];
  checkAliases(operations, servers, problems);
  const all = [...operations, ...webhooks, ...callbacks];
  const areMembersNamed = nameMembers(named.schemas, all, options.names ?? {}, read.graph.named.size > 0, problems);
  const isRenamed = areMembersNamed || all.some(({ parameters }) => parameters.some(({ codeName }) => codeName !== undefined));
  if (problems.failed) return undefined;
  const things = readThings(root, problems);
  const groups = readGroups(operations, tags, names, problems);
  const enumerated = { description, names, schemas: named.schemas, operations: all };

  return {
    id: safeFileName(description.id),
    name,
    title,
    version: text(info, 'version') ?? '',
    ...prose(info),
    ...optional('bodyLimit', bodyLimitIn(text(info, 'description') ?? '')),
    servers,
    schemas: named.schemas,
    enums: options.enumConstants === true ? readEnums(enumerated, problems) : [],
    securitySchemes: named.securitySchemes,
    tags,
    operations,
    groups,
    webhooks,
    leftOut: settled.kept.leftOut.flatMap(({ operation, reason }) => leftOutOperation(operation, reason) ?? []),
    callbacks,
    ...(isRenamed ? { isRenamed } : {}),
    links,
    ...(things.length === 0 ? {} : { things }),
    sockets: readSockets(root, named.schemas, problems),
    errors: ruled ?? inferred,
    refusalCodes: refusalCodesOf([...(ruled ?? []), ...rows], operations),
    statements: readStatements(root),
    limits: readRateLimits(root, problems),
    slowPatterns: read.graph.slow,
  };
}

interface Task {
  readonly description: Description;
  readonly options: ModelOptions;
  readonly problems: Problems;
  /** Takes what is wrong with names that are given. */
  readonly unfit: Problems;
  readonly root: DocumentNode;
  /** PascalCase name of the service. */
  readonly name: string;
}

/** First stage: schemas are asked for, and filled all at once. */
function readAll({ description, options, problems, root }: Task) {
  const components = child(root, 'components');
  const writtenSchemas = child(components, 'schemas');
  const writtenSchemes = child(components, 'securitySchemes');
  const isFiltered = options.include !== undefined || options.exclude !== undefined;
  const graph = createGraph(description, problems, options.patterns);
  const offered = isFiltered ? [] : members(writtenSchemas).map(([, node]) => graph.at(node));
  const schemes = readSchemes(description, writtenSchemes, problems);
  const known = { declared: new Set(schemes.map(({ name }) => name)), undeclared: new Map<string, SchemeDraft>() };
  const security = readRequirements(root, known, problems) ?? [];
  const written = operationSources(description);
  const called = filterOperations(written, options, description.entry, problems);
  const sources = [...called, ...callbackSources(description, called, problems)];
  const drafts = sources.map((source) =>
    readOperation(source, { description, graph, problems, schemes: known, security, securityLocation: child(root, 'security').location }),
  );
  checkTies(drafts, problems);
  const required = new Set(drafts.flatMap((draft) => draft.security.flatMap((all) => all.map(({ scheme }) => scheme))));
  schemes.push(...[...known.undeclared.values()].filter(({ name }) => required.has(name)));
  graph.settle();
  return { writtenSchemas, isFiltered, graph, offered, schemes, written, sources, drafts };
}

/** Second stage: what depends on filled schemas, and what cannot be carried. */
function settleAll({ drafts, offered, graph, isFiltered }: ReturnType<typeof readAll>, { description, options, problems, unfit }: Task) {
  const settling = {
    problems,
    warned: new Set<Schema>(),
    files: { bodies: new Map(), fields: new Map(), own: formBodies(drafts, offered), changed: new Set<Schema>() },
    events: new Map(),
    warnedPlaces: new Set<string>(),
    refused: refusedMedia(),
    ...optional('deepObjectLists', options.deepObjectLists),
    ...optional('queryNulls', options.queryNulls),
    ...optional('parameterDefaults', options.parameterDefaults),
    xml: xmlShapes(),
    nameParameter: parameterNaming(options.names ?? {}, unfit),
  };
  const settled = drafts.map((draft) => settleOperation(draft, settling));
  settling.refused.report(problems);
  const unsupported = new Map([...graph.unsupported, ...endlessSchemas(graph.targets, description.entry)]);
  const kept = keep(settled, offered, unsupported, graph.nodes.values(), problems);
  const isWhole = !isFiltered && kept.operations.length === settled.length && kept.components.length === offered.length;
  const roots = [...kept.components, ...kept.operations.flatMap((operation) => operation.schemas)];
  // Dynamic references leave schemas behind that nothing uses.
  const met = isWhole && !graph.isDynamic ? undefined : reachable(roots);
  for (const problem of impossibleSchemas(roots, description.entry)) problems.add(problem);
  return { kept, met };
}

/** Third stage: components first, since the document chose their names; then operations, security schemes and all else that needs a name. */
function nameAll(read: ReturnType<typeof readAll>, { kept, met }: ReturnType<typeof settleAll>, names: Names, task: Task) {
  const { description, options, problems, unfit } = task;
  const { graph, sources, writtenSchemas } = read;
  const given = options.names ?? {};
  const componentClaims = claimSchemas({ description, graph, schemas: writtenSchemas }, given, unfit);
  const componentNames = nameComponents(names, componentClaims, problems, unfit);
  const claims = claimOperations(kept.operations, sources, given, unfit);
  const operationNames = nameOperations(names, claims, problems, unfit);
  checkOwnTypes(componentClaims, operationNames, unfit);
  checkParameterNames(kept.operations, unfit);
  checkEntries(given, { description, root: task.root, operations: read.written, schemas: writtenSchemas }, unfit);
  const securitySchemes = read.schemes.map(
    (scheme): SecurityScheme => ({ ...scheme, identifier: names.scheme(names.legalValue(scheme.name)) }),
  );
  if (problems.failed) return undefined;
  const named = claims.flatMap((claim) => {
    const chosen = operationNames.get(claim);
    return chosen === undefined ? [] : [{ operation: claim.operation, ...chosen }];
  });
  const declared = nameSchemas({ description, graph, names, componentNames, components: writtenSchemas, operations: named, met });
  return { securitySchemes, ...splitSides(named, declared, names, options) };
}

/** Last stage: operations, webhooks and callbacks as emitters read them. */
function finishAll(
  { kept }: ReturnType<typeof settleAll>,
  { operations, schemas }: NonNullable<ReturnType<typeof nameAll>>,
  names: Names,
  { root, problems }: Task,
) {
  const headerNames = nameHeaders(
    operations.map(({ operation }) => operation),
    names,
  );
  // Inference stops where the document or an operation has `x-errors` of its own.
  const isUnruled = (node: DocumentNode): boolean => child(node, 'x-errors').value === undefined;
  const unruled = isUnruled(root) ? operations.map(({ operation }) => operation).filter(({ draft }) => isUnruled(draft.source.node)) : [];
  const inferred = inferErrors(unruled, schemaFacts(schemas));
  const carried: Carried[] = [];
  const webhooks: Webhook[] = [];
  const callbacks: Callback[] = [];
  const byOwner = new Map<OperationSource, Operation>();
  const ids = new Set<string>();
  const rows: ErrorTemplate[] = [];
  const paged = readPagedOrder(root, problems);
  for (const { operation, ...chosen } of operations) {
    const { source } = operation.draft;
    const key = `#${source.node.location.pointer}`;
    const input = inputSchema(`${chosen.typeName}Input`, key, source.location, operation);
    const written = finishOperation(operation, { id: idOf(source, ids), ...chosen }, headerNames, input, problems, paged);
    rows.push(...(written.errors ?? []));
    const finished = { ...written, ...optional('errors', written.errors ?? inferred.operations.get(operation)) };
    if (source.kind === 'operation') {
      byOwner.set(source, finished);
      carried.push({ settled: operation, operation: finished });
      continue;
    }
    const signature = readWebhookSignature([source.node, root], finished.parameters, problems);
    const webhook: Webhook = { ...finished, key: source.key, ...optional('signature', signature) };
    if (source.kind === 'webhook') webhooks.push(webhook);
    else callbacks.push(finishCallback(webhook, source, kept.byCallback, byOwner));
  }
  return { carried, webhooks, callbacks, inferred: inferred.service, rows };
}

/** Callbacks come after operations, since one whose operations are left out is left out too. */
function keep(
  settled: readonly SettledOperation[],
  offered: readonly Schema[],
  unsupported: ReadonlyMap<Schema, Cause>,
  all: Iterable<Schema>,
  problems: Problems,
) {
  const nodes = [...all];
  const isCallback = ({ draft }: SettledOperation): boolean => draft.source.kind === 'callback';
  const first = leaveOut(
    settled.filter((operation) => !isCallback(operation)),
    offered,
    unsupported,
    nodes,
    problems,
  );
  const bySource = new Map(first.operations.map((operation) => [operation.draft.source, operation]));
  const byCallback = new Map<OperationSource, CallbackAddress>();
  const callbacks = settled.filter(isCallback).map((operation): SettledOperation => {
    const { source } = operation.draft;
    const address = settleCallback(source, bySource);
    if (!('message' in address)) byCallback.set(source, address);
    return 'message' in address ? { ...operation, causes: [...operation.causes, address] } : operation;
  });
  const second = leaveOut(callbacks, [], unsupported, nodes, problems);
  return { operations: [...first.operations, ...second.operations], components: first.components, leftOut: first.leftOut, byCallback };
}

/** If every operation has servers of its own, the servers of the first: no operation uses OpenAPI's default URL, so a client need not give one. */
function serversOfAll([first, ...others]: readonly Operation[]): readonly Server[] | undefined {
  return others.every(({ servers }) => servers !== undefined) ? first?.servers : undefined;
}

function readTags(root: DocumentNode): Tag[] {
  return members(child(root, 'tags')).flatMap(([, tag]) => {
    const name = text(tag, 'name');
    if (name === undefined) return [];
    const [summary, description, parent] = ['summary', 'description', 'parent'].map((key) => text(tag, key));
    return [{ name, ...optional('summary', summary), ...optional('description', description), ...optional('parent', parent) }];
  });
}
