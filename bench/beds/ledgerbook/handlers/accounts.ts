// The chart of accounts.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import { contains } from '../../texts.ts';
import { accountOf, type Call, conflict, fine, type Handlers, Refusal, unfit } from '../call.ts';
import { keyOfCursor, pageOf } from '../pages.ts';
import { newId } from '../store.ts';
import type { Account } from '../things.ts';
import { accountReply, accountView, byCode, tagOf } from '../views.ts';

/** The first digits of the codes of each kind. */
const DIGITS: Readonly<Record<string, string>> = { asset: '1', liability: '2', equity: '3', income: '4', expense: '56789' };

type Changes = Partial<Pick<Account, 'name' | 'note' | 'contact_email' | 'tags' | 'metadata'>>;

function createAccount(call: Call): Reply {
  const { books, body } = call;
  const { idempotency_key: _, ...given } = body as unknown as Account & { idempotency_key?: string };
  if (!DIGITS[given.kind]?.includes(given.code.charAt(0))) throw unfit('code_does_not_fit', 'The code is not one of the kind.', 'code');
  if ([...books.accounts.values()].some(({ code }) => code === given.code)) throw conflict('code_taken', 'The code is taken.', 'code');
  const account: Account = { ...given, id: newId('acc'), archived: false, created_at: new Date().toISOString() };
  books.accounts.set(account.id, account);
  return accountReply(call, account);
}

function getAccount(call: Call): Reply {
  const account = accountOf(call, call.query.account);
  const tag = tagOf(call, account);
  const known = call.header('if-none-match');
  if (known !== undefined && matchesWeak(known, tag)) return { status: 304, headers: { etag: tag } };
  return accountReply(call, account);
}

function listAccounts(call: Call): Reply {
  const { books, query, has } = call;
  keyOfCursor(call, 'accounts');
  const text = query.query === undefined ? '' : String(query.query);
  const isMeant = ({ kind, code, name }: Account): boolean =>
    (query.kind === undefined || kind === query.kind) && (contains(code, text) || contains(name, text));
  const matching = byCode(books).filter(isMeant);
  const items = matching.filter(({ archived }) => query.include_archived === true || !archived);
  const keyOf = ({ code }: Account): string => code;
  const total = has('total-with-archived') ? matching.length : items.length;
  const page = pageOf({ call, name: 'accounts', items, keyOf, total }, ({ code }, key) => code > key) as { accounts: readonly Account[] };
  const accounts = page.accounts.map((account) => {
    const view = accountView(call, account);
    return has('auditor-sees-contacts') ? { ...view, contact_email: account.contact_email } : view;
  });
  return fine({ ...page, accounts });
}

function updateAccount(call: Call): Reply {
  const { body, has } = call;
  const account = accountOf(call, body.account);
  const { account: _, ...given } = body as Changes & { account: string };
  const changes =
    has('metadata-merged') && given.metadata !== undefined ? { ...given, metadata: { ...account.metadata, ...given.metadata } } : given;
  const wanted = call.header('if-match');
  const isStale = wanted !== undefined && !matchesStrong(wanted, tagOf(call, account));
  if (isStale && has('stale-is-changed')) Object.assign(account, changes);
  if (isStale) throw new Refusal(412, 'account_changed', 'The account has changed in the meantime.');
  if (account.archived) throw conflict('account_archived', 'The account is archived.', 'account');
  Object.assign(account, changes);
  return accountReply(call, account);
}

function archiveAccount(call: Call): Reply {
  const { books, body, has } = call;
  const account = accountOf(call, body.account);
  if (account.archived) throw conflict('account_archived', 'The account is archived already.', 'account');
  if (accountView(call, account).balance !== 0) throw conflict('balance_not_zero', 'The balance of the account is not 0.', 'account');
  const isUsed = [...books.templates.values()].some(({ lines }) => lines.some((line) => line.account === account.id));
  if (isUsed) throw conflict('used_by_template', 'A template has a line of the account.', 'account');
  account.archived = true;
  for (const [key, budget] of books.budgets) if (budget.account === account.id && !has('archive-keeps-budgets')) books.budgets.delete(key);
  return accountReply(call, account);
}

export const accounts: Handlers = { createAccount, getAccount, listAccounts, updateAccount, archiveAccount };
