// `x-errors` of the document and of operations (docs/extensions.md): checks how it is written, with the position of each mistake, and reads its rows.
import { jsonText } from '../../base/exact.ts';
import type { Problems } from '../../base/problem.ts';
import { closest } from '../../base/suggest.ts';
import { isObject, joinPointer, pointerTokens } from '../../load/pointer.ts';
import { child, type DocumentNode, keyOf, members } from '../document-node.ts';
import { type ErrorTemplate, errorTemplates, FAULT_KEYWORDS, FAULT_KINDS } from '../error-rows.ts';
import { isJson } from '../media-type.ts';
import type { Operation } from '../service.ts';
import { ExtensionFault, orFault } from './extension-fault.ts';

const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/;
const FIELDS = ['when', 'code', 'title', 'detail', 'contentType', 'body'];

/** Checks the value of a field of `when`. */
type CheckField = (node: DocumentNode, scope: Scope) => void;

interface Scope {
  /** The key under `x-errors`. */
  readonly status: string;
  /** `undefined`: not known, since some operations are left out. */
  readonly places: ReadonlySet<string> | undefined;
}

const CONDITIONS: Readonly<Record<string, CheckField>> = {
  kind: (node, scope) => each(node, (one) => checkKind(one, scope.status)),
  credential: checkCredential,
  at: (node, { places }) => each(node, (one) => checkPlace(one, places)),
  keyword: (node) => each(node, (one) => checkWord(one, FAULT_KEYWORDS, 'keyword')),
  code: (node) => each(node, checkCode),
};

/** `undefined` where the object has no `x-errors`. */
export function readErrors(
  node: DocumentNode,
  places: ReadonlySet<string> | undefined,
  problems: Problems,
): readonly ErrorTemplate[] | undefined {
  const written = child(node, 'x-errors');
  if (written.value === undefined) return undefined;
  for (const [status, one] of members(written)) orFault('x-errors', problems, () => checkStatus(status, one, places));
  return errorTemplates(written.value);
}

/** The places that `at` can name: the parts of inputs, their parameters, and the body. */
export function faultPlaces(operations: readonly Pick<Operation, 'parameters' | 'body'>[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { parameters, body } of operations) {
    for (const { in: part, name } of parameters) places.add(`/${part}`).add(joinPointer('', part, name));
    if (body !== undefined) places.add('/body');
  }
  return places;
}

function checkStatus(status: string, written: DocumentNode, places: ReadonlySet<string> | undefined): void {
  if (!STATUS.test(status)) {
    throw new ExtensionFault(
      nameOf(written),
      `'${status}' under \`x-errors\` is not a status.`,
      "Write a status such as '401', a range such as 4XX, or `default`.",
    );
  }
  const alternatives = Array.isArray(written.value) ? members(written) : [['', written] as const];
  for (const [index, one] of alternatives) {
    checkTemplate(one, { status, places });
    if (index === '' || child(one, 'when').value !== undefined || Number(index) === alternatives.length - 1) continue;
    throw new ExtensionFault(
      one,
      `This entry for ${status} under \`x-errors\` has no \`when\`, so those after it are never used.`,
      'Move it to the end of the list.',
    );
  }
}

function checkTemplate(node: DocumentNode, scope: Scope): void {
  const { status } = scope;
  const example = "Write what the server shall answer, such as `body: { error: '{detail}' }`.";
  if (!isObject(node.value)) throw new ExtensionFault(node, `The entry for ${status} under \`x-errors\` is not an object.`, example);
  checkNames(node, FIELDS, 'An entry of `x-errors`');
  const [when, code, title, detail, contentType, body] = FIELDS.map((field) => child(node, field));
  if ([code, title, detail, body].every((field) => field?.value === undefined)) {
    const message = `The entry for ${status} under \`x-errors\` has no \`body\`, \`code\`, \`title\` or \`detail\`.`;
    throw new ExtensionFault(node, message, example);
  }
  if (code?.value !== undefined) checkCode(code);
  for (const [words, name] of [
    [title, 'title'],
    [detail, 'detail'],
  ] as const)
    if (words?.value !== undefined && typeof words.value !== 'string')
      throw new ExtensionFault(words, `\`${name}\` is not text.`, `Write a text, such as \`${name}: No seat is left.\``);
  if (contentType?.value !== undefined && typeof contentType.value !== 'string')
    throw new ExtensionFault(contentType, '`contentType` is not text.', 'Write a media type, such as `application/json`.');
  if (contentType?.value !== undefined && body?.value === undefined)
    throw new ExtensionFault(contentType, '`contentType` stands without a `body`.', example);
  if (typeof contentType?.value === 'string' && !isJson(contentType.value) && typeof body?.value !== 'string')
    throw new ExtensionFault(
      body ?? node,
      `The \`body\` of the type ${contentType.value} is not text.`,
      "Write it as text, such as `'{detail}'`.",
    );
  if (when?.value !== undefined) checkWhen(when, scope);
  if (body?.value !== undefined) checkIssues(body);
}

/** `{issue.name}` and its like stand in the one item of a list, which is repeated for each issue. */
function checkIssues(node: DocumentNode): void {
  const { value } = node;
  if (typeof value === 'string') {
    const found = /\{issue\.[^}]*\}/.exec(value)?.[0];
    if (found === undefined) return;
    throw new ExtensionFault(
      node,
      `\`${found}\` does not stand in a list of one item.`,
      `Write a list, such as \`errors: [{ name: '{issue.name}', message: '{issue.detail}' }]\`, which has an item for each invalid value.`,
    );
  }
  const inside = members(node);
  if (!Array.isArray(value) || inside.length !== 1) for (const [, member] of inside) checkIssues(member);
  else for (const [, item] of inside) checkNamesOfIssues(item);
}

function checkNamesOfIssues(node: DocumentNode): void {
  if (typeof node.value !== 'string') {
    for (const [, member] of members(node)) checkNamesOfIssues(member);
    return;
  }
  for (const [found, name = ''] of node.value.matchAll(/\{issue\.([^}]*)\}/g)) {
    if (!ISSUE_FIELDS.includes(name))
      throw new ExtensionFault(node, `\`${found}\` is not a placeholder.`, `Write one of: {issue.${ISSUE_FIELDS.join('}, {issue.')}}.`);
  }
}

const ISSUE_FIELDS: readonly string[] = ['pointer', 'name', 'detail'];

function checkWhen(node: DocumentNode, scope: Scope): void {
  const fix = 'Write what it is for, such as `when: { at: /query/limit }`, or remove `when`.';
  if (!isObject(node.value)) throw new ExtensionFault(node, '`when` is not an object.', fix);
  checkNames(node, Object.keys(CONDITIONS), '`when`');
  const written = members(node);
  if (written.length === 0) throw new ExtensionFault(node, '`when` is empty.', fix);
  for (const [field, value] of written) CONDITIONS[field]?.(value, scope);
}

function checkNames(node: DocumentNode, known: readonly string[], holder: string): void {
  for (const [name, member] of members(node)) {
    if (!known.includes(name)) throw new ExtensionFault(nameOf(member), `${holder} has no field \`${name}\`.`, oneOf(name, known));
  }
}

/** Checks a value, or each item of a list. */
function each(node: DocumentNode, check: (one: DocumentNode) => void): void {
  const items = Array.isArray(node.value) ? members(node).map(([, item]) => item) : [node];
  if (items.length === 0) throw new ExtensionFault(node, 'The list is empty.', 'Write what the entry is for, or remove the field.');
  for (const item of items) check(item);
}

function checkWord(node: DocumentNode, known: readonly string[], noun: string): void {
  const { value } = node;
  if (typeof value === 'string' && known.includes(value)) return;
  throw new ExtensionFault(node, `${shown(value)} is not a ${noun} of faults.`, oneOf(typeof value === 'string' ? value : '', known));
}

/** Under a single status, a kind of fault is answered with that status instead of its own. A range gives no status. */
function checkKind(node: DocumentNode, status: string): void {
  checkWord(node, [...FAULT_KINDS.keys(), 'refused'], 'kind');
  checkRange(node, FAULT_KINDS.get(String(node.value)), status);
}

function checkCredential(node: DocumentNode, { status }: Scope): void {
  const { value } = node;
  if (value !== 'missing' && value !== 'invalid')
    throw new ExtensionFault(node, `${shown(value)} says nothing of a credential.`, 'Write `missing` or `invalid`.');
  checkRange(node, FAULT_KINDS.get('unauthorized'), status);
}

function checkRange(node: DocumentNode, own: number | undefined, status: string): void {
  if (own === undefined || !status.endsWith('XX') || status.startsWith(String(own).charAt(0))) return;
  throw new ExtensionFault(
    node,
    `${shown(node.value)} has the status ${own}, which is not in ${status}.`,
    `Move the entry to '${own}', or to the status that shall be answered instead.`,
  );
}

function checkPlace(node: DocumentNode, places: ReadonlySet<string> | undefined): void {
  const { value } = node;
  const [part = '', name] = typeof value === 'string' && value.startsWith('/') ? pointerTokens(value) : [];
  if (typeof value !== 'string' || !/^(?:path|query|header|cookie|querystring|body)$/.test(part)) {
    throw new ExtensionFault(
      node,
      `${shown(value)} is not a place in a request.`,
      'Write a JSON pointer that begins with the part of the request, such as /query/limit, /path/id or /body/name.',
    );
  }
  const place = part === 'body' || name === undefined ? `/${part}` : joinPointer('', part, name);
  if (places === undefined || part === 'querystring' || places.has(place)) return;
  const meant = closest(place, places);
  throw new ExtensionFault(
    node,
    `No request has ${place}.`,
    meant === undefined ? 'Name a parameter that is declared, or remove the entry.' : `Did you mean ${meant}?`,
  );
}

function checkCode(node: DocumentNode): void {
  if (typeof node.value === 'string' || typeof node.value === 'number') return;
  throw new ExtensionFault(node, `${shown(node.value)} is not a code.`, 'Write text or a number.');
}

function oneOf(word: string, known: readonly string[]): string {
  const meant = closest(word, known);
  return meant === undefined ? `Write one of: ${known.join(', ')}.` : `Did you mean \`${meant}\`?`;
}

function shown(value: DocumentNode['value']): string {
  return typeof value === 'string' ? `'${value}'` : jsonText(value);
}

/** The key of a member, for problems that are about its name. */
function nameOf(node: DocumentNode): DocumentNode {
  return { value: node.value, location: keyOf(node) };
}
