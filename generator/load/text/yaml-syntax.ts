// A syntax error of js-yaml → a problem with the likely fix.
import type { YAMLException } from 'js-yaml';
import type { Problem, Source } from '../../problem.ts';
import type { Limits } from '../limits.ts';
import { tooDeep } from './json.ts';

export function syntaxProblem(source: Source, error: YAMLException, limits: Limits): Problem {
  const offset = error.mark?.position ?? 0;
  if (error.reason.startsWith('nesting exceeded')) return tooDeep(source, '', limits, offset);
  return {
    code: 'yaml-syntax',
    severity: 'error',
    message: `The text is not YAML: ${error.reason}.`,
    fix: fixFor(source.text, offset, error.reason),
    location: { source, pointer: '', offset },
  };
}

function fixFor(text: string, offset: number, reason: string): string {
  if (reason.includes('end of the stream')) return 'Close the quote or bracket that is still open; the file may have been cut off.';
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const before = text.slice(lineStart, offset);
  const line = text.slice(lineStart, lineStart + 200);
  if (/^[ ]*\t/.test(line)) return 'Indent with spaces: YAML allows no tabs there.';
  if (/:\s+[^'"\s].*$/.test(before) || /^\s*[\w$-]+:\s+[@`%]/.test(line))
    return 'Quote the value: text that holds `: ` or begins with a sign of YAML needs quotes.';
  return 'Look at the indentation, quotes and brackets here and just before.';
}
