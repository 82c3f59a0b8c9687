// A request as a program with the generated client.
import type { ConsoleDocument, ConsoleOperation, ConsoleScheme, JsonSchema } from '../../../generator/docs/console/data.ts';
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
  return [
    `import { ${client.create} } from ${quoted(client.module)};`,
    ...(success === undefined ? [] : [`import { unwrap } from ${quoted(client.runtime)};`]),
    '',
    `const client = ${client.create}({\n  baseUrl: ${quoted(baseUrl)},${credentials}\n});`,
    `const result = await ${operation.call}(${inputSource(request)});`,
    isStream ? `for await (const item of ${result}) console.log(item);` : `console.log(${result});`,
  ].join('\n');
}

function credentialSource({ name, fields, variable }: ConsoleScheme): string {
  const env = (suffix: string): string => `process.env.${variable}${suffix} ?? ''`;
  const value = fields === undefined ? env('') : `{ ${fields.map((field) => `${field}: ${env(`_${field.toUpperCase()}`)}`).join(', ')} }`;
  return `${keySource(name)}: ${value}`;
}

function inputSource({ document, operation, input }: SampleRequest): string {
  const parts: string[] = [];
  for (const part of ['path', 'query', 'header', 'cookie'] as const) {
    const values = input[part];
    if (!isRecord(values) || Object.keys(values).length === 0) continue;
    const fields = Object.entries(values).map(([name, value]) => {
      const schema = operation.parameters.find((parameter) => parameter.in === part && parameter.name === name)?.schema ?? true;
      return `${keySource(name)}: ${valueSource(value, schema, document, '  ')}`;
    });
    parts.push(`  ${part}: { ${fields.join(', ')} },`);
  }
  if (input.querystring !== undefined) parts.push(`  querystring: ${valueSource(input.querystring, true, document, '  ')},`);
  if (input.contentType !== undefined) parts.push(`  contentType: ${quoted(input.contentType)},`);
  if (input.body !== undefined) {
    const content = contentOf(operation, input.contentType);
    const schema = content?.schema ?? true;
    const whole: JsonSchema = content?.isStream === true ? { type: ['array'], items: schema } : schema;
    parts.push(`  body: ${valueSource(input.body, whole, document, '  ')},`);
  }
  return parts.length === 0 ? '' : `{\n${parts.join('\n')}\n}`;
}

/** A value as the client takes it: 64-bit integers and times in the types that the project has chosen. */
function valueSource(value: unknown, schema: JsonSchema, document: ConsoleDocument, indent: string): string {
  if (value instanceof Blob) return "new Blob(['the bytes of the file'])";
  if (typeof value === 'object' && value !== null) return compositeSource(value, schema, document, indent);
  const { format, type } = merge(schema, document.schemas);
  const { int64, dates } = document.client;
  const isInt64 = (format === 'int64' || format === 'uint64') && type?.includes('integer') === true;
  if ((typeof value === 'number' || typeof value === 'bigint') && isInt64 && int64 !== 'number')
    return int64 === 'bigint' ? `${value}n` : quoted(String(value));
  if (typeof value === 'string' && format === 'date-time' && dates === 'date') return `new Date(${quoted(value)})`;
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'string' ? quoted(value) : String(value);
}

function compositeSource(value: object, schema: JsonSchema, document: ConsoleDocument, indent: string): string {
  const { schemas } = document;
  const field = fieldOf(schema, schemas);
  if (field.kind === 'choice') {
    const branch = field.branches[branchOf(field.branches, field.tag, value, schemas)];
    if (branch !== undefined && branch.schema !== schema) return compositeSource(value, branch.schema, document, indent);
  }
  const { items = true, prefixItems, properties, additionalProperties = true } = merge(schema, schemas);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item: unknown, index) => valueSource(item, prefixItems?.[index] ?? items, document, inner))
    : Object.entries(value).map(([name, member]) => {
        const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
        return `${keySource(name)}: ${valueSource(member, own ?? additionalProperties, document, inner)}`;
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
