// Creates several things by one request: all of them, or those that nothing is in the way of, where the answer has a result for each item.
import { plain } from '../../../inference/names.ts';
import { changedAt, lastNameOf, valueAt } from '../../../inference/pointers.ts';
import { listOf, successOf } from '../../../inference/shapes.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Kind, Role } from '../plan/kinds.ts';
import { countIn } from '../plan/many.ts';
import { record, sentItem } from '../plan/sent.ts';
import { refuse } from '../refusing.ts';
import type { Call, Living, Result, Setting } from '../setting.ts';
import { bodySchemas, inBody, itemSchemas, sound } from '../showing.ts';
import { type Thing, TooMuch } from '../world.ts';
import { madeOf } from './one.ts';
import { type Outcome, type ResultForm, resultOf, tellsRefusals } from './results.ts';

type Creating = Role & { readonly does: 'create-many' };

export function createMany(setting: Setting, operation: Operation, role: Creating, call: Call): Living | undefined {
  const { world, tools } = setting;
  const success = successOf(operation);
  if (success === undefined || !/^\d+$/.test(success.status)) return undefined;
  const skeleton = tools.example(operation, Number(success.status));
  const items = itemsIn(call, role);
  // A body of another form, such as one that says what to delete.
  if (items === undefined) return undefined;
  const form = formOf(operation, role, skeleton);
  const outcomes: Outcome[] = [];
  const before: Thing[] = [];
  const undo = (): void => {
    for (const { thing } of outcomes) if (thing !== undefined) world.remove(thing);
    for (const thing of before.toReversed()) world.keep(thing);
  };
  try {
    for (const sent of items) {
      const made = madeOf(setting, operation, role, call.input, sent);
      if (made === undefined) {
        undo();
        return undefined;
      }
      if ('detail' in made) {
        outcomes.push({ sent, refused: made });
        continue;
      }
      const known = world.find(made.collection, made.id);
      if (known !== undefined) before.push(known);
      outcomes.push({ thing: world.keep(made) });
    }
  } catch (error) {
    undo();
    if (error instanceof TooMuch) return refuse(setting, operation, [507, 413], error.message);
    throw error;
  }
  const refused = outcomes.find((outcome) => outcome.refused !== undefined)?.refused;
  const result =
    refused !== undefined && (form === undefined || !tellsRefusals(form))
      ? undefined
      : answerOf(setting, operation, form, skeleton, outcomes);
  if (result !== undefined) return { result };
  undo();
  return refused && refuse(setting, operation, refused.statuses, refused.detail);
}

function itemsIn({ input }: Call, { kind, list }: Creating): readonly Thing['value'][] | undefined {
  const found = valueAt(input.body, list);
  return Array.isArray(found) ? found.map((item) => sentItem(kind, item)) : undefined;
}

/** A list of what was not done alone, such as `failedContacts`. */
const REFUSED = /^(?:failed|failures?|errors?|rejected|refused|invalid|skipped|unprocessed)/;

/** `undefined` where the answer lists nothing. */
function formOf(
  operation: Operation,
  { kind }: Creating,
  skeleton: Result,
): (ResultForm & { readonly at: string; readonly isOfRefused: boolean }) | undefined {
  const list = listOf(operation);
  if (list === undefined) return undefined;
  const examples = valueAt({ body: skeleton.body }, list.at);
  const isOfRefused = REFUSED.test(plain(lastNameOf(list.at)));
  return { at: list.at, kind, isOfRefused, schemas: itemSchemas(operation), example: Array.isArray(examples) ? examples[0] : undefined };
}

function answerOf(
  setting: Setting,
  operation: Operation,
  form: ReturnType<typeof formOf>,
  skeleton: Result,
  outcomes: readonly Outcome[],
): Result | undefined {
  const counted = { ...skeleton, ...(skeleton.body === undefined ? {} : { body: withCounts(operation, skeleton.body, outcomes) }) };
  if (form === undefined) return setting.tools.judge(operation, counted).length === 0 ? counted : undefined;
  const results = outcomes.flatMap((outcome, index) =>
    form.isOfRefused && outcome.thing !== undefined ? [] : [resultOf(setting, form, outcome, index)],
  );
  const body = changedAt(
    form.isOfRefused ? withOnlyId(operation, form.kind, counted.body, outcomes) : counted.body,
    inBody(form.at),
    results,
  );
  return sound(
    setting,
    operation,
    { ...counted, body },
    { at: form.at, example: form.example, isList: true, within: form.kind.within?.member },
  );
}

/** The body with the identifier of the thing, where it was the only one, and the answer has it beside the list. */
function withOnlyId(operation: Operation, { id }: Kind, body: unknown, [first, second]: readonly Outcome[]): unknown {
  if (id === undefined || second !== undefined || first?.thing === undefined) return body;
  return propertiesOf(bodySchemas(operation)).has(id) ? { ...record(body), [id]: first.thing.value[id] } : body;
}

/** The body with the numbers of things that were made, and of those that were not. */
function withCounts(operation: Operation, body: unknown, outcomes: readonly Outcome[]): unknown {
  const done = outcomes.filter(({ thing }) => thing !== undefined).length;
  return [...propertiesOf(bodySchemas(operation))].reduce((before, [name, own]) => {
    const counts = countIn(name, own);
    if (counts === undefined) return before;
    const number = counts === 'done' ? done : outcomes.length - done;
    return { ...record(before), [name]: /^total/i.test(name) ? outcomes.length : number };
  }, body);
}
