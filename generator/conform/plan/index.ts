// Plans the cases of an operation: valid inputs first, the document's examples before others, then requests that break exactly one declared
// constraint.
import { setImmediate as turn } from 'node:timers/promises';
import type { Random } from '@octavo/runtime/testing';
import { changedAt } from '../../inference/pointers.ts';
import { directBranches } from '../../model/schema/conjuncts.ts';
import { reachable } from '../../model/schema/walk.ts';
import type { Operation } from '../../model/service.ts';
import type { Case, Intent, ValidKind } from '../contract/case.ts';
import type { Judge } from '../judge/index.ts';
import { conditionsOf, withoutConditions } from './conditions.ts';
import { credentialDrafts } from './credential.ts';
import { confirmed, type Draft, editedDraft } from './draft.ts';
import type { Edit } from './edit.ts';
import { editsOf } from './edits.ts';
import type { Input } from './input.ts';
import { rawEdits } from './raw.ts';
import { randomFor } from './seed.ts';
import { firstDraft, type ValidOptions, validDrafts } from './valid.ts';

export { changedAt, REMOVED } from '../../inference/pointers.ts';
export { conditionsOf, withoutConditions } from './conditions.ts';
export { constraintsOf, placeOf, schemasOf } from './constraints.ts';
export { confirmed } from './draft.ts';
export { shorterLike } from './edit-pattern.ts';
export { daysBeside, WIDE } from './edit-text.ts';
export { inOrder } from './in-order.ts';
export type { Input } from './input.ts';
export { hasOwnForm, inputHaving, sampleInput } from './inputs.ts';
export { isMasked, withMask } from './mask.ts';
export { randomFor } from './seed.ts';

export interface PlanOptions extends ValidOptions {
  /** The user's values alone: what has succeeded keeps the things that it names. Absent: `override`. */
  readonly overrideGrounded?: (operation: Operation, input: Input) => Input;
  /** Whether an input has all values that the user gives. A valid value in place of one of them may be of something that does not exist. */
  readonly hasGiven?: (operation: Operation, input: Input) => boolean;
  /** The most cases of one operation. */
  readonly most: number;
}

/**
 * The first case of `planCases`: a valid one. `references`: places that name things, where `null` would name none; another valid input is the first
 * one then, if there is one.
 */
export async function firstCase(
  judge: Judge,
  operation: Operation,
  options: PlanOptions,
  references: readonly string[] = [],
): Promise<Case | undefined> {
  const draft = await firstDraft(judge, operation, options, references);
  return draft && withIds(operation, [draft])[0];
}

/** An input that edits start from. */
export interface Base {
  readonly input: Input;
  /** Whether a request with it has just succeeded. */
  readonly isGrounded: boolean;
  /** JSON pointer: only what is in this place is edited. Absent: all. */
  readonly within?: string;
}

/** The cases of one operation: each request once among the plain cases, and once among the others. */
export interface Plan {
  /** Valid cases of the whole input. Empty where no valid input was found. */
  plain(options: PlanOptions): Promise<readonly Case[]>;
  /**
   * Cases that change one part of the bases, and where these lack a part, of the richest plain case; and those about credentials. `plain` comes
   * first. `firsts`: all valid cases, and of those that break the same constraint the first one and what readers often overlook. The others come
   * with the next call.
   */
  edits(bases: readonly Base[], options: PlanOptions, which?: 'firsts'): Promise<readonly Case[]>;
}

/**
 * The cases of an operation, the same for the same seed: the first one is valid. The judge has found each valid case valid and each invalid case
 * invalid, as the request that is sent. Empty where no valid input was found.
 */
export async function planCases(judge: Judge, operation: Operation, options: PlanOptions): Promise<readonly Case[]> {
  const plan = createPlan(judge, operation);
  return [...(await plan.plain(options)), ...(await plan.edits([], options))];
}

export function createPlan(judge: Judge, operation: Operation): Plan {
  const counts = new Map<string, number>();
  const isNewPlain = eachOnce();
  // A plain case may be corrected before it is sent, so that nobody has sent the request that an edit is.
  const isNewEdit = eachOnce();
  const plain: Draft[] = [];
  let sent = 0;
  /** What earlier calls have planned of the statements, and of the constraints that are broken. */
  const planned = new Set<string>();
  return {
    async plain(options) {
      for await (const draft of validDrafts(judge, operation, options)) {
        if (isNewPlain(draft)) plain.push(draft);
        // The others would not be sent, and without room for more cases nothing is edited.
        if (plain.length >= options.most) break;
        // The cases of another operation are being sent.
        await turn();
      }
      const [base] = plain;
      if (base?.input === undefined) return [];
      const kept = plain.slice(0, options.most);
      sent = kept.length;
      return withIds(operation, kept, counts);
    },
    async edits(bases, options, which) {
      const [base] = plain;
      // To plan the cases of an operation takes far more time than to send them, so none are planned that have no room.
      if (base === undefined || sent >= options.most) return [];
      const richest = plain.find((draft) => isBy(draft, 'all')) ?? base;
      const sources: readonly Base[] = [
        ...bases,
        { input: richest.input ?? {}, isGrounded: false },
        // The parameters are edited beside the first body.
        ...plain.filter((one) => isBy(one, 'media-type')).map(({ input = {} }) => ({ input, isGrounded: false, within: '/body' })),
      ];
      const valid: Draft[] = [];
      const invalid: Draft[] = [...credentialDrafts(operation, base)].filter(isNewEdit);
      /** The statements that grounded requests try. */
      const tried = new Set<string>();
      const before = new Set(planned);
      for (const [index, source] of sources.entries()) {
        const keyOf = (one: Stated, isGrounded: boolean): string =>
          JSON.stringify([source.input.contentType, isGrounded, one.at, one.keyword, one.says]);
        const brokenBy = (one: Stated): string => JSON.stringify([source.input.contentType, source.isGrounded, one.at, one.keyword]);
        const isWanted = (one: Stated): boolean => {
          // What was planned in a request that does not succeed is planned again in one that does.
          if (before.has(keyOf(one, true)) || (!source.isGrounded && (tried.has(keyOf(one, true)) || before.has(keyOf(one, false)))))
            return false;
          return which === undefined || one.isValid || one.isNear === true || !planned.has(brokenBy(one));
        };
        const withRaw = index === 0 || source.within === '/body';
        for await (const [stated, edited] of editedDrafts(judge, operation, source, { withRaw, isWanted, options })) {
          planned.add(keyOf(stated, source.isGrounded));
          if (!stated.isValid) planned.add(brokenBy(stated));
          if (source.isGrounded) tried.add(keyOf(stated, true));
          if (isNewEdit(edited)) (stated.isValid ? valid : invalid).push(edited);
        }
      }
      const cases = withinBudget(valid, invalid, options.most - sent);
      sent += cases.length;
      return withIds(operation, cases, counts);
    },
  };
}

/** Whether a draft is another request than those before it. */
function eachOnce(): (draft: Draft) => boolean {
  const seen = new Set<string>();
  return (draft) => {
    const key = requestKey(draft);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  };
}

/** A value of each branch of the unions in an input. */
export function* branchesOf(judge: Judge, operation: Operation, input: Input, random: Random): Generator<Edit> {
  if (!hasUnion(operation)) return;
  for (const edit of editsOf(judge, operation, input, random)) {
    const isBranch = edit.keyword === 'oneOf' || edit.keyword === 'anyOf';
    if (isBranch && 'valid' in edit.intent && edit.at.startsWith('/body')) yield edit;
  }
}

const unions = new WeakMap<Operation, boolean>();

/** Whether the schema of a body, or one that it leads to, is a union. */
function hasUnion(operation: Operation): boolean {
  const schemas = (operation.body?.contents ?? []).flatMap(({ schema }) => schema ?? []);
  const known = unions.get(operation) ?? [...reachable(schemas)].some((schema) => directBranches(schema).length > 0);
  unions.set(operation, known);
  return known;
}

function isBy({ intent }: Draft, by: ValidKind): boolean {
  return intent.kind === 'valid' && intent.by === by;
}

/** What an edit is about. `keyword`: also the kind of fault of a body that no input gives. */
interface Stated {
  readonly at: string;
  readonly keyword: string | undefined;
  readonly says: string;
  readonly isValid: boolean;
  readonly isNear?: true | undefined;
}

interface Editing {
  /** Whether bodies that no input gives are among them. */
  readonly withRaw: boolean;
  readonly isWanted: (one: Stated) => boolean;
  readonly options: PlanOptions;
}

/** The edits of a valid draft that the judge confirms. The cases of another operation are being sent in between. */
async function* editedDrafts(
  judge: Judge,
  operation: Operation,
  { input, isGrounded, within }: Base,
  { withRaw, isWanted, options }: Editing,
): AsyncGenerator<readonly [Stated, Draft]> {
  const { seed, override: all = (_, one) => one, overrideGrounded = all } = options;
  const override = isGrounded ? overrideGrounded : all;
  const conditions = new Set(conditionsOf(operation));
  // Values that the user gives are kept.
  const unconditional = override(operation, withoutConditions(operation, input));
  const baseOf = ({ at }: Edit): Input => (conditions.has(at) ? input : unconditional);
  const random = randomFor(seed, operation.id, 'edits', String(input.contentType));
  for (const group of groupsOf(editsOf(judge, operation, input, random), within)) {
    const stated = statedBy(group);
    if (stated === undefined || !isWanted(stated)) continue;
    for (const edit of candidatesOf(judge, operation, group, baseOf)) {
      const edited = await editedDraft(judge, operation, baseOf(edit), edit);
      await turn();
      if (edited === undefined) continue;
      if (edited.intent.kind === 'valid' && options.hasGiven?.(operation, edited.input ?? {}) === false) continue;
      yield [stated, isGrounded ? { ...edited, isGrounded } : edited];
      // Several texts are tried that a pattern or a format may refuse; the first is enough.
      if (edited.intent.kind === 'invalid') break;
    }
  }
  if (!withRaw) return;
  const intent: Intent = { kind: 'valid', by: 'all' };
  const own = await confirmed(judge, { operation, intent }, unconditional);
  const request = own ?? (await confirmed(judge, { operation, intent }, input));
  if (request === undefined) return;
  for (const { name, invalid: by, request: raw, ...rest } of rawEdits(operation, own === undefined ? input : unconditional, request)) {
    const stated = { at: rest.at, keyword: by, says: name, isValid: false };
    if (!isWanted(stated)) continue;
    const verdict = await judge.request(raw, operation);
    const invalid: Intent = { kind: 'invalid', by };
    const draft = { ...rest, name: `invalid ${rest.at} ${by} ${name}`, intent: invalid, request: raw, credential: 'given' } as const;
    if (!verdict.accepted) yield [stated, isGrounded ? { ...draft, isGrounded } : draft];
  }
}

function statedBy([first]: readonly Edit[]): Stated | undefined {
  return first && { at: first.at, keyword: first.keyword, says: first.says, isValid: 'valid' in first.intent, isNear: first.isNear };
}

/** The edits that are meant to show the same, in their order. */
function groupsOf(edits: Iterable<Edit>, within: string | undefined): Iterable<readonly Edit[]> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) {
    if (within !== undefined && edit.at !== within && !edit.at.startsWith(`${within}/`)) continue;
    const key = JSON.stringify([edit.at, edit.keyword, edit.says, 'valid' in edit.intent]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [edit]);
    else group.push(edit);
  }
  // An extreme may be a limit of another schema of the place, and then it is the limit that is tried.
  const all = [...groups.values()];
  return [...all.filter((group) => !isExtreme(group)), ...all.filter(isExtreme)];
}

function isExtreme([first]: readonly Edit[]): boolean {
  return first !== undefined && 'valid' in first.intent && first.intent.valid === 'extreme';
}

/** The edits of a group, those first that break nothing but their own statement. */
function candidatesOf(judge: Judge, operation: Operation, group: readonly Edit[], baseOf: (edit: Edit) => Input): readonly Edit[] {
  if (group.length === 1 && group[0]?.isAlone !== true) return group;
  const isAlone = (edit: Edit): boolean => {
    const issues = judge.input(operation, changedAt(baseOf(edit), edit.at, edit.value));
    return issues.every(({ path, keyword }) => path === edit.at && keyword === edit.keyword);
  };
  const alone = group.filter((edit) => edit.under === undefined && isAlone(edit));
  return [...alone, ...group.filter((edit) => edit.isAlone !== true && !alone.includes(edit))];
}

/** The key of a request: two cases with the same key are the same request. */
function requestKey({ request, credential, intent }: Draft): string {
  const { method, target, headers, body } = request;
  const text = typeof body === 'string' ? body : body === undefined ? '' : Buffer.from(body).toString('base64');
  return JSON.stringify([intent.kind, credential, method, target, headers, text]);
}

/** As many cases as there is room for, spread over the whole input. */
function withinBudget(valid: readonly Draft[], invalid: readonly Draft[], most: number): readonly Draft[] {
  const room = Math.max(0, most);
  const share = Math.min(invalid.length, Math.max(Math.ceil(room / 2), room - valid.length));
  return [...spread(valid, room - share), ...spread(invalid, share)];
}

function spread<T>(items: readonly T[], most: number): readonly T[] {
  return items.length <= most
    ? items
    : items.filter((_, index) => Math.floor(((index + 1) * most) / items.length) > Math.floor((index * most) / items.length));
}

function withIds(operation: Operation, drafts: readonly Draft[], counts = new Map<string, number>()): readonly Case[] {
  return drafts.map(({ name, ...draft }) => {
    const id = `${operation.id} ${name}`;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return { id: count === 1 ? id : `${id} #${count}`, operation, ...draft };
  });
}
