// What uploads of media may hold.

import { expect, test } from 'vitest';
import { addUp, agrees, isUploadType, mostBytesOf } from '../../../services/b-microblog/rules/uploads.ts';

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
  expect(agrees('video/mp4', undefined)).toBe(true);
});

test('types have their sizes', () => {
  expect(mostBytesOf('image/jpeg', undefined)).toBe(5_242_880);
  expect(mostBytesOf('image/gif', 'tweet_gif')).toBe(15_728_640);
  expect(mostBytesOf('image/gif', 'tweet_image')).toBe(5_242_880);
  expect(mostBytesOf('video/mp4', 'tweet_video')).toBe(67_108_864);
  expect([isUploadType('video/mp4'), isUploadType('video/avi'), isUploadType('toString')]).toEqual([true, false, false]);
});
