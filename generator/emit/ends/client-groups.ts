// Prints the groups of a client: for each tag an interface with a method per operation, and the function that connects it to a transport.
import type { Group, GroupMember, Operation } from '../../model/service.ts';
import type { Imports } from '../files/imports.ts';
import { isInputOptional, methodSignature } from '../operations/operation-types.ts';
import { docOrPlace } from '../operations/words.ts';
import { docComment, identifier, propertyKey, stringLiteral } from '../text/escape.ts';
import { createName } from '../text/names.ts';

/** The interface of a group, and the function that creates it. */
export function groupDeclaration(group: Group, imports: Imports): string {
  const { tag, description, typeName, members } = group;
  const methods = members.map(({ operation, name }) => methodType(operation, name, imports));
  const rows = members.map(({ operation, name }) => `    ${methodRow(operation, name, imports)},\n`);
  const transport = `transport: ${imports.type('runtime', 'Transport')}`;
  return (
    `${docComment([description ?? `${tag}.`])}export interface ${identifier(typeName)} {\n${methods.join('')}}\n\n` +
    `${docComment([`Creates a client of the operations tagged ${stringLiteral(tag)} only, for smaller bundles.`])}` +
    `export function ${createName(group)}(${transport}): ${identifier(typeName)} {\n  return {\n${rows.join('')}  };\n}\n`
  );
}

/** `readonly createPost: MicroblogPosts['create'];`: an editor shows the comment of the method it refers to. */
export function flatMember(type: string, { operation, name }: GroupMember): string {
  return `  readonly ${identifier(operation.name)}: ${type}[${stringLiteral(name)}];\n`;
}

/** An operation as a method of an interface. */
export function methodType(operation: Operation, name: string, imports: Imports): string {
  const input = `input${isInputOptional(operation) ? '?' : ''}: ${imports.type('operations', `${operation.typeName}Input`)}`;
  const options = `options?: ${imports.type('runtime', 'CallOptions')}`;
  const result = `${imports.global('Promise')}<${imports.type('operations', `${operation.typeName}Result`)}>`;
  if (operation.pagination === undefined) {
    return docOrPlace(operation, '  ', imports) + methodSignature(propertyKey(name), [input, options], result);
  }
  const iterable = (ending: string): string =>
    `${imports.global('AsyncIterable')}<${imports.type('operations', `${operation.typeName}${ending}`)}>`;
  const pageOptions = `options?: ${imports.type('runtime', 'PageOptions')}`;
  return (
    `  readonly ${propertyKey(name)}: {\n` +
    `${docOrPlace(operation, '    ', imports)}    (${input}, ${options}): ${result};\n` +
    `    /** Iterates over the items of all pages of \`${operation.name}\`. Each page is requested when its first item is needed. */\n` +
    `    items(${input}, ${pageOptions}): ${iterable('Item')};\n` +
    `    /** Iterates over the pages of \`${operation.name}\`, from the one that the input names. Each page is requested when it is needed. */\n` +
    `    pages(${input}, ${pageOptions}): ${iterable('Page')};\n` +
    '  };\n'
  );
}

/** A method that calls the operation, as a member of an object. */
export function methodRow(operation: Operation, name: string, imports: Imports): string {
  const row = imports.value('operations', operation.name);
  const key = propertyKey(name);
  if (operation.pagination !== undefined) return `${key}: ${imports.value('runtime', 'paged')}(transport, ${row})`;
  return `${key}: (input, options) => ${imports.value('runtime', 'call')}(transport, ${row}, input, options)`;
}
