// A filter of the configuration → which operations are kept.
import { own } from '../../load/pointer.ts';
import type { Problems, Source } from '../../problem.ts';
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

/** Keeps the operations that match `include` (all, without it) and do not match `exclude`. Warns of an entry that matches nothing. */
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
    for (const rule of filter?.unused() ?? []) {
      problems.add({
        code: 'filter-without-effect',
        severity: 'warning',
        message: `No operation matches ${rule} of \`${word}\`.`,
        fix: 'Correct or remove it, in the configuration or on the command line.',
        location: { source: entry, pointer: '' },
      });
    }
  }
  return kept;
}

interface Rule {
  readonly word: string;
  readonly test: (source: OperationSource) => boolean;
  used: boolean;
}

function matcher(filter: OperationFilter): { matches(source: OperationSource): boolean; unused(): string[] } {
  const rules: Rule[] = [
    ...(filter.tags ?? []).map((tag): Rule => ({ word: `tag '${tag}'`, test: (source) => tagsOf(source).includes(tag), used: false })),
    ...(filter.paths ?? []).map((glob): Rule => {
      const pattern = globPattern(glob);
      return { word: `path '${glob}'`, test: (source) => pattern.test(source.path === '' ? source.key : source.path), used: false };
    }),
    ...(filter.operations ?? []).map(
      (id): Rule => ({ word: `operation '${id}'`, test: (source) => own(source.object, 'operationId') === id, used: false }),
    ),
  ];
  return {
    matches(source) {
      let found = false;
      for (const rule of rules) {
        if (!rule.test(source)) continue;
        rule.used = true;
        found = true;
      }
      return found;
    },
    unused: () => rules.filter((rule) => !rule.used).map((rule) => rule.word),
  };
}

function tagsOf(source: OperationSource): readonly unknown[] {
  const tags = own(source.object, 'tags');
  return Array.isArray(tags) ? tags : [];
}

function globPattern(glob: string): RegExp {
  const escaped = glob.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`, 's');
}
