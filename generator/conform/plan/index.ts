// Plans the cases of an operation: valid inputs first, the document's examples before others, then requests that break exactly one declared constraint.
import { setImmediate as turn } from 'node:timers/promises';
import type { Operation } from '../../model/service.ts';
import type { Case, Intent, ValidKind } from '../contract/case.ts';
import type { Judge } from '../judge/index.ts';
import { conditionsOf, withoutConditions } from './conditions.ts';
import { credentialDrafts } from './credential.ts';
import { confirmed, type Draft, editedDraft } from './draft.ts';
import { editsOf } from './edits.ts';
import type { Input } from './inputs.ts';
import { rawEdits } from './raw.ts';
import { randomFor } from './seed.ts';
import { type ValidOptions, validDrafts } from './valid.ts';

export { confirmed } from './draft.ts';
export { type Input, sampleInput } from './inputs.ts';
export { changedAt, REMOVED } from './pointer.ts';
export { randomFor } from './seed.ts';

export interface PlanOptions extends ValidOptions {
  /** Whether an input has all values that the user gives. A valid value in place of one of them may be of something that does not exist. */
  readonly hasGiven?: (operation: Operation, input: Input) => boolean;
  /** The most cases of one operation. */
  readonly most: number;
}

/** The first case of `planCases`: a valid one. */
export async function firstCase(judge: Judge, operation: Operation, options: PlanOptions): Promise<Case | undefined> {
  for await (const draft of validDrafts(judge, operation, options)) return withIds(operation, [draft])[0];
  return undefined;
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
  for await (const draft of validDrafts(judge, operation, options)) {
    if (isNew(draft)) plain.push(draft);
    // The cases of another operation are being sent.
    await turn();
  }
  const [base] = plain;
  if (base?.input === undefined) return [];
  const richest = plain.find((draft) => isBy(draft, 'all')) ?? base;
  const valid: Draft[] = [];
  const invalid: Draft[] = [...credentialDrafts(operation, base)];
  for (const draft of [richest, ...plain.filter((one) => isBy(one, 'media-type'))]) {
    for await (const edited of editedDrafts(judge, operation, draft, options)) {
      // The parameters have been edited beside the first body.
      if (draft !== richest && edited.at?.startsWith('/body') !== true) continue;
      if (isNew(edited)) (edited.intent.kind === 'valid' ? valid : invalid).push(edited);
    }
  }
  return withIds(operation, withinBudget(plain, valid, invalid, options.most));
}

function isBy({ intent }: Draft, by: ValidKind): boolean {
  return intent.kind === 'valid' && intent.by === by;
}

/** The edits of a valid draft that the judge confirms. The cases of another operation are being sent in between. */
async function* editedDrafts(judge: Judge, operation: Operation, draft: Draft, options: PlanOptions): AsyncGenerator<Draft> {
  const { input = {} } = draft;
  const { seed, override = (_, one) => one } = options;
  const conditions = new Set(conditionsOf(operation));
  // Values that the user gives are kept.
  const unconditional = override(operation, withoutConditions(operation, input));
  // Several texts are tried that a pattern or a format may refuse; the first is enough.
  const broken = new Set<string>();
  for (const edit of editsOf(judge, operation, input, randomFor(seed, operation.id, 'edits', String(input.contentType)))) {
    const key = `${edit.at} ${edit.keyword} ${edit.says}`;
    const edited = broken.has(key) ? undefined : await editedDraft(judge, operation, conditions.has(edit.at) ? input : unconditional, edit);
    await turn();
    if (edited === undefined) continue;
    if (edited.intent.kind === 'invalid') broken.add(key);
    else if (options.hasGiven?.(operation, edited.input ?? {}) === false) continue;
    yield edited;
  }
  const request = await confirmed(judge, { operation, intent: draft.intent }, unconditional);
  for (const { name, invalid: by, request: raw, ...rest } of rawEdits(operation, request ?? draft.request)) {
    const verdict = await judge.request(raw, operation);
    const intent: Intent = { kind: 'invalid', by };
    if (!verdict.accepted) yield { ...rest, name: `invalid ${rest.at} ${by} ${name}`, intent, request: raw, credential: 'given' };
  }
}

/** The key of a request: two cases with the same key are the same request. */
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
