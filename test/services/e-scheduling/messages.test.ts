// Tests what invitees are told by email: of a booking, of its new time, and of its cancellation with the reason.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { DAY, openScheduling } from './support.ts';

interface Sent {
  readonly channel: string;
  readonly address: string;
  readonly text: string;
}

/** A lesson of the seeds, and its invitee. */
const LESSON = { uuid: 'EBCFAGHDBECGFAHD' };
const JONAS = 'JBGCAFHEBDHDGCEA';
const WHEN = 'on Thursday, 3 December 2026 at .* \\(.*\\), with Felix Brandt\\.';

describeOnEngines('emails to invitees', (engine) => {
  async function open() {
    const opened = await openScheduling({ engine });
    const messagesOf = async (event: string) => {
      const { messages } = unwrap(await opened.act('list-messages', { event }), 200).result as { messages: readonly Sent[] };
      return messages.map(({ channel, address, text }) => [channel, address, text]);
    };
    return { ...opened, messagesOf };
  }

  test('E5: a cancellation by the host tells the reason, and a booking how to change it', async () => {
    const { client, bookLesson, messagesOf } = await open();
    unwrap(await client.cancelScheduledEvent({ path: LESSON, body: { reason: 'The studio is closed.' } }), 201);
    expect(await messagesOf(LESSON.uuid)).toEqual([
      [
        'email',
        'jonas.weber@example.com',
        expect.stringMatching(new RegExp(`^Amara Diallo has cancelled .* ${WHEN}\nReason: The studio is closed\\.$`)),
      ],
    ]);
    const { event, invitee } = unwrap(await bookLesson('2026-12-03T15:00:00Z'), 200).result as { event: string; invitee: string };
    const links = `Cancel: https://.*/book/cancellations/${invitee}\nReschedule: https://.*/book/reschedulings/${invitee}`;
    expect(await messagesOf(`https://scheduling.example.com/api/v2/scheduled_events/${event}`)).toEqual([
      ['email', 'mo.ito@example.com', expect.stringMatching(new RegExp(`^You are booked: .* ${WHEN}\n${links}$`))],
    ]);
  });

  test('a booking that moves is told once, and who is removed has no messages left', async () => {
    const { client, visit, submit, messagesOf, later } = await open();
    const path = `/book/reschedulings/${JONAS}`;
    const start = /name="start" value="(\d+)"/.exec(await (await visit(path)).text())?.[1] ?? '';
    expect((await submit(path, { start })).status).toBe(200);
    expect(await messagesOf(LESSON.uuid)).toEqual([]);
    const { resource } = unwrap(await client.getInvitee({ path: { event_uuid: LESSON.uuid, invitee_uuid: JONAS } }), 200);
    const event = /scheduled_events\/(\w+)/.exec(resource.new_invitee ?? '')?.[1] ?? '';
    expect(await messagesOf(event)).toEqual([
      ['email', 'jonas.weber@example.com', expect.stringMatching(/^Your booking has moved: .*, with Felix Brandt\.\nCancel: /)],
    ]);
    unwrap(await client.deleteInviteeData({ body: { emails: ['jonas.weber@example.com'] } }), 202);
    await later(7 * DAY);
    expect(await messagesOf(event)).toEqual([]);
  });
});
