// Shows `x-basis` and `x-statements` in the reference: the source of each fact, and the statements that an operation answers.
import type { JsonObject } from '../load/description.ts';
import { isObject, valueAt } from '../load/pointer.ts';
import type { Basis, Service } from '../model/service.ts';
import { BASIS } from './basis-words.ts';

export type Members = Record<string, unknown>;

/**
 * Adds the source of each part to its description, and the meaning of the words to the description of the document. `written` is the original
 * document, `document` the copy to change.
 */
export function showBasis(document: Members, written: JsonObject, service: Service, statements: boolean): void {
  const used = new Set<Basis>();
  for (const { basis } of [...service.operations, ...service.webhooks]) if (basis !== undefined) used.add(basis);
  for (const { node, basis } of [...basisParts(document)]) {
    // An operation shows its basis by a badge.
    if (node.responses !== undefined) continue;
    used.add(basis);
    if (typeof node.description !== 'string') node.description = describedBy(node, written);
    // Small, so that what the part means comes first.
    append(node, ` <small>${BASIS[basis].label}.</small>`);
  }
  if (used.size === 0) return;
  const words = [...Object.entries(BASIS)].flatMap(([word, { label, means }]) =>
    used.has(word as Basis) ? [`- **${label}**: ${means}`] : [],
  );
  const where =
    'The badge of an operation says where its method and path come from, and nothing about credentials; a parameter, response, schema or field with another source says so.';
  const page = statements ? ' See [all statements](../statements.html).' : '';
  const info = isMembers(document.info) ? document.info : undefined;
  if (info !== undefined) append(info, `\n\n<details><summary>Sources</summary>\n\n${words.join('\n')}\n\n${where}${page}\n\n</details>`);
}

/** Adds the numbers of the statements that an operation answers, as links if the site has a page of statements. */
export function showStatements(target: Members, ids: readonly string[], linked: boolean): void {
  if (ids.length === 0) return;
  const names = ids.map((id) => (linked && /^\w+$/.test(id) ? `[${id}](../statements.html#${id})` : id.replaceAll(/[^\w-]/g, '')));
  append(target, `\n\nStatements: ${names.join(', ')}.`);
}

/** Keywords with arbitrary values, whose `x-basis` would mean nothing. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-errors']);
/** Keywords whose keys are names that the author chose: a property may be called `default`. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'headers',
  'responses',
  'content',
  'callbacks',
  'schemas',
]);

interface BasisPart {
  readonly node: Members;
  readonly basis: Basis;
  /** The keys from the root of the document. An object in a list is named by its `name`, or by its index. */
  readonly path: readonly string[];
}

/** The parts of a document that say where they come from, in its order. `named`: whether the keys of this node are names. */
export function* basisParts(node: unknown, path: readonly string[] = [], named = false): Generator<BasisPart> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) {
      const name = isMembers(item) && typeof item.name === 'string' ? item.name : String(index);
      yield* basisParts(item, [...path, name]);
    }
  }
  if (!isMembers(node)) return;
  const basis = named ? undefined : node['x-basis'];
  if (isBasis(basis)) yield { node, basis, path };
  for (const [key, value] of Object.entries(node)) {
    if (named || !VALUES.has(key)) yield* basisParts(value, [...path, key], !named && NAMED.has(key));
  }
}

/** The description of the target of a `$ref` that has none beside it. */
function describedBy(node: Members, written: JsonObject): string {
  const { $ref } = node;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return '';
  const target = valueAt(written, $ref.slice(1));
  return isObject(target) && typeof target.description === 'string' ? target.description : '';
}

function append(target: Members, text: string): void {
  const before = typeof target.description === 'string' ? target.description.trimEnd() : '';
  target.description = `${before}${text}`.trimStart();
}

function isBasis(value: unknown): value is Basis {
  return typeof value === 'string' && Object.hasOwn(BASIS, value);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
