// A syntax error of js-yaml → a problem with the likely fix.
import type { YAMLException } from 'js-yaml';
import type { Problem, Source } from '../../base/problem.ts';
import type { Limits } from '../limits.ts';
import { tooDeep } from './json.ts';

export function syntaxProblem(source: Source, error: YAMLException, limits: Limits): Problem {
  const offset = error.mark?.position ?? 0;
  if (error.reason.startsWith('nesting exceeded')) return tooDeep(source, '', limits, offset);
  return {
    code: 'yaml-syntax',
    severity: 'error',
    message: `Invalid YAML: ${error.reason}.`,
    fix: fixFor(source.text, offset, error.reason),
    location: { source, pointer: '', offset },
  };
}

function fixFor(text: string, offset: number, reason: string): string {
  if (reason.includes('end of the stream')) return 'Close the open quote or bracket; the file may have been cut off.';
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const before = text.slice(lineStart, offset);
  const line = text.slice(lineStart, lineStart + 200);
  if (reason.startsWith('null byte')) return 'Remove the character; the file may be damaged.';
  if (/^[ ]*\t/.test(line)) return 'Indent with spaces; YAML does not allow tabs here.';
  if (/[\t\u00a0]/.test(text.slice(lineStart, offset + 1))) return 'Write a space in place of the tab or no-break space in this line.';
  if (reason === 'deficient indentation') return 'Indent this line, or close the bracket or quote that is still open.';
  if (/:\s+[^'"\s].*$/.test(before) || /^\s*[\w$-]+:\s+[@`%]/.test(line))
    return 'Put the value in quotes: it contains `: ` or begins with a character that has a meaning in YAML.';
  return 'Check the indentation, quotes and brackets here and on the line before.';
}
