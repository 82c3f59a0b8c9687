// Prints `checks.ts`: for each operation the validators of its input and its results, and one table of all of them.

import { declared } from '../../model/schema/walk.ts';
import type { MediaContent, Operation, Response, Service } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { docComment, generatedBy, propertyKey } from '../text/escape.ts';
import { checksName, inputName, namesOf, validateName } from '../text/names.ts';
import { indent } from '../text/type-text.ts';
import { WIDTH } from '../text/width.ts';

export function emitChecks(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): string {
  const imports = createImports({ options, folder, file: 'checks', taken: namesOf(service).taken });
  const constants = folder.operations.map((operation) => {
    const head = `export const ${checksName(operation)}: ${imports.type('runtime', 'Checks')} = /* @__PURE__ */ `;
    return `${head}${checksCall(operation, imports, WIDTH - head.length)};\n`;
  });
  const table = folder.isRoot ? [checksTable(service, imports)] : [];
  return [`${generatedBy(service.id)}${imports.text()}`, ...(constants.length === 0 ? [] : [constants.join('')]), ...table].join('\n');
}

function checksTable(service: Service, imports: Imports): string {
  const { validators } = namesOf(service);
  const rows = service.operations.map(
    (operation) => `  ${propertyKey(operation.id)}: ${imports.value('checks', checksName(operation))},\n`,
  );
  const doc = docComment([
    `The validators of inputs and results of ${service.title}, by operation id.`,
    `\`create${service.name}Client({ validate: ${validators} })\` validates responses.`,
  ]);
  const table = `${imports.value('runtime', 'serviceValidators')}({${rows.length === 0 ? '' : `\n${rows.join('')}`}})`;
  return `${doc}export const ${validators}: ${imports.type('runtime', 'Validators')} = /* @__PURE__ */ ${table};\n`;
}

/**
 * The call that makes the checks, with the validator of the input and the validators of each response's bodies, on one line where `room` is enough
 * for them.
 */
function checksCall(operation: Operation, imports: Imports, room: number): string {
  const input = imports.value('validators', validateName(inputName(operation)));
  const rowsOf = (ofStreams: boolean): string[] =>
    operation.responses.flatMap((response) => {
      const validators = bodyValidators(response.contents, ofStreams, imports);
      if (validators.length > 0) return [`${propertyKey(response.status)}: { ${validators.join(', ')} }`];
      return hidesAnother(response, operation, ofStreams) ? [`${propertyKey(response.status)}: {}`] : [];
    });
  const responses = rowsOf(false);
  const table = responses.length === 0 ? '{}' : `{\n${responses.map((text) => `  ${text},\n`).join('')}}`;
  const body = bodyValidators(operation.body?.contents ?? [], true, imports);
  const items = rowsOf(true);
  const ofItems = [
    ...(body.length === 0 ? [] : [`body: { ${body.join(', ')} }`]),
    ...(items.length === 0 ? [] : [`responses: { ${items.join(', ')} }`]),
  ];
  if (ofItems.length > 0) {
    const lines = [input, table, `{ ${ofItems.join(', ')} }`].map((argument) => `  ${indent(argument, '  ')},\n`);
    return `${imports.value('runtime', 'streamChecks')}(\n${lines.join('')})`;
  }
  const call = imports.value('runtime', 'operationChecks');
  const line = `${call}(${input}, ${responses.length === 0 ? '{}' : `{ ${responses.join(', ')} }`})`;
  return line.length + ';'.length <= room ? line : `${call}(${input}, ${table})`;
}

/**
 * Whether the row of a response keeps its bodies, which have no validators, from those of a range or of `default`: a status without a row of its own
 * has the row of the next wider key.
 */
function hidesAnother({ status, contents }: Response, { responses }: Operation, ofStreams: boolean): boolean {
  if (contents.length === 0 || status === 'default') return false;
  const wider = [`${status.charAt(0)}XX`, 'default'].filter((key) => key !== status);
  return responses.some((other) => wider.includes(other.status) && validatedContents(other.contents, ofStreams).length > 0);
}

/** The bodies that have validators, or the streams whose items have: each whose schema the model names, which are all but bytes. */
function validatedContents(
  contents: readonly MediaContent[],
  ofStreams: boolean,
): { readonly contentType: string; readonly name: string }[] {
  return contents.flatMap((content) => {
    if ((content.stream !== undefined) !== ofStreams) return [];
    const named = content.schema === undefined ? undefined : declared(content.schema);
    return named === undefined ? [] : [{ contentType: content.contentType, name: named.name }];
  });
}

/** The validators of bodies by media type, or of the items of streams. */
function bodyValidators(contents: readonly MediaContent[], ofStreams: boolean, imports: Imports): string[] {
  return validatedContents(contents, ofStreams).map(
    ({ contentType, name }) => `${propertyKey(contentType)}: ${imports.value('validators', validateName(name))}`,
  );
}
