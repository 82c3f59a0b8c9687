// Plans the cases of an operation: valid inputs first, the document's examples before others, then requests that break exactly one declared constraint.
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Judge } from '../judge/index.ts';
import { credentialDrafts } from './credential.ts';
import { type Draft, editedDraft } from './draft.ts';
import { editsOf } from './edits.ts';
import { rawEdits } from './raw.ts';
import { randomFor } from './seed.ts';
import { type ValidOptions, validDrafts } from './valid.ts';

export { confirmed } from './draft.ts';
export type { Input } from './inputs.ts';
export { changedAt, REMOVED } from './pointer.ts';

export interface PlanOptions extends ValidOptions {
  /** The most cases of one operation. */
  readonly most: number;
}

/**
 * The cases of an operation, the same for the same seed: the first one is valid. The judge has found each valid case valid and each invalid case
 * invalid, as the request that is sent. Empty where no valid input was found.
 */
export async function planCases(judge: Judge, operation: Operation, options: PlanOptions): Promise<readonly Case[]> {
  const seen = new Set<string>();
  const isNew = (draft: Draft): boolean => {
    const key = requestKey(draft);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const plain: Draft[] = [];
  for await (const draft of validDrafts(judge, operation, options)) if (isNew(draft)) plain.push(draft);
  const [base] = plain;
  if (base?.input === undefined) return [];
  const richest = plain.find(({ intent }) => intent.kind === 'valid' && intent.by === 'all') ?? base;

  const valid: Draft[] = [];
  const invalid: Draft[] = [...credentialDrafts(operation, base)];
  // Several texts are tried that a pattern or a format may refuse; the first is enough.
  const broken = new Set<string>();
  for (const edit of editsOf(judge, operation, richest.input ?? base.input, randomFor(options.seed, operation.id, 'edits'))) {
    const key = `${edit.at} ${edit.keyword} ${edit.says}`;
    if (broken.has(key)) continue;
    const draft = await editedDraft(judge, operation, richest.input ?? base.input, edit);
    if (draft === undefined || !isNew(draft)) continue;
    if (draft.intent.kind === 'valid') valid.push(draft);
    else {
      broken.add(key);
      invalid.push(draft);
    }
  }
  for (const { name, invalid: by, request, ...rest } of rawEdits(operation, base.request)) {
    const draft: Draft = {
      ...rest,
      name: `invalid ${rest.at} ${by} ${name}`,
      intent: { kind: 'invalid', by },
      request,
      credential: 'given',
    };
    const verdict = await judge.request(request);
    if (!verdict.accepted && isNew(draft)) invalid.push(draft);
  }
  return withIds(operation, withinBudget(plain, valid, invalid, options.most));
}

/** What makes two cases the same request. */
function requestKey({ request, credential, intent }: Draft): string {
  const { method, target, headers, body } = request;
  const text = typeof body === 'string' ? body : body === undefined ? '' : Buffer.from(body).toString('base64');
  return JSON.stringify([intent.kind, credential, method, target, headers, text]);
}

/** All plain cases, and as many of the others as there is room for, spread over the whole input. */
function withinBudget(plain: readonly Draft[], valid: readonly Draft[], invalid: readonly Draft[], most: number): readonly Draft[] {
  const room = Math.max(0, most - plain.length);
  const share = Math.min(invalid.length, Math.max(Math.ceil(room / 2), room - valid.length));
  return [...plain.slice(0, most), ...spread(valid, room - share), ...spread(invalid, share)];
}

function spread<T>(items: readonly T[], most: number): readonly T[] {
  return items.length <= most
    ? items
    : items.filter((_, index) => Math.floor(((index + 1) * most) / items.length) > Math.floor((index * most) / items.length));
}

function withIds(operation: Operation, drafts: readonly Draft[]): readonly Case[] {
  const counts = new Map<string, number>();
  return drafts.map(({ name, ...draft }) => {
    const id = `${operation.id} ${name}`;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return { id: count === 1 ? id : `${id} #${count}`, operation, ...draft };
  });
}
