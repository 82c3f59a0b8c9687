// Parameters of a path item and of its operation → one list, each with its style's defaults and its shape (OpenAPI 3.1, Parameter Object).

import type { Location, Problems } from '../../../base/problem.ts';
import type { Description } from '../../../load/description.ts';
import {
  below,
  type Cause,
  child,
  componentOf,
  type DocumentNode,
  dereference,
  flag,
  members,
  optional,
  text,
} from '../../document-node.ts';
import { isJson, isQueryForm } from '../../media-type.ts';
import type { SchemaGraph } from '../../schema/graph.ts';
import type { Schema } from '../../schema/schema.ts';
import { ARRAY, intendedTypes, OBJECT } from '../../schema/types.ts';
import type { Parameter, ParameterIn, ParameterStyle } from '../../service.ts';
import { readExamples } from '../bodies/examples.ts';
import { scalarTypes } from '../bodies/scalar-types.ts';
import { readBasis } from '../extensions.ts';
import type { OperationSource } from '../operation-source.ts';
import { shapeOf } from './parameter-shape.ts';
import {
  type Mark,
  marksText,
  type SentPath,
  sentPath,
  templateFault,
  templateNames,
  templateShape,
  undeclaredFix,
} from './path-template.ts';

/** A parameter whose shape is yet to be worked out. */
export type ParameterDraft = Omit<Parameter, 'shape' | 'codec' | 'encoding' | 'aliases' | 'comma' | 'codeName'> & {
  readonly node: DocumentNode;
  /** The media type under `content`. */
  readonly media?: DocumentNode;
};

const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie', 'querystring'];
/** "If `in` is `header` and the name is one of these, the parameter definition SHALL be ignored." */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

export function readParameters(
  description: Description,
  graph: SchemaGraph,
  source: OperationSource,
  problems: Problems,
): ParameterDraft[] {
  const byKey = new Map<string, ParameterDraft>();
  for (const node of [source.pathItem, source.node]) {
    for (const [, written] of members(child(node, 'parameters'))) {
      const parameter = readParameter(description, graph, dereference(description, written), problems);
      if (parameter === undefined) continue;
      byKey.set(`${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`, parameter);
    }
  }
  return [...byKey.values()];
}

function readParameter(description: Description, graph: SchemaGraph, node: DocumentNode, problems: Problems): ParameterDraft | undefined {
  const name = text(node, 'name');
  const where = text(node, 'in') as ParameterIn | undefined;
  if (name === undefined || where === undefined || !PLACES.includes(where)) return undefined;
  if (where === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) {
    problems.add({
      code: 'parameter-ignored',
      severity: 'note',
      message: `The header parameter '${name}' is ignored, as the standard has it: media types and security say what it is.`,
      location: node.location,
    });
    return undefined;
  }
  const { schema, contentType, media } = readValue(description, graph, node);
  const style = (text(node, 'style') as ParameterStyle | undefined) ?? defaultStyle(where);
  return {
    name,
    in: where,
    required: where === 'path' || flag(node, 'required') === true,
    deprecated: flag(node, 'deprecated') === true,
    ...optional('description', text(node, 'description')),
    ...optional('component', componentOf(node)),
    schema,
    style,
    explode: flag(node, 'explode') ?? (style === 'form' || style === 'cookie'),
    allowReserved: flag(node, 'allowReserved') === true && isEscaped(where, style, description),
    allowEmptyValue: where === 'query' && flag(node, 'allowEmptyValue') === true,
    ...optional('contentType', contentType),
    ...optional('media', media),
    examples: [...readExamples(description, node), ...(media === undefined ? [] : readExamples(description, media))],
    ...optional('basis', readBasis(node)),
    location: node.location,
    node,
  };
}

/** Where `allowReserved` has a meaning: in queries, and since OpenAPI 3.2 wherever text is percent-encoded. */
function isEscaped(where: ParameterIn, style: ParameterStyle, { version }: Description): boolean {
  return where === 'query' || (version === '3.2' && (where === 'path' || (where === 'cookie' && style === 'form')));
}

function defaultStyle(where: ParameterIn): ParameterStyle {
  switch (where) {
    case 'path':
    case 'header':
      return 'simple';
    case 'query':
    case 'cookie':
    case 'querystring':
      return 'form';
  }
}

/** `schema`, or `content` with its one media type. Of parameters and response headers. */
export function readValue(
  description: Description,
  graph: SchemaGraph,
  node: DocumentNode,
): { schema: Schema; contentType?: string; media?: DocumentNode } {
  const [content] = members(child(node, 'content'));
  if (content === undefined) return { schema: graph.at(child(node, 'schema')) };
  const [contentType, written] = content;
  const media = dereference(description, written);
  return { schema: graph.at(child(media, 'schema')), contentType, media };
}

/**
 * Gives a parameter or a header its shape, once schemas are filled. `warned` has the schemas that a warning is already about, since operations share
 * parameters. The text of a `content` parameter is that of its media type: any text, or the text of a number and its like.
 */
export function shapeFor(
  draft: Pick<ParameterDraft, 'name' | 'schema' | 'style' | 'explode' | 'contentType'> & { readonly in?: ParameterIn },
  what: string,
  location: Location,
  problems: Problems,
  warned: Set<Schema>,
): Parameter['shape'] | Cause {
  const { contentType } = draft;
  if (contentType !== undefined) {
    const isStructure = (intendedTypes(draft.schema) & ~(ARRAY | OBJECT)) === 0;
    if (isJson(contentType) || isQueryForm(draft)) return { kind: 'primitive', types: ['string'] };
    if (!isStructure) return { kind: 'primitive', types: scalarTypes(draft.schema) ?? ['string'] };
    return {
      message: `the ${what} '${draft.name}' is an array or an object, and ${contentType} is not JSON; write \`application/json\`.`,
      location,
    };
  }
  const outcome = shapeOf(draft.schema, draft.style, draft.explode);
  if ('fault' in outcome) return { message: `the ${what} '${draft.name}' has no text form: ${outcome.fault}.`, location };
  if (outcome.loss !== undefined) {
    warnOfLists(
      `${outcome.loss}the ${what} '${draft.name}'`,
      'the server reads a list',
      { schema: draft.schema, location },
      problems,
      warned,
    );
  }
  return outcome.shape;
}

/** Warns once for each schema of what may be a single value or a list. `reading` completes "so …". */
export function warnOfLists(
  subject: string,
  reading: string,
  { schema, location }: { readonly schema: Schema; readonly location: Location },
  problems: Problems,
  warned: Set<Schema>,
): void {
  if (warned.has(schema)) return;
  warned.add(schema);
  problems.add({
    code: 'parameter-ambiguous',
    severity: 'warning',
    message: `${subject.charAt(0).toUpperCase()}${subject.slice(1)} may be a single value or a list: a single value and a list of one look the same, so ${reading}.`,
    fix: 'Describe it as a list: a single value is then a list of one.',
    location,
  });
}

/**
 * Makes parameters and template agree: a `{name}` without a parameter is a string; a path parameter without its `{name}`, and a query parameter that
 * the query of the path sets, are ignored. Throws away nothing else; `causes` says why a template cannot be filled, and `path` is the template
 * without a fragment that parameters repeat.
 */
export function fitToTemplate(
  source: OperationSource,
  parameters: readonly ParameterDraft[],
  graph: SchemaGraph,
  problems: Problems,
): SentPath & { readonly parameters: readonly ParameterDraft[]; readonly causes: readonly Cause[] } {
  if (source.kind !== 'operation') return { path: source.path, marks: [], constants: [], parameters, causes: [] };
  const { path, marks, constants } = sentPath(source.path, (name, value) =>
    placeOf(parameters.find((parameter) => isSaidBy(parameter, name, value))),
  );
  const set = new Set(constants.map((pair) => decodeURIComponent(pair.split('=', 1)[0] ?? '')));
  const names = templateNames(path);
  const written = new Set(names);
  const related = [{ message: 'The template stands here.', location: source.pathLocation }];
  const fitting = parameters.filter(({ in: where, name, location }) => {
    if (where === 'query' && set.has(name)) {
      problems.add({
        code: 'query-parameter-set',
        severity: 'warning',
        message: `The path of ${source.method} ${source.path} sets the query parameter '${name}', so the parameter is ignored.`,
        fix: 'Remove the parameter, or remove the name from the path.',
        leftOut: ['parameter'],
        location,
        related: [{ message: 'The path stands here.', location: source.pathLocation }],
      });
      return false;
    }
    if (where !== 'path' || written.has(name)) return true;
    problems.add({
      code: 'path-parameter-unused',
      severity: 'warning',
      message: `The path parameter '${name}' is not in the template of ${source.method} ${source.path}, so it is ignored.`,
      fix: `Write {${name}} into the path, or remove the parameter.`,
      leftOut: ['parameter'],
      location,
      related,
    });
    return false;
  });
  const declared = new Set(fitting.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name));
  const missing = [...written].filter((name) => !declared.has(name));
  for (const name of missing) {
    problems.add({
      code: 'path-parameter-undeclared',
      severity: 'warning',
      message: `${source.method} ${source.path} does not declare its path parameter {${name}}, so it is read as a required string.`,
      fix: undeclaredFix(name),
      location: source.location,
      related,
    });
  }
  if (source.path.includes('#') && path !== source.path) {
    problems.add({
      code: 'path-fragment',
      severity: 'warning',
      message: `The path of ${source.method} ${source.path} has a fragment, which requests do not carry. Its parameters say the same, so the path is read as ${path}.`,
      fix: `Leave it if other operations have the same method and path: servers tell them apart by ${byMarks(marks)}. Otherwise write \`${path}\`.`,
      location: source.pathLocation,
    });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  const fault = templateFault(path);
  const unclear = fault === undefined ? [] : [{ message: `the path ${fault}.`, location: source.pathLocation }];
  const repeated = { message: `the template ${source.path} has {${twice}} more than once.`, location: source.pathLocation };
  return {
    path,
    marks,
    constants,
    parameters: [...fitting, ...missing.map((name) => undeclared(source, name, graph))],
    causes: [...(twice === undefined ? [] : [repeated]), ...unclear],
  };
}

/** `the query parameter Action`. */
function byMarks(marks: readonly Mark[]): string {
  return [...new Set(marks.map(({ in: where, name }) => `the ${where} parameter ${name}`))].join(' and ');
}

/** Whether a request always has the value as this parameter; without a value, whether it always has the parameter. */
function isSaidBy({ name, in: where, required, node }: ParameterDraft, wanted: string, value: string | undefined): boolean {
  if ((where !== 'query' && where !== 'header') || name !== wanted || !required) return false;
  if (value === undefined) return true;
  const schema = child(node, 'schema');
  const [only, ...others] = members(child(schema, 'enum')).map(([, option]) => option.value);
  const constant = child(schema, 'const').value ?? (others.length === 0 ? only : undefined);
  return ['string', 'number', 'boolean'].includes(typeof constant) && String(constant) === value;
}

function placeOf(parameter: ParameterDraft | undefined): Mark['in'] | undefined {
  return parameter?.in === 'query' || parameter?.in === 'header' ? parameter.in : undefined;
}

/** A parameter that only the template names. */
function undeclared(source: OperationSource, name: string, graph: SchemaGraph): ParameterDraft {
  const location = below(below(source.node.location, 'parameters'), `{${name}}`);
  const schema = graph.at({ value: { type: 'string' }, location: below(location, 'schema') });
  const node: DocumentNode = { value: {}, location };
  const flags = { required: true, deprecated: false, explode: false, allowReserved: false, allowEmptyValue: false };
  return { name, in: 'path', ...flags, schema, style: 'simple', examples: [], location, node };
}

/** Two templates that differ in names only match the same requests: with one method and the same marks, a request would match both. */
export function checkTies(operations: readonly ({ readonly source: OperationSource } & SentPath)[], problems: Problems): void {
  const first = new Map<string, OperationSource>();
  for (const { source, path, marks } of operations) {
    if (source.kind !== 'operation') continue;
    const key = `${source.method} ${templateShape(path)} ${marksText(marks)}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, source);
    else {
      problems.add({
        code: 'path-ambiguous',
        severity: 'warning',
        message: `${source.method} ${source.path} and ${before.method} ${before.path} match the same requests: a server calls only the first.`,
        fix: 'Give one of them another path, or make the two one.',
        location: source.pathLocation,
        related: [{ message: 'The other stands here.', location: before.pathLocation }],
      });
    }
  }
}
