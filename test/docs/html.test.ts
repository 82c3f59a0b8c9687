// The text that the portal takes from descriptions.
import { expect, test } from 'vitest';
import { firstSentence } from '../../generator/docs/html.ts';
import { processorTime } from '../support/processor-time.ts';

test.each([
  ['The first. The second.', 'The first.'],
  ['No end', 'No end'],
  ['See [the *guide*](https://x.example/a). More.', 'See the guide.'],
  ['See [it](https://x.example/a_(b)) now. More.', 'See it now.'],
  ['Version 1.2 is `new`.\nMore.', 'Version 1.2 is new.'],
  ['[[a](b)', '[a'],
])('the first sentence of %j', (markdown, sentence) => {
  expect(firstSentence(markdown)).toBe(sentence);
});

test.each(['[', '[a](', '[a](b', '[a](b(', ' ', '.', 'a.b', '*['])('the time for many %j grows with their number', (part) => {
  const time = processorTime();
  firstSentence(part.repeat(100_000));
  expect(time()).toBeLessThan(0.5);
});
