// A problem → a code frame for people, or plain data for programs. Control characters of the document are escaped, so that a terminal does not obey
// them.
import type { Location, Problem, Severity } from '../base/problem.ts';
import { lineStarts, position, positionOfOffset, spanOf } from './text/position.ts';

export { position } from './text/position.ts';

const contextLines = 2;
const maxWidth = 120;

export interface FormatOptions {
  readonly color: boolean;
}

/** Lines of text: severity, code and message; the position and the lines around it; the fix; related positions. */
export function formatProblem(problem: Problem, options: FormatOptions): string {
  const paint = painter(options.color);
  const severityColor = severityColors[problem.severity];
  const lines = [
    `${paint(severityColor, `${problem.severity}`)} ${paint('bold', problem.code)}: ${clean(problem.message)}`,
    ...frame(problem.location, paint, severityColor, contextLines),
  ];
  if (problem.fix !== undefined) lines.push(`  ${paint('green', 'fix:')} ${clean(problem.fix)}`);
  for (const other of problem.related ?? []) {
    lines.push(
      `  ${paint('dim', `${clean(other.message)}${other.message.endsWith('.') ? '' : ':'}`)}`,
      ...frame(other.location, paint, 'dim', 0),
    );
  }
  return lines.join('\n');
}

/** One line: severity, code, message and position. */
export function summarizeProblem({ severity, code, message, location }: Problem, options: FormatOptions): string {
  const paint = painter(options.color);
  return `${paint(severityColors[severity], severity)} ${paint('bold', code)}: ${clean(message)} ${paint('dim', placeText(location))}`;
}

/** `specs/a.yaml:12:7`. */
export function placeText(location: Location): string {
  const { line, column } = position(location);
  return `${clean(location.source.display)}:${line}:${column}`;
}

/** A problem as plain data, for `--json`. */
export function problemToJson(problem: Problem): object {
  return {
    code: problem.code,
    severity: problem.severity,
    message: problem.message,
    ...(problem.fix === undefined ? {} : { fix: problem.fix }),
    ...(problem.leftOut === undefined ? {} : { leftOut: problem.leftOut }),
    ...placeToJson(problem.location),
    ...(problem.related === undefined
      ? {}
      : { related: problem.related.map((other) => ({ message: other.message, ...placeToJson(other.location) })) }),
  };
}

function placeToJson(location: Location): object {
  return { file: location.source.display, ...position(location), pointer: location.pointer };
}

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'magenta' | 'cyan' | 'green';
type Paint = (style: Style, text: string) => string;

const severityColors: Record<Severity, Style> = { error: 'red', unsupported: 'magenta', warning: 'yellow', note: 'cyan' };
const codes: Record<Style, string> = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', magenta: '35', cyan: '36' };

function painter(color: boolean): Paint {
  return color ? (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m` : (_style, text) => text;
}

/** `file:line:column`, and the line with so many lines of context around it. */
function frame(location: Location, paint: Paint, style: Style, context: number): string[] {
  const { source } = location;
  const span = spanOf(location);
  const { line, column } = positionOfOffset(source, span.start);
  const lines = [`  ${paint('dim', 'at')} ${clean(source.display)}:${line}:${column}`];
  if (source.text === '') return lines;
  const starts = lineStarts(source);
  const first = Math.max(1, line - context);
  const last = Math.min(starts.length, line + context);
  const gutter = String(last).length;
  const focus = lineText(source.text, starts, line);
  const spanEnd = Math.min(span.end - (starts[line - 1] ?? 0), focus.length);
  const marked = windowOf(focus, column - 1, Math.max(spanEnd, column));
  for (let number = first; number <= last; number++) {
    const isFocus = number === line;
    const shown = isFocus ? marked.text : windowOf(lineText(source.text, starts, number), 0, 0).text;
    const margin = `${isFocus ? '>' : ' '} ${String(number).padStart(gutter)} |`;
    lines.push(
      `  ${isFocus ? `${paint(style, '>')} ${paint('dim', `${String(number).padStart(gutter)} |`)}` : paint('dim', margin)}${shown === '' ? '' : ` ${shown}`}`,
    );
    if (isFocus)
      lines.push(`    ${' '.repeat(gutter)} ${paint('dim', '|')} ${' '.repeat(marked.indent)}${paint(style, '^'.repeat(marked.width))}`);
  }
  return lines;
}

function lineText(text: string, starts: readonly number[], line: number): string {
  return text.slice(starts[line - 1], starts[line] ?? text.length).replace(/[\r\n]+$/, '');
}

interface Window {
  readonly text: string;
  /** Columns of the terminal before the mark. */
  readonly indent: number;
  readonly width: number;
}

/** Cuts a line to the width of a page around `start`, and counts the columns that its characters take. */
function windowOf(line: string, start: number, end: number): Window {
  let from = start > maxWidth - 20 ? start - 40 : 0;
  // Never begin in the middle of a surrogate pair.
  if (from > 0 && isLowSurrogate(line.charCodeAt(from))) from--;
  let text = from > 0 ? '…' : '';
  let columns = text.length;
  let indent = 0;
  let width = 0;
  let at = from;
  for (const character of line.slice(from, from + maxWidth * 2)) {
    const shown = show(character);
    const wide = displayWidth(shown);
    if (columns + wide > maxWidth) {
      text += '…';
      break;
    }
    if (at < start) indent = columns + wide;
    else if (at < end) width += wide;
    text += shown;
    columns += wide;
    at += character.length;
  }
  if (start === from) indent = from > 0 ? 1 : 0;
  return { text: text.trimEnd(), indent, width: Math.max(1, width) };
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Control characters, and characters that reorder or hide text (Trojan Source). They are shown by their code point. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

function show(character: string): string {
  if (character === '\t') return '  ';
  if (!unsafe.test(character)) return character;
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
}

/** Text of a document for a message: on one line, with control characters escaped. */
export function clean(text: string): string {
  let result = '';
  for (const character of text) result += character === '\n' ? ' ' : show(character);
  return result;
}

const combining = /\p{Mn}|\p{Me}/u;
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;

function displayWidth(shown: string): number {
  if (shown.length > 2) return shown.length;
  if (/^[\u0020-\u007e]+$/.test(shown)) return shown.length;
  if (combining.test(shown)) return 0;
  return wide.test(shown) ? 2 : 1;
}
