// Plans the cases of an operation: valid inputs first, the document's examples before others, then requests that break exactly one declared constraint.
import type { Operation } from '../../model/service.ts';
import type { Case, CredentialUse, Intent, InvalidKind, ValidKind } from '../contract/case.ts';
import { type Judge, within } from '../judge/index.ts';
import type { Edit } from './edit.ts';
import { editsOf } from './edits.ts';
import { type Input, sampleInput } from './inputs.ts';
import { changedAt } from './pointer.ts';
import { rawEdits } from './raw.ts';
import { randomFor } from './seed.ts';
import { writeRequest } from './wire.ts';

export type { Input } from './inputs.ts';

export interface PlanOptions {
  readonly seed: number;
  /** Valid inputs by chance, beside the systematic ones. */
  readonly random: number;
  /** The most cases of one operation. */
  readonly most: number;
  /** Values that the user gives for an operation's input: they replace what is made, part by part. */
  readonly override?: (operation: Operation, input: Input) => Input;
}

type Draft = Omit<Case, 'id' | 'operation'> & { readonly name: string };

/**
 * The cases of an operation, at most `options.most`, the same for the same seed. The judge has found each valid case valid and each invalid case
 * invalid, as the request that is sent. Empty where no valid input was found.
 */
export async function planCases(judge: Judge, operation: Operation, options: PlanOptions): Promise<readonly Case[]> {
  const drafts: Draft[] = [];
  const seen = new Set<string>();
  const ids = new Map<string, number>();
  const add = (draft: Draft | undefined): void => {
    if (draft === undefined || drafts.length >= options.most) return;
    const key = requestKey(draft);
    if (seen.has(key)) return;
    seen.add(key);
    drafts.push(draft);
  };
  const { valid, input } = validDrafts(judge, operation, options);
  for await (const draft of valid) add(draft);
  const base = drafts[0];
  if (base === undefined) return [];
  for (const draft of credentialDrafts(operation, base)) add(draft);
  for await (const draft of editedDrafts(judge, operation, (await input()) ?? base.input ?? {}, options)) add(draft);
  for await (const draft of rawDrafts(judge, operation, base)) add(draft);
  return drafts.map(({ name, ...draft }) => {
    const id = `${operation.id} ${name}`;
    const count = (ids.get(id) ?? 0) + 1;
    ids.set(id, count);
    return { id: count === 1 ? id : `${id} #${count}`, operation, ...draft };
  });
}

/** What makes two cases the same request. */
function requestKey({ request, credential, intent }: Draft): string {
  const { method, target, headers, body } = request;
  const text = typeof body === 'string' ? body : body === undefined ? '' : Buffer.from(body).toString('base64');
  return JSON.stringify([intent.kind, credential, method, target, headers, text]);
}

interface ValidPlan {
  readonly valid: AsyncGenerator<Draft>;
  /** The input with all optional parts, from which edits start; `undefined` where none was found. */
  readonly input: () => Promise<Input | undefined>;
}

function validDrafts(judge: Judge, operation: Operation, options: PlanOptions): ValidPlan {
  const { seed, override = (_, input) => input } = options;
  const random = (purpose: string) => randomFor(seed, operation.id, purpose);
  const overridden = (input: Input | undefined): Input | undefined => (input === undefined ? undefined : override(operation, input));
  const all = overridden(
    sampleInput(judge, operation, random('all'), { examples: 'some', optional: 'all' }) ??
      sampleInput(judge, operation, random('some'), { examples: 'some' }),
  );

  async function* valid(): AsyncGenerator<Draft> {
    const first = overridden(sampleInput(judge, operation, random('example'), { examples: 'first' }));
    const least = overridden(sampleInput(judge, operation, random('required'), { examples: 'some', optional: 'none' }));
    if (first !== undefined) {
      yield* validDraft(judge, operation, first, 'example', 'example', 'the examples of the document');
      for (const { name, input, says } of exampleInputs(operation, first))
        yield* validDraft(judge, operation, override(operation, input), 'example', name, says);
    }
    if (least !== undefined) yield* validDraft(judge, operation, least, 'required', 'required', 'only what is required');
    if (all !== undefined) yield* validDraft(judge, operation, all, 'all', 'all', 'everything that is optional');
    const [, ...others] = operation.body?.contents ?? [];
    for (const { contentType } of others) {
      const input = overridden(sampleInput(judge, operation, random(contentType), { examples: 'first', contentType }));
      if (input !== undefined) yield* validDraft(judge, operation, input, 'media-type', contentType, `a body of type ${contentType}`);
    }
    for (let index = 0; index < options.random; index++) {
      const input = overridden(sampleInput(judge, operation, random(`random ${index}`), { examples: index % 2 === 0 ? 'some' : 'none' }));
      if (input !== undefined) yield* validDraft(judge, operation, input, 'random', `random ${index}`, 'a valid input by chance');
    }
  }
  return { valid: valid(), input: async () => all };
}

/** The further examples of parameters and bodies, each in place of the first one. */
function* exampleInputs(
  operation: Operation,
  first: Input,
): Generator<{ readonly name: string; readonly input: Input; readonly says: string }> {
  for (const { in: where, name, examples = [] } of operation.parameters) {
    if (where === 'querystring') continue;
    for (const example of examples.slice(1)) {
      const section = { ...(first[where] as object | undefined), [name]: example.value };
      yield {
        name: `example ${where}.${name} ${example.name}`,
        input: { ...first, [where]: section },
        says: `the example ${example.name} of ${name}`,
      };
    }
  }
  for (const [index, { contentType, examples, kind }] of (operation.body?.contents ?? []).entries()) {
    if (kind === 'bytes') continue;
    for (const example of examples) {
      const { contentType: _, ...rest } = first;
      const input = { ...rest, ...(index === 0 ? {} : { contentType }), body: example.value };
      yield { name: `example body ${contentType} ${example.name}`, input, says: `the example ${example.name} of the body` };
    }
  }
}

/** The draft, if the judge accepts the input as it is sent. */
async function* validDraft(
  judge: Judge,
  operation: Operation,
  input: Input,
  by: ValidKind,
  name: string,
  says: string,
): AsyncGenerator<Draft> {
  const request = await writeRequest(judge.rowOf(operation), input);
  if (request === undefined) return;
  const verdict = await judge.request(request);
  if (!verdict.accepted || verdict.operation !== operation) return;
  const intent: Intent = { kind: 'valid', by };
  yield { name: `valid ${name}`, intent, says, location: operation.location, request, input, credential: 'given' };
}

/** Without a credential, and with a wrong one, where the operation cannot be called without. */
function* credentialDrafts(operation: Operation, base: Draft): Generator<Draft> {
  const { security } = operation;
  if (security.length === 0 || security.some((requirement) => requirement.length === 0)) return;
  const location = within(operation.location, 'security');
  const scoped = security.some((requirement) => requirement.some(({ scopes }) => scopes.length > 0));
  const drafts: readonly (readonly [InvalidKind, CredentialUse, string])[] = [
    ['credential-missing', 'missing', 'without a credential'],
    ['credential-wrong', 'wrong', 'with a credential that the service cannot know'],
    ...(scoped ? ([['scope', 'unscoped', 'with a credential that lacks the scopes']] as const) : []),
  ];
  for (const [by, credential, says] of drafts)
    yield { ...base, name: `invalid ${by}`, intent: { kind: 'invalid', by }, says, location, credential };
}

async function* editedDrafts(judge: Judge, operation: Operation, input: Input, { seed }: PlanOptions): AsyncGenerator<Draft> {
  const invalid: Draft[] = [];
  const met = new Set<string>();
  for (const edit of editsOf(judge, operation, input, randomFor(seed, operation.id, 'edits'))) {
    const draft = await editedDraft(judge, operation, input, edit);
    if (draft === undefined) continue;
    // Several texts are tried that a pattern or a format may refuse; the first is enough.
    if (draft.intent.kind === 'invalid') {
      const key = `${draft.at} ${draft.intent.keyword} ${draft.says}`;
      if (!met.has(key)) invalid.push(draft);
      met.add(key);
    } else yield draft;
  }
  yield* invalid;
}

async function editedDraft(judge: Judge, operation: Operation, input: Input, edit: Edit): Promise<Draft | undefined> {
  const { at, keyword, says, location } = edit;
  const changed = changedAt(input, at, edit.value) as Input;
  const issues = judge.input(operation, changed);
  const isValid = 'valid' in edit.intent;
  if (isValid !== (issues.length === 0)) return undefined;
  const request = await writeRequest(judge.rowOf(operation), changed);
  if (request === undefined) return undefined;
  const verdict = await judge.request(request);
  // As text, a wrong value may be a right one; another path may be another operation.
  if (verdict.accepted !== isValid || (verdict.accepted && verdict.operation !== operation)) return undefined;
  if (!verdict.accepted && verdict.status === 404) return undefined;
  const common = { says: `${at}: ${says}`, at, location, request, input: changed, credential: 'given' as const };
  if ('valid' in edit.intent)
    return { ...common, name: `valid ${at} ${keyword} ${says}`, intent: { kind: 'valid', by: edit.intent.valid } };
  const intent: Intent = { kind: 'invalid', by: edit.intent.invalid, keyword };
  return { ...common, name: `invalid ${at} ${keyword} ${says}`, intent };
}

async function* rawDrafts(judge: Judge, operation: Operation, base: Draft): AsyncGenerator<Draft> {
  for (const { invalid, name, says, at, location, request } of rawEdits(operation, base.request)) {
    const verdict = await judge.request(request);
    if (verdict.accepted) continue;
    const intent: Intent = { kind: 'invalid', by: invalid };
    const place = at === undefined ? {} : { at };
    yield { name: `invalid ${at ?? ''} ${invalid} ${name}`, intent, says, ...place, location, request, credential: 'given' };
  }
}
