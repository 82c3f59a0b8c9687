// `llms.txt`: what the site has, for programs that read, in the form of llmstxt.org: a title, a summary, and lists of links.

import { count } from '../base/words.ts';
import type { Service } from '../model/service.ts';
import type { Frame } from './frame/frame.ts';
import { CHANGELOG_FILE } from './markdown/changes-markdown.ts';
import { STATEMENTS_FILE } from './markdown/statements-markdown.ts';
import { operationFile } from './operation-page.ts';
import { groupsOf, type OperationEntry, titleOf } from './search/entries.ts';
import { summaryOf } from './site-data.ts';
import { comparisonFile, pairsOf } from './versions/versions.ts';

export function llmsText(services: readonly Service[], frame: Frame): string {
  const operations = services.reduce((sum, service) => sum + service.operations.length, 0);
  const lead = `> ${count(services.length, 'HTTP service')} with ${count(operations, 'operation')}, each described by an OpenAPI document. Every operation has a page in Markdown: parameters, bodies, responses, credentials, and samples with curl and the typed client.`;
  return `${[`# ${oneLine(frame.title)}`, lead, ...services.map(serviceText), acrossText(frame)].filter((part) => part !== '').join('\n\n')}\n`;
}

/** The pages of no single service. */
function acrossText({ pages, versions }: Frame): string {
  const comparisons = [...new Set(versions?.values())].flatMap((all) => pairsOf(all).map(comparisonLine));
  const lines = [
    ...(pages.has('statements')
      ? [`- [Statements](${STATEMENTS_FILE}): what the specification says, and the operations that answer it`]
      : []),
    ...(pages.has('changelog') ? [`- [Changelog](${CHANGELOG_FILE}): what changed in the documents, and whether it breaks callers`] : []),
    ...comparisons,
  ];
  return lines.length === 0 ? '' : ['## Across the services', lines.join('\n')].join('\n\n');
}

function comparisonLine({ before, after }: ReturnType<typeof pairsOf>[number]): string {
  const title = oneLine(`${after.id} from ${before.label} to ${after.label}`);
  return `- [${title}](${comparisonFile(before, after)}): what changed, and whether it breaks callers`;
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
