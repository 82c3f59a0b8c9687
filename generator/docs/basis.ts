// What a reader of the reference sees of `x-basis` and `x-statements`: on which facts the document rests, in words, where they stand.
import type { Basis, Service } from '../model/service.ts';

/** The mark at the end of a description, and what the word beside an operation means. */
const BASIS: Readonly<Record<Basis, { readonly mark: string; readonly means: string }>> = {
  stated: { mark: 'Stated.', means: 'it stands in the specification of the interfaces' },
  public: { mark: 'Public record.', means: 'not stated there, but known from older descriptions, clients and answers' },
  designed: { mark: 'Decided here.', means: 'neither, so this document decides' },
};

type Members = Record<string, unknown>;

/**
 * Says at the end of a description what that part rests on, and at the end of the document's own what the words mean. `written` is the document
 * as it was, and `document` the copy to mark.
 */
export function showBasis(document: Members, written: Readonly<Members>, service: Service, statements: boolean): void {
  const used = new Set<Basis>();
  for (const { basis } of [...service.operations, ...service.webhooks]) if (basis !== undefined) used.add(basis);
  mark(document, written, used);
  if (used.size === 0) return;
  const words = [...Object.entries(BASIS)].flatMap(([word, { means }]) => (used.has(word as Basis) ? [`*${word}*: ${means}`] : []));
  const where = 'The word beside an operation is about its method and path; a parameter, answer, schema or field says so where it differs.';
  const page = statements ? ' [All statements](../statements.html) are listed with what answers them.' : '';
  const info = isMembers(document.info) ? document.info : undefined;
  if (info !== undefined) append(info, `\n\n**Where facts come from.** ${words.join('; ')}. ${where}${page}`);
}

/** On the operation: the numbers of the statements that it answers, as links where there is a page of them. */
export function showStatements(target: Members, ids: readonly string[], linked: boolean): void {
  if (ids.length === 0) return;
  const names = ids.map((id) => (linked && /^\w+$/.test(id) ? `[${id}](../statements.html#${id})` : id.replaceAll(/[^\w-]/g, '')));
  append(target, `\n\nAnswers ${names.join(', ')}.`);
}

/** Below these there are values, no descriptions of ours. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-errors']);
/** Below these the keys are names that an author chose: a property may be called `default`. */
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

/** `named`: the keys of this node are names. */
function mark(node: unknown, written: Readonly<Members>, used: Set<Basis>, named = false): void {
  if (Array.isArray(node)) for (const item of node) mark(item, written, used);
  if (!isMembers(node)) return;
  const basis = named ? undefined : node['x-basis'];
  // An operation has a badge instead.
  if (isBasis(basis) && node.responses === undefined) {
    used.add(basis);
    if (typeof node.description !== 'string') node.description = describedBy(node, written);
    append(node, ` *${BASIS[basis].mark}*`);
  }
  for (const [key, value] of Object.entries(node)) {
    if (named || !VALUES.has(key)) mark(value, written, used, !named && NAMED.has(key));
  }
}

/** What a `$ref` without words of its own would have shown. */
function describedBy(node: Members, written: Readonly<Members>): string {
  const { $ref } = node;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return '';
  let target: unknown = written;
  for (const token of $ref.slice(2).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    target = isMembers(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return isMembers(target) && typeof target.description === 'string' ? target.description : '';
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
