// Tests the states that control shows of the scheduling service: each follows what happens.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { openScheduling } from './support.ts';

test('events, invitations and links are shown in their states, and what may be done leads to the next', async () => {
  const { sandbox, client, act, bookLesson } = await openScheduling();
  const state = async (machine: string, id: string) => {
    const { resources } = unwrap(await sandbox.control.listResources({ path: { service: 'e-scheduling', machine } }), 200);
    return resources.find((resource) => resource.id === id)?.state;
  };
  expect(await state('scheduled-event', 'EBCFAGHDBECGFAHD')).toBe('active');
  await client.cancelScheduledEvent({ path: { uuid: 'EBCFAGHDBECGFAHD' } });
  expect(await state('scheduled-event', 'EBCFAGHDBECGFAHD')).toBe('canceled');
  expect(await state('invitation', 'VCAHEGDBFCHAEBGD')).toBe('pending');
  await act('answer-invitation', { invitation: 'VCAHEGDBFCHAEBGD', accepts: false });
  expect(await state('invitation', 'VCAHEGDBFCHAEBGD')).toBe('declined');
  expect(await state('scheduling-link', 'ck7p-2mx-t8q')).toBe('open');
  expect((await bookLesson('2026-12-07T09:00:00Z', 'ck7p-2mx-t8q')).status).toBe(200);
  expect(await state('scheduling-link', 'ck7p-2mx-t8q')).toBe('used');
  expect(await state('webhook-subscription', 'WGEBCHADFGBECHDA')).toBe('active');
});
