// The words of Zod 4 for the forms of schemas.
import { jsonLiteral, numberLiteral, stringLiteral } from '../text/escape.ts';
import type { Bounds, Form, Literal, Node } from './node.ts';
import { bracketed, call, type Dialect, type Helper, object, withoutNull } from './print.ts';

export const ZOD_HELPERS: Readonly<Partial<Record<Helper, string>>> = {
  object:
    '/** An object that may have other properties: as `z.looseObject`, but the type has only those that the document names. */\n' +
    'const object = z.looseObject as unknown as <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.ZodObject<Shape, z.core.$strip>;\n',
  typed:
    '/** Gives a schema the type of `types.ts`, where the one that Zod infers is wider. */\n' +
    'const typed = <T>(schema: z.ZodType): z.ZodType<T, T> => schema as z.ZodType<T, T>;\n',
  later:
    '/** A schema that is declared further down. */\n' +
    'const later = <T>(get: () => z.ZodType): z.ZodType<T, T> => z.lazy(get) as unknown as z.ZodType<T, T>;\n',
};

export function zodDialect(helper: (name: Helper) => string): Dialect {
  const dialect: Dialect = {
    helper,
    checksFor: 'forZod',
    predicate: (test, message) => `.refine(${test}, ${message})`,
    check: (checks) => `.superRefine(${checks})`,
    expression(node, checks, print) {
      const refined = checks.join('');
      const meta = node.meta === undefined ? '' : `.meta(${metaText(node.meta)})`;
      return `${formText(node.form, print, helper)}${refined}${meta}`;
    },
  };
  return dialect;
}

function metaText(meta: NonNullable<Node['meta']>): string {
  const line = jsonLiteral(meta);
  return line.length <= 100 ? line : object(Object.entries(meta).map(([name, value]) => [name, jsonLiteral(value)]));
}

function formText(form: Form, print: (node: Node) => string, helper: (name: Helper) => string): string {
  switch (form.kind) {
    case 'unknown':
    case 'never':
    case 'boolean':
    case 'null':
      return `z.${form.kind}()`;
    case 'file':
      return 'z.instanceof(Blob)';
    case 'string':
      return `z.string()${form.filled ? '.min(1)' : ''}${form.pattern === undefined ? '' : `.regex(${form.pattern})`}`;
    case 'number':
      return numberText(form);
    case 'literal':
      return literalText(form.values);
    case 'array':
      return `${call('z.array', [print(form.items)])}${limit('min', form.least)}${limit('max', form.most)}`;
    case 'tuple':
      return call('z.tuple', [bracketed('[', form.items.map(print), ']'), ...(form.rest === undefined ? [] : [print(form.rest)])]);
    case 'record':
      return call('z.record', ['z.string()', print(form.value)]);
    case 'object': {
      const entries = form.entries.map(({ name, node, optional }) => [name, `${print(node)}${optional ? '.optional()' : ''}`] as const);
      const shape = object(
        entries,
        form.bases.map((base) => `${base}.shape`),
      );
      return call(form.rest === 'open' ? helper('object') : form.rest === 'loose' ? 'z.looseObject' : 'z.strictObject', [shape]);
    }
    case 'union': {
      const others = withoutNull(form);
      if (others !== undefined && !form.exclusive) return `${unionText({ ...form, branches: others }, print)}.nullable()`;
      return unionText(form, print);
    }
    case 'reference':
      return form.later === undefined ? form.constant : `${helper('later')}<${form.later}>((): z.ZodType => ${form.constant})`;
  }
}

function unionText({ branches, exclusive, tag }: Form & { readonly kind: 'union' }, print: (node: Node) => string): string {
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return print(only);
  const list = bracketed('[', branches.map(print), ']');
  return tag === undefined ? `z.${exclusive ? 'xor' : 'union'}(${list})` : `z.discriminatedUnion(${stringLiteral(tag)}, ${list})`;
}

function literalText(values: readonly Literal[]): string {
  const [only] = values;
  if (values.length === 1) return only === null ? 'z.null()' : `z.literal(${jsonLiteral(only)})`;
  const list = bracketed('[', values.map(jsonLiteral), ']');
  return values.every((value) => typeof value === 'string') ? `z.enum(${list})` : `z.literal(${list})`;
}

/** `z.int()` has integers only that a double holds exactly, and JSON Schema has others too. */
function numberText({ integer, bounds }: Form & { readonly kind: 'number' }): string {
  const limits = boundsText(bounds);
  if (!integer) return `z.number()${limits}`;
  const least = bounds.minimum ?? bounds.exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const most = bounds.maximum ?? bounds.exclusiveMaximum ?? Number.POSITIVE_INFINITY;
  if (least >= Number.MIN_SAFE_INTEGER && most <= Number.MAX_SAFE_INTEGER) return `z.int()${limits}`;
  return `z.number()${limits}.refine(Number.isInteger, 'must be an integer')`;
}

function boundsText({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Bounds): string {
  return `${limit('gte', minimum)}${limit('lte', maximum)}${limit('gt', exclusiveMinimum)}${limit('lt', exclusiveMaximum)}`;
}

function limit(method: string, value: number | undefined): string {
  return value === undefined ? '' : `.${method}(${numberLiteral(value)})`;
}
