// A request as a program with the generated client.
import type {
  ConsoleDocument,
  ConsoleMaker,
  ConsoleOperation,
  ConsoleScheme,
  JsonSchema,
  JsonSchemaObject,
} from '../../../generator/docs/console/data.ts';
import { branchOf, isRecord } from '../form/choose.ts';
import { fieldOf } from '../form/field.ts';
import { merge } from '../form/merge.ts';
import { contentOf, type Input } from '../request/input.ts';

export interface SampleRequest {
  readonly document: ConsoleDocument;
  readonly operation: ConsoleOperation;
  readonly input: Input;
  readonly baseUrl: string;
  readonly schemes: readonly ConsoleScheme[];
}

export function clientSample(request: SampleRequest): string {
  const { document, operation, baseUrl, schemes } = request;
  const { client } = document;
  const success = operation.responses.find(({ status }) => /^2\d\d$/.test(status));
  const isStream = success !== undefined && success.contents.length > 0 && success.contents.every((content) => content.isStream);
  const result = success === undefined ? 'result.status' : `unwrap(result, ${success.status})`;
  const sent = schemes.filter(({ takes }) => takes).map(credentialSource);
  const credentials = sent.length === 0 ? '' : `\n  credentials: { ${sent.join(', ')} },`;
  const imports = new Map([[client.module, new Set([client.create])]]);
  const argument = inputSource(request, { document, imports });
  return [
    ...[...imports].map(([module, names]) => `import { ${[...names].join(', ')} } from ${quoted(module)};`),
    ...(success === undefined ? [] : [`import { unwrap } from ${quoted(client.runtime)};`]),
    '',
    `const client = ${client.create}({\n  baseUrl: ${quoted(baseUrl)},${credentials}\n});`,
    `const result = await ${operation.call}(${argument});`,
    isStream ? `for await (const item of ${result}) console.log(item);` : `console.log(${result});`,
  ].join('\n');
}

function credentialSource({ name, fields, variable }: ConsoleScheme): string {
  const env = (suffix: string): string => `process.env.${variable}${suffix} ?? ''`;
  const value = fields === undefined ? env('') : `{ ${fields.map((field) => `${field}: ${env(`_${field.toUpperCase()}`)}`).join(', ')} }`;
  return `${keySource(name)}: ${value}`;
}

/** The document, and the imports that the values shown so far need: names by module. */
interface Showing {
  readonly document: ConsoleDocument;
  readonly imports: Map<string, Set<string>>;
}

function inputSource({ operation, input }: SampleRequest, shown: Showing): string {
  const parts: string[] = [];
  for (const part of ['path', 'query', 'header', 'cookie'] as const) {
    const values = input[part];
    if (!isRecord(values) || Object.keys(values).length === 0) continue;
    const fields = Object.entries(values).map(([name, value]) => {
      const schema = operation.parameters.find((parameter) => parameter.in === part && parameter.name === name)?.schema ?? true;
      return `${keySource(name)}: ${valueSource(value, schema, shown, '  ')}`;
    });
    parts.push(`  ${part}: { ${fields.join(', ')} },`);
  }
  if (input.querystring !== undefined) parts.push(`  querystring: ${valueSource(input.querystring, true, shown, '  ')},`);
  if (input.contentType !== undefined) parts.push(`  contentType: ${quoted(input.contentType)},`);
  if (input.body !== undefined) {
    const content = contentOf(operation, input.contentType);
    const schema = content?.schema ?? true;
    const whole: JsonSchema = content?.isStream === true ? { type: ['array'], items: schema } : schema;
    parts.push(`  body: ${valueSource(input.body, whole, shown, '  ')},`);
  }
  return parts.length === 0 ? '' : `{\n${parts.join('\n')}\n}`;
}

/** A value as the client takes it, in the types that the project has chosen. */
function valueSource(value: unknown, schema: JsonSchema, shown: Showing, indent: string): string {
  if (value instanceof Blob) return "new Blob(['the bytes of the file'])";
  if (typeof value === 'object' && value !== null) return compositeSource(value, schema, shown, indent);
  const { schemas, client } = shown.document;
  const merged = merge(schema, schemas);
  const { format, type } = merged;
  const { int64, dates } = client;
  const isInt64 = (format === 'int64' || format === 'uint64') && type?.includes('integer') === true;
  if ((typeof value === 'number' || typeof value === 'bigint') && isInt64 && int64 !== 'number')
    return int64 === 'bigint' ? `${value}n` : quoted(String(value));
  if (typeof value === 'string' && format === 'date-time' && dates === 'date') return `new Date(${quoted(value)})`;
  const plain = typeof value === 'bigint' ? `${value}n` : typeof value === 'string' ? quoted(value) : String(value);
  const maker = makerOf(value, merged, client.makers);
  if (maker === undefined) return plain;
  if (maker.import !== undefined) {
    const { module, name } = maker.import;
    shown.imports.set(module, (shown.imports.get(module) ?? new Set()).add(name));
  }
  return `${maker.call}(${plain})`;
}

/** What makes the client's value of one on the wire; `undefined` where both are the same, as those that a schema lists. */
function makerOf(value: unknown, schema: JsonSchemaObject, makers: ConsoleDocument['client']['makers']): ConsoleMaker | undefined {
  const { format, type = [], enum: listed, const: constant, known } = schema;
  if (format === undefined || makers === undefined || !Object.hasOwn(makers, format)) return undefined;
  if (listed !== undefined || constant !== undefined || known !== undefined) return undefined;
  const maker = makers[format];
  if (maker?.numbers !== true) return typeof value === 'string' && type.includes('string') ? maker : undefined;
  const others = type.some((one) => one === 'boolean' || one === 'array' || one === 'object');
  return (typeof value === 'string' || typeof value === 'number') && type.length > 0 && !others ? maker : undefined;
}

function compositeSource(value: object, schema: JsonSchema, shown: Showing, indent: string): string {
  const { schemas } = shown.document;
  const field = fieldOf(schema, schemas);
  if (field.kind === 'choice') {
    const branch = field.branches[branchOf(field.branches, field.tag, value, schemas)];
    if (branch !== undefined && branch.schema !== schema) return compositeSource(value, branch.schema, shown, indent);
  }
  const { items = true, prefixItems, properties, additionalProperties = true, codeNames = {} } = merge(schema, schemas);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item: unknown, index) => valueSource(item, prefixItems?.[index] ?? items, shown, inner))
    : Object.entries(value).map(([name, member]) => {
        const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
        const called = Object.hasOwn(codeNames, name) ? codeNames[name] : undefined;
        return `${keySource(called ?? name)}: ${valueSource(member, own ?? additionalProperties, shown, inner)}`;
      });
  if (parts.length === 0) return isList ? '[]' : '{}';
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length + indent.length < 90 && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close.trim()}`;
}

/** A text as a literal of TypeScript. */
function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function keySource(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
