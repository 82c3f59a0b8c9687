// Declares the rows of accounts and their users.

import { integer, key, table, text } from '../../platform/store/table.ts';

const accounts = table('g_accounts', {
  id: key(integer),
  name: text,
  /** What the account has paid and not spent, in ten-thousandths of its currency. */
  balance: integer,
  /** How far the balance may fall below 0, in the same units. */
  credit: integer,
  /** ISO 4217. */
  currency: text,
  /** Messages that are free of charge. */
  bonus_emails: integer,
  bonus_smses: integer,
});

const users = table(
  'g_users',
  {
    id: key(integer),
    account: integer,
    name: text,
    /** The user name by which requests identify themselves, which is an email address. */
    email: text,
    password_hash: text,
  },
  { unique: { email: ['email'] } },
);

/** A key that stands for the password, with any user name. */
const keys = table('g_keys', { hash: key(text), user: integer });

export const accountTables = [accounts, users, keys] as const;
