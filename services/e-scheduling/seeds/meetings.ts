// The meetings of the story: what can be booked, a first lesson that was moved, and a rehearsal.

import type { EventLocation } from '@octavo/interfaces/e-scheduling';
import type { New } from '../../platform/rows.ts';
import type { Story } from '../../platform/service.ts';
import type { Availability } from '../rules/slots.ts';
import { NO_TRACKING } from '../show.ts';
import type { Row } from '../tables.ts';
import { ADVICE, AMARA, AUDITION, type Between, FELIX, LESSON, REHEARSAL, SCHOOL, SUBMISSION, TEAM } from './names.ts';

const ROOM: EventLocation = { type: 'physical', location: 'Northlight Studio, Lindenhof 7, room 2' };
const HALL: EventLocation = { type: 'custom', location: 'The hall, by the yard entrance' };

export function eventTypes(between: Between): New<Row<'e_event_types'>>[] {
  const weekdays: Availability = { days: [1, 2, 3, 4, 5], from: '09:00', to: '19:00' };
  const saturdays: Availability = { days: [6], from: '09:30', to: '14:00' };
  const common = { active: true, is_secret: false, is_admin_managed: false };
  const ofTeam = {
    ...common,
    user_id: AMARA,
    team_id: TEAM,
    owner_id: TEAM,
    is_admin_managed: true,
    seats: 1,
    questions: [],
  };
  return [
    {
      ...common,
      id: LESSON,
      user_id: FELIX,
      owner_id: FELIX,
      name: 'First lesson',
      slug: 'first-lesson',
      duration: 45,
      seats: 1,
      color: '#b5651d',
      description: 'Find out whether the cello is for you. We have instruments to lend.',
      location: JSON.stringify(ROOM),
      questions: [
        {
          name: 'Have you played before?',
          type: 'single_select',
          position: 0,
          enabled: true,
          required: true,
          answer_choices: ['Never', 'Yes, as a child', 'Yes, I still do'],
          include_other: false,
        },
      ],
      availability: weekdays,
      ...between('2026-02-10T08:30:00.124Z', '2026-10-02T13:44:19.660Z'),
    },
    {
      ...common,
      id: REHEARSAL,
      user_id: AMARA,
      owner_id: AMARA,
      name: 'Ensemble rehearsal',
      slug: 'ensemble-rehearsal',
      duration: 90,
      seats: 8,
      color: '#2f6f4e',
      internal_note: 'Eight stands, no more.',
      description: 'Chamber music for all instruments. Bring your part.',
      location: JSON.stringify(HALL),
      questions: [],
      availability: saturdays,
      ...between('2026-03-15T12:00:41.556Z', '2026-08-28T15:21:07.090Z'),
    },
    {
      ...ofTeam,
      id: ADVICE,
      pooling_type: 'round_robin',
      name: 'Advice on instruments',
      slug: 'advice',
      duration: 30,
      color: '#1f5fa8',
      description: 'One of our teachers calls you and helps you to find an instrument that fits.',
      location: JSON.stringify({ type: 'outbound_call', location: null } satisfies EventLocation),
      availability: weekdays,
      ...between('2026-03-02T08:05:12.310Z'),
    },
    {
      ...ofTeam,
      id: AUDITION,
      pooling_type: 'collective',
      name: 'Audition',
      slug: 'audition',
      duration: 60,
      color: '#8a2b6b',
      description: 'Play for both of us. Two pieces of your choice.',
      location: JSON.stringify(ROOM),
      availability: saturdays,
      ...between('2026-03-02T08:09:47.902Z'),
    },
  ];
}

export function events(story: Story): New<Row<'e_events'>>[] {
  const lesson = {
    event_type_id: LESSON,
    hosts: [FELIX],
    organization_id: SCHOOL,
    name: 'First lesson',
    duration: 45,
    location: JSON.stringify(ROOM),
    seats: 1,
    invitees_total: 1,
    guests: [],
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
      id: 'EBCFAGHDBECGFAHD',
      status: 'active',
      start_at: story('2026-12-03T15:00:00Z'),
      end_at: story('2026-12-03T15:45:00Z'),
      invitees_active: 1,
      created_at: story('2026-11-25T17:32:08.451Z'),
      updated_at: story('2026-11-25T17:32:08.451Z'),
    },
    {
      id: 'ECDHAFBGECHDABFG',
      event_type_id: REHEARSAL,
      hosts: [AMARA],
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
      guests: [],
      created_at: story('2026-11-09T19:12:37.208Z'),
      updated_at: story('2026-11-22T20:03:14.775Z'),
    },
  ];
}

/** Jonas at the lesson that he moved, and at the one that he moved it to. */
export function jonas(story: Story): New<Row<'e_invitees'>>[] {
  const person = {
    email: 'jonas.weber@example.com',
    first_name: 'Jonas',
    last_name: 'Weber',
    name: 'Jonas Weber',
    answers: [{ question: 'Have you played before?', answer: 'Yes, as a child', position: 0 }],
    timezone: 'Europe/Berlin',
    tracking: NO_TRACKING,
    submission_id: SUBMISSION,
  };
  const first = { id: 'JAHDBEGCAFHEBDGC', event_id: 'EAHDBGCFEBHADGCF' };
  const second = { id: 'JBGCAFHEBDHDGCEA', event_id: 'EBCFAGHDBECGFAHD' };
  return [
    {
      ...person,
      ...first,
      status: 'canceled',
      is_rescheduled: true,
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
      status: 'active',
      is_rescheduled: false,
      old_invitee_id: first.id,
      old_event_id: first.event_id,
      created_at: story('2026-11-25T17:32:08.451Z'),
      updated_at: story('2026-11-25T17:32:08.451Z'),
    },
  ];
}

/** Six players booked the rehearsal, and the last of them cancelled. */
export function players(story: Story): New<Row<'e_invitees'>>[] {
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
      answers: [],
      timezone: 'Europe/Berlin',
      tracking: NO_TRACKING,
      is_rescheduled: false,
      ...(isCanceled ? { canceled_by: name, canceler_type: 'invitee' as const } : {}),
      created_at,
      updated_at: isCanceled ? story('2026-11-22T20:03:14.775Z') : created_at,
    };
  });
}
