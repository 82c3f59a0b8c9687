// Puts findings of one cause together, since the same wrong answer at forty operations is one fault, and sorts them by the harm that they do.

import { refusesInvalid } from '../checks/refusals/invalid.ts';
import { textOf } from '../checks/text.ts';
import type { Finding } from '../contract/check.ts';
import type { Waiver } from '../contract/waiver.ts';

/** Findings that show the same answer for the same reason; the first one stands for all. */
export type Cause<F extends Finding = Finding> = readonly [F, ...F[]];

/**
 * Checks by the harm of what they find: what strangers see or do, what is lost, what fails, what is refused or accepted wrongly, what callers cannot
 * read, and manners of HTTP last. Others stand before the manners.
 */
const HARM: readonly (readonly string[])[] = [
  [
    'other-account',
    'refuses-foreign-credential',
    'refuses-fewer-rights',
    'made-credential',
    'exact-credential',
    'keeps-secrets',
    'refuses-credential',
    'no-internals',
  ],
  [
    'read-after-create',
    'read-after-change',
    'failed-change',
    'failed-create',
    'idempotency-key',
    'create-at-once',
    'change-at-once',
    'other-parent',
    'change-after-delete',
    'read-after-delete',
  ],
  ['no-server-error'],
  [
    'list-after-create',
    'list-after-delete',
    'list-pages',
    'list-filters',
    'list-sorting',
    'list-totals',
    'list-search',
    'list-defaults',
    'idempotent-methods',
    'delete-twice',
    'unknown-id',
    'list-order',
  ],
  ['accepts-valid', 'refuses-invalid', 'refuses-missing-header', 'refuses-content-type'],
  ['response-body', 'declared-status', 'declared-media-type', 'response-headers'],
];

function rankOf(check: string): number {
  const rank = HARM.findIndex((checks) => checks.includes(check));
  return rank === -1 ? HARM.length : rank;
}

/** The causes of findings, the most harmful first, then those with the most findings. */
function causesOf<F extends Finding>(findings: readonly F[]): readonly Cause<F>[] {
  const causes = new Map<string, [F, ...F[]]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const cause = causes.get(key);
    if (cause === undefined) causes.set(key, [finding]);
    else cause.push(finding);
  }
  return [...causes.values()].sort((a, b) => rankOf(a[0].check) - rankOf(b[0].check) || b.length - a.length);
}

type Waived = Finding & { readonly waiver: Waiver };

/** A waiver of one finding, by its id, covers all of its cause: reports print one id for all. */
export function settled(
  findings: readonly Finding[],
  waived: readonly Waived[],
): { readonly causes: readonly Cause[]; readonly waived: readonly Waived[] } {
  const byId = new Map(waived.filter(({ id, waiver }) => waiver.check === id).map((one) => [one as Finding, one.waiver]));
  const causes = causesOf([...findings, ...byId.keys()]);
  const waiverOf = (cause: Cause): Waiver | undefined => cause.flatMap((one) => byId.get(one) ?? [])[0];
  return {
    causes: causes.filter((cause) => waiverOf(cause) === undefined),
    waived: [
      ...waived,
      ...causes.flatMap((cause) => {
        const waiver = waiverOf(cause);
        return waiver === undefined ? [] : cause.filter((one) => !byId.has(one)).map((one) => ({ ...one, waiver }));
      }),
    ],
  };
}

/** The most characters of a body that are compared. */
const MOST = 2048;

function keyOf({ check, message, expected, exchanges, location }: Finding): string {
  const { case: one, response, failure, sent } = exchanges[exchanges.length - 1] ?? exchanges[0];
  // Operations that share a schema take the same wrong values, whatever each of them answers.
  if (check === refusesInvalid.id && one.constraint !== undefined)
    return JSON.stringify([check, location.source.path, location.pointer, one.constraint.keyword]);
  // Many services repeat the path in what they answer.
  const [path = ''] = sent.target.split('?');
  const text =
    response === undefined
      ? ''
      : textOf(response)
          .slice(0, MOST)
          .replaceAll(path.length > 1 ? path : sent.target, '#');
  const answer = response === undefined ? failure.kind : [response.status, response.headers.get('content-type'), alike(text)];
  return JSON.stringify([check, alike(message), expected, answer]);
}

/** A text without what differs between two answers of one cause: numbers, identifiers, dates. */
function alike(text: string): string {
  return text.replace(/\b[\da-f]{8}-[\da-f-]{27}\b/gi, '#').replace(/\b(?=\w*\d)\w+\b/g, '#');
}
