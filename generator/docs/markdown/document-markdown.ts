// The Markdown page of a document, for programs that read: what the service is, where it is, and its operations and schemas with their pages.
import { errorTable } from '../../model/error-codes.ts';
import type { Service } from '../../model/service.ts';
import { operationFile } from '../operation-page.ts';
import { codeSpan } from '../schemas/type-text.ts';
import { groupsOf, type OperationEntry, titleOf } from '../search/entries.ts';
import { schemaFile } from './schema-markdown.ts';

export function documentMarkdown(service: Service): string {
  const { title, version, description, servers, securitySchemes, errors, schemas } = service;
  const names = schemas.flatMap(({ name }) => name ?? []);
  return [
    `# ${title} ${version}`,
    description,
    ...listed(
      'Servers',
      servers.map(({ url, description: about }) => `${codeSpan(url)}${about === undefined ? '' : `: ${oneLine(about)}`}`),
    ),
    ...listed(
      'Credentials',
      securitySchemes.map(({ name, kind }) => `${codeSpan(name)} (${kind})`),
    ),
    errorTable(errors),
    '## Operations',
    ...groupsOf(service).flatMap(({ tag, entries }) => [tag === '' ? '' : `### ${oneLine(tag)}`, entries.map(operationLine).join('\n')]),
    ...listed(
      'Schemas',
      names.map((name) => `[${name}](${encodeURI(schemaFile(name))})`),
    ),
    'The whole document: [openapi.yaml](openapi.yaml), [openapi.json](openapi.json)',
  ]
    .filter((part) => part !== undefined && part.trim() !== '')
    .join('\n\n')
    .concat('\n');
}

function listed(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`## ${title}`, items.map((item) => `- ${item}`).join('\n')];
}

function operationLine({ kind, operation, place }: OperationEntry): string {
  const name = kind === 'operation' ? `${operation.method} ${place}` : `${kind} ${place}`;
  return `- [${oneLine(name).replaceAll(/[[\]]/g, String.raw`\$&`)}](${operationFile(operation)}): ${oneLine(titleOf(operation))}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
