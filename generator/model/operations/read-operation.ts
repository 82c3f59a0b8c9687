// An operation of the document → its draft, while schemas are only asked for. `operations.ts` settles drafts once schemas are filled.

import type { Location, Problems } from '../../base/problem.ts';
import type { Description } from '../../load/description.ts';
import { isObject } from '../../load/pointer.ts';
import {
  type Cause,
  child,
  componentOf,
  type DocumentNode,
  dereference,
  fields,
  flag,
  keyOf,
  members,
  optional,
  text,
} from '../document-node.ts';
import { isJson } from '../media-type.ts';
import type { SchemaGraph } from '../schema/graph.ts';
import type { SecurityRequirement, Server } from '../service.ts';
import { type MediaDraft, readContents } from './bodies/media.ts';
import { inheritedStream } from './bodies/stream.ts';
import type { OperationSource } from './operation-source.ts';
import { type HeaderDraft, readHeaders } from './parameters/headers.ts';
import { fitToTemplate, type ParameterDraft, readParameters } from './parameters/parameters.ts';
import type { SentPath } from './parameters/path-template.ts';
import { type KnownSchemes, readRequirements } from './security.ts';
import { readServers } from './servers.ts';

/** The facts that all operations of a document share. */
export interface OperationContext {
  readonly description: Description;
  readonly graph: SchemaGraph;
  readonly problems: Problems;
  readonly schemes: KnownSchemes;
  /** The document's own `security`. */
  readonly security: readonly SecurityRequirement[];
  readonly securityLocation: Location;
}

export interface OperationDraft extends SentPath {
  readonly source: OperationSource;
  /** Why it cannot be carried, as far as that is known before schemas are filled. */
  readonly causes: readonly Cause[];
  readonly parameters: readonly ParameterDraft[];
  readonly body: { required: boolean; description?: string; contents: MediaDraft[] } | undefined;
  readonly responses: readonly ResponseDraft[];
  readonly security: readonly SecurityRequirement[];
  readonly securityLocation: Location | undefined;
  readonly servers: readonly Server[] | undefined;
}

interface ResponseDraft {
  readonly status: string;
  readonly description: string;
  readonly component?: string;
  readonly headers: readonly HeaderDraft[];
  readonly contents: readonly MediaDraft[];
  readonly node: DocumentNode;
}

export function readOperation(source: OperationSource, context: OperationContext): OperationDraft {
  const { description, graph, problems } = context;
  const written = readParameters(description, graph, source, problems);
  const { path, marks, constants, parameters, causes } = fitToTemplate(source, written, graph, problems);
  const bodyNode = child(source.node, 'requestBody');
  const requestBody = dereference(description, bodyNode);
  const isSendable = checkSendable(source, bodyNode, saysNothing(description, requestBody), problems);
  const body = bodyNode.value === undefined || !isSendable ? undefined : readBody(context, requestBody);
  const responses = fields(child(source.node, 'responses')).map(([status, response]) =>
    readResponse(context, source.node, status, dereference(description, response)),
  );
  checkStream(source.node, responses, problems);
  // Webhooks and callbacks are called by the service, with none of its callers' credentials: what the root asks for is not meant.
  const inherited = source.kind === 'operation' ? context.security : [];
  const ownSecurity = readRequirements(source.node, context.schemes, problems);
  const inheritedLocation = inherited.length === 0 ? undefined : context.securityLocation;
  return {
    source,
    path,
    marks,
    constants,
    causes,
    parameters,
    body,
    responses,
    security: ownSecurity ?? inherited,
    securityLocation: ownSecurity === undefined ? inheritedLocation : child(source.node, 'security').location,
    servers: readServers(source.node) ?? readServers(source.pathItem),
  };
}

/**
 * Fetch standard sections 2.2.1 and 5.4: what a client on `fetch` cannot send. Returns whether the body can be sent; RFC 9110 section 9.3.1 gives one
 * with GET no meaning, so a server does without it too.
 */
function checkSendable({ method, location }: OperationSource, body: DocumentNode, isEmpty: boolean, problems: Problems): boolean {
  const name = method.toUpperCase();
  if (['CONNECT', 'TRACE', 'TRACK'].includes(name)) {
    problems.add({
      code: 'request-unsendable',
      severity: 'warning',
      message: `Clients on \`fetch\` cannot send ${name}: the call will throw.`,
      fix: 'Use another method, or leave the operation out with --exclude.',
      location,
    });
  }
  if (body.value === undefined || !['GET', 'HEAD'].includes(name)) return true;
  if (isEmpty) {
    problems.add({
      code: 'body-ignored',
      severity: 'note',
      message: `The request body of ${name} describes no value, so it is ignored.`,
      fix: 'Remove `requestBody`.',
      location: keyOf(body),
    });
    return false;
  }
  problems.add({
    code: 'left-out',
    severity: 'unsupported',
    message: `The request body is left out, and calls go without it: clients on \`fetch\` cannot send a body with ${name}.`,
    fix: 'Use POST, in OpenAPI 3.2 QUERY, or parameters.',
    leftOut: ['request body'],
    reason: `clients on \`fetch\` cannot send a body with ${name}.`,
    location: keyOf(body),
  });
  return false;
}

/** Whether an optional body of JSON has no schema that says anything, as some tools write it for each method. */
function saysNothing(description: Description, requestBody: DocumentNode): boolean {
  if (flag(requestBody, 'required') === true) return false;
  return members(child(requestBody, 'content')).every(([type, written]) => {
    const media = dereference(description, written);
    const { value } = child(media, 'schema');
    const isEmpty = value === undefined || (isObject(value) && Object.keys(value).length === 0);
    return isJson(type) && isEmpty && child(media, 'itemSchema').value === undefined;
  });
}

/** An `x-stream` of the operation that says nothing of any of its responses. */
function checkStream(operation: DocumentNode, responses: readonly ResponseDraft[], problems: Problems): void {
  const { value, location } = child(operation, 'x-stream');
  if (value === undefined || responses.some(({ contents }) => contents.some(({ inherited }) => inherited !== undefined))) return;
  problems.add({
    code: 'keyword-without-effect',
    severity: 'warning',
    message: '`x-stream` of the operation is not for any media type of its responses with a status of success.',
    fix: 'Write a `format` that makes a stream of JSON (ndjson, json-seq, event-stream) or of bytes, or remove it.',
    location: { ...location, at: 'key' },
  });
}

function readBody({ description, graph }: OperationContext, node: DocumentNode): NonNullable<OperationDraft['body']> {
  return {
    required: flag(node, 'required') === true,
    ...optional('description', text(node, 'description')),
    contents: readContents(description, graph, node),
  };
}

function readResponse(
  { description, graph }: OperationContext,
  operation: DocumentNode,
  status: string,
  node: DocumentNode,
): ResponseDraft {
  return {
    status,
    description: text(node, 'description') ?? text(node, 'summary') ?? '',
    ...optional('component', componentOf(node)),
    headers: readHeaders(description, graph, node),
    contents: readContents(description, graph, node, (contentType) => inheritedStream(operation, status, contentType)),
    node,
  };
}
