// The parameters of operations to rows of `operations.ts`: one constant for each row that three or more of them have.
import { camelCase } from '../../model/names/names.ts';
import type { Operation, Parameter } from '../../model/service.ts';
import { safeIdentifier, stringLiteral } from '../text/escape.ts';
import { namesOfRepeated } from '../text/row-layout.ts';
import { codecOfParameter, queryFormArguments, shapeText } from './codecs.ts';
import type { OperationScope } from './operation-types.ts';

export interface ParameterRows {
  /** Of each parameter its row, or the name of its constant: `idInPath`. */
  of(operation: Operation): string[];
  /** All constants; `''` without any. */
  readonly declarations: string;
}

type RowScope = Pick<OperationScope, 'imports' | 'runtime' | 'held'>;

export function createParameterRows(operations: readonly Operation[], scope: RowScope): ParameterRows {
  const { imports, runtime } = scope;
  const rows = new Map(
    operations.map((operation) => [
      operation,
      operation.parameters.map((parameter) => [rowOf(parameter, operation.path, scope), parameter] as const),
    ]),
  );
  const names = namesOfRepeated(
    [...rows.values()].flat(),
    (first) => imports.declare(safeIdentifier(camelCase(`${first.name} in ${first.in}`))),
    // Of two, one line each, a constant makes three.
    3,
  );
  return {
    of: (operation) => (rows.get(operation) ?? []).map(([text]) => names.get(text) ?? text),
    declarations: [...names].map(([text, name]) => `const ${name}: ${imports.type(runtime, 'Parameter')} = ${text};\n`).join(''),
  };
}

function rowOf(parameter: Parameter, path: string, scope: RowScope): string {
  const name = codecOfParameter(parameter, scope.held);
  const value = (one: string) => scope.imports.value(scope.runtime, one);
  const imported = value(name);
  const codec = name === 'querystringForm' ? `/* @__PURE__ */ ${imported}(${queryFormArguments(parameter, value, scope.held)})` : imported;
  const fields = [`in: ${stringLiteral(parameter.in)}`, `name: ${stringLiteral(parameter.name)}`];
  if (parameter.required) fields.push('required: true');
  fields.push(`codec: ${codec}`, `shape: ${shapeText(parameter.shape, scope.held)}`);
  const separator = separatorAfter(parameter, path);
  const reserved = parameter.allowReserved ? [value('reserved')] : [];
  if (separator !== undefined)
    fields.push(`escape: /* @__PURE__ */ ${value('before')}(${[stringLiteral(separator), ...reserved].join(', ')})`);
  else if (parameter.allowReserved) fields.push(`escape: ${reserved.join()}`);
  if (parameter.allowEmptyValue) fields.push('allowEmptyValue: true');
  return `{ ${fields.join(', ')} }`;
}

/** What parts a path parameter from another one that follows in its segment, if a value may hold it unescaped. */
function separatorAfter({ in: where, name, allowReserved }: Parameter, path: string): string | undefined {
  const placeholder = `{${name}}`;
  const start = where === 'path' ? path.indexOf(placeholder) : -1;
  if (start === -1) return undefined;
  const [rest = ''] = path.slice(start + placeholder.length).split('/', 1);
  const plain = allowReserved ? /^[-._~!$'()*,:;=@]/ : /^[-._~]/;
  return rest.includes('{') && plain.test(rest) ? rest.charAt(0) : undefined;
}
