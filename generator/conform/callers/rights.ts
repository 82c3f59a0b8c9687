// Calls operations with a credential that has fewer rights: where it is refused, it is refused by each operation that asks for the same.
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { isSuccess } from '../sequences/index.ts';
import { another, type Desk, isAnswered, isSecured, probe } from './desk.ts';

export const RIGHTS = 'refuses-fewer-rights';

/** The fewest refusals that show what a group of operations asks for, and how many of them stand against one that is let through. */
const FEWEST = 4;

interface Outcome {
  readonly operation: Operation;
  readonly exchange: Exchange;
}

interface Group {
  /** Whether its operations ask for the same scopes. Otherwise only their schemes and words are the same. */
  readonly byScopes: boolean;
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
    const group = groups.get(need.key) ?? { byScopes: need.byScopes, refused: [], given: [] };
    groups.set(need.key, group);
    if (exchange.response.status === 403) group.refused.push({ operation, exchange });
    else if (isSuccess(exchange)) group.given.push({ operation, exchange });
  }
  for (const { byScopes, refused, given } of groups.values()) {
    const [first] = refused;
    if (first === undefined) continue;
    const isEnough = byScopes || (refused.length >= FEWEST && given.length * FEWEST <= refused.length);
    for (const { operation, exchange } of isEnough ? given : [])
      if (!isOpenToMore(operation))
        desk.found({
          check: RIGHTS,
          message: `A credential that ${first.operation.id} refuses with 403 is let through.`,
          expected: 'the status 403',
          exchanges: [first.exchange, exchange],
        });
  }
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

interface Need extends Pick<Group, 'byScopes'> {
  /** The same for all operations of a group. */
  readonly key: string;
}

/** What an operation asks for: its scopes, or else the schemes and the words with which it declares 403. */
function needOf({ security, responses }: Operation): Need | undefined {
  const [only, ...others] = security;
  if (only === undefined) return undefined;
  const scopes = only.flatMap((one) => one.scopes);
  const schemes = security.map((requirement) => requirement.map(({ scheme }) => scheme).sort()).sort();
  if (scopes.length > 0 && others.length === 0) return { byScopes: true, key: JSON.stringify(['scopes', schemes, scopes.toSorted()]) };
  const forbidden = responses.find(({ status }) => String(status) === '403');
  return forbidden === undefined || scopes.length > 0
    ? undefined
    : { byScopes: false, key: JSON.stringify(['403', schemes, forbidden.description]) };
}

/** Whether the texts of an operation speak of who may call it: it may ask for less than others. */
function isOpenToMore({ summary = '', description = '' }: Operation): boolean {
  return /\b(?:roles?|scopes?|permissions?|rights?|privileges?|admin\w*|may be called by|(?:any|every|all|each) (?:\w+ )?(?:users?|keys?|tokens?|members?|callers?|credentials?)|read-only|viewers?|clerks?|operators?|managers?|staff)\b/i.test(
    `${summary} ${description}`,
  );
}
