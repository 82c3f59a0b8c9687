// Calls operations with a credential that has fewer rights: where it is refused, it is refused by each operation that asks for the same.
import { rightIn, sentencesIn, stemOf, wordsOf } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { isSuccess } from '../sequences/index.ts';
import { another, type Desk, isAnswered, isSecured, probe } from './desk.ts';
import { type Lacking, type Outcome, tryHiddenMembers } from './hidden-members.ts';

export const RIGHTS = 'refuses-fewer-rights';

/** The fewest refusals that show what a group of operations asks for, and how many of them stand against one that is let through. */
const FEWEST = 4;

interface Group {
  /**
   * Whether its operations ask for the same scopes, or a sentence of each for the same right. Otherwise only their schemes and words are the same.
   */
  readonly isStated: boolean;
  /** The right that a sentence names. */
  readonly right?: string | undefined;
  /** The one scope that its operations ask for. */
  readonly scope?: string | undefined;
  readonly refused: Outcome[];
  readonly given: Outcome[];
}

export async function tryRights(desk: Desk): Promise<void> {
  if (!desk.isOn(RIGHTS)) return;
  const groups = new Map<string, Group>();
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const operations = desk.service.operations.filter((one) => isSecured(one) && methods.includes(one.method));
  for (const operation of operations.toSorted((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method))) {
    const first = desk.caseOf(operation);
    const need = needOf(operation);
    if (first === undefined || need === undefined || !desk.mayGoOn()) continue;
    const exchange = await withFewer(desk, first);
    if (!isAnswered(exchange)) continue;
    desk.looked(RIGHTS, operation, [exchange]);
    const group = groups.get(need.key) ?? { ...need, refused: [], given: [] };
    groups.set(need.key, group);
    if (exchange.response.status === 403) group.refused.push({ operation, exchange });
    else if (isSuccess(exchange)) group.given.push({ operation, exchange });
  }
  for (const { isStated, right, refused, given } of groups.values()) {
    const [first] = refused;
    if (first === undefined) continue;
    const isEnough = isStated || (refused.length >= FEWEST && given.length * FEWEST <= refused.length);
    for (const { operation, exchange } of isEnough ? given : [])
      if (right !== undefined || !isOpenToMore(operation))
        desk.found({
          check: RIGHTS,
          message: `The credential with fewer rights is let through with ${exchange.response?.status}; ${first.operation.id}, which needs the same, refuses it with 403.${saidBy(operation)}`,
          expected: 'the status 403',
          exchanges: [first.exchange, exchange],
        });
  }
  const all = [...groups.values()];
  const lacking = all.flatMap(({ scope, refused: [first], given }): readonly Lacking[] =>
    scope === undefined || first === undefined || given.length > 0 ? [] : [{ scope, refused: first }],
  );
  await tryHiddenMembers(
    desk,
    RIGHTS,
    lacking,
    all.flatMap(({ given }) => given),
  );
}

/** Statuses of a request that the thing is in no state for: the credential may have been let through. */
const UNFIT: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 422]);

/** The request with fewer rights. One that is refused for something else comes again, once the same has succeeded with all rights. */
async function withFewer(desk: Desk, first: Case): Promise<Exchange | undefined> {
  const sent = async (): Promise<Exchange | undefined> => {
    const one = await desk.ready(another(desk, first, 'for fewer rights'));
    return desk.send(probe(desk, one, RIGHTS, 'with a credential of fewer rights', 'limited'));
  };
  const exchange = await sent();
  if (!isAnswered(exchange) || !UNFIT.has(exchange.response.status) || !desk.mayGoOn()) return exchange;
  const whole = await desk.fresh(another(desk, first, 'before fewer rights'));
  return isAnswered(whole) && isSuccess(whole) ? sent() : exchange;
}

interface Need extends Pick<Group, 'isStated' | 'right' | 'scope'> {
  /** The same for all operations of a group. */
  readonly key: string;
}

/** What an operation asks for: its scopes, or else the right that a sentence names, or the schemes and the words with which it declares 403. */
function needOf(operation: Operation): Need | undefined {
  const { security, responses } = operation;
  const [only, ...others] = security;
  if (only === undefined) return undefined;
  const scopes = only.flatMap((one) => one.scopes);
  const schemes = security.map((requirement) => requirement.map(({ scheme }) => scheme).sort()).sort();
  if (scopes.length > 0 && others.length === 0)
    return {
      isStated: true,
      key: JSON.stringify(['scopes', schemes, scopes.toSorted()]),
      ...(scopes.length === 1 ? { scope: scopes[0] } : {}),
    };
  const right = rightsOf(operation);
  if (right.length === 1) return { isStated: true, right: right[0]?.name, key: JSON.stringify(['right', schemes, right[0]?.name]) };
  const forbidden = responses.find(({ status }) => String(status) === '403');
  return forbidden === undefined || scopes.length > 0
    ? undefined
    : { isStated: false, key: JSON.stringify(['403', schemes, forbidden.description]) };
}

interface Right {
  readonly name: string;
  readonly quote: string;
}

/** The rights that sentences of an operation ask for, each once. */
function rightsOf({ summary = '', description = '' }: Operation): readonly Right[] {
  const found = [summary, description].flatMap(sentencesIn).flatMap((quote): readonly (readonly [string, Right])[] => {
    const name = rightIn(quote);
    return name === undefined ? [] : [[name, { name, quote }]];
  });
  return [...new Map(found).values()];
}

function saidBy(operation: Operation): string {
  const [right] = rightsOf(operation);
  return right === undefined ? '' : ` The document says: “${right.quote}”`;
}

/** The fewest letters of a word that names somebody. */
const LONG = 6;

/**
 * Whether the texts of an operation speak of who may call it, also with a word of its 403: it may ask for less than others, or only for some of
 * its requests, such as one by which a librarian waives a fine.
 */
function isOpenToMore({ summary = '', description = '', responses }: Operation): boolean {
  const texts = `${summary} ${description}`;
  const own = new Set(wordsOf(texts).map(stemOf));
  const forbidden = responses.find(({ status }) => String(status) === '403')?.description ?? '';
  if (wordsOf(forbidden).some((word) => word.length >= LONG && own.has(stemOf(word)))) return true;
  return /\b(?:roles?|scopes?|permissions?|rights?|privileges?|admin\w*|may be called by|(?:any|every|all|each) (?:\w+ )?(?:users?|keys?|tokens?|members?|callers?|credentials?)|read-only|viewers?|clerks?|operators?|managers?|staff)\b/i.test(
    texts,
  );
}
