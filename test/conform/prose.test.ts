// Tests the reader of the sentences of a document.
import { describe, expect, test } from 'vitest';
import { dutiesIn, effectsIn, memberSentences, namesIn, sentencesIn, sentencesOf, stemOf } from '../../generator/inference/prose/index.ts';
import { serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Letters, version: '1' }
tags: [{ name: Letters, description: A letter is sent once. }]
paths:
  /letters/{id}/send:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: sendLetter
      tags: [Letters]
      summary: Sends a letter
      description: |
        Only a draft can be
        sent; its text is kept.
      responses: { '200': { description: Sent. }, '409': { $ref: '#/components/responses/Conflict' } }
components:
  responses: { Conflict: { description: Its state refuses it. } }
`);

describe('sentences of a document', () => {
  test('end where a full stop, a semicolon or an empty line is, and not where a line ends', () => {
    expect(sentencesIn('Only a draft\ncan be sent; it stays.\n\n- First\n- Second')).toEqual([
      'Only a draft can be sent;',
      'it stays.',
      '- First',
      '- Second',
    ]);
  });

  test('have the place that they stand in', () => {
    const [operation] = service.operations;
    expect(operation && sentencesOf(service, operation)).toMatchObject([
      { text: 'Sends a letter', source: 'summary' },
      { text: 'Only a draft can be sent;', source: 'description' },
      { text: 'its text is kept.', source: 'description' },
      { text: 'Sent.', status: '200', isShared: false },
      { text: 'Its state refuses it.', status: '409', isShared: true },
      { text: 'A letter is sent once.', source: 'tag' },
    ]);
    expect(memberSentences([{ description: 'Unique. Never changed.' }])).toHaveLength(2);
  });

  test.each([
    ['Only a draft can be sent', ['only']],
    ['The email is unique', ['unique']],
    ['A unique identifier that you provide to ensure the idempotency of the request', []],
    ['Anything else is a 409', ['refused']],
    ['Members that are left out stay', ['kept']],
    ['The time of creation stays as it was', ['kept']],
    ['A null is ignored', ['ignored']],
    ['The number never changes', ['never']],
  ])('name a duty: %s', (text, duties) => expect([...dutiesIn(text)]).toEqual(duties));

  test('name values in any form', () => {
    expect(namesIn('Drafts, and what is in transit', ['draft', 'in_transit', 'sent'])).toEqual(['draft', 'in_transit']);
  });

  test.each([
    ['Its `text` and `sent_at` are null again, and `send_count` is one more.', ['raised send_count', 'emptied text', 'emptied sent_at']],
    ['`sent_at` is the time of the first sending, and stays.', ['kept sent_at']],
    ['A letter that is replaced keeps its text and stamps.', ['kept text']],
    ['The letter is `printed` from then on.', ['on printed']],
    ['The letter is printed on paper.', []],
    ['Clears `text` if it is empty.', []],
    ['Sets `sent_at`.', ['set sent_at']],
  ])('say what becomes of members: %s', (text, effects) => {
    const found = effectsIn(text, ['text', 'sent_at', 'send_count', 'printed']);
    expect(found.map(({ kind, member }) => `${kind} ${member}`)).toEqual(effects);
  });

  test.each([
    ['send', 'sent'],
    ['close', 'closed'],
    ['cancel', 'cancelled'],
    ['cancels', 'canceled'],
    ['cancellation', 'cancelled'],
    ['publish', 'published'],
    ['pay', 'paid'],
    ['archive', 'archived'],
    ['approve', 'approval'],
    ['ship', 'shipped'],
  ])('have verbs in many forms: %s and %s', (one, other) => expect(stemOf(one)).toBe(stemOf(other)));
});
