// Gives names to the schemas that have a declaration of their own, and lists them: components, inline bodies, inline targets of references.
import type { Description } from '../load/description.ts';
import { pointerTokens } from '../load/pointer.ts';
import { camelCase, pascalCase } from './names.ts';
import { type Claim, type Names, placeWords } from './naming.ts';
import type { SettledOperation } from './operations.ts';
import { members, type Place } from './place.ts';
import type { Schema } from './schema.ts';
import { keyOf, type SchemaGraph } from './schema-graph.ts';
import type { MediaContent, Operation } from './service.ts';
import { isPlainRef, reachable } from './walk.ts';

interface Task {
  readonly description: Description;
  readonly graph: SchemaGraph;
  readonly names: Names;
  readonly componentNames: ReadonlyMap<Claim, string>;
  readonly operations: readonly { readonly operation: SettledOperation; readonly typeName: string }[];
}

export function nameSchemas(task: Task): void {
  const { description, graph, names } = task;
  for (const [claim, name] of task.componentNames) {
    const node = graph.nodes.get(keyOf(description, claim.location));
    if (node !== undefined) (node as Schema).name = name;
  }
  for (const { operation, typeName } of task.operations) {
    if (operation.body !== undefined) nameContents(operation.body.contents, `${typeName}Body`, description, names);
    for (const response of operation.responses) {
      nameContents(response.contents, `${typeName}Response${pascalCase(response.status)}`, description, names);
    }
  }
  for (const target of graph.targets) {
    if (target.name === undefined) target.name = names.schema(names.legalType(targetWords(description, graph, target)));
  }
}

function nameContents(contents: readonly MediaContent[], base: string, description: Description, names: Names): void {
  const kinds = contents.map((content) => content.kind);
  for (const { schema, kind, contentType, location } of contents) {
    if (schema === undefined || schema.name !== undefined || isPlainRef(schema)) continue;
    const shared = location.source === description.entry ? sharedName(location.pointer) : undefined;
    const ending =
      contents.length === 1 ? '' : kinds.filter((other) => other === kind).length === 1 ? kind : (contentType.split('/')[1] ?? '');
    schema.name = names.schema(names.legalType(`${shared ?? base} ${ending}`));
  }
}

/** A body that operations share has the name of its component: `/components/responses/NotFound/…` → `NotFoundResponse`. */
function sharedName(pointer: string): string | undefined {
  const [components, kind, key = ''] = pointerTokens(pointer);
  if (components !== 'components' || (kind !== 'responses' && kind !== 'requestBodies')) return undefined;
  const ending = kind === 'responses' ? 'Response' : 'Body';
  const name = pascalCase(key);
  return name.endsWith(ending) ? name : `${name}${ending}`;
}

/** The nearest schema around it that has a name, and the way from there; otherwise the whole way, with the file's name before it. */
function targetWords(description: Description, graph: SchemaGraph, target: Schema): string {
  const { source, pointer } = target.location;
  for (let above = pointer; above !== ''; ) {
    above = above.slice(0, above.lastIndexOf('/'));
    const name = graph.nodes.get(keyOf(description, { source, pointer: above }))?.name;
    if (name !== undefined) return `${name}${placeWords(pointer.slice(above.length))}`;
  }
  const words = placeWords(pointer);
  if (words !== '' && /^\/(?:components\/schemas|\$defs|definitions|schemas)\//.test(pointer)) return words;
  if (source === description.entry) return words === '' ? camelCase(description.id) : words;
  const file = source.display.slice(source.display.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return `${pascalCase(file)}${words}`;
}

/**
 * Every schema with a name that something kept leads to: components in document order, then the others in the order met. A name is a
 * declaration, so nothing stands here that nobody uses but components that the document itself offers.
 */
export function collectSchemas(kept: readonly Schema[], operations: readonly Operation[], graph: SchemaGraph, written: Place): Schema[] {
  const roots = [...kept];
  for (const { input, responses } of operations) {
    roots.push(input);
    for (const { headers, contents } of responses) {
      for (const header of headers) roots.push(header.schema);
      for (const content of contents) if (content.schema !== undefined) roots.push(content.schema);
    }
  }
  const met = reachable(roots);
  const inputs = new Set<Schema>(operations.map((operation) => operation.input));
  const listed = new Set<Schema>();
  for (const [, place] of members(written)) {
    const node = graph.nodes.get(`#${place.location.pointer}`);
    if (node !== undefined && met.has(node)) listed.add(node);
  }
  for (const schema of met) if (schema.name !== undefined && !inputs.has(schema)) listed.add(schema);
  return [...listed];
}
