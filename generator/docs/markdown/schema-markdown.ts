// The Markdown page of a schema, for programs that read.
import { jsonText } from '../../base/exact.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { heirsOf, tagsOfBranches } from '../../model/schema/tags.ts';
import type { Service } from '../../model/service.ts';
import { fenced } from '../operation-page.ts';
import { sampleOf } from '../samples/example.ts';
import { fieldLines } from '../schemas/field-lines.ts';
import { codeSpan, constraintTexts, typeText } from '../schemas/type-text.ts';

/** The path of a schema's page, relative to the folder of its document. */
export function schemaFile(name: string): string {
  return `schemas/${name}.md`;
}

export function schemaMarkdown(service: Service, schema: Schema, name: string): string {
  const example = schema.examples?.[0] ?? sampleOf(service, schema, 'first');
  const fields = fieldLines(schema, linkTo);
  return [
    `# ${name}`,
    `A schema of ${service.title} ${service.version}: ${[typeText(schema, linkTo), ...constraintTexts(schema)].join('; ')}.`,
    schema.description ?? schema.title,
    ...(fields === '' ? [] : ['## Fields', fields]),
    tagLines(schema),
    ...(example === undefined ? [] : ['## Example', fenced(jsonText(example, 2), 'json')]),
  ]
    .filter((part) => part !== undefined && part.trim() !== '')
    .join('\n\n')
    .concat('\n');
}

/** The values of a discriminator with the schemas that they mean. */
function tagLines(schema: Schema): string {
  const { discriminator } = schema;
  if (discriminator === undefined) return '';
  const branches = schema.oneOf ?? schema.anyOf ?? heirsOf(schema);
  const tags = tagsOfBranches(schema, branches);
  const lines = branches.flatMap((branch, index) => (tags[index] ?? []).map((tag) => `- ${codeSpan(tag)}: ${typeText(branch, linkTo, 1)}`));
  return lines.length === 0 ? '' : `The value of ${codeSpan(discriminator.propertyName)} says which schema it is:\n\n${lines.join('\n')}`;
}

function linkTo(name: string): string {
  return `[${name}](${encodeURIComponent(name)}.md)`;
}
