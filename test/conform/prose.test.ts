// Tests the reader of the sentences of a document.
import { describe, expect, test } from 'vitest';
import {
  choiceIn,
  dutiesIn,
  effectsIn,
  lastingIn,
  memberSentences,
  namesIn,
  needIn,
  onceIn,
  presenceIn,
  relationIn,
  ruledIn,
  sentencesIn,
  sentencesOf,
  stemOf,
} from '../../generator/inference/prose/index.ts';
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

test('names may have signs that patterns read in another way', () => {
  expect(relationIn('`valid-until` must be after `valid-from`.', ['valid-from', 'valid-until'])).toMatchObject({ greater: 'valid-until' });
});

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
    ['Anything else is a 409', ['refused']],
    ['The number never changes', ['never']],
  ])('name a duty: %s', (text, duties) => expect([...dutiesIn(text)]).toEqual(duties));

  test('name values in any form', () => {
    expect(namesIn('Drafts, and what is in transit', ['draft', 'in_transit', 'sent'])).toEqual(['draft', 'in_transit']);
  });

  test.each([
    ['Its `text` and `sent_at` are null again, and `send_count` is one more.', ['emptied text', 'emptied sent_at', 'raised send_count']],
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

  test.each<readonly [text: string, relation: string | undefined, subject: string | undefined]>([
    ['`ends_at` must be later than `starts_at` (otherwise 422).', 'ends_at > starts_at', undefined],
    ['`to` may not be before `from`, and there are at most 28 days.', 'to >= from', undefined],
    ['The minimum price must not exceed the maximum price.', 'maximum_price >= minimum_price', undefined],
    ['minimum_price must be less than or equal to maximum_price.', 'maximum_price >= minimum_price', undefined],
    ['`starts_at`, if given, must be before `ends_at`.', 'ends_at > starts_at', undefined],
    ['Must be after `starts_at`.', 'ends_at > starts_at', 'ends_at'],
    ['Not before the starts_at.', 'ends_at >= starts_at', 'ends_at'],
    ['It is not before `starts_at`.', 'ends_at >= starts_at', 'ends_at'],
    ['The last day, which is not before `starts_at`, or null where there is none.', 'ends_at >= starts_at', 'ends_at'],
    ['The last moment for guests, not before `starts_at`.', 'ends_at >= starts_at', 'ends_at'],
    ['The last moment of days off, which is often before `starts_at`.', undefined, 'ends_at'],
    ['When guests leave, not before `starts_at` for most.', undefined, 'ends_at'],
    ['`ends_at` may be after `starts_at`.', undefined, undefined],
    ['`ends_at` must be after `starts_at` unless the event lasts all day.', undefined, undefined],
    ['`ends_at` should be after `starts_at`.', undefined, undefined],
    ['A list from a day to another.', undefined, undefined],
    ['The lower limit of a price must be below its upper limit.', 'maximum_price > minimum_price', undefined],
    ['The upper end of a range lies above its lower end.', 'maximum_price > minimum_price', undefined],
    ['The highest value may lie below the lowest one.', undefined, undefined],
  ])('say which of two members is the greater one: %s', (text, relation, subject) => {
    const found = relationIn(text, ['starts_at', 'ends_at', 'from', 'to', 'minimum_price', 'maximum_price'], subject);
    expect(found && `${found.greater} ${found.isStrict ? '>' : '>='} ${found.less}`).toBe(relation);
  });

  test.each<readonly [text: string, need: string | undefined, subject: string | undefined]>([
    ['A cargo bike needs `load`, and another may not have it (422).', 'kind cargo: needs load, only', undefined],
    ['A charging dock needs `power`, and a plain one may not have it (422).', 'dock charging: needs power, only', undefined],
    ['A plain one may not have `power`.', 'dock plain: power', undefined],
    ['Required if `kind` is `cargo`.', 'kind cargo: needs load', 'load'],
    ['Only for cargo bikes.', 'kind cargo: load, only', 'load'],
    ['Cargo bikes need load.', undefined, undefined],
    ['A cargo bike needs `load` and `power` (422).', undefined, undefined],
    ['A cargo bike needs `load` unless it is new (422).', undefined, undefined],
  ])('say which member belongs to a value: %s', (text, need, subject) => {
    const listed = new Map([
      ['kind', ['city', 'cargo']],
      ['dock', ['plain', 'charging']],
    ]);
    const found = needIn(text, ['load', 'power', 'kind', 'dock'], listed, subject);
    const says =
      found && `${found.of} ${found.values.join('/')}: ${found.isNeeded ? 'needs ' : ''}${found.member}${found.isOnly ? ', only' : ''}`;
    expect(says).toBe(need);
  });

  test.each<readonly [text: string, choice: string | undefined]>([
    ['Exactly one of `mail` and `phone` must be given.', 'none all'],
    ['At least one of `mail` and `phone` is needed.', 'none'],
    ['`mail` and `phone` cannot be used together.', 'all'],
    ['Either `mail` or `phone`, but not both.', 'none all'],
    ['`mail` or `phone`.', undefined],
    ['If one of `mail` and `phone` is there, both are kept.', undefined],
    ['`mail` or `phone`: at least one must be given.', 'none'],
    ['A user who gets mail names at least one phone.', undefined],
    ['Each mail has exactly one phone.', undefined],
  ])('say of which members a request has one: %s', (text, choice) => {
    const found = choiceIn(text, ['mail', 'phone']);
    expect(found && [...(found.isNoneWrong ? ['none'] : []), ...(found.isAllWrong ? ['all'] : [])].join(' ')).toBe(choice);
  });

  test.each([
    ['Must be in the future.', ['past']],
    ['A day that may not be in the past.', ['past']],
    ['It cannot be in the future.', ['future']],
    ['It must not be blank.', ['blank']],
    ['It may be in the past.', []],
    ['If it is in the future, it waits.', []],
  ])('say which values are wrong: %s', (text, ruled) => expect(ruledIn(text)).toEqual(ruled));
});

describe('sentences of rules in passing', () => {
  test.each([
    ['A hold is `reserved` for 15 minutes and expires then, unless it is paid.', 15 * 60_000],
    ['The code expires after ten minutes.', 10 * 60_000],
    ['The link is valid for 24 hours.', 24 * 3_600_000],
    ['Held for at most 3 days.', undefined],
    ['It expires after 30 days without use.', undefined],
    ['It is printed in 2 days.', undefined],
  ])('say how long something lasts: %s', (text, milliseconds) => expect(lastingIn(text)?.milliseconds).toBe(milliseconds));

  test.each([
    ['Only a sent letter has it.', 'only', ['sent']],
    ['Only present for sent letters.', 'only', ['sent']],
    ['Left out until the letter is sent.', 'until', ['sent']],
    ['Null until it is printed.', 'until', ['printed']],
    ['Only a sent letter can be opened.', undefined, []],
    ['The stamp of a sent letter.', undefined, []],
    ['Only there if the letter is sent and stamped.', undefined, []],
  ])('say in which states a member is there: %s', (text, kind, states) => {
    const found = presenceIn(text, ['draft', 'printed', 'sent']);
    expect(found?.kind).toBe(kind);
    expect([...(found?.states ?? [])]).toEqual(states);
  });

  test.each([
    ['Cancelling it again is a 410.', true],
    ['Sending a letter twice is a 409.', true],
    ['Sending it again with the same key is a 409.', false],
    ['Its stamps can be sold again.', false],
  ])('say that something is done once: %s', (description, isOnce) => expect(onceIn({ description }) !== undefined).toBe(isOnce));
});
