// What asks for a name: the components, and the operations, webhooks and callbacks that are kept, each with the name that it is given.
import { type Location, Problems } from '../../base/problem.ts';
import type { Description } from '../../load/description.ts';
import { pointerTokens } from '../../load/pointer.ts';
import { child, type DocumentNode, keyOf, members, wordOf } from '../document-node.ts';
import { callbackSources, callbackWords } from '../operations/callbacks.ts';
import type { OperationSource } from '../operations/operation-source.ts';
import { operationId, type SettledOperation } from '../operations/operations.ts';
import { keyOf as placeOf, type SchemaGraph } from '../schema/graph.ts';
import type { Schema } from '../schema/schema.ts';
import { type Claim, checkOperationEntries, checkSchemaEntries, givenOperationName, givenSchemaName, type NamesOptions } from './given.ts';
import type { OperationClaim } from './operation-names.ts';
import { checkParameterEntries } from './parameter-names.ts';

/** Besides the components, schemas that references lead to may have `x-octavo-name`: those of other files. */
export function claimSchemas(
  { description, graph, schemas }: { readonly description: Description; readonly graph: SchemaGraph; readonly schemas: DocumentNode },
  names: NamesOptions,
  problems: Problems,
): Claim[] {
  const components = claimComponents(schemas, names, problems);
  const places = new Set(components.map(({ location }) => placeOf(description, location)));
  const others = [...graph.named]
    .filter(({ key, location }) => !places.has(key) && !isProperty(location))
    .sort((left, right) => (left.key < right.key ? -1 : 1));
  return [...components, ...others.flatMap((schema) => claimTarget(description, graph, schema, problems) ?? [])];
}

/** The name of a property is not that of a type. */
function isProperty({ pointer }: Location): boolean {
  return pointerTokens(pointer).at(-2) === 'properties';
}

function claimTarget(description: Description, graph: SchemaGraph, schema: Schema, problems: Problems): Claim | undefined {
  const { location } = schema;
  const node = { value: description.at(location), location };
  if (graph.targets.has(schema)) {
    const text = wordOf(location, description.entry);
    return { text, location, given: givenSchemaName(text, node, {}, problems) };
  }
  problems.add({
    code: 'keyword-without-effect',
    severity: 'warning',
    message: '`x-octavo-name` is on a schema that has no name in code, since it stands inside of something else.',
    fix: 'Move the schema to `components.schemas`, and refer to it.',
    location: keyOf(child(node, 'x-octavo-name')),
  });
  return undefined;
}

function claimComponents(schemas: DocumentNode, names: NamesOptions, problems: Problems): Claim[] {
  return members(schemas).map(([key, node]) => ({ text: key, location: keyOf(node), given: givenSchemaName(key, node, names, problems) }));
}

type PerKey = Readonly<Record<'webhook' | 'callback', ReadonlyMap<string, number>>>;

/** `sources`: of all that is called, also where it is left out. */
export function claimOperations(
  operations: readonly SettledOperation[],
  sources: readonly OperationSource[],
  names: NamesOptions,
  problems: Problems,
): (OperationClaim & { readonly operation: SettledOperation })[] {
  const perKey = { webhook: keysOf(sources, 'webhook'), callback: keysOf(sources, 'callback') };
  return operations.map((operation) => ({
    ...claimOf(operation, perKey),
    given: givenOperationName(operation.draft.source, names, problems),
  }));
}

function keysOf(sources: readonly OperationSource[], kind: OperationSource['kind']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const source of sources) if (source.kind === kind) counts.set(source.key, (counts.get(source.key) ?? 0) + 1);
  return counts;
}

/** The wanted name of an operation: its `operationId`, else the key of a webhook or callback, else its method and path. */
function claimOf(operation: SettledOperation, perKey: PerKey) {
  const { source } = operation.draft;
  const id = operationId(source);
  const location = id === undefined ? source.location : child(source.node, 'operationId').location;
  const paged = child(source.node, 'x-pagination').value !== undefined;
  return { operation, id, text: wordsOf(source, perKey), location, pathLocation: source.pathLocation, paged };
}

function wordsOf(source: OperationSource, perKey: PerKey): string {
  if (source.kind === 'callback') return callbackWords(source, perKey.callback);
  const alone = source.kind === 'webhook' && perKey.webhook.get(source.key) === 1;
  return alone ? source.key : `${source.method.toLowerCase()} ${source.key}`;
}

/** Errors for the entries of the configuration that name nothing. `operations`: all of the document, whatever is generated of it. */
export function checkEntries(
  names: NamesOptions,
  document: { description: Description; root: DocumentNode; operations: readonly OperationSource[]; schemas: DocumentNode },
  problems: Problems,
): void {
  const { description, root, operations, schemas } = document;
  // Callbacks have problems of their own, which are reported where they are read.
  const all =
    names.operations === undefined && typeof names.parameters !== 'object'
      ? []
      : [...operations, ...callbackSources(description, operations, new Problems())];
  checkOperationEntries(names, all, keyOf(child(root, 'paths')), problems);
  checkParameterEntries(names, { description, operations: all }, keyOf(child(root, 'paths')), problems);
  const components = members(schemas);
  checkSchemaEntries(
    names,
    components.map(([key]) => key),
    components.length === 0 ? root.location : keyOf(schemas),
    problems,
  );
}
