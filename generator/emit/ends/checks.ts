// The checks of a service to `checks.ts`: for each operation the validators of its input and of its results, and one table of them all.

import { declared } from '../../model/schema/walk.ts';
import type { MediaContent, Operation, Service } from '../../model/service.ts';
import { createImports, type Imports, reexport } from '../files/imports.ts';
import { type Part, wholeOf } from '../files/layout.ts';
import { type EmitOptions, modulesOf } from '../files/options.ts';
import { docComment, generatedBy, identifier, propertyKey } from '../text/escape.ts';
import { checksName, type Names, namesOf } from '../text/names.ts';
import { indent } from '../text/type-text.ts';

export function emitChecks(service: Service, options: EmitOptions, part: Part = wholeOf(service)): string {
  const names = namesOf(service);
  const { types, validators, checks: module } = modulesOf(options);
  const { runtime } = options;
  const all = part.operations;
  const own = new Set(all);
  const imports = createImports({
    types,
    taken: names.taken,
    own: new Set([validators, module]),
    locate: part.locate,
    reexports: part.reexports(module).map(reexport),
    declared: new Set([names.validators, ...all.map(checksName)]),
  });

  const constants = all.map((operation) => {
    const checks = `${imports.value(runtime, 'operationChecks')}(${checksArguments(operation, imports, validators)})`;
    return `export const ${checksName(operation)}: ${imports.type(runtime, 'Checks')} = /* @__PURE__ */ ${checks};\n`;
  });
  const table = part.isRoot
    ? [
        checksTable(
          service,
          names,
          (operation) => {
            const name = checksName(operation);
            return own.has(operation) ? name : imports.value(module, name);
          },
          imports,
          runtime,
        ),
      ]
    : [];
  return [`${generatedBy(service.id)}${imports.text()}`, ...constants, ...table].join('\n');
}

function checksTable(
  service: Service,
  names: Names,
  checksOf: (operation: Operation) => string,
  imports: Imports,
  runtime: string,
): string {
  const rows = service.operations.map((operation) => `  ${propertyKey(operation.id)}: ${checksOf(operation)},\n`);
  const doc = docComment([
    `What inputs and results of ${service.title} are checked by, by the operation's id.`,
    `\`create${service.name}Client({ validate: ${names.validators} })\` checks answers.`,
  ]);
  const table = `${imports.value(runtime, 'serviceValidators')}({${rows.length === 0 ? '' : `\n${rows.join('')}`}})`;
  return `${doc}export const ${names.validators}: ${imports.type(runtime, 'Validators')} = /* @__PURE__ */ ${table};\n`;
}

/** The validator of the input, and those of the bodies of each response. */
function checksArguments(operation: Operation, imports: Imports, module: string): string {
  const input = imports.value(module, identifier(`validate${operation.typeName}Input`));
  const rowsOf = (ofStreams: boolean): string[] =>
    operation.responses.flatMap((response) => {
      const validators = bodyValidators(response.contents, ofStreams, imports, module);
      return validators.length === 0 ? [] : [`${propertyKey(response.status)}: { ${validators.join(', ')} }`];
    });
  const responses = rowsOf(false);
  const table = responses.length === 0 ? '{}' : `{\n${responses.map((text) => `  ${text},\n`).join('')}}`;
  const body = bodyValidators(operation.body?.contents ?? [], true, imports, module);
  const items = rowsOf(true);
  const ofItems = [
    ...(body.length === 0 ? [] : [`body: { ${body.join(', ')} }`]),
    ...(items.length === 0 ? [] : [`responses: { ${items.join(', ')} }`]),
  ];
  if (ofItems.length === 0) return `${input}, ${table}`;
  return `\n${[input, table, `{ ${ofItems.join(', ')} }`].map((argument) => `  ${indent(argument, '  ')},\n`).join('')}`;
}

/** The validators of bodies, or of the items of those that are streams, by media type. The model names every body's schema, so each has one; bytes have none. */
function bodyValidators(contents: readonly MediaContent[], ofStreams: boolean, imports: Imports, module: string): string[] {
  return contents.flatMap((content) => {
    if ((content.stream !== undefined) !== ofStreams) return [];
    const named = content.schema === undefined ? undefined : declared(content.schema);
    if (named === undefined) return [];
    return [`${propertyKey(content.contentType)}: ${imports.value(module, `validate${named.name}`)}`];
  });
}
