// The draft of an operation → an operation of the service, in two steps: settled once schemas are filled, finished once names are known.

import type { Problems } from '../../base/problem.ts';
import { own } from '../../load/pointer.ts';
import { type Cause, flag, optional, prose, texts } from '../document-node.ts';
import { type ListOrder, withOrder } from '../list-order.ts';
import { isQueryForm } from '../media-type.ts';
import { withLimits } from '../rate-limits.ts';
import type { Schema } from '../schema/schema.ts';
import type { FieldEncoding, MediaContent, Operation, Parameter, RequestBody, Response, ResponseHeader } from '../service.ts';
import { readEncoding } from './bodies/encoding.ts';
import { type MediaDraft, settleContent } from './bodies/media.ts';
import { readOperationExtensions } from './extensions.ts';
import type { OperationSource } from './operation-source.ts';
import { readChoices } from './parameters/choices.ts';
import { commaOf } from './parameters/commas.ts';
import { settleHeader } from './parameters/headers.ts';
import { codecOf } from './parameters/parameter-codec.ts';
import { checkDefaults } from './parameters/parameter-defaults.ts';
import { checkNames, readParameterExtensions } from './parameters/parameter-extensions.ts';
import { listsOf, mayWriteNull } from './parameters/parameter-shape.ts';
import { shapeFor } from './parameters/parameters.ts';
import type { OperationDraft } from './read-operation.ts';
import { readResponseExtensions } from './response-extensions.ts';
import type { Settling } from './settling.ts';
import { checkAmbiguous } from './spellings/ambiguous.ts';
import { checkSideBySide } from './spellings/side-by-side.ts';
import { checkTemplateLiterals } from './spellings/template-literals.ts';

/** Everything of an operation but its names. */
export interface SettledOperation {
  readonly draft: OperationDraft;
  readonly parameters: readonly Parameter[];
  readonly choices: Operation['choices'];
  readonly body: RequestBody | undefined;
  readonly responses: readonly Response[];
  /** Schemas of the document that it hands to emitters. */
  readonly schemas: readonly Schema[];
  /** Why it cannot be carried; empty where it can. */
  readonly causes: readonly Cause[];
}

/** One that is not required: a caller can do without it. Operations share parameters, so it is named once. */
function leaveOutParameter(
  { in: where, name }: Pick<Parameter, 'in' | 'name'>,
  { message, location }: Cause,
  { problems, warnedPlaces }: Settling,
): void {
  const key = `${location.source.display}#${location.pointer}`;
  if (warnedPlaces.has(key)) return;
  warnedPlaces.add(key);
  const whole = `The ${where} parameter '${name}' is left out, and calls go without it: ${message}`;
  problems.add({ code: 'left-out', severity: 'unsupported', message: whole, leftOut: ['parameter'], reason: message, location });
}

export function settleOperation(draft: OperationDraft, settling: Settling): SettledOperation {
  const { problems, warned } = settling;
  const causes: Cause[] = [...draft.causes];
  const schemas: Schema[] = [];
  const carried = <T extends object>(outcome: T | Cause): outcome is T => {
    if (!('message' in outcome)) return true;
    causes.push(outcome);
    return false;
  };
  const contentsOf = (drafts: readonly MediaDraft[]): MediaContent[] => {
    const refused: { draft: MediaDraft; cause: Cause }[] = [];
    const contents = drafts.flatMap((draft) => {
      const content = settleContent(draft, settling);
      if ('message' in content) {
        refused.push({ draft, cause: content });
        return [];
      }
      // The schema as the document has it, since a body with files has a copy; the schema of an event already contains that of its data.
      const own = content.stream === undefined && content.schema !== undefined ? (draft.schema ?? draft.itemSchema) : content.schema;
      if (own !== undefined) schemas.push(own);
      for (const field of content.encoding?.values() ?? [])
        if (field.kind === 'content') schemas.push(...(field.headers ?? []).map((header) => header.schema));
      for (const { headers } of [...(content.parts?.first ?? []), ...(content.parts === undefined ? [] : [content.parts.rest])])
        schemas.push(...headers.map((header) => header.schema));
      return [content];
    });
    if (contents.length === 0) causes.push(...refused.map(({ cause }) => cause));
    // The caller asks for, and sends, one of the others: the operation is whole without it.
    else for (const { draft, cause } of refused) settling.refused.add(draft, contents, cause);
    return xmlLast(contents);
  };
  const parameters: Parameter[] = [];
  for (const { media, node, ...parameter } of draft.parameters) {
    const shape = shapeFor(parameter, `${parameter.in} parameter`, parameter.location, problems, warned);
    const isForm = media !== undefined && isQueryForm(parameter);
    const encoding = isForm ? readEncoding(media, 'form', parameter.schema, settling) : new Map<string, FieldEncoding>();
    const fault = 'message' in encoding ? encoding : 'message' in shape ? shape : undefined;
    if (fault !== undefined && !parameter.required) {
      leaveOutParameter(parameter, fault, settling);
      continue;
    }
    if (!carried<ReadonlyMap<string, FieldEncoding>>(encoding) || !carried<Parameter['shape']>(shape)) continue;
    schemas.push(parameter.schema);
    const comma = isForm ? undefined : commaOf({ ...parameter, shape });
    const nulls = settling.queryNulls === 'text' && mayWriteNull({ ...parameter, shape }) ? settling.queryNulls : undefined;
    const lists = listsOf({ ...parameter, shape }, settling);
    const settled = {
      ...parameter,
      shape,
      codec: codecOf({ ...parameter, shape }),
      ...optional('comma', comma),
      ...optional('lists', lists),
      ...optional('nulls', nulls),
      ...(encoding.size === 0 ? {} : { encoding }),
    };
    parameters.push({ ...settled, ...readParameterExtensions(node, settled, settling) });
  }
  checkNames(parameters, settling);
  checkSideBySide(draft, parameters, settling);
  checkTemplateLiterals(draft, parameters, settling);
  checkAmbiguous(parameters, settling);
  checkDefaults(parameters, settling);
  const body = draft.body === undefined ? undefined : { ...draft.body, contents: contentsOf(draft.body.contents) };
  const responses = draft.responses.map(({ node, ...response }): Response => {
    const headers: ResponseHeader[] = [];
    for (const header of response.headers) {
      schemas.push(header.schema);
      const settled = settleHeader(header, 'response header', problems, warned);
      if (carried<ResponseHeader>(settled)) headers.push(settled);
    }
    const contents = contentsOf(response.contents);
    return { ...response, headers, contents, ...readResponseExtensions(node, { status: response.status, contents }, problems) };
  });
  const choices = readChoices(draft.source, draft.parameters, problems);
  return { draft, parameters, choices, body, responses, schemas, causes };
}

/** The finished operation, once its names and its input are known. */
export function finishOperation(
  settled: SettledOperation,
  names: Pick<Operation, 'id' | 'name' | 'typeName' | 'isNamed'>,
  headerNames: ReadonlyMap<Response, string>,
  input: Schema,
  problems: Problems,
  paged?: ListOrder['direction'],
): Operation {
  const { draft, parameters, choices, body } = settled;
  const responses = settled.responses.map((response) => ({
    ...response,
    ...optional('headersName', headerNames.get(response)),
  }));
  const { source, security, securityLocation, servers } = draft;
  const { node } = source;
  const extensions = readOperationExtensions(source, { parameters, ...optional('body', body), responses }, problems, paged);
  return {
    ...names,
    method: source.method,
    path: source.path,
    ...(draft.path === source.path ? {} : { sentPath: draft.path }),
    ...(draft.marks.length === 0 ? {} : { marks: draft.marks }),
    ...(draft.constants.length === 0 ? {} : { constants: draft.constants }),
    tags: texts(node, 'tags') ?? [],
    ...withLimits(withOrder({ ...prose(source.pathItem), ...prose(node) }, extensions.order), extensions.limits),
    deprecated: flag(node, 'deprecated') === true,
    parameters,
    ...optional('choices', choices),
    ...optional('body', body),
    input,
    responses,
    security,
    ...optional('securityLocation', securityLocation),
    ...optional('servers', servers),
    ...extensions,
    location: source.location,
  };
}

/**
 * The id of an operation: its `operationId`, unless one that stands at two paths has it already; else its method and path, or the key of a webhook or
 * callback.
 */
export function idOf(source: OperationSource, taken: Set<string>): string {
  const written = operationId(source);
  const plain = source.kind === 'operation' ? `${source.method} ${source.path}` : source.key;
  const id = written === undefined || taken.has(written) ? plain : written;
  taken.add(id);
  return id;
}

export function operationId(source: OperationSource): string | undefined {
  const id = own(source.object, 'operationId');
  return typeof id === 'string' ? id : undefined;
}

/**
 * The first media type is sent and preferred: JSON, where XML is the other way to write the same, since only XML needs a parser that may be absent.
 */
function xmlLast(contents: readonly MediaContent[]): MediaContent[] {
  const isXml = ({ kind }: MediaContent): boolean => kind === 'xml';
  if (!contents.some(({ kind }) => kind === 'json')) return [...contents];
  return [...contents.filter((content) => !isXml(content)), ...contents.filter(isXml)];
}
