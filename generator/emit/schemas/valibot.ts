// The words of Valibot 1 for the forms of schemas.
import { jsonLiteral, numberLiteral, stringLiteral } from '../text/escape.ts';
import { type Bounds, type Form, type Literal, type Node, takesUndefined } from './node.ts';
import { bracketed, call, type Dialect, type Helper, object, withoutNull } from './print.ts';

export const VALIBOT_HELPERS: Readonly<Partial<Record<Helper, string>>> = {
  object:
    '/** An object that may have other properties: as `v.looseObject`, but the type has only those that the document names. */\n' +
    'const object = v.looseObject as unknown as <const Entries extends v.ObjectEntries>(entries: Entries) => v.ObjectSchema<Entries, undefined>;\n',
  noList:
    "const list = v.custom<object>((value) => !Array.isArray(value), 'must be an object, but is an array');\n\n" +
    '/** An object or a record, for which Valibot would take a list too. */\n' +
    'function noList<Schema extends v.GenericSchema>(schema: Schema): Schema {\n' +
    "  const run = schema['~run'];\n" +
    "  const guarded: typeof run = (dataset, config) => (Array.isArray(dataset.value) ? list['~run'](dataset, config) : run.call(schema, dataset, config));\n" +
    "  return Object.assign(schema, { '~run': guarded });\n" +
    '}\n',
  xor:
    '/** A union of which one branch only may match. */\n' +
    'function xor<const Options extends v.UnionOptions>(options: Options) {\n' +
    '  return v.pipe(v.union(options), v.rawCheck(forValibot(oneOf(...options))));\n' +
    '}\n',
  typed:
    '/** Gives a schema the type of `types.ts`, where the one that Valibot infers is wider. */\n' +
    'const typed = <T>(schema: v.GenericSchema): v.GenericSchema<T> => schema as v.GenericSchema<T>;\n',
  later:
    '/** A schema that is declared further down. */\n' +
    'const later = <T>(get: () => v.GenericSchema): v.GenericSchema<T> => v.lazy(get) as unknown as v.GenericSchema<T>;\n',
};

export function valibotDialect(helper: (name: Helper) => string): Dialect {
  return {
    helper,
    checksFor: 'forValibot',
    predicate: (test, message) => `v.check(${test}, ${message})`,
    check: (checks) => `v.rawCheck(${checks})`,
    expression(node, checks, print) {
      const { text, pipe } = formText(node.form, print, helper);
      const all = [...pipe, ...checks, ...metaText(node.meta)];
      return all.length === 0 ? text : call('v.pipe', [text, ...all]);
    },
  };
}

function metaText(meta: Node['meta']): string[] {
  if (meta === undefined) return [];
  const { title, description, ...others } = meta;
  return [
    ...(title === undefined ? [] : [`v.title(${jsonLiteral(title)})`]),
    ...(description === undefined ? [] : [`v.description(${jsonLiteral(description)})`]),
    ...(Object.keys(others).length === 0 ? [] : [`v.metadata(${jsonLiteral(others)})`]),
  ];
}

interface Printed {
  readonly text: string;
  readonly pipe: readonly string[];
}

function formText(form: Form, print: (node: Node) => string, helper: (name: Helper) => string): Printed {
  switch (form.kind) {
    case 'unknown':
    case 'never':
    case 'boolean':
      return alone(`v.${form.kind}()`);
    case 'null':
      return alone('v.null()');
    case 'file':
      return alone('v.instance(Blob)');
    case 'string':
      return {
        text: 'v.string()',
        pipe: [...(form.filled ? ['v.minLength(1)'] : []), ...(form.pattern === undefined ? [] : [`v.regex(${form.pattern})`])],
      };
    case 'number':
      return { text: 'v.number()', pipe: [...(form.integer ? ['v.integer()'] : []), ...boundsPipe(form.bounds)] };
    case 'literal':
      return alone(literalText(form.values));
    case 'array':
      return { text: call('v.array', [print(form.items)]), pipe: [...limit('minLength', form.least), ...limit('maxLength', form.most)] };
    case 'tuple': {
      const items = bracketed('[', form.items.map(print), ']');
      return alone(form.rest === undefined ? call('v.strictTuple', [items]) : call('v.tupleWithRest', [items, print(form.rest)]));
    }
    case 'record':
      return alone(`${helper('noList')}(${call('v.record', ['v.string()', print(form.value)])})`);
    case 'object': {
      const entries = form.entries.map(
        ({ name, node, optional }) => [name, optional ? `v.optional(${print(node)})` : print(node)] as const,
      );
      const name = form.rest === 'open' ? helper('object') : form.rest === 'loose' ? 'v.looseObject' : 'v.strictObject';
      const isCertain = form.entries.some((entry) => !entry.optional && entry.name !== 'length' && !takesUndefined(entry.node));
      const text = call(name, [
        object(
          entries,
          form.bases.map((base) => `${base}.entries`),
        ),
      ]);
      return alone(isCertain ? text : `${helper('noList')}(${text})`);
    }
    case 'union': {
      const others = withoutNull(form);
      if (others !== undefined && !form.exclusive)
        return alone(call('v.nullable', [unionText({ ...form, branches: others }, print, helper)]));
      return alone(unionText(form, print, helper));
    }
    case 'reference':
      return alone(form.later === undefined ? form.constant : `${helper('later')}<${form.later}>((): v.GenericSchema => ${form.constant})`);
  }
}

function alone(text: string): Printed {
  return { text, pipe: [] };
}

function unionText(
  { branches, exclusive, tag }: Form & { readonly kind: 'union' },
  print: (node: Node) => string,
  helper: (name: Helper) => string,
): string {
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return print(only);
  const list = bracketed('[', branches.map(print), ']');
  if (exclusive) return `${helper('xor')}(${list})`;
  return tag === undefined ? `v.union(${list})` : `v.variant(${stringLiteral(tag)}, ${list})`;
}

function literalText(values: readonly Literal[]): string {
  const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  const others = values.filter((value) => typeof value === 'boolean' || value === null);
  const parts = [
    ...(texts.length === 0
      ? []
      : [texts.length === 1 ? `v.literal(${jsonLiteral(texts[0])})` : `v.picklist(${bracketed('[', texts.map(jsonLiteral), ']')})`]),
    ...others.map((value) => (value === null ? 'v.null()' : `v.literal(${String(value)})`)),
  ];
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : `v.union(${bracketed('[', parts, ']')})`;
}

function boundsPipe({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Bounds): string[] {
  return [
    ...limit('minValue', minimum),
    ...limit('maxValue', maximum),
    ...limit('gtValue', exclusiveMinimum),
    ...limit('ltValue', exclusiveMaximum),
  ];
}

function limit(action: string, value: number | undefined): string[] {
  return value === undefined ? [] : [`v.${action}(${numberLiteral(value)})`];
}
