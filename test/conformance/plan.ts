// Plans the valid calls of an operation from its examples.

import { jsonText } from '../../generator/base/exact.ts';
import { parameterExample, schemaExample } from '../../generator/docs/samples/example.ts';
import type { JsonValue } from '../../generator/model/schema/schema.ts';
import type { MediaContent, Operation, Parameter, Service } from '../../generator/model/service.ts';

type Part = Readonly<Record<string, JsonValue>>;
/** Input of the generated client's method. */
export interface Input {
  readonly path?: Part;
  readonly query?: Part;
  readonly header?: Part;
  readonly cookie?: Part;
  readonly contentType?: string;
  readonly body?: unknown;
}

interface Call {
  readonly what: string;
  readonly input: Input;
}

/** One call with all input, one with the required input only, and one for each further example of the body. */
export function validCalls(service: Service, operation: Operation): Call[] {
  const calls: Call[] = [{ what: 'everything', input: inputOf(service, operation, () => true) }];
  const [chosen = []] = operation.choices ?? [];
  const needed = inputOf(service, operation, ({ required, in: where, name }) => required || (where === 'query' && chosen.includes(name)));
  if (jsonText(needed) !== jsonText(calls[0]?.input)) calls.push({ what: 'what is required', input: needed });
  for (const content of operation.body?.contents ?? []) {
    for (const example of content.examples.slice(1)) {
      calls.push({ what: `body example ${example.name}`, input: { ...needed, body: heldBody(example.value, content) } });
    }
  }
  return calls;
}

function inputOf(service: Service, operation: Operation, wanted: (parameter: Parameter) => boolean): Input {
  const parts: Record<string, Record<string, JsonValue>> = {};
  for (const parameter of operation.parameters) {
    if (!wanted(parameter)) continue;
    const part = parts[parameter.in] ?? {};
    part[parameter.name] = parameterExample(service, parameter);
    parts[parameter.in] = part;
  }
  const [content] = operation.body?.contents ?? [];
  if (content === undefined) return parts;
  const [example] = content.examples;
  const body =
    example === undefined
      ? schemaExample(service, content.schema ?? { key: '', location: content.location, boolean: true })
      : example.value;
  return { ...parts, body: heldBody(body, content) };
}

/** The body as a caller holds it: text in place of a file is a file in fact. */
function heldBody(body: unknown, { kind, schema }: MediaContent): unknown {
  if (kind !== 'multipart' || typeof body !== 'object' || body === null) return body;
  const held = Object.entries(body).map(([name, value]) => {
    const isFile = schema?.properties?.get(name)?.file !== undefined && typeof value === 'string';
    return [name, isFile ? new File([value], `${name}.bin`) : value] as const;
  });
  return Object.fromEntries(held);
}
