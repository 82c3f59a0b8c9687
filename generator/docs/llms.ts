// `llms.txt`: what the site has, for programs that read, in the form of llmstxt.org: a title, a summary, and lists of links.

import { count } from '../base/words.ts';
import type { Service } from '../model/service.ts';
import { operationFile } from './operation-page.ts';
import { groupsOf, type OperationEntry, titleOf } from './search/entries.ts';
import { summaryOf } from './site-data.ts';

export function llmsText(services: readonly Service[], title: string): string {
  const operations = services.reduce((sum, service) => sum + service.operations.length, 0);
  const lead = `> ${count(services.length, 'HTTP service')} with ${count(operations, 'operation')}, each described by an OpenAPI document. Every operation has a page in Markdown: parameters, bodies, responses, credentials, and samples with curl and the typed client.`;
  return `${[`# ${oneLine(title)}`, lead, ...services.map(serviceText)].join('\n\n')}\n`;
}

function serviceText(service: Service): string {
  const { id, title, version } = service;
  const lines = groupsOf(service).flatMap(({ entries }) => entries.map((entry) => operationLine(service, entry)));
  return [
    `## ${oneLine(title)} ${oneLine(version)}`,
    oneLine(summaryOf(service)),
    [
      `- [Overview](${id}/index.md): servers, credentials, operations and ${count(service.schemas.length, 'schema')}, each with a page in Markdown`,
      `- [OpenAPI document](${id}/openapi.yaml): everything about the service`,
      ...lines,
    ].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function operationLine({ id }: Service, { kind, operation, place }: OperationEntry): string {
  const name = kind === 'operation' ? `${operation.method} ${place}` : `${kind} ${place}`;
  return `- [${oneLine(name).replaceAll(/[[\]]/g, String.raw`\$&`)}](${id}/${operationFile(operation)}): ${oneLine(titleOf(operation))}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
