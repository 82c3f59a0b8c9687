// Tests sentences of documents of strangers that sound like a rule and are none, or none of what they seem to be.
import { describe, expect, test } from 'vitest';
import { sentencesIn } from '../../generator/base/words.ts';
import { effectsIn, isSaidUnique, mostIn } from '../../generator/inference/prose/index.ts';

describe('a value that need not be unique', () => {
  test.each([
    'It is not unique and can be up to 255 characters long.',
    'The name of the group (not guaranteed to be unique).',
    'It does not have to be unique',
    'Only valid in non-unique mode.',
    'UPRN stands for Unique Property Reference Number.',
    'A built-in type, the unique_name, or the SID of a type of your own.',
  ])('%s', (text) => expect(isSaidUnique(text)).toBe(false));

  test.each(['Must be unique within the account.', 'Unique invoice number'])('but: %s', (text) => expect(isSaidUnique(text)).toBe(true));
});

describe('an effect on other things', () => {
  test.each(['Existing entries of the zone with the same kind are removed.', 'Changing the name will remove the key with the old name.'])(
    '%s',
    (text) => expect(effectsIn(text, ['kind', 'key', 'name'])).toEqual([]),
  );

  test('but: a member of the thing itself', () => {
    expect(effectsIn('Removes the key.', ['kind', 'key']).map(({ kind, member }) => `${kind} ${member}`)).toEqual(['emptied key']);
  });
});

describe('a limit for each value of a member', () => {
  test.each(['You may only have one webhook for each event.', 'Up to 6 streams will be created.'])('%s', (text) =>
    expect(mostIn({ text }, /stream/.test(text) ? 'streams' : 'webhooks')).toBeUndefined(),
  );

  test('but: one for each owner', () => {
    expect(mostIn({ text: 'You may only have one webhook for each project.' }, 'webhooks', ['projects'])).toEqual({
      count: 1,
      owner: 'projects',
    });
  });
});

test('a mark that Markdown keeps from being emphasis is no part of a word', () => {
  expect(sentencesIn('One of “driver\\_license” and “identity\\_card”.')).toEqual(['One of “driver_license” and “identity_card”.']);
});
