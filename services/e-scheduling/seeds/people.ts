// The people of the story: a music school with two teachers, a stranger, and their tokens.

import { hashOf } from '../../platform/secrets.ts';
import type { Story } from '../../platform/service.ts';
import type { Tables } from '../deps.ts';
import { insert } from '../store/rows.ts';
import { AMARA, type Between, FELIX, LENA, SCHOOL, STORY, TEAM, tokens } from './names.ts';

const TEN_YEARS = 10 * 365 * 86_400_000;

export async function seedPeople(tables: Tables, story: Story, between: Between): Promise<void> {
  await insert(tables, 'e_organizations', [
    {
      id: SCHOOL,
      name: 'Northlight Studio',
      plan: 'teams',
      stage: 'paid',
      seats: 500,
      ...between('2026-01-12T09:00:00Z', '2026-02-01T06:00:03.118Z'),
    },
    { id: 'HDGBCFAEHGDBCEAF', name: 'Harbour Massage', plan: 'basic', stage: 'free', seats: 1, ...between('2026-05-04T12:00:00Z') },
  ]);
  const timezone = 'Europe/Berlin';
  await insert(tables, 'e_users', [
    {
      id: AMARA,
      name: 'Amara Diallo',
      slug: 'northlight-amara',
      email: 'amara.diallo@northlight.example',
      timezone,
      avatar_url: 'https://images.example.com/amara-diallo.png',
      ...between('2026-01-12T09:00:00Z', '2026-09-01T07:30:12.480Z'),
    },
    {
      id: FELIX,
      name: 'Felix Brandt',
      slug: 'northlight-felix',
      email: 'felix.brandt@northlight.example',
      timezone,
      ...between('2026-02-03T10:14:55.201Z', '2026-02-03T10:20:08.914Z'),
    },
    {
      id: LENA,
      name: 'Lena Okoye',
      slug: 'harbour-lena',
      email: 'lena.okoye@harbour.example',
      timezone,
      ...between('2026-05-04T12:00:00Z'),
    },
  ]);
  await insert(tables, 'e_memberships', [
    { id: 'MAGDHCEBFADHGCBE', user_id: AMARA, organization_id: SCHOOL, role: 'owner', ...between('2026-01-12T09:00:00Z') },
    { id: 'MFCBHGADEFCBDAGH', user_id: FELIX, organization_id: SCHOOL, role: 'user', ...between('2026-02-03T10:14:55.201Z') },
    { id: 'MHDGFBECAHGDFBCE', user_id: LENA, organization_id: 'HDGBCFAEHGDBCEAF', role: 'owner', ...between('2026-05-04T12:00:00Z') },
  ]);
  await insert(tables, 'e_teams', {
    id: TEAM,
    organization_id: SCHOOL,
    name: 'Northlight Studio',
    slug: 'northlight',
    ...between('2026-03-02T08:00:00Z'),
  });
  await insert(
    tables,
    'e_team_members',
    [AMARA, FELIX].map((user_id, position) => ({ team_id: TEAM, user_id, position })),
  );
  await insert(tables, 'e_invitations', [
    {
      id: 'VADBHGECFBHDAGCE',
      organization_id: SCHOOL,
      email: 'felix.brandt@northlight.example',
      status: 'accepted',
      user_id: FELIX,
      last_sent_at: story('2026-02-02T16:40:32.015Z'),
      ...between('2026-02-02T16:40:31.702Z', '2026-02-03T10:14:55.201Z'),
    },
    {
      id: 'VCAHEGDBFCHAEBGD',
      organization_id: SCHOOL,
      email: 'noor.haddad@example.com',
      status: 'pending',
      last_sent_at: story('2026-11-23T11:05:21.048Z'),
      ...between('2026-11-23T11:05:20.336Z'),
    },
  ]);
  await insert(tables, 'e_applications', { id: 'office-screen', name: 'Office screen', signing_key: 'the-key-of-the-application' });
  await insert(tables, 'e_tokens', [
    { hash: hashOf(tokens.owner), user_id: AMARA },
    { hash: hashOf(tokens.member), user_id: FELIX },
    { hash: hashOf(tokens.stranger), user_id: LENA },
    {
      hash: hashOf(tokens.application),
      user_id: AMARA,
      application_id: 'office-screen',
      // Access tokens live for two hours. This one outlives a sandbox that is saved and started again, since it is printed.
      expires_at: story(STORY) + TEN_YEARS,
    },
  ]);
}
