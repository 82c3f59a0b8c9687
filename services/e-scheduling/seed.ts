// The rows that the examples of the document tell of: a music school with two teachers, a pupil who moved his first lesson, a rehearsal, a form.

import type { EventLocation } from '@octavo/interfaces/e-scheduling';
import type { Kysely } from 'kysely';
import { hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import { NO_TRACKING } from './resources.ts';
import type { RouteRule } from './rules/routing.ts';
import type { Availability } from './rules/slots.ts';
import type { EventRow, EventTypeRow, InviteeRow, SchedulingTables, SubmissionRow } from './tables.ts';

type Story = Platform<SchedulingTables>['story'];
type Tables = Kysely<SchedulingTables>;

/** After Jonas moved his lesson, and before it takes place. */
export const STORY = '2026-11-26T09:00:00Z';

export const tokens = {
  owner: 'pat_NorthlightAmara7kQ2mX9vR4tZ8w',
  member: 'pat_NorthlightFelix3hD6bN1yL5cJ0s',
  stranger: 'pat_HarbourLena8fG4pK7uW2eT9a',
  application: 'oat_OfficeScreenAmara5rV1nC6xM3zB',
} as const;

const TEN_YEARS = 10 * 365 * 86_400_000;

const SCHOOL = 'NGHCEBDAFHBDCAGE';
const AMARA = 'ADHCGEBFAHDCBGEF';
const FELIX = 'FBGCHADEFCBHGADE';
const LENA = 'LHBDFGACEHBDFCAG';
const LESSON = 'LFEHBADGCHFBEGDA';
const REHEARSAL = 'RHCBGEADFHBCEGAD';
const FORM = 'QFHADCEBGHFADBCE';
const INSTRUMENT = '6f1d2c0e-5b7a-4e0c-9d35-8a41c2b7e390';
const REMARK = 'b3a94f17-0d62-4c58-8e21-7f9d5a06c4be';

const NOT_CANCELED = { canceled_by: null, canceler_type: null, cancel_reason: null } as const;

export async function seed(tables: Tables, { story }: Platform<SchedulingTables>): Promise<void> {
  const between = (created: string, updated = created) => ({ created_at: story(created), updated_at: story(updated) });
  await seedPeople(tables, story, between);
  await tables.insertInto('e_event_types').values(eventTypes(between)).execute();
  await tables
    .insertInto('e_links')
    .values([
      {
        id: 'ck7p-2mx-t8q',
        creator_id: AMARA,
        owner_type: 'EventType',
        owner_id: LESSON,
        slug: 'first-lesson',
        max_event_count: 1,
        booked: 0,
        created_at: story('2026-11-20T09:00:00Z'),
      },
      {
        id: 'ck2w-9hd-r4z',
        creator_id: AMARA,
        owner_type: 'User',
        owner_id: AMARA,
        slug: 'northlight-amara',
        max_event_count: null,
        booked: 0,
        created_at: story('2026-11-20T09:05:00Z'),
      },
    ])
    .execute();
  await tables.insertInto('e_events').values(events(story)).execute();
  await tables
    .insertInto('e_invitees')
    .values([...jonas(story), ...players(story)])
    .execute();
  await seedForm(tables, between);
  await tables
    .insertInto('e_subscriptions')
    .values({
      id: 'WGEBCHADFGBECHDA',
      url: 'https://office.northlight.example/hooks/scheduling',
      events: JSON.stringify(['invitee.created', 'invitee.canceled', 'routing_form_submission.created']),
      scope: 'organization',
      organization_id: SCHOOL,
      user_id: null,
      creator_id: AMARA,
      signing_key: 'a-secret-of-your-own',
      state: 'active',
      retry_started_at: null,
      base: 'https://scheduling.example.com',
      ...between('2026-11-02T10:00:18.265Z'),
    })
    .execute();
}

type Between = (created: string, updated?: string) => { created_at: number; updated_at: number };

async function seedPeople(tables: Tables, story: Story, between: Between): Promise<void> {
  await tables
    .insertInto('e_organizations')
    .values([
      {
        id: SCHOOL,
        name: 'Northlight Studio',
        plan: 'teams',
        stage: 'paid',
        seats: 500,
        ...between('2026-01-12T09:00:00Z', '2026-02-01T06:00:03.118Z'),
      },
      { id: 'HDGBCFAEHGDBCEAF', name: 'Harbour Massage', plan: 'basic', stage: 'free', seats: 1, ...between('2026-05-04T12:00:00Z') },
    ])
    .execute();
  const timezone = 'Europe/Berlin';
  await tables
    .insertInto('e_users')
    .values([
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
        avatar_url: null,
        ...between('2026-02-03T10:14:55.201Z', '2026-02-03T10:20:08.914Z'),
      },
      {
        id: LENA,
        name: 'Lena Okoye',
        slug: 'harbour-lena',
        email: 'lena.okoye@harbour.example',
        timezone,
        avatar_url: null,
        ...between('2026-05-04T12:00:00Z'),
      },
    ])
    .execute();
  await tables
    .insertInto('e_memberships')
    .values([
      { id: 'MAGDHCEBFADHGCBE', user_id: AMARA, organization_id: SCHOOL, role: 'owner', ...between('2026-01-12T09:00:00Z') },
      { id: 'MFCBHGADEFCBDAGH', user_id: FELIX, organization_id: SCHOOL, role: 'user', ...between('2026-02-03T10:14:55.201Z') },
      { id: 'MHDGFBECAHGDFBCE', user_id: LENA, organization_id: 'HDGBCFAEHGDBCEAF', role: 'owner', ...between('2026-05-04T12:00:00Z') },
    ])
    .execute();
  await tables
    .insertInto('e_invitations')
    .values([
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
        user_id: null,
        last_sent_at: story('2026-11-23T11:05:21.048Z'),
        ...between('2026-11-23T11:05:20.336Z'),
      },
    ])
    .execute();
  await tables
    .insertInto('e_applications')
    .values({ id: 'office-screen', name: 'Office screen', signing_key: 'the-key-of-the-application' })
    .execute();
  const personal = { application_id: null, expires_at: null };
  await tables
    .insertInto('e_tokens')
    .values([
      { hash: hashOf(tokens.owner), user_id: AMARA, ...personal },
      { hash: hashOf(tokens.member), user_id: FELIX, ...personal },
      { hash: hashOf(tokens.stranger), user_id: LENA, ...personal },
      {
        hash: hashOf(tokens.application),
        user_id: AMARA,
        application_id: 'office-screen',
        // Access tokens live for two hours. This one outlives a sandbox that is saved and started again, since it is printed.
        expires_at: story(STORY) + TEN_YEARS,
      },
    ])
    .execute();
}

const ROOM: EventLocation = { type: 'physical', location: 'Northlight Studio, Lindenhof 7, room 2' };
const HALL: EventLocation = { type: 'custom', location: 'The hall, by the yard entrance' };

function eventTypes(between: Between): EventTypeRow[] {
  const weekdays: Availability = { days: [1, 2, 3, 4, 5], from: '09:00', to: '19:00' };
  const saturdays: Availability = { days: [6], from: '09:30', to: '14:00' };
  const common = { active: 1, is_secret: 0, is_admin_managed: 0, deleted_at: null };
  return [
    {
      ...common,
      id: LESSON,
      user_id: FELIX,
      name: 'First lesson',
      slug: 'first-lesson',
      duration: 45,
      seats: 1,
      color: '#b5651d',
      internal_note: null,
      description: 'Find out whether the cello is for you. We have instruments to lend.',
      location: JSON.stringify(ROOM),
      questions: JSON.stringify([
        {
          name: 'Have you played before?',
          type: 'single_select',
          position: 0,
          enabled: true,
          required: true,
          answer_choices: ['Never', 'Yes, as a child', 'Yes, I still do'],
          include_other: false,
        },
      ]),
      availability: JSON.stringify(weekdays),
      ...between('2026-02-10T08:30:00.124Z', '2026-10-02T13:44:19.660Z'),
    },
    {
      ...common,
      id: REHEARSAL,
      user_id: AMARA,
      name: 'Ensemble rehearsal',
      slug: 'ensemble-rehearsal',
      duration: 90,
      seats: 8,
      color: '#2f6f4e',
      internal_note: 'Eight stands, no more.',
      description: 'Chamber music for all instruments. Bring your part.',
      location: JSON.stringify(HALL),
      questions: '[]',
      availability: JSON.stringify(saturdays),
      ...between('2026-03-15T12:00:41.556Z', '2026-08-28T15:21:07.090Z'),
    },
  ];
}

function events(story: Story): EventRow[] {
  const lesson = {
    event_type_id: LESSON,
    host_id: FELIX,
    organization_id: SCHOOL,
    name: 'First lesson',
    duration: 45,
    location: JSON.stringify(ROOM),
    seats: 1,
    invitees_total: 1,
  };
  return [
    {
      ...lesson,
      id: 'EAHDBGCFEBHADGCF',
      status: 'canceled',
      start_at: story('2026-12-01T15:00:00Z'),
      end_at: story('2026-12-01T15:45:00Z'),
      invitees_active: 0,
      canceled_by: 'Jonas Weber',
      canceler_type: 'invitee',
      cancel_reason: 'I have an exam on Tuesday.',
      created_at: story('2026-11-24T08:15:27.630Z'),
      updated_at: story('2026-11-25T17:32:08.398Z'),
    },
    {
      ...lesson,
      ...NOT_CANCELED,
      id: 'EBCFAGHDBECGFAHD',
      status: 'active',
      start_at: story('2026-12-03T15:00:00Z'),
      end_at: story('2026-12-03T15:45:00Z'),
      invitees_active: 1,
      created_at: story('2026-11-25T17:32:08.451Z'),
      updated_at: story('2026-11-25T17:32:08.451Z'),
    },
    {
      ...NOT_CANCELED,
      id: 'ECDHAFBGECHDABFG',
      event_type_id: REHEARSAL,
      host_id: AMARA,
      organization_id: SCHOOL,
      name: 'Ensemble rehearsal',
      status: 'active',
      start_at: story('2026-12-05T09:30:00Z'),
      end_at: story('2026-12-05T11:00:00Z'),
      duration: 90,
      location: JSON.stringify(HALL),
      seats: 8,
      invitees_total: 6,
      invitees_active: 5,
      created_at: story('2026-11-09T19:12:37.208Z'),
      updated_at: story('2026-11-22T20:03:14.775Z'),
    },
  ];
}

const SUBMISSION = 'SDGEBHCAFDGHEBAC';

/** Jonas at the lesson that he moved, and at the one that he moved it to. */
function jonas(story: Story): InviteeRow[] {
  const person = {
    email: 'jonas.weber@example.com',
    first_name: 'Jonas',
    last_name: 'Weber',
    name: 'Jonas Weber',
    answers: JSON.stringify([{ question: 'Have you played before?', answer: 'Yes, as a child', position: 0 }]),
    timezone: 'Europe/Berlin',
    tracking: JSON.stringify(NO_TRACKING),
    submission_id: SUBMISSION,
  };
  const first = { id: 'JAHDBEGCAFHEBDGC', event_id: 'EAHDBGCFEBHADGCF' };
  const second = { id: 'JBGCAFHEBDHDGCEA', event_id: 'EBCFAGHDBECGFAHD' };
  return [
    {
      ...person,
      ...first,
      status: 'canceled',
      is_rescheduled: 1,
      old_invitee_id: null,
      old_event_id: null,
      new_invitee_id: second.id,
      new_event_id: second.event_id,
      canceled_by: 'Jonas Weber',
      canceler_type: 'invitee',
      cancel_reason: 'I have an exam on Tuesday.',
      created_at: story('2026-11-24T08:15:27.630Z'),
      updated_at: story('2026-11-25T17:32:08.398Z'),
    },
    {
      ...person,
      ...second,
      ...NOT_CANCELED,
      status: 'active',
      is_rescheduled: 0,
      old_invitee_id: first.id,
      old_event_id: first.event_id,
      new_invitee_id: null,
      new_event_id: null,
      created_at: story('2026-11-25T17:32:08.451Z'),
      updated_at: story('2026-11-25T17:32:08.451Z'),
    },
  ];
}

/** Six players booked the rehearsal, and the last of them cancelled. */
function players(story: Story): InviteeRow[] {
  const names = ['Ida Falk', 'Tomas Reyes', 'Mina Sato', 'Paul Kern', 'Ruth Adeyemi', 'Sven Ekdahl'];
  return names.map((name, index) => {
    const [first_name = '', last_name = ''] = name.split(' ');
    const isCanceled = index === names.length - 1;
    const created_at = story('2026-11-09T19:12:37.208Z') + index * 86_400_000;
    return {
      id: `P${'ABCDEF'[index]}HDBGECFAHDBGEC`,
      event_id: 'ECDHAFBGECHDABFG',
      email: `${first_name}.${last_name}@example.com`.toLowerCase(),
      first_name,
      last_name,
      name,
      status: isCanceled ? 'canceled' : 'active',
      answers: '[]',
      timezone: 'Europe/Berlin',
      tracking: JSON.stringify(NO_TRACKING),
      is_rescheduled: 0,
      old_invitee_id: null,
      old_event_id: null,
      new_invitee_id: null,
      new_event_id: null,
      submission_id: null,
      ...(isCanceled ? { canceled_by: name, canceler_type: 'invitee', cancel_reason: null } : NOT_CANCELED),
      created_at,
      updated_at: isCanceled ? story('2026-11-22T20:03:14.775Z') : created_at,
    };
  });
}

async function seedForm(tables: Tables, between: Between): Promise<void> {
  const routes: RouteRule[] = [
    { question: INSTRUMENT, answer: 'Cello', to: { type: 'event_type', id: LESSON } },
    {
      question: INSTRUMENT,
      answer: 'Percussion',
      to: { type: 'custom_message', value: { headline: 'Not yet!', body: 'Our teacher for percussion starts in the new year.' } },
    },
    { to: { type: 'external_url', value: 'https://northlight.example/contact' } },
  ];
  const instrument = { question_uuid: INSTRUMENT, question: 'Which instrument would you like to learn?' };
  await tables
    .insertInto('e_forms')
    .values({
      id: FORM,
      organization_id: SCHOOL,
      name: 'Which instrument?',
      status: 'published',
      questions: JSON.stringify([
        {
          uuid: INSTRUMENT,
          name: instrument.question,
          type: 'radios',
          required: true,
          answer_choices: ['Cello', 'Violin', 'Percussion'],
        },
        { uuid: REMARK, name: 'Is there anything that we should know?', type: 'textarea', required: false, answer_choices: null },
      ]),
      routes: JSON.stringify(routes),
      ...between('2026-04-07T09:15:33.810Z', '2026-10-02T13:50:02.447Z'),
    })
    .execute();
  const submissions: SubmissionRow[] = [
    {
      id: SUBMISSION,
      form_id: FORM,
      answers: JSON.stringify([{ ...instrument, answer: 'Cello' }]),
      tracking: JSON.stringify(NO_TRACKING),
      result: JSON.stringify(routes[0]?.to),
      invitee_id: 'JAHDBEGCAFHEBDGC',
      event_id: 'EAHDBGCFEBHADGCF',
      ...between('2026-11-24T08:12:50.077Z', '2026-11-24T08:15:27.630Z'),
    },
    {
      id: 'SHBCGADEFBCHGEAD',
      form_id: FORM,
      answers: JSON.stringify([
        { ...instrument, answer: 'Percussion' },
        { question_uuid: REMARK, question: 'Is there anything that we should know?', answer: 'I have a marimba at home.' },
      ]),
      tracking: JSON.stringify({ ...NO_TRACKING, utm_campaign: 'open-day', utm_source: 'poster' }),
      result: JSON.stringify(routes[1]?.to),
      invitee_id: null,
      event_id: null,
      ...between('2026-11-24T19:47:02.519Z'),
    },
  ];
  await tables.insertInto('e_submissions').values(submissions).execute();
}
