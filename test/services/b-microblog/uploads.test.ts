// What uploads of media may hold.

import { expect, test } from 'vitest';
import { addUp, agrees, mostBytesOf, uploadTypeOf } from '../../../services/b-microblog/rules/uploads.ts';

const parts = (...list: (readonly [number, number])[]) => list.map(([segment_index, bytes]) => ({ segment_index, bytes }));

test.each([
  ['parts in another order', parts([1, 4], [0, 5], [2, 1]), 10, true],
  ['more than ten parts', parts(...Array.from({ length: 12 }, (_, index) => [11 - index, 1] as const)), 12, true],
  ['a part that is missing in the middle', parts([0, 5], [2, 5]), 10, false],
  ['a first part that is missing', parts([1, 10]), 10, false],
  ['too few bytes', parts([0, 5], [1, 4]), 10, false],
  ['too many bytes', parts([0, 5], [1, 6]), 10, false],
  ['no parts', [], 10, false],
])('%s', (_, list, total, want) => {
  expect(addUp(list, total)).toBe(want);
});

test('types agree with their categories', () => {
  expect(agrees('image/gif', 'tweet_image')).toBe(true);
  expect(agrees('image/gif', 'tweet_gif')).toBe(true);
  expect(agrees('image/png', 'tweet_gif')).toBe(false);
  expect(agrees('image/png', 'tweet_video')).toBe(false);
  expect(agrees('video/mp4', 'dm_video')).toBe(true);
  expect(agrees('video/mp4', 'subtitles')).toBe(false);
  expect(agrees('video/mp4', null)).toBe(true);
});

test('types have their sizes', () => {
  expect(mostBytesOf('image/jpeg', null)).toBe(5_242_880);
  expect(mostBytesOf('image/gif', 'tweet_gif')).toBe(15_728_640);
  expect(mostBytesOf('image/gif', 'tweet_image')).toBe(5_242_880);
  expect(mostBytesOf('video/mp4', 'tweet_video')).toBe(67_108_864);
});

test.each([
  ['video/mp4', 'video/mp4'],
  ['Image/JPEG; q=1', 'image/jpeg'],
  ['image/jpg', 'image/jpeg'],
  ['text/srt', 'application/x-subrip'],
  ['video/avi', undefined],
  ['toString', undefined],
])('the type %s is %s', (given, want) => {
  expect(uploadTypeOf(given)).toBe(want);
});
