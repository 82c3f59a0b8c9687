// Looks for what the first account has made in what the second one is given elsewhere: in searches through everything, in exports and in reports.

import { pointerTo, valueAt } from '../../inference/pointers.ts';
import type { Resource } from '../../inference/resources.ts';
import { lastPlaceOf, pathPlacesOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import { newWord } from '../contract/chance.ts';
import type { Answered } from '../contract/exchange.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { isAbsent, resultOf } from '../sequences/index.ts';
import { leavesIn } from './bodies.ts';
import { another, type Desk, type Gained, hasPathParameter, isAnswered, isSecured, probe, succeeded, withInput } from './desk.ts';
import { leastCase, readOf } from './looks.ts';

/** Something of the first account with a text that nothing else has. */
interface Marked {
  readonly created: Answered;
  readonly look: Case;
  /** Its identifier, where that is a text that no other thing can have by chance. */
  readonly id?: string;
}

const TEXTS = /name|title|subject|label|text|desc|summary|note|body|comment|message/i;

/** Operations that change nothing, whatever their method. */
const READING = /search|query|find|lookup|export|report|statistic|summary|feed|suggest/i;

/** The most members of one thing that get the text. */
const MOST_TEXTS = 3;

export async function triedTexts(desk: Desk, check: string): Promise<readonly Gained[]> {
  const lists = new Set(desk.resources.map(({ list }) => list?.operation));
  const operations = desk.service.operations.filter(
    (one) =>
      !lists.has(one) &&
      isSecured(one) &&
      !hasPathParameter(one) &&
      desk.caseOf(one) !== undefined &&
      (one.method === 'GET' || (['POST', 'QUERY'].includes(one.method) && READING.test(one.path))),
  );
  if (operations.length === 0) return [];
  const word = newWord();
  const marked: Marked[] = [];
  for (const resource of [...desk.resources, ...desk.named]) {
    const one = desk.mayGoOn() ? await markedThing(desk, resource, word) : undefined;
    if (one !== undefined) marked.push(one);
  }
  const gained: Gained[] = [];
  for (const operation of marked.length === 0 ? [] : operations) {
    const found = await inAnswers(desk, check, operation, word, marked);
    if (found !== undefined) gained.push(found);
  }
  return gained;
}

/** A thing of the first account with the word in its texts, or with an identifier of its own, if it can be read. */
async function markedThing(desk: Desk, resource: Resource, word: string): Promise<Marked | undefined> {
  const first = desk.caseOf(resource.create);
  const isBelow = resource.create.method === 'PUT' ? pathPlacesOf(resource.create.path).length > 1 : hasPathParameter(resource.create);
  if (first === undefined || resource.read === undefined || isBelow) return undefined;
  let one = await desk.ready(another(desk, first, 'with a text of its own'));
  let count = 0;
  for (const { at, name, value } of leavesIn(valueAt(one.input, '/body'), '/body')) {
    if (typeof value !== 'string' || !TEXTS.test(name) || count >= MOST_TEXTS) continue;
    const changed = await withInput(desk, one, changedAt(one.input, at, word) as Input);
    if (changed === undefined) continue;
    one = changed;
    count++;
  }
  const created = await desk.fresh(one);
  if (!succeeded(created)) return undefined;
  const id = idOf(resource, created);
  const own = typeof id === 'string' && isOwn(id) ? id : undefined;
  if (own === undefined && !JSON.stringify(created.case.input).includes(word)) return undefined;
  const look = await readOf(desk, { resource, created, id });
  return look && { created, look, ...(own === undefined ? {} : { id: own }) };
}

function idOf({ create, edge }: Resource, created: Answered): unknown {
  const chosen = create.method === 'PUT' ? lastPlaceOf(create.path) : undefined;
  return chosen === undefined ? valueAt(resultOf(created), edge.from) : valueAt(created.case.input, chosen);
}

/** Whether an identifier is no word and no small number, which other texts may have too. */
function isOwn(id: string): boolean {
  return id.length >= 6 && /\p{L}/u.test(id) && /\d.*\d.*\d/.test(id);
}

async function inAnswers(
  desk: Desk,
  check: string,
  operation: Operation,
  word: string,
  marked: readonly Marked[],
): Promise<Gained | undefined> {
  for (const [says, ask] of questionsOf(desk, operation)) {
    if (!desk.mayGoOn()) return undefined;
    const unknown = newWord();
    const [one, echo] = [await ask(word), await ask(unknown)];
    if (one === undefined || echo === undefined) continue;
    const own = await desk.send(another(desk, one, 'by the first account'));
    const marks = [word, ...marked.flatMap(({ id }) => id ?? [])].filter((mark) => succeeded(own) && countOf(own, mark) > 0);
    if (!succeeded(own) || marks.length === 0) continue;
    const other = await desk.send(probe(desk, one, check, `${says} by the second account`, 'other'), own);
    if (!isAnswered(other)) continue;
    desk.looked(check, operation, [own, other]);
    const given = succeeded(other) ? marks.find((mark) => countOf(other, mark) > 0) : undefined;
    if (given === undefined) continue;
    // An answer may repeat the word that it was asked for.
    const isAsked = given === word && JSON.stringify(echo.input).includes(unknown);
    const nothing = isAsked ? await desk.send(probe(desk, echo, check, 'a text that nothing has', 'other')) : undefined;
    const repeated = succeeded(nothing) ? countOf(nothing, unknown) : 0;
    const [first] = given === word ? marked : marked.filter(({ id }) => id === given);
    if (countOf(other, given) <= repeated || first === undefined) continue;
    // The second account may have a thing of this name too.
    if (given !== word && !(await areHidden(desk, check, [first]))) continue;
    return {
      operation,
      message: `The second account is given ${given === word ? 'a text' : 'the identifier'} of what the first one has made (${says}).`,
      expected: 'an answer without it',
      exchanges: [first.created, own, other],
      about: first.look,
      isContrast: await areHidden(desk, check, marked),
    };
  }
  return undefined;
}

function countOf(exchange: Answered, word: string): number {
  return textOf(exchange.response).split(word).length - 1;
}

/** The second account can read none of the things. */
async function areHidden(desk: Desk, check: string, marked: readonly Marked[]): Promise<boolean> {
  for (const { look } of marked) {
    const other = await desk.send(probe(desk, look, check, 'by the second account', 'other'));
    if (!isAnswered(other) || !isAbsent(other)) return false;
  }
  return true;
}

type Ask = (word: string) => Promise<Case | undefined>;

/** The requests for an operation: with nothing but what is required, and with the word in each text that it takes. */
function questionsOf(desk: Desk, operation: Operation): readonly (readonly [says: string, ask: Ask])[] {
  const plain: Ask = () => leastCase(desk, operation);
  const inQuery = operation.parameters
    .filter(({ in: where, shape }) => where === 'query' && shape.kind === 'primitive' && shape.types.includes('string'))
    .map(({ name }) => pointerTo('query', name));
  const first = desk.caseOf(operation);
  const inBody = [...leavesIn(valueAt(first?.input, '/body'), '/body')]
    .filter(({ value }) => typeof value === 'string')
    .map(({ at }) => at);
  return [
    ['a plain request', plain],
    ...[...inQuery, ...inBody].map((at): readonly [string, Ask] => [
      `with \`${at}\``,
      async (word) => {
        const one = await leastCase(desk, operation);
        return one && withInput(desk, one, changedAt(one.input, at, word) as Input);
      },
    ]),
  ];
}
