// The Markdown page of an operation, for programs that read: everything about one operation in one short file.
import { jsonText } from '../base/exact.ts';
import type { JsonValue } from '../model/schema/schema.ts';
import type { MediaContent, Operation, Response, Service } from '../model/service.ts';
import { schemaExample } from './samples/example.ts';
import type { Sample } from './samples/index.ts';
import { baseUrl } from './samples/request.ts';
import { described, fieldLines } from './schemas/field-lines.ts';
import { codeSpan, constraintTexts, typeText } from './schemas/type-text.ts';
import type { OperationEntry } from './search/entries.ts';

/** The path of an operation's page, relative to the folder of its document. */
export function operationFile({ name }: Operation): string {
  return `operations/${name}.md`;
}

export function operationMarkdown(service: Service, { kind, operation, place }: OperationEntry, samples: readonly Sample[]): string {
  const { method, summary, description, deprecated, tags } = operation;
  const title = kind === 'operation' ? `${method} ${place}` : `${kind} ${place} (${method})`;
  const facts = [
    `- Service: ${service.title} ${service.version}`,
    `- Operation: ${codeSpan(operation.id)}${tags.length === 0 ? '' : `, in ${tags.join(', ')}`}`,
    ...(kind === 'operation'
      ? [`- Address: ${codeSpan(`${baseUrl(service, operation)}${operation.path}`)}`]
      : ['- The caller of the service serves it.']),
    `- Credentials: ${credentialsText(service, operation)}`,
    ...(deprecated ? ['- Deprecated'] : []),
  ];
  return [
    `# ${title}`,
    summary,
    facts.join('\n'),
    description,
    ...parameterLines(operation),
    ...bodyLines(service, operation),
    ...operation.responses.flatMap((response) => responseLines(service, response)),
    ...samples.flatMap(({ label, lang, source }) => [`## ${label}`, fenced(source, lang === 'Shell' ? 'sh' : 'ts')]),
    '[OpenAPI document](../openapi.json)',
  ]
    .filter((part) => part !== undefined && part.trim() !== '')
    .join('\n\n')
    .concat('\n');
}

function credentialsText({ securitySchemes }: Service, { security }: Operation): string {
  if (security.length === 0) return 'none';
  return security
    .map((requirement) => {
      if (requirement.length === 0) return 'none';
      return requirement
        .map(({ scheme, scopes }) => {
          const { kind, deprecated } = securitySchemes.find(({ name }) => name === scheme) ?? {};
          const details = [
            ...(kind === undefined ? [] : [kind]),
            ...(deprecated === true ? ['deprecated'] : []),
            ...(scopes.length === 0 ? [] : [`scopes ${scopes.join(', ')}`]),
          ];
          return `${codeSpan(scheme)}${details.length === 0 ? '' : ` (${details.join('; ')})`}`;
        })
        .join(' and ');
    })
    .join(', or ');
}

function parameterLines({ parameters, choices }: Operation): string[] {
  if (parameters.length === 0) return [];
  const lines = parameters.map(({ name, in: place, required, deprecated, description, schema }) => {
    const facts = [
      place,
      typeText(schema, linkTo),
      ...(required ? ['required'] : []),
      ...constraintTexts(schema),
      ...(deprecated ? ['deprecated'] : []),
    ];
    return `- ${codeSpan(name)}: ${facts.join('; ')}.${described(description)}`;
  });
  const sets = choices?.map((names) => names.map(codeSpan).join(' and ')).join(', or ');
  return ['## Parameters', ...(sets === undefined ? [] : [`Requires ${sets}.`]), lines.join('\n')];
}

function bodyLines(service: Service, { body }: Operation): string[] {
  if (body === undefined) return [];
  const about = `${body.required ? 'Required' : 'Optional'}.${described(body.description)}`;
  return ['## Request body', about, ...body.contents.flatMap((content) => contentLines(service, content))];
}

function responseLines(service: Service, { status, description, headers, contents }: Response): string[] {
  const named = headers.map(({ name, description: text }) => `- header ${codeSpan(name)}.${described(text)}`);
  return [`## Response ${status}`, description, named.join('\n'), ...contents.flatMap((content) => contentLines(service, content))];
}

function contentLines(service: Service, content: MediaContent): string[] {
  const { contentType, schema, examples } = content;
  const lead = `${codeSpan(contentType)}${schema === undefined ? '' : `: ${content.stream === undefined ? '' : 'a stream of '}${typeText(schema, linkTo, 1)}`}`;
  const fields = schema === undefined || schema.name !== undefined ? '' : fieldLines(schema, linkTo);
  const value = examples[0]?.value ?? (schema === undefined ? undefined : schemaExample(service, schema));
  return [lead, fields, ...(value === undefined ? [] : [fenced(jsonText(value as JsonValue, 2), 'json')])];
}

function linkTo(name: string): string {
  return `[${name}](../schemas/${encodeURIComponent(name)}.md)`;
}

export function fenced(text: string, language: string): string {
  const fence = text.includes('```') ? '````' : '```';
  return `${fence}${language}\n${text}\n${fence}`;
}
