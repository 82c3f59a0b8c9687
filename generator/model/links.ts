// The links of responses → which part of a response, or of its request, is which parameter of another operation.
import { rounded } from '../base/exact.ts';
import type { Problems } from '../base/problem.ts';
import type { Description, Json } from '../load/description.ts';
import { child, type DocumentNode, dereference, fields, keyOf, members, optional, text } from './document-node.ts';
import { camelCase } from './names/names.ts';
import { RESERVED_VALUES } from './names/reserved.ts';
import { withMethod } from './operations/callbacks.ts';
import { operationId, type SettledOperation } from './operations/operations.ts';
import { missingIn, parseTemplate } from './operations/pagination/expressions.ts';
import type { Link, LinkParameter, LinkValue, Operation, Parameter } from './service.ts';

/** An operation that is carried, with what it was made of. */
export interface Carried {
  readonly settled: SettledOperation;
  readonly operation: Operation;
}

/** Why a link cannot be followed, and where. */
class Unfollowed extends Error {
  readonly node: DocumentNode;
  constructor(node: DocumentNode, message: string) {
    super(message);
    this.node = node;
  }
}

/** All links between these operations. One that cannot be followed is left out and named. */
export function readLinks(description: Description, carried: readonly Carried[], all: ReadonlySet<string>, problems: Problems): Link[] {
  const links: Link[] = [];
  const targets = indexOf(carried);
  for (const from of carried) {
    for (const [status, response] of fields(child(from.settled.draft.source.node, 'responses'))) {
      for (const [key, written] of members(child(dereference(description, response), 'links'))) {
        const node = dereference(description, written);
        try {
          const target = targetOf(node, targets, all);
          // Filtered away, or left out itself and named so: nothing to add.
          if (target !== undefined) links.push(readLink(key, status, node, from, target));
        } catch (error) {
          if (!(error instanceof Unfollowed)) throw error;
          problems.add({
            code: 'left-out',
            severity: 'unsupported',
            message: `The link ${key} is left out: ${error.message}`,
            leftOut: ['link'],
            reason: error.message,
            location: error.node.value === undefined ? keyOf(written) : error.node.location,
          });
        }
      }
    }
  }
  return links;
}

interface Targets {
  readonly byId: ReadonlyMap<string, Carried>;
  /** By the JSON pointer of the operation, in the file of its own. */
  readonly byPointer: ReadonlyMap<string, Carried>;
}

function indexOf(carried: readonly Carried[]): Targets {
  const byId = new Map<string, Carried>();
  const byPointer = new Map<string, Carried>();
  for (const each of carried) {
    const { source } = each.settled.draft;
    const id = operationId(source);
    if (id !== undefined) byId.set(id, each);
    // By the path as it is written too: a path item may stand elsewhere.
    byPointer.set(pointerKey(source.pathLocation.source.path, `${source.pathLocation.pointer}/${source.method.toLowerCase()}`), each);
    byPointer.set(pointerKey(source.node.location.source.path, source.node.location.pointer), each);
  }
  return { byId, byPointer };
}

function pointerKey(path: string, pointer: string): string {
  return `${path}#${pointer}`;
}

/** `undefined` for an operation that the document has, but that is left out. */
function targetOf(node: DocumentNode, targets: Targets, all: ReadonlySet<string>): Carried | undefined {
  const id = text(node, 'operationId');
  const reference = text(node, 'operationRef');
  if (child(node, 'server').value !== undefined) throw new Unfollowed(child(node, 'server'), 'it leads to a server of its own.');
  if (reference !== undefined) {
    const at = child(node, 'operationRef');
    if (!reference.startsWith('#/')) throw new Unfollowed(at, 'its `operationRef` leads out of the document.');
    const key = pointerKey(node.location.source.path, decoded(reference.slice(1)));
    const found = targets.byPointer.get(key);
    if (found === undefined && !all.has(key)) throw new Unfollowed(at, 'its `operationRef` leads to no operation.');
    return found;
  }
  if (id === undefined) throw new Unfollowed(node, 'it has neither `operationId` nor `operationRef`.');
  const found = targets.byId.get(id);
  if (found === undefined && !all.has(id)) throw new Unfollowed(child(node, 'operationId'), `no operation has the operationId '${id}'.`);
  return found;
}

/** A fragment may be percent-encoded: `#/paths/~1users~1%7Bid%7D/get`. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Each operation by what a link may call it, carried or not. */
export function linkable(sources: readonly SettledOperation['draft']['source'][]): Set<string> {
  const words = new Set<string>();
  for (const source of sources) {
    const id = operationId(source);
    if (id !== undefined) words.add(id);
    words.add(pointerKey(source.pathLocation.source.path, `${source.pathLocation.pointer}/${source.method.toLowerCase()}`));
    words.add(pointerKey(source.node.location.source.path, source.node.location.pointer));
  }
  return words;
}

function readLink(key: string, status: string, node: DocumentNode, from: Carried, target: Carried): Link {
  const parameters = members(child(node, 'parameters')).map(([written, value]): LinkParameter => {
    const parameter = parameterOf(written, value, target.operation.parameters);
    return { in: parameter.in, name: parameter.name, value: readValue(value, status, from) };
  });
  const body = child(node, 'requestBody');
  if (body.value !== undefined && target.operation.body === undefined)
    throw new Unfollowed(body, `it gives a body to '${target.operation.id}', which takes none.`);
  return {
    key,
    name: nameOf(key),
    status,
    from: from.operation,
    to: target.operation,
    ...optional('description', text(node, 'description')),
    parameters,
    ...(body.value === undefined ? {} : { body: readValue(body, status, from) }),
  };
}

/** `id`, or `path.id` where two places have it. */
function parameterOf(written: string, node: DocumentNode, parameters: readonly Parameter[]): Parameter {
  const qualified = parameters.find((parameter) => `${parameter.in}.${parameter.name}` === written);
  const [plain, second] = parameters.filter((parameter) => parameter.name === written);
  if (qualified !== undefined) return qualified;
  if (plain === undefined) throw new Unfollowed(node, `its target has no parameter '${written}'.`);
  if (second !== undefined) throw new Unfollowed(node, `its target has two parameters '${written}'; write 'path.${written}' or the like.`);
  return plain;
}

function readValue(node: DocumentNode, status: string, { settled, operation }: Carried): LinkValue {
  const value = rounded(node.value as Json);
  if (typeof value !== 'string') return { constant: value };
  const template = parseTemplate(value);
  if ('wrong' in template) throw new Unfollowed(node, `\`${template.wrong}\` is not a runtime expression.`);
  if (template.every((piece) => typeof piece === 'string')) return { constant: value };
  if (template.some((piece) => typeof piece === 'object' && piece.from === 'url'))
    throw new Unfollowed(node, '`$url` is not known where links are followed.');
  const answer = settled.responses.filter((response) => response.status === status);
  const missing = missingIn(template, settled, answer);
  if (missing !== undefined) throw new Unfollowed(node, `${missing}.`);
  return { template: withMethod(template, operation.method) };
}

/** The name of a method for the link; not one that every object inherits. */
function nameOf(key: string): string {
  const name = camelCase(key);
  if (name === '' || /^\p{Nd}/u.test(name)) return `link${camelCase(`x ${key}`).slice(1)}`;
  return RESERVED_VALUES.has(name) ? `${name}Link` : name;
}
