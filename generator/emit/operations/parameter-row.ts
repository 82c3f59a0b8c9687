// Prints the row of a parameter in `operations.ts`; a parameter of `components` is a constant that is named after it.
import { lowerFirst } from '../../model/names/names.ts';
import type { Parameter } from '../../model/service.ts';
import type { HeldSchemas } from '../held/held.ts';
import { stringLiteral } from '../text/escape.ts';
import { parameterName } from '../text/names.ts';
import { queryFormArguments } from './body-codecs.ts';
import { codecName, shapeText, withLists } from './codecs.ts';
import type { Declare, Row } from './row.ts';

export function parameterRow(parameter: Parameter, path: string, held: HeldSchemas, declare: Declare): Row {
  const separator = separatorAfter(parameter, path);
  const row: Row = { print: ({ runtime }) => rowText(parameter, separator, held, runtime), uses: [] };
  // The text that follows the parameter in a path belongs to the path, not to the component.
  if (parameter.component === undefined || separator !== undefined) return row;
  return declare(lowerFirst(parameterName(parameter.component)), 'Parameter', row);
}

function rowText(parameter: Parameter, separator: string | undefined, held: HeldSchemas, runtime: (name: string) => string): string {
  const name = codecName(parameter.codec, parameter.schema, held);
  const codec = codecText(name, parameter, held, runtime);
  const fields = [`in: ${stringLiteral(parameter.in)}`, `name: ${stringLiteral(parameter.name)}`];
  if (parameter.required) fields.push('required: true');
  fields.push(`codec: ${codec}`, `shape: ${shapeText(parameter.shape, held)}`);
  const reserved = parameter.allowReserved ? [runtime('reserved')] : [];
  if (parameter.comma !== undefined) fields.push(`comma: ${stringLiteral(parameter.comma)}`);
  if (separator !== undefined) {
    fields.push(`escape: /* @__PURE__ */ ${runtime('before')}(${[stringLiteral(separator), ...reserved].join(', ')})`);
  } else if (parameter.allowReserved) fields.push(`escape: ${reserved.join()}`);
  if (parameter.nulls !== undefined) fields.push(`nulls: ${stringLiteral(parameter.nulls)}`);
  if (parameter.allowEmptyValue) fields.push('allowEmptyValue: true');
  return `{ ${fields.join(', ')} }`;
}

function codecText(name: string, parameter: Parameter, held: HeldSchemas, runtime: (name: string) => string): string {
  if (name === 'querystringForm') return `/* @__PURE__ */ ${runtime(name)}(${queryFormArguments(parameter, runtime, held)})`;
  if (parameter.lists !== undefined) return withLists(name, parameter.lists, runtime);
  return parameter.comma === 'encoded' ? `/* @__PURE__ */ ${runtime('encodedCommas')}(${runtime(name)})` : runtime(name);
}

/** The character that separates a path parameter from the next one in its segment, if a value may contain it unescaped. */
function separatorAfter({ in: where, name, allowReserved }: Parameter, path: string): string | undefined {
  const placeholder = `{${name}}`;
  const start = where === 'path' ? path.indexOf(placeholder) : -1;
  if (start === -1) return undefined;
  const [rest = ''] = path.slice(start + placeholder.length).split('/', 1);
  const plain = allowReserved ? /^[-._~!$'()*,:;=@]/ : /^[-._~]/;
  return rest.includes('{') && plain.test(rest) ? rest.charAt(0) : undefined;
}
