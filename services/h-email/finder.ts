// Finds the address of a person: one that is known, or one that the pattern of the domain gives and the mail server accepts.

import type { FindEmailInput } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { namedDomain } from './domains.ts';
import { addressByPattern, nameKey, type PersonName, personName } from './rules/names.ts';
import type { Found } from './show.ts';
import { findBy } from './store.ts';
import type { DomainRow, EmailTables } from './tables.ts';

/** Scores of addresses that no public page has: the mail server knows the mailbox, or it accepts any name. */
const DERIVED_SCORE = 80;
const ACCEPT_ALL_SCORE = 45;

/** The question of a search, and how many seconds it may take. */
type FinderQuery = FindEmailInput['query'] & { readonly max_duration: number };

/** @throws the refusal 400 for a person or domain that cannot be looked up */
export async function find(tables: Kysely<EmailTables>, query: FinderQuery): Promise<Found> {
  if (query.linkedin_handle !== undefined) return byProfile(tables, query.linkedin_handle);
  const { name, row } = await namedDomain(tables, query);
  if (row === undefined) throw refuse(400, { code: 'invalid_domain', detail: `The domain ${name} receives no mail.` });
  const person = personName(query);
  const known = await tables
    .selectFrom('h_mailboxes')
    .selectAll()
    .where('domain', '=', name)
    .where('person_key', '=', nameKey(`${person.first} ${person.last}`))
    .where('is_listed', '=', true)
    .orderBy('confidence', 'desc')
    .executeTakeFirst();
  if (known === undefined) return byPattern(tables, row, person, query.max_duration);
  const { first_name: first, last_name: last, address, confidence: score } = known;
  return { domain: row, first, last, address, score, mailbox: known };
}

async function byProfile(tables: Kysely<EmailTables>, handle: string): Promise<Found> {
  const mailbox = await findBy(tables, 'h_mailboxes', { profile_handle: handle.toLowerCase() });
  if (mailbox === undefined) throw refuse(400, { code: 'wrong_params', detail: `No person has the handle ${handle}.` });
  const domain = await tables.selectFrom('h_domains').selectAll().where('name', '=', mailbox.domain).executeTakeFirstOrThrow();
  const { first_name: first, last_name: last, address, confidence: score } = mailbox;
  return { domain, first, last, address, score, mailbox };
}

/** An address that no public page has. To ask the mail server about a mailbox takes seconds, which the caller may limit. */
async function byPattern(tables: Kysely<EmailTables>, domain: DomainRow, person: PersonName, seconds: number): Promise<Found> {
  const nothing: Found = { domain, first: person.first || null, last: person.last };
  const address = domain.pattern === null ? undefined : addressByPattern(domain.pattern, person, domain.name);
  if (address === undefined) return nothing;
  const mailbox = await findBy(tables, 'h_mailboxes', { address });
  if (mailbox?.exists === true && mailbox.search_seconds <= seconds) return { ...nothing, address, score: DERIVED_SCORE, mailbox };
  return domain.accepts_all ? { ...nothing, address, score: ACCEPT_ALL_SCORE } : nothing;
}
