// A checked description → the service: defaults applied, dialects folded, names chosen once. What cannot be carried is left out whole, and named.
import type { Description } from '../load/description.ts';
import type { Location, Problems } from '../problem.ts';
import { reportCycles } from './cycles.ts';
import { readErrors, readWebhookSignature } from './extensions.ts';
import { type Filters, filterOperations } from './filter.ts';
import { inputSchema } from './input.ts';
import { safeFileName, serviceName } from './names.ts';
import { createNames, nameComponents, nameOperations } from './naming.ts';
import { type OperationSource, operationSources } from './operation-source.ts';
import { finishOperation, operationId, readOperation, type SettledOperation, settleOperation } from './operations.ts';
import { checkTies } from './parameters.ts';
import { child, keyOf, members, optional, type Place, prose, text } from './place.ts';
import { type Cause, createGraph, type SchemaGraph } from './schema-graph.ts';
import { collectSchemas, nameSchemas } from './schema-names.ts';
import { readRequirements, readSchemes } from './security.ts';
import { readServers } from './servers.ts';
import type { Operation, SecurityScheme, Service, Tag, Webhook } from './service.ts';
import { leadingTo } from './walk.ts';

export type { OperationFilter } from './filter.ts';

export interface ModelOptions extends Filters {
  /** PascalCase word that names the service in code. */
  readonly name?: string;
}

/** `undefined` where the document is at fault: the problems say how. */
export function buildService(description: Description, options: ModelOptions, problems: Problems): Service | undefined {
  const root: Place = { value: description.root, location: { source: description.entry, pointer: '' } };
  const info = child(root, 'info');
  const title = text(info, 'title') ?? '';
  const name = options.name ?? serviceName(description.id, title);
  const filtered = options.include !== undefined || options.exclude !== undefined;

  const servers = readServers(root, problems) ?? [{ url: '/', variables: [] }];
  const schemes = readSchemes(description, child(child(root, 'components'), 'securitySchemes'), problems);
  const known = new Set(members(child(child(root, 'components'), 'securitySchemes')).map(([key]) => key));
  const security = readRequirements(root, known, problems) ?? [];

  const graph = createGraph(description, problems);
  const written = child(child(root, 'components'), 'schemas');
  const components = filtered ? [] : members(written).map(([, place]) => graph.at(place));
  const sources = filterOperations(operationSources(description), options, description.entry, problems);
  checkTies(sources, problems);
  const drafts = sources.map((source) => readOperation(source, { description, graph, problems, schemes: known, security }));
  graph.settle();
  reportCycles(graph.targets, description.entry, problems);
  if (problems.failed) return undefined;

  const barred = graph.unsupported.size === 0 ? new Set() : leadingTo(graph.nodes.values(), graph.unsupported.keys());
  const settled = drafts
    .map((draft) => settleOperation(draft, problems))
    .filter((operation) => carries(operation, graph, barred, problems));
  const kept = components.filter((schema) => {
    if (barred.has(schema))
      leaveOut(`The schema ${schema.location.pointer}`, keyLocation(schema.location), causesOf([schema], graph), problems);
    return !barred.has(schema);
  });

  const names = createNames(name);
  const componentNames = nameComponents(
    names,
    members(written).map(([key, place]) => ({ text: key, location: keyOf(place) })),
    problems,
  );
  const claims = settled.map((operation) => claimOf(operation, sources));
  const operationNames = nameOperations(names, claims, problems);
  const identified = schemes.map((scheme): SecurityScheme => ({ ...scheme, identifier: names.scheme(names.legalValue(scheme.name)) }));
  if (problems.failed) return undefined;

  const named = claims.flatMap((claim) => {
    const chosen = operationNames.get(claim);
    return chosen === undefined ? [] : [{ operation: claim.operation, ...chosen }];
  });
  nameSchemas({ description, graph, names, componentNames, operations: named });

  const operations: Operation[] = [];
  const webhooks: Webhook[] = [];
  for (const { operation, ...chosen } of named) {
    const { source } = operation.draft;
    const key = `#${source.place.location.pointer}`;
    const input = inputSchema(`${chosen.typeName}Input`, key, source.location, operation.parameters, operation.body);
    const finished = finishOperation(operation, chosen, input, problems);
    if (source.kind === 'operation') operations.push(finished);
    else webhooks.push({ ...finished, key: source.key, ...optional('signature', readWebhookSignature([source.place, root], problems)) });
  }
  const errors = readErrors(root, problems) ?? [];
  if (problems.failed) return undefined;

  return {
    id: safeFileName(description.id),
    name,
    title,
    version: text(info, 'version') ?? '',
    ...prose(info),
    servers,
    schemas: collectSchemas(kept, [...operations, ...webhooks], graph, written),
    securitySchemes: identified,
    tags: readTags(root),
    operations,
    webhooks,
    errors,
  };
}

/** An operation is carried whole or not at all. */
function carries(operation: SettledOperation, graph: SchemaGraph, barred: ReadonlySet<unknown>, problems: Problems): boolean {
  const { source } = operation.draft;
  const schemas = operation.schemas.filter((schema) => barred.has(schema));
  const causes = [...operation.causes, ...causesOf(schemas, graph)];
  if (causes.length === 0) return true;
  const word = source.kind === 'webhook' ? `The webhook ${source.key}` : `${source.method} ${source.path}`;
  leaveOut(word, source.location, causes, problems);
  return false;
}

function causesOf(schemas: readonly import('./schema.ts').Schema[], graph: SchemaGraph): Cause[] {
  if (schemas.length === 0) return [];
  const causes: Cause[] = [];
  for (const [schema, cause] of graph.unsupported) {
    const way = leadingTo(graph.nodes.values(), [schema]);
    if (schemas.some((candidate) => way.has(candidate))) causes.push(cause);
  }
  return causes;
}

function leaveOut(word: string, location: Location, causes: readonly Cause[], problems: Problems): void {
  const [first] = causes;
  problems.add({
    code: 'left-out',
    severity: 'unsupported',
    message: `${word} is left out: ${first?.message ?? ''}`,
    location,
    related: causes.map(({ message, location }) => ({ message, location })),
  });
}

function keyLocation(location: Location): Location {
  return { ...location, at: 'key' };
}

function claimOf(operation: SettledOperation, sources: readonly OperationSource[]) {
  const { source } = operation.draft;
  const id = operationId(source);
  const alone = source.kind === 'webhook' && sources.filter((other) => other.kind === 'webhook' && other.key === source.key).length === 1;
  const words = alone ? source.key : `${source.method.toLowerCase()} ${source.kind === 'webhook' ? source.key : source.path}`;
  const location = id === undefined ? source.location : child(source.place, 'operationId').location;
  return { operation, id, text: words, location };
}

function readTags(root: Place): Tag[] {
  return members(child(root, 'tags')).flatMap(([, tag]) => {
    const name = text(tag, 'name');
    return name === undefined ? [] : [{ name, ...optional('description', text(tag, 'description')) }];
  });
}
