// Says which posts and likes each stream has, and in which of its partitions.

import type { PostRow } from '../posts/tables.ts';
import { isSampled, partitionOf } from '../rules/partitions.ts';

/** Whether a stream has something. `partition` is there where the stream comes in parts. */
type Choice<Row> = (row: Row, partition: number | undefined) => boolean;

const inPart = (parts: number) => (id: string, partition: number | undefined) => partitionOf(id, parts) === partition;
const [ofTwo, ofEight, ofTwenty] = [inPart(2), inPart(8), inPart(20)];

const inLanguage =
  (language: string, isIn: typeof ofTwo): Choice<PostRow> =>
  ({ id, lang }, partition) =>
    lang === language && isIn(id, partition);

export const POSTS = {
  sample: ({ id }) => isSampled(id, 1),
  sample10: ({ id }, partition) => isSampled(id, 10) && ofTwo(id, partition),
  all: ({ id }, partition) => ofTwenty(id, partition),
  english: inLanguage('en', ofEight),
  japanese: inLanguage('ja', ofTwo),
  korean: inLanguage('ko', ofTwo),
  portuguese: inLanguage('pt', ofTwo),
} satisfies Readonly<Record<string, Choice<PostRow>>>;

/** By the identifiers of likes. */
export const LIKES = {
  sample10: (id, partition) => isSampled(id, 10) && ofTwo(id, partition),
  all: ofTwenty,
} satisfies Readonly<Record<string, Choice<string>>>;
