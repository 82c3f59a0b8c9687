// Makes small files of media, and uploads them as clients do.

import type { MicroblogClient, UploadMediaInput } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { PNG } from './support.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const word = (text: string) => [...Buffer.from(text, 'latin1')];
const box = (name: string, ...content: number[][]) => [...u32(8 + content.flat().length), ...word(name), ...content.flat()];

export const png: Bytes = new Uint8Array(Buffer.from(PNG, 'base64'));
export const gif: Bytes = Uint8Array.from([...word('GIF89a'), 0x40, 0x01, 0xf0, 0x00, 0, 0, 0]);
export const srt: Bytes = new Uint8Array(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHej\n'));

/** A video of twelve seconds and a half, of which no two parts are the same. Its header is at its end, as that of many is. */
export function mp4(size: number): Bytes {
  const header = box('mvhd', zeros(12), u32(600), u32(7500), zeros(80));
  const track = box('trak', box('tkhd', zeros(76), u32(1280 * 65_536), u32(720 * 65_536)));
  const movie = box('moov', header, track);
  const start = box('ftyp', word('isom'), u32(512));
  const data = size - start.length - movie.length;
  const bytes = new Uint8Array(size);
  bytes.set([...start, ...u32(data), ...word('mdat')]);
  for (let at = start.length + 8; at < start.length + data; at++) bytes[at] = (at * 2_654_435_761) >>> 24;
  bytes.set(movie, start.length + data);
  return bytes;
}

type Query = Omit<UploadMediaInput['query'], 'command'>;

export function uploading(client: MicroblogClient) {
  const begin = async (query: Query) => unwrap(await client.uploadMedia({ query: { command: 'INIT', ...query } }), 202).data;
  const append = (media_id: string, segment_index: number, bytes: Bytes) =>
    client.uploadMedia({ query: { command: 'APPEND', media_id }, body: { media: new Blob([bytes]), segment_index } });
  const complete = (media_id: string) => client.uploadMedia({ query: { command: 'FINALIZE', media_id } });
  return {
    begin,
    append,
    complete,
    status: async (media_id: string) => unwrap(await client.getMediaUploadStatus({ query: { media_id } }), 200),
    /** Uploads a file in one part. @returns its identifier */
    async whole(bytes: Bytes, query: Query): Promise<string> {
      const { id = '' } = (await begin({ total_bytes: bytes.byteLength, ...query })) ?? {};
      unwrap(await append(id, 0, bytes), 204);
      unwrap(await complete(id), 200);
      return id;
    },
  };
}
