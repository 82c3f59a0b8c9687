// The formats in which the items of a stream follow each other, by the words of `x-stream`.

export const STREAM_FORMATS = ['ndjson', 'json-seq', 'event-stream'] as const;

export type StreamFormat = (typeof STREAM_FORMATS)[number];

export function isStreamFormat(word: unknown): word is StreamFormat {
  return STREAM_FORMATS.some((format) => format === word);
}
