// Fills the templates of messages with what is known of their recipients, within bounds.

import { Liquid } from 'liquidjs';
import { invalid } from '../store.ts';

/** Characters of a template, and of what it becomes. */
const MOST_CHARACTERS = 500_000;
/** Milliseconds for one text. */
const MOST_TIME = 200;

const BOUNDS = { parseLimit: MOST_CHARACTERS, renderLimit: MOST_TIME, memoryLimit: 10 * MOST_CHARACTERS };
/** Templates read no files, since there are none. */
const CLOSED = { templates: {}, strictFilters: true, ...BOUNDS };

const plain = new Liquid(CLOSED);
const html = new Liquid({ ...CLOSED, outputEscape: 'escape' });

export type Values = Readonly<Record<string, unknown>>;

/** @param kind whether values are escaped as HTML @throws the refusal 400 for a template that cannot be read, or that takes too much */
export function render(template: string, values: Values, kind: 'html' | 'text'): string {
  try {
    return (kind === 'html' ? html : plain).parseAndRenderSync(template, values);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw invalid(`The template cannot be filled: ${reason}.`);
  }
}

/** Fills placeholders such as `$order`, as texts of the marketing document have them. Unknown ones stay. */
export function fillPlaceholders(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\$(\w+)/g, (placeholder, name: string) => (Object.hasOwn(params, name) ? (params[name] ?? '') : placeholder));
}
