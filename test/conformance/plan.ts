// Plans the calls of an operation: valid calls from its examples, and invalid calls that each have one fault.
import { parameterExample, schemaExample } from '../../generator/docs/samples/example.ts';
import { jsonText } from '../../generator/exact.ts';
import type { JsonValue } from '../../generator/model/schema/schema.ts';
import type { Operation, Parameter } from '../../generator/model/service.ts';
import { mutations, without } from './mutate.ts';

type Part = Readonly<Record<string, JsonValue>>;
/** Input of the generated client's method. */
export interface Input {
  readonly path?: Part;
  readonly query?: Part;
  readonly header?: Part;
  readonly cookie?: Part;
  readonly contentType?: string;
  readonly body?: JsonValue;
}

export interface Call {
  readonly what: string;
  readonly input: Input;
}

/** One call with all input, one with the required input only, and one for each further example of the body. */
export function validCalls(operation: Operation): Call[] {
  const calls: Call[] = [{ what: 'everything', input: inputOf(operation, () => true) }];
  const [chosen = []] = operation.choices ?? [];
  const needed = inputOf(operation, ({ required, in: where, name }) => required || (where === 'query' && chosen.includes(name)));
  if (jsonText(needed) !== jsonText(calls[0]?.input)) calls.push({ what: 'what is required', input: needed });
  for (const content of operation.body?.contents ?? []) {
    for (const example of content.examples.slice(1)) {
      calls.push({ what: `body example ${example.name}`, input: { ...needed, body: example.value as JsonValue } });
    }
  }
  return calls;
}

function inputOf(operation: Operation, wanted: (parameter: Parameter) => boolean): Input {
  const parts: Record<string, Record<string, JsonValue>> = {};
  for (const parameter of operation.parameters) {
    if (!wanted(parameter)) continue;
    const part = parts[parameter.in] ?? {};
    part[parameter.name] = parameterExample(parameter);
    parts[parameter.in] = part;
  }
  const [content] = operation.body?.contents ?? [];
  if (content === undefined) return parts;
  const [example] = content.examples;
  const body =
    example === undefined ? schemaExample(content.schema ?? { key: '', location: content.location, boolean: true }) : example.value;
  return { ...parts, body: body as JsonValue };
}

/** Calls that `invalid` confirms to be invalid. Each differs from a valid call in one place. */
export function wrongCalls(operation: Operation, invalid: (input: Input) => boolean): Call[] {
  const valid = inputOf(operation, () => true);
  const calls: Call[] = [];
  for (const parameter of operation.parameters) {
    // A whole query has no fields of its own to change. Path parameters are not omitted below: that gives another path.
    if (parameter.in === 'querystring') continue;
    const part = valid[parameter.in] ?? {};
    const at = `${parameter.in} ${parameter.name}`;
    if (parameter.required && parameter.in !== 'path') {
      calls.push({ what: `${at}: missing`, input: { ...valid, [parameter.in]: without(part, parameter.name) } });
    }
    const value = part[parameter.name];
    if (value === undefined) continue;
    for (const mutation of mutations(parameter.schema, value, { text: true })) {
      // An empty list is not sent (RFC 6570 section 2.3), which is valid for an optional parameter.
      if (!parameter.required && Array.isArray(mutation.value) && mutation.value.length === 0) continue;
      calls.push({ what: `${at}:${mutation.what}`, input: { ...valid, [parameter.in]: { ...part, [parameter.name]: mutation.value } } });
    }
  }
  const [content] = operation.body?.contents ?? [];
  if (operation.body?.required === true) {
    const { body: _, ...bare } = valid;
    calls.push({ what: 'body: missing', input: bare });
  }
  if (content?.schema !== undefined && valid.body !== undefined) {
    // Form fields are sent as text; only JSON keeps their types.
    for (const mutation of mutations(content.schema, valid.body, { text: content.kind !== 'json' })) {
      calls.push({ what: `body:${mutation.what}`, input: { ...valid, body: mutation.value } });
    }
  }
  return calls.filter(({ input }) => invalid(input));
}
