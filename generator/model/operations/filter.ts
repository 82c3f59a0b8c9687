// A filter of the configuration → which operations are kept.

import type { Problems, Source } from '../../base/problem.ts';
import { closest } from '../../base/suggest.ts';
import { count } from '../../base/words.ts';
import { own } from '../../load/pointer.ts';
import type { OperationSource } from './operation-source.ts';

/** An operation matches when any of the lists has it. */
interface OperationFilter {
  readonly tags?: readonly string[];
  /** Path templates; `*` stands for any run of characters. */
  readonly paths?: readonly string[];
  /** `operationId`s. */
  readonly operations?: readonly string[];
}

export interface Filters {
  readonly include?: OperationFilter;
  readonly exclude?: OperationFilter;
}

/**
 * Keeps the operations that match `include` (all, without it) and do not match `exclude`. An entry that matches nothing is a warning, and an
 * `include` without any match an error: nothing would be generated.
 */
export function filterOperations(
  sources: readonly OperationSource[],
  filters: Filters,
  entry: Source,
  problems: Problems,
): OperationSource[] {
  const include = filters.include === undefined ? undefined : matcher(filters.include);
  const exclude = filters.exclude === undefined ? undefined : matcher(filters.exclude);
  const kept = sources.filter((source) => {
    // Both are asked each time, so that both learn which of their entries were of use.
    const included = include === undefined || include.matches(source);
    const excluded = exclude?.matches(source) ?? false;
    return included && !excluded;
  });
  for (const [word, filter] of [
    ['include', include],
    ['exclude', exclude],
  ] as const) {
    const unused = filter?.unused() ?? [];
    const isEmpty = word === 'include' && sources.length > 0 && unused.length > 0 && unused.length === filter?.size;
    for (const rule of unused) {
      problems.add({
        code: isEmpty ? 'filter-without-operations' : 'filter-without-effect',
        severity: isEmpty ? 'error' : 'warning',
        message: `No operation matches ${rule.kind} '${rule.word}' of \`${word}\`${isEmpty ? ', so nothing would be generated' : ''}.`,
        fix: fixOf(rule, sources),
        location: { source: entry, pointer: '' },
      });
    }
  }
  return kept;
}

/** The most names that a message lists. */
const mostListed = 12;

/** Names what there is in the document. */
function fixOf({ kind, word }: Rule, sources: readonly OperationSource[]): string {
  const found = [...new Set(sources.flatMap((source) => namesOf[kind](source)))];
  if (found.length === 0) return `Correct or remove it: the document has no ${kind}s.`;
  const near = closest(word, found);
  const listed = found.slice(0, mostListed).join(', ');
  const more = found.length > mostListed ? ` and ${count(found.length - mostListed, 'other')}` : '';
  return `${near === undefined ? 'Correct or remove it.' : `Did you mean '${near}'?`} The ${kind}s are: ${listed}${more}.`;
}

type Kind = 'tag' | 'path' | 'operation';

interface Rule {
  readonly kind: Kind;
  readonly word: string;
  readonly test: (source: OperationSource) => boolean;
  used: boolean;
}

const namesOf: Readonly<Record<Kind, (source: OperationSource) => readonly string[]>> = {
  tag: (source) => tagsOf(source).filter((tag) => typeof tag === 'string'),
  path: (source) => [pathOf(source)],
  operation: (source) => {
    const id = own(source.object, 'operationId');
    return typeof id === 'string' ? [id] : [];
  },
};

function matcher(filter: OperationFilter): { readonly size: number; matches(source: OperationSource): boolean; unused(): Rule[] } {
  const named = (kind: Kind, word: string): Rule => ({ kind, word, test: (source) => namesOf[kind](source).includes(word), used: false });
  const rules: Rule[] = [
    ...(filter.tags ?? []).map((tag) => named('tag', tag)),
    ...(filter.paths ?? []).map((glob): Rule => {
      const pattern = globPattern(glob);
      return { kind: 'path', word: glob, test: (source) => pattern.test(pathOf(source)), used: false };
    }),
    ...(filter.operations ?? []).map((id) => named('operation', id)),
  ];
  return {
    size: rules.length,
    matches(source) {
      let found = false;
      for (const rule of rules) {
        if (!rule.test(source)) continue;
        rule.used = true;
        found = true;
      }
      return found;
    },
    unused: () => rules.filter((rule) => !rule.used),
  };
}

/** A webhook has no path: its key stands for it. */
function pathOf(source: OperationSource): string {
  return source.path === '' ? source.key : source.path;
}

function tagsOf(source: OperationSource): readonly unknown[] {
  const tags = own(source.object, 'tags');
  return Array.isArray(tags) ? tags : [];
}

function globPattern(glob: string): RegExp {
  const escaped = glob.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`, 's');
}
