// A source → its value: JSON or YAML.
import type { Problems, Source } from '../../base/problem.ts';
import type { Json } from '../description.ts';
import type { Limits } from '../limits.ts';
import { parseJson } from './json.ts';
import { parseYaml } from './yaml.ts';

/** `undefined`, and a problem, when there is no value. Some problems leave a value that is read on. */
export function parse(source: Source, limits: Limits, problems: Problems): Json | undefined {
  if (source.text.trim() === '') {
    problems.add(empty(source));
    return undefined;
  }
  if (/^\s*<(?:!doctype html|html)\b/i.test(source.text.slice(0, 1_000))) {
    problems.add(htmlPage(source));
    return undefined;
  }
  const failedBefore = problems.list.length;
  const value = source.format === 'json' ? parseJson(source, limits, problems) : parseYaml(source, limits, problems);
  if ((value === undefined || value === null) && problems.list.length === failedBefore) {
    problems.add(empty(source));
    return undefined;
  }
  return value;
}

function empty(source: Source) {
  return {
    code: 'document-empty',
    severity: 'error',
    message: source.text.trim() === '' ? `\`${source.display}\` is empty.` : `\`${source.display}\` contains no document.`,
    fix: 'Write an OpenAPI document, with at least `openapi`, `info` and `paths`.',
    location: { source, pointer: '' },
  } as const;
}

function htmlPage(source: Source) {
  return {
    code: 'document-html',
    severity: 'error',
    message: `\`${source.display}\` is an HTML page.`,
    fix: 'Name the document itself. A page that shows a file has a link to it, often called Raw.',
    location: { source, pointer: '', offset: 0 },
  } as const;
}
