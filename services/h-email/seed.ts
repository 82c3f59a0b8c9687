// The rows that the examples of the document tell of: a bakery supplier and its people, a mill, two mail providers, and the accounts.

import type { Kysely } from 'kysely';
import { hashOf } from '../platform/secrets.ts';
import type { Platform, Story } from '../platform/service.ts';
import { nameKey } from './rules/names.ts';
import { dayOf } from './rules/periods.ts';
import { type AccountRow, type DomainRow, EMPTY_DOMAIN, EMPTY_MAILBOX, type EmailTables, type MailboxRow } from './tables.ts';

/** Keys of the seeded accounts, in the form that keys have: 40 hexadecimal digits. */
export const keys = {
  starter: 'b5f1c80e63d24a97a0c1f2e4d8739b560a4c7e1d',
  free: '3d09e7a1c4b85f26907b1e5d8ca2f4630be917f5',
  spent: '81c6fd20b94e37a5d1f08c3b6e7290a45df3b16c',
  test: 'test-api-key',
} as const;

export async function seed(tables: Kysely<EmailTables>, { story }: Platform<EmailTables>): Promise<void> {
  await tables.insertInto('h_accounts').values(accounts(story)).execute();
  await tables
    .insertInto('h_keys')
    .values([
      { hash: hashOf(keys.starter), account_id: 4711 },
      { hash: hashOf(keys.free), account_id: 4712 },
      { hash: hashOf(keys.spent), account_id: 4713 },
      { hash: hashOf(keys.test), account_id: null },
    ])
    .execute();
  await tables.insertInto('h_domains').values(domains).execute();
  await tables.insertInto('h_mailboxes').values(mailboxes(story)).execute();
}

function accounts(story: Story): AccountRow[] {
  const period_ends_at = story('2026-12-01');
  return [
    {
      id: 4711,
      first_name: 'Priya',
      last_name: 'Nair',
      email: 'priya.nair@papertrail.example',
      plan_name: 'Starter',
      plan_level: 1,
      credits: 2000,
      period_ends_at,
      searches_used: 412,
      verifications_used: 496,
    },
    {
      id: 4712,
      first_name: 'Jonas',
      last_name: 'Weir',
      email: 'jonas.weir@saltmarsh.example',
      plan_name: 'Free',
      plan_level: 0,
      credits: 50,
      period_ends_at,
      searches_used: 0,
      verifications_used: 0,
    },
    {
      id: 4713,
      first_name: 'Lea',
      last_name: 'Okafor',
      email: 'lea.okafor@tidewater.example',
      plan_name: 'Free',
      plan_level: 0,
      credits: 50,
      period_ends_at,
      searches_used: 30,
      verifications_used: 40,
    },
  ];
}

export const brightloaf: DomainRow = {
  name: 'brightloaf.example',
  organization: 'Brightloaf',
  organization_key: nameKey('Brightloaf'),
  is_disposable: false,
  is_webmail: false,
  accepts_all: false,
  pattern: '{first}.{last}',
  facts: {
    description: 'Brightloaf builds ovens and proving cabinets for small bakeries.',
    industry: 'Manufacturing',
    twitter: 'https://social.example/brightloaf',
    facebook: null,
    linkedin: 'https://careers.example/company/brightloaf',
    instagram: null,
    youtube: null,
    technologies: ['nginx', 'postgresql'],
    country: 'SE',
    state: 'Skåne län',
    city: 'Malmö',
    postal_code: '211 19',
    street: 'Hamngatan 4',
    headcount: '51-200',
    company_type: 'privately held',
    linked_domains: ['brightloaf-service.example'],
  },
};

const domains: readonly DomainRow[] = [
  brightloaf,
  { ...EMPTY_DOMAIN, name: 'quietmill.example', accepts_all: true, facts: { linked_domains: [] } },
  { ...EMPTY_DOMAIN, name: 'postbox.example', is_webmail: true, facts: {} },
  { ...EMPTY_DOMAIN, name: 'tenminutes.example', is_disposable: true, facts: {} },
];

/** The mailboxes at brightloaf.example; the first two are the page that the document shows. */
export function mailboxes(story: Story): MailboxRow[] {
  const day = (moment: string) => dayOf(story(moment));
  const at = { ...EMPTY_MAILBOX, is_listed: true, domain: 'brightloaf.example' };
  const person = (first_name: string, last_name: string) => ({
    address: `${first_name}.${last_name}@brightloaf.example`.toLowerCase(),
    first_name,
    last_name,
    person_key: nameKey(`${first_name} ${last_name}`),
  });
  return [
    {
      ...at,
      ...person('Marta', 'Lindqvist'),
      confidence: 96,
      position: 'Head of Sales',
      position_raw: 'Head of Sales (Nordics)',
      seniority: 'executive',
      department: 'sales',
      profile_url: 'https://careers.example/in/marta-lindqvist',
      profile_handle: 'marta-lindqvist',
      phone_number: '+46 40 555 01 20',
      sources: [
        {
          domain: 'brightloaf.example',
          uri: 'https://brightloaf.example/team',
          extracted_on: day('2026-03-02'),
          last_seen_on: day('2026-11-08'),
          still_on_page: true,
        },
      ],
      verified_at: story('2026-11-10'),
      verified_status: 'valid',
    },
    {
      ...at,
      ...person('Tomas', 'Reyes'),
      // The verification of this address takes longer than one request may.
      server: 'slow',
      confidence: 88,
      position: 'Firmware Engineer',
      position_raw: 'Firmware Engineer',
      seniority: 'senior',
      department: 'it',
      sources: [
        {
          domain: 'ovenfair.example',
          uri: 'https://ovenfair.example/speakers/2025',
          extracted_on: day('2025-05-19'),
          last_seen_on: day('2026-09-30'),
          still_on_page: false,
        },
      ],
    },
    {
      ...at,
      address: 'orders@brightloaf.example',
      type: 'generic',
      confidence: 74,
      sources: [
        {
          domain: 'brightloaf.example',
          uri: 'https://brightloaf.example/contact',
          extracted_on: day('2026-01-15'),
          last_seen_on: day('2026-11-08'),
          still_on_page: true,
        },
      ],
    },
    // Known to the mail server, but to no public page: the finder derives it from the pattern.
    { ...at, ...person('Anna', 'Berg'), is_listed: false, search_seconds: 5 },
    // The finder needs more time than it takes by default.
    { ...at, ...person('Ole', 'Strand'), is_listed: false, search_seconds: 15 },
    { ...at, ...person('Ida', 'Falk'), is_listed: false, is_claimed: true },
    { ...at, address: 'press@brightloaf.example', is_listed: false, type: 'generic', server: 'fails' },
    { ...at, address: 'relay@brightloaf.example', is_listed: false, type: 'generic', server: 'blocks' },
  ];
}
