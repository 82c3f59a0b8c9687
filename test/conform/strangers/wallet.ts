// Accounts, transfers, holds and statements of a wallet, as wallet.yaml says, with nothing wrong in it.
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { answering, type Call, Refusal, type Rules } from './answering.ts';

interface Body {
  readonly accountId: string;
  readonly holdId: string;
  readonly nickname: string;
  readonly currency: string;
  readonly overdraft?: string;
  readonly amount?: string;
  readonly ticket?: string;
  readonly from: string;
  readonly to: string;
  readonly purpose?: string;
  readonly memo?: string;
}

/** Money is in cents within the service. */
interface Account {
  readonly accountId: string;
  readonly owner: string;
  readonly nickname: string;
  readonly currency: string;
  readonly overdraft: number;
  readonly openedAt: number;
  readonly answers: Map<string, object>;
  moneyIn: number;
  moneyOut: number;
  closedAt?: number;
}

interface Hold {
  readonly holdId: string;
  readonly account: Account;
  readonly amount: number;
  readonly captured: number;
  readonly state: 'open' | 'captured' | 'released';
  readonly memo?: string;
  readonly placedAt: number;
}

interface Statement {
  readonly statementId: string;
  readonly account: Account;
  readonly begun: number;
  readonly moneyIn: number;
  readonly moneyOut: number;
}

/** How long a statement takes, in milliseconds. */
const MAKING = 8;
const seconds = (milliseconds = Date.now()): number => Math.floor(milliseconds / 1000);
const cents = (money: string): number => Number(money.replace('.', ''));
const money = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
const balanceOf = ({ moneyIn, moneyOut }: Pick<Account, 'moneyIn' | 'moneyOut'>): number => moneyIn - moneyOut;
const feeOf = (amount: number): number => Math.min(Math.max(Math.floor((amount + 50) / 100), 10), 500);
const isReady = ({ begun }: Statement): boolean => Date.now() >= begun + MAKING;

function shownHold({ account, amount, captured, ...hold }: Hold): object {
  return { ...hold, accountId: account.accountId, amount: money(amount), captured: money(captured) };
}

function shownStatement(statement: Statement): object {
  const { statementId, account, begun, moneyIn, moneyOut } = statement;
  const facts = { statementId, accountId: account.accountId, state: isReady(statement) ? 'ready' : 'making', requestedAt: seconds(begun) };
  return isReady(statement)
    ? { ...facts, moneyIn: money(moneyIn), moneyOut: money(moneyOut), balance: money(balanceOf(statement)) }
    : facts;
}

function rules(): Rules<Body> {
  const accounts: Account[] = [];
  const transfers = new Map<string, { readonly owner: string; readonly shown: object }>();
  const holds = new Map<string, Hold>();
  const statements = new Map<string, Statement>();
  let lastId = 1000;
  const nextId = (letter: string): string => `${letter}${++lastId}`;
  const missing = (what: string): Refusal => new Refusal(404, 'missing', `There is no such ${what}.`);
  const impossible = (text: string): Refusal => new Refusal(409, 'impossible', text);

  const accountOf = ({ caller }: Call<Body>, id: unknown): Account => {
    const account = accounts.find(({ accountId, owner }) => accountId === id && owner === caller.account);
    if (account === undefined) throw missing('account');
    return account;
  };
  const holdOf = ({ caller }: Call<Body>, id: unknown): Hold => {
    const hold = holds.get(String(id));
    if (hold === undefined || hold.account.owner !== caller.account) throw missing('hold');
    return hold;
  };
  const heldOf = (account: Account): number =>
    [...holds.values()].reduce((sum, hold) => sum + (hold.account === account && hold.state === 'open' ? hold.amount : 0), 0);
  const availableOf = (account: Account): number => balanceOf(account) - heldOf(account);
  const shownAccount = (account: Account): object => {
    const { accountId, nickname, currency, overdraft, openedAt, closedAt } = account;
    const sums = {
      overdraft: money(overdraft),
      balance: money(balanceOf(account)),
      held: money(heldOf(account)),
      available: money(availableOf(account)),
    };
    return { accountId, nickname, currency, ...sums, openedAt, ...(closedAt === undefined ? {} : { closedAt }) };
  };
  const checkOpen = ({ accountId, closedAt }: Account): void => {
    if (closedAt !== undefined) throw impossible(`The account ${accountId} is closed.`);
  };
  const keepHold = (hold: Hold): Response => {
    holds.set(hold.holdId, hold);
    return Response.json(shownHold(hold));
  };

  const operations: Rules<Body>['operations'] = {
    openAccount: ({ caller, body: { nickname, currency, overdraft = '0.00' } }) => {
      const own = accounts.find((one) => one.owner === caller.account && one.closedAt === undefined && one.nickname === nickname);
      if (own !== undefined) return Response.json(shownAccount(own));
      const facts = { accountId: nextId('A'), owner: caller.account, nickname, currency, overdraft: cents(overdraft) };
      const account: Account = { ...facts, openedAt: seconds(), answers: new Map(), moneyIn: 0, moneyOut: 0 };
      accounts.push(account);
      return Response.json(shownAccount(account));
    },
    getAccount: (call) => Response.json(shownAccount(accountOf(call, call.query.accountId))),
    listAccounts: ({ caller, query: { currency } }) => {
      const own = accounts.filter((one) => one.owner === caller.account && (currency === undefined || one.currency === currency));
      const sorted = [...own.filter(({ closedAt }) => closedAt === undefined), ...own.filter(({ closedAt }) => closedAt !== undefined)];
      return Response.json({ accounts: sorted.map(shownAccount) });
    },
    closeAccount: (call) => {
      const account = accountOf(call, call.body.accountId);
      if (balanceOf(account) !== 0 || heldOf(account) > 0) throw impossible('There is money in it.');
      account.closedAt ??= seconds();
      return Response.json(shownAccount(account));
    },
    topUp: (call) => {
      const { accountId, amount = '', ticket } = call.body;
      const account = accountOf(call, accountId);
      const before = ticket === undefined ? undefined : account.answers.get(ticket);
      if (before !== undefined) return Response.json(before);
      checkOpen(account);
      account.moneyIn += cents(amount);
      const movement = {
        accountId,
        amount,
        balance: money(balanceOf(account)),
        ...(ticket === undefined ? {} : { ticket }),
        at: seconds(),
      };
      if (ticket !== undefined) account.answers.set(ticket, movement);
      return Response.json(movement);
    },
    transfer: (call) => {
      const { amount = '', purpose = '' } = call.body;
      const [from, to] = [accountOf(call, call.body.from), accountOf(call, call.body.to)];
      if (from === to || from.currency !== to.currency) throw impossible('These accounts do not go together.');
      checkOpen(from);
      checkOpen(to);
      const fee = feeOf(cents(amount));
      const price = cents(amount) + fee;
      if (availableOf(from) - price < -from.overdraft) throw impossible('There is not enough money.');
      from.moneyOut += price;
      to.moneyIn += cents(amount);
      const facts = { transferId: nextId('T'), from: from.accountId, to: to.accountId, amount, fee: money(fee) };
      const shown = { ...facts, purpose: purpose.trim(), at: seconds() };
      transfers.set(facts.transferId, { owner: call.caller.account, shown });
      return Response.json(shown);
    },
    getTransfer: ({ caller, query }) => {
      const found = transfers.get(String(query.transferId));
      if (found === undefined || found.owner !== caller.account) throw missing('transfer');
      return Response.json(found.shown);
    },
    placeHold: (call) => {
      const { accountId, amount = '', memo } = call.body;
      const account = accountOf(call, accountId);
      checkOpen(account);
      if (availableOf(account) < cents(amount)) throw impossible('There is not enough money.');
      const facts = { holdId: nextId('H'), account, amount: cents(amount), captured: 0, ...(memo === undefined ? {} : { memo }) };
      return keepHold({ ...facts, state: 'open', placedAt: seconds() });
    },
    getHold: (call) => Response.json(shownHold(holdOf(call, call.query.holdId))),
    captureHold: (call) => {
      const hold = holdOf(call, call.body.holdId);
      const captured = call.body.amount === undefined ? hold.amount : cents(call.body.amount);
      if (hold.state !== 'open') throw impossible(`The hold is ${hold.state}.`);
      if (captured > hold.amount) throw impossible('The hold has less.');
      hold.account.moneyOut += captured;
      return keepHold({ ...hold, captured, state: 'captured' });
    },
    releaseHold: (call) => {
      const hold = holdOf(call, call.body.holdId);
      if (hold.state === 'captured') throw impossible('The hold is captured.');
      return keepHold({ ...hold, state: 'released' });
    },
    requestStatement: (call) => {
      const account = accountOf(call, call.body.accountId);
      const before = [...statements.values()].find((one) => one.account === account && !isReady(one));
      const { moneyIn, moneyOut } = account;
      const statement: Statement = before ?? { statementId: nextId('S'), account, begun: Date.now(), moneyIn, moneyOut };
      statements.set(statement.statementId, statement);
      return Response.json(shownStatement(statement), { status: 202 });
    },
    getStatement: ({ caller, query }) => {
      const statement = statements.get(String(query.statementId));
      if (statement === undefined || statement.account.owner !== caller.account) throw missing('statement');
      return Response.json(shownStatement(statement), { status: isReady(statement) ? 200 : 202 });
    },
  };

  return {
    base: '/pay',
    refuse: (status, text, type) => Response.json({ error: { type: type ?? 'broken', text } }, { status: status === 401 ? 403 : status }),
    callerOf: (headers) => {
      const token = headers.get('x-user-token') ?? '';
      return ['u-kiosk-77', 'u-cafe-31'].includes(token) ? { account: token, isLimited: false } : undefined;
    },
    operations,
  };
}

export const CREDENTIALS = { given: { userToken: 'u-kiosk-77' }, other: { userToken: 'u-cafe-31' } };

export const wallet = (): Promise<Handler> => answering('wallet', rules);
