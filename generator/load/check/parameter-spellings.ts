// Reads parameters and headers that have no `schema`, as Swagger 2.0 writes them, or a style that their place does not have: rewrites them, with a
// warning.
import type { Json, JsonObject } from '../description.ts';
import { own, setOwn } from '../pointer.ts';
import type { ObjectName } from './grammar.ts';
import { stylesOf } from './parameter-rules.ts';
import { useOneOf } from './phrases.ts';
import type { Row } from './shapes.ts';
import { report, type Walk } from './walk.ts';

/** The styles of lists in Swagger 2.0, as OpenAPI 3 writes them. */
const COLLECTIONS: Readonly<Record<string, JsonObject>> = {
  csv: { explode: false },
  multi: { explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

export function respellParameter(walk: Walk, value: JsonObject, row: Row): void {
  if (typeof own(value, '$ref') === 'string') return;
  const isEmpty = (own(value, 'schema') ?? null) === null;
  if (isEmpty && !Object.hasOwn(value, 'content')) addSchema(walk, value, row.name);
  respellStyle(walk, value, row.name);
}

/** Keywords of schemas that are no fields of the parameter are its schema; without any, its value is a text, as all that URLs and headers carry. */
function addSchema(walk: Walk, value: JsonObject, name: ObjectName): void {
  if (name === 'Parameter' && own(value, 'in') === 'querystring') return;
  const { [name]: own_, Schema } = walk.rows;
  const moved = Object.keys(value).filter((key) => !own_.fields.has(key) && Schema.fields.has(key));
  const schema: Record<string, Json | undefined> = {};
  for (const key of moved) {
    schema[key] = value[key];
    delete (value as Record<string, unknown>)[key];
  }
  const isTyped = moved.includes('type') || moved.includes('enum');
  if (!isTyped) schema.type = 'string';
  setOwn(value, 'schema', schema as JsonObject);
  const collection = own(value, 'collectionFormat');
  const fields = typeof collection === 'string' ? COLLECTIONS[collection] : undefined;
  if (fields !== undefined) {
    delete (value as Record<string, unknown>).collectionFormat;
    for (const [key, field] of Object.entries(fields)) if (field !== undefined) setOwn(value, key, field);
  }
  const noun = name === 'Header' ? 'header' : 'parameter';
  report(walk, {
    severity: 'warning',
    code: 'parameter-shape',
    message: `The ${noun} has neither \`schema\` nor \`content\`. It is read as ${
      isTyped ? `if ${listed(moved)} stood in \`schema\`` : 'a text'
    }.`,
    fix: isTyped ? `Move ${listed(moved)} under \`schema\`.` : 'Add `schema: { type: string }`, or the type that it has.',
  });
}

/** A style of another place says nothing here, so the style is the one that the place has without it. */
function respellStyle(walk: Walk, value: JsonObject, name: ObjectName): void {
  const style = own(value, 'style');
  const styles = stylesOf(walk.version, name === 'Header' ? 'header' : own(value, 'in'));
  if (styles === undefined || typeof style !== 'string' || styles.includes(style)) return;
  report(walk, {
    severity: 'warning',
    code: 'parameter-style',
    message: `\`style: ${style}\` is not allowed ${name === 'Header' ? 'for a header' : `with \`in: ${String(own(value, 'in'))}\``}. It is ignored.`,
    fix: styles.length > 1 ? useOneOf(styles) : `Remove \`style\`${styles.length === 0 ? '' : `, or use \`${styles.join()}\``}.`,
    below: ['style'],
  });
  delete (value as Record<string, unknown>).style;
}

function listed(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(', ');
}
