// Prints `enums.ts`: for each enumeration a constant with a member for each value, a list of all values and what the document says of them, and a
// type of the same name.
import type { EnumConstant, EnumMember, Service } from '../../model/service.ts';
import { createImports } from '../files/imports.ts';
import { type Folder, type LayoutOptions, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { moduleOf } from '../files/table.ts';
import { type DocTag, docComment, generatedBy, identifier, propertyKey, stringLiteral } from '../text/escape.ts';
import { namesOf } from '../text/names.ts';
import { inline } from '../text/type-text.ts';
import { WIDTH } from '../text/width.ts';
import { valueType } from './literal-type.ts';
import { createTypes } from './type-of.ts';
import type { Types } from './type-scope.ts';

/** What the file calls the module with the types of schemas. No constant is called so: their names begin with a capital. */
const TYPES = 'types';

export function emitEnums(
  service: Service,
  options: LayoutOptions & Pick<EmitOptions, 'runtime'>,
  folder: Folder = wholeOf(service, options),
): string {
  const imports = createImports({ options, folder, file: 'enums', taken: namesOf(service).taken });
  const types = createTypes(imports, options.held);
  const own = service.enums.filter(({ name }) => folder.declared('enums').has(identifier(name)));
  const isNamed = own.some(({ schema }) => schema.name !== undefined);
  const imported = isNamed ? `import type * as ${TYPES} from ${stringLiteral(moduleOf('types', options))};\n` : '';
  const declarations = own.map((constant) => declarationOf(constant, types));
  return [`${generatedBy(service.id)}${imported}${imports.text()}`, ...declarations].join('\n');
}

function declarationOf(constant: EnumConstant, types: Types): string {
  const { schema, members } = constant;
  const name = identifier(constant.name);
  const values = members.map(({ value, list }) => inline(valueType(value, types, types.held(list))));
  const rows = members.map((member, index) => `${memberDoc(member)}  ${propertyKey(member.name)}: ${values[index]},\n`);
  const doc = docComment([schema.description ?? schema.title ?? ''], '', deprecation(schema));
  return (
    `${doc}export const ${name} = {\n${rows.join('')}  all: ${wrapped('[', values, ']')},\n` +
    `${textsRow('labels', members, ({ label }) => label)}${textsRow('descriptions', members, ({ description }) => description)}} as const;\n` +
    `export type ${name} = ${typeOf(constant, name)};\n`
  );
}

/** A schema without a name has its type here, with all that the type of the property allows. */
function typeOf({ schema, besides }: EnumConstant, name: string): string {
  if (schema.name !== undefined) return `${TYPES}.${name}`;
  const others = besides.map((other) => (other === 'null' ? ' | null' : ' | (string & {})'));
  return `(typeof ${name}.all)[number]${others.join('')}`;
}

function memberDoc({ label = '', description = '', deprecated }: EnumMember): string {
  return docComment([description === '' ? label : description], '  ', deprecation({ deprecated }));
}

function deprecation({ deprecated }: { readonly deprecated?: boolean | undefined }): DocTag[] {
  return deprecated === true ? [{ name: 'deprecated' }] : [];
}

/** A record of texts by value, with `undefined` where a value has none, so that each value may be asked for; nothing where no value has one. */
function textsRow(key: string, members: readonly EnumMember[], textOf: (member: EnumMember) => string | undefined): string {
  if (members.every((member) => textOf(member) === undefined)) return '';
  const entries = new Map<string, string>();
  for (const member of members) {
    const text = textOf(member);
    // A number and the same number as text are one key.
    const before = entries.get(String(member.value));
    if (before === undefined || before === 'undefined')
      entries.set(String(member.value), text === undefined ? 'undefined' : stringLiteral(text));
  }
  return `  ${key}: ${wrapped(
    '{',
    [...entries].map(([value, text]) => `${propertyKey(value)}: ${text}`),
    '}',
  )},\n`;
}

/** On one line where it fits, else with an item on each. */
function wrapped(open: string, items: readonly string[], close: string): string {
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  return line.length <= WIDTH ? line : `${open}\n${items.map((item) => `    ${item},\n`).join('')}  ${close}`;
}
