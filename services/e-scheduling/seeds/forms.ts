// The routing form of the story, and what was answered.

import type { Tables } from '../deps.ts';
import type { RouteRule } from '../rules/routing.ts';
import { NO_TRACKING } from '../show.ts';
import { insert } from '../store/rows.ts';
import { type Between, FORM, INSTRUMENT, LESSON, REMARK, SCHOOL, SUBMISSION } from './names.ts';

export async function seedForm(tables: Tables, between: Between): Promise<void> {
  const routes: [RouteRule, RouteRule, RouteRule] = [
    { question: INSTRUMENT, answer: 'Cello', to: { type: 'event_type', id: LESSON } },
    {
      question: INSTRUMENT,
      answer: 'Percussion',
      to: { type: 'custom_message', value: { headline: 'Not yet!', body: 'Our teacher for percussion starts in the new year.' } },
    },
    { to: { type: 'external_url', value: 'https://northlight.example/contact' } },
  ];
  const instrument = { question_uuid: INSTRUMENT, question: 'Which instrument would you like to learn?' };
  await insert(tables, 'e_forms', {
    id: FORM,
    organization_id: SCHOOL,
    name: 'Which instrument?',
    status: 'published',
    questions: [
      {
        uuid: INSTRUMENT,
        name: instrument.question,
        type: 'radios',
        required: true,
        answer_choices: ['Cello', 'Violin', 'Percussion'],
      },
      { uuid: REMARK, name: 'Is there anything that we should know?', type: 'textarea', required: false, answer_choices: null },
    ],
    routes,
    ...between('2026-04-07T09:15:33.810Z', '2026-10-02T13:50:02.447Z'),
  });
  await insert(tables, 'e_submissions', [
    {
      id: SUBMISSION,
      form_id: FORM,
      answers: [{ ...instrument, answer: 'Cello' }],
      tracking: NO_TRACKING,
      result: routes[0].to,
      invitee_id: 'JAHDBEGCAFHEBDGC',
      event_id: 'EAHDBGCFEBHADGCF',
      ...between('2026-11-24T08:12:50.077Z', '2026-11-24T08:15:27.630Z'),
    },
    {
      id: 'SHBCGADEFBCHGEAD',
      form_id: FORM,
      answers: [
        { ...instrument, answer: 'Percussion' },
        { question_uuid: REMARK, question: 'Is there anything that we should know?', answer: 'I have a marimba at home.' },
      ],
      tracking: { ...NO_TRACKING, utm_campaign: 'open-day', utm_source: 'poster' },
      result: routes[1].to,
      ...between('2026-11-24T19:47:02.519Z'),
    },
  ]);
}
