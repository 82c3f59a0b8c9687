// Looks up domains and the addresses at them.

import type { SearchDomainInput } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { domainKey, nameKey } from './rules/names.ts';
import type { Page } from './show.ts';
import { findBy } from './store.ts';
import type { DomainRow, EmailTables, MailboxRow } from './tables.ts';

/** A domain that a request names; without a row, nothing is known of it. */
export interface NamedDomain {
  readonly name: string;
  readonly row: DomainRow | undefined;
}

/**
 * The domain that a request names, by itself or by the company.
 * @throws the refusal 400 where the text is not a domain, or the company is not known
 */
export async function namedDomain(tables: Kysely<EmailTables>, given: { domain?: string; company?: string }): Promise<NamedDomain> {
  const { domain, company = '' } = given;
  if (domain !== undefined) {
    const name = domainKey(domain);
    if (name === undefined) throw refuse(400, { code: 'invalid_domain', detail: `${domain} is not a domain.` });
    return { name, row: await findBy(tables, 'h_domains', { name }) };
  }
  const known = tables.selectFrom('h_domains').selectAll().where('organization_key', '=', nameKey(company));
  const row = await known.orderBy('name').executeTakeFirst();
  if (row === undefined) throw refuse(400, { code: 'invalid_domain', detail: `No domain is known for the company ${company}.` });
  return { name: row.name, row };
}

/**
 * The addresses on a page of a search, those with the highest confidence first, and the number of addresses on all pages. The addresses of a free
 * mail provider belong to people and to no company, so none are listed.
 */
export async function addressesAt(
  tables: Kysely<EmailTables>,
  { name: domain, row }: NamedDomain,
  query: SearchDomainInput['query'] & Page,
): Promise<{ rows: MailboxRow[]; results: number }> {
  if (row === undefined || row.is_webmail) return { rows: [], results: 0 };
  const { type, seniority, department, required_field = [], verification_status, limit, offset } = query;
  let matching = tables
    .selectFrom('h_mailboxes')
    .where('domain', '=', domain)
    .where('is_listed', '=', true)
    .where('is_claimed', '=', false);
  if (type !== undefined) matching = matching.where('type', '=', type);
  if (seniority !== undefined) matching = matching.where('seniority', 'in', seniority);
  if (department !== undefined) matching = matching.where('department', 'in', department);
  for (const field of required_field) matching = matching.where(field === 'full_name' ? 'person_key' : field, 'is not', null);
  if (verification_status !== undefined) matching = matching.where('verified_status', 'in', verification_status);
  const rows = await matching.selectAll().orderBy('confidence', 'desc').orderBy('address').limit(limit).offset(offset).execute();
  const { count } = await matching.select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return { rows, results: Number(count) };
}
