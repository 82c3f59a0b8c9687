// What a club wants to spend, or to earn.
import type { Reply } from '../../http.ts';
import { accountOf, type Call, conflict, fine, type Handlers, missing, unfit } from '../call.ts';
import { budgetKey } from '../store.ts';
import type { Budget } from '../things.ts';
import { budgetView } from '../views.ts';

function setBudget(call: Call): Reply {
  const { books, body } = call;
  const { account: id, year, amount, alert_percent, comment } = body as unknown as Budget;
  const account = accountOf(call, id);
  const isFit = account.kind === 'income' || account.kind === 'expense';
  if (!isFit) throw unfit('not_budgetable', 'Accounts of this kind have no budget.', 'account');
  if (account.archived) throw conflict('account_archived', 'The account is archived.', 'account');
  const key = budgetKey(id, year);
  const created = !books.budgets.has(key);
  const budget: Budget = { account: id, year, amount, alert_percent, comment };
  books.budgets.set(key, budget);
  return fine({ created, budget: budgetView(call, budget) });
}

function budgetOf(call: Call, { account, year }: Readonly<Record<string, unknown>>): Budget {
  const { id } = accountOf(call, account);
  const budget = call.books.budgets.get(budgetKey(id, Number(year)));
  if (budget === undefined) throw missing('budget', 'year');
  return budget;
}

function removeBudget(call: Call): Reply {
  const { account, year } = budgetOf(call, call.body);
  call.books.budgets.delete(budgetKey(account, year));
  return fine({});
}

export const budgets: Handlers = {
  setBudget,
  getBudget: (call) => fine({ budget: budgetView(call, budgetOf(call, call.query)) }),
  removeBudget,
};
