// Fills the templates of messages with what is known of their recipients, within bounds.

import { type Emitter, Liquid, LiquidError, type Template as Parsed, toValue } from 'liquidjs';
import { invalid } from '../store.ts';

/** Characters of a template, and of what it becomes. */
const MOST_CHARACTERS = 500_000;
/** Milliseconds for one text. */
const MOST_TIME = 200;

const BOUNDS = { parseLimit: MOST_CHARACTERS, renderLimit: MOST_TIME, memoryLimit: 10 * MOST_CHARACTERS };
/** Templates read no files, since there are none. */
const CLOSED = { templates: {}, strictFilters: true, ...BOUNDS };

const MOST = MOST_CHARACTERS.toLocaleString('en');

/** What stops a template, in place of the words of the library. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^template render limit/, `it takes more than ${MOST_TIME} milliseconds`],
  [/^memory alloc limit/, 'it takes too much memory'],
  [/^parse length limit/, `it has more than ${MOST} characters`],
  [/^Maximum call stack/, 'its parts are nested too deeply'],
  [/^ENOENT/, 'it includes a file, and there are none'],
];

const plain = keeping(bounded(new Liquid(CLOSED)));
const html = keeping(bounded(new Liquid({ ...CLOSED, outputEscape: 'escape' })));

/** How many templates are kept parsed: reading one takes several times as long as filling it, and a message has the same ones for all recipients. */
const MOST_KEPT = 8;

/** Fills templates, the last of which are kept parsed. */
function keeping(liquid: Liquid): (text: string, values: Values) => string {
  const kept = new Map<string, Parsed[]>();
  return (text, values) => {
    const parsed = kept.get(text) ?? liquid.parse(text);
    kept.delete(text);
    kept.set(text, parsed);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return liquid.renderSync(parsed, values);
  };
}

/** Bounds what templates print, and what they capture: the library bounds the values alone. */
function bounded(liquid: Liquid): Liquid {
  const { renderer } = liquid;
  const { renderTemplates } = renderer;
  renderer.renderTemplates = (templates, context, emitter = boundedText()) => renderTemplates.call(renderer, templates, context, emitter);
  return liquid;
}

function boundedText(): Emitter {
  const text: Emitter = {
    buffer: '',
    write(value: unknown) {
      text.buffer += textOf(value);
      if (text.buffer.length > MOST_CHARACTERS) throw new Error(`it prints more than ${MOST} characters`);
    },
  };
  return text;
}

/** A value as templates print it. */
function textOf(value: unknown): string {
  const own: unknown = toValue(value);
  if (own === null || own === undefined) return '';
  return Array.isArray(own) ? own.map(textOf).join('') : String(own);
}

/** Milliseconds after which a job fills templates for no further recipient, and leaves the others to the next job. */
export const FILLING_TIME = 250;

export type Values = Readonly<Record<string, unknown>>;

/** A template, and the name of the field that has it. */
export interface Template {
  readonly field: string;
  readonly text: string;
}

/** @param kind whether values are escaped as HTML @throws the refusal 400 for a template that cannot be read, or that takes too much */
export function render({ field, text }: Template, values: Values, kind: 'html' | 'text'): string {
  try {
    return (kind === 'html' ? html : plain)(text, values);
  } catch (error) {
    throw invalid(`The template of ${field} cannot be filled${placeOf(error)}: ${reasonOf(error)}.`);
  }
}

/** The line and the column, both from 1; a template that is too long has none. */
function placeOf(error: unknown): string {
  return LiquidError.is(error) ? ` at ${error.token.getPosition().join(':')}` : '';
}

function reasonOf(error: unknown): string {
  const { message } = LiquidError.is(error) ? (error.originalError ?? error) : (error as Error);
  const [first = ''] = message.split('\n');
  return REASONS.find(([sign]) => sign.test(first))?.[1] ?? first.replace(/, line:\d+, col:\d+$/, '');
}

/**
 * Lets templates of several recipients be filled until they have taken too long together: a unit of work, for whose end others wait, fills them.
 * @returns what fills those of one recipient @throws the refusal 400 from it
 */
export function fillingWithin(milliseconds: number): <Filled>(fill: () => Filled) => Filled {
  let left = milliseconds;
  return (fill) => {
    const begun = performance.now();
    const filled = fill();
    left -= performance.now() - begun;
    if (left < 0)
      throw invalid(`The texts for all recipients take more than ${milliseconds / 1_000} seconds: send them to fewer, or as a broadcast.`);
    return filled;
  };
}

/** Fills placeholders such as `$order`, as texts of the marketing document have them. Unknown ones stay. */
export function fillPlaceholders(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\$(\w+)/g, (placeholder, name: string) => (Object.hasOwn(params, name) ? (params[name] ?? '') : placeholder));
}
