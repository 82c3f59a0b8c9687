// Gives names to the schemas that have a declaration of their own, and lists them: components, inline bodies, inline targets of references.
import type { Description } from '../../load/description.ts';
import { pointerTokens } from '../../load/pointer.ts';
import { type DocumentNode, members } from '../document-node.ts';
import type { SettledOperation } from '../operations/operations.ts';
import { keyOf, type SchemaGraph } from '../schema/graph.ts';
import type { Schema } from '../schema/schema.ts';
import { isPlainRef } from '../schema/walk.ts';
import type { MediaContent } from '../service.ts';
import type { Claim } from './given.ts';
import { camelCase, pascalCase } from './names.ts';
import type { Names } from './naming.ts';
import { placeWords } from './place-words.ts';

interface Task {
  readonly description: Description;
  readonly graph: SchemaGraph;
  readonly names: Names;
  readonly componentNames: ReadonlyMap<Claim, string>;
  /** `components.schemas`. */
  readonly components: DocumentNode;
  readonly operations: readonly { readonly operation: SettledOperation; readonly typeName: string }[];
  /** The schemas that the kept operations use; `undefined` if all operations are kept. */
  readonly met: ReadonlySet<Schema> | undefined;
}

/**
 * Returns every schema with a name of its own: components in document order, bodies in the order of their operations, then the other
 * targets of references by location, and last those that stand for a schema within another one. A name is a declaration, so a schema is here only if
 * something uses it or it is a component of the document.
 */
export function nameSchemas(task: Task): Schema[] {
  const { description, graph, names, met } = task;
  const isMet = (schema: Schema): boolean => met?.has(schema) ?? true;
  const given = new Set<Schema>();
  for (const [claim, name] of task.componentNames) {
    const node = graph.nodes.get(keyOf(description, claim.location));
    if (node === undefined) continue;
    node.name = name;
    given.add(node);
  }
  const bodies: Schema[] = [];
  for (const { operation, typeName } of task.operations) {
    if (operation.body !== undefined) bodies.push(...nameContents(operation.body.contents, `${typeName}Body`, description, names));
    for (const response of operation.responses) {
      bodies.push(...nameContents(response.contents, `${typeName}Response${pascalCase(response.status)}`, description, names));
    }
  }
  const components = members(task.components).flatMap(([, node]) => graph.nodes.get(keyOf(description, node.location)) ?? []);
  for (const component of components) given.delete(component);
  const targets = [...graph.targets].filter((target) => (target.name === undefined || given.has(target)) && isMet(target));
  // By location: a schema comes before those inside it.
  targets.sort((left, right) => (left.key < right.key ? -1 : 1));
  const [written, variants] = [
    targets.filter((target) => !graph.variants.has(target)),
    targets.filter((target) => graph.variants.has(target)),
  ];
  for (const target of written) target.name ??= names.schema(names.legalType(targetWords(description, graph, target)));
  for (const target of variants) target.name = names.schema(names.legalType(variantWords(description, graph, target)));
  return [...components.filter(isMet), ...bodies, ...written, ...variants];
}

function nameContents(contents: readonly MediaContent[], base: string, description: Description, names: Names): Schema[] {
  const named: Schema[] = [];
  const kinds = contents.map((content) => content.kind);
  for (const { schema, kind, stream, contentType, location } of contents) {
    if (schema === undefined || schema.name !== undefined || isPlainRef(schema)) continue;
    const shared = location.source === description.entry ? sharedName(location.pointer) : undefined;
    const ending =
      contents.length === 1 ? '' : kinds.filter((other) => other === kind).length === 1 ? kind : (contentType.split('/')[1] ?? '');
    const item = kind === 'event-stream' ? 'event' : 'item';
    schema.name = names.schema(names.legalType(`${shared ?? base} ${stream === undefined ? ending : item}`));
    named.push(schema);
  }
  return named;
}

/** A body that operations share has the name of its component: `/components/responses/NotFound/…` → `NotFoundResponse`. */
function sharedName(pointer: string): string | undefined {
  const [components, kind, key = ''] = pointerTokens(pointer);
  if (components !== 'components' || (kind !== 'responses' && kind !== 'requestBodies')) return undefined;
  const ending = kind === 'responses' ? 'Response' : 'Body';
  const name = pascalCase(key);
  return name.endsWith(ending) ? name : `${name}${ending}`;
}

/** The name of the schema that is written there, and those of the schemas in which it means something else: `TreeInFolder`. */
function variantWords(description: Description, graph: SchemaGraph, variant: Schema): string {
  const wordsOf = (schema: Schema): string => schema.name ?? targetWords(description, graph, schema);
  const { written = variant, within = [] } = graph.variants.get(variant) ?? {};
  return `${wordsOf(written)}In${within.map(wordsOf).join('And')}`;
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
