// The fields of a schema in Markdown, a line for each.
import type { Schema } from '../../model/schema/schema.ts';
import { fieldsOf } from './fields.ts';
import { codeSpan, constraintTexts, type NameSchema, typeText } from './type-text.ts';

/** Empty for a schema without fields. */
export function fieldLines(schema: Schema, nameOf: NameSchema): string {
  return fieldsOf(schema)
    .map(({ path, required, schema: field }) => {
      const facts = [typeText(field, nameOf, 1), ...(required ? ['required'] : []), ...constraintTexts(field)];
      return `- ${codeSpan(path)}: ${facts.join('; ')}.${described(field.description)}`;
    })
    .join('\n');
}

/** A description behind a line. */
export function described(text: string | undefined): string {
  return text === undefined ? '' : ` ${text.replaceAll(/\s+/g, ' ').trim()}`;
}
