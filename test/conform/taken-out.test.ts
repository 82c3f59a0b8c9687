// A song that is deleted leaves the lists that have it, though no create of a list names a song: it is put into a list by a path of its own, or by
// a body.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const id = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }`;
const NAME =
  '{ type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 30 } } }';
const SONG = '{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }';
const ENTRY = '{ type: object, required: [song_id], properties: { song_id: { type: integer } } }';
const LIST = `{ type: object, required: [id, name, entries], properties: { id: { type: integer }, name: { type: string }, entries: { type: array, items: ${ENTRY} } } }`;

type Way = 'path' | 'body';

const LINKS: Readonly<Record<Way, string>> = {
  path: `
  /playlists/{playlist_id}/entries/{song_id}:
    parameters: [${id('playlist_id')}, ${id('song_id')}]
    put: { operationId: put_entry, responses: { '204': { description: Put. }, '400': { description: Wrong. }, '404': { description: None. } } }`,
  body: `
  /playlists/{playlist_id}/entries:
    parameters: [${id('playlist_id')}]
    post:
      operationId: add_entry
      requestBody: { required: true, ${json('{ type: object, additionalProperties: false, required: [song_id], properties: { song_id: { type: integer, minimum: 1, maximum: 99999 } } }')} }
      responses: { '204': { description: Put. }, '400': { description: Wrong. }, '404': { description: None. }, '422': { description: There is no such song. } }`,
};

async function messagesOf(way: Way, says: string, isLeft: boolean): Promise<readonly string[]> {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Songs, version: '1' }
paths:
  /songs:
    post:
      operationId: add_song
      requestBody: { required: true, ${json(NAME)} }
      responses: { '201': { description: Made., ${json(SONG)} }, '400': { description: Wrong. } }
  /songs/{id}:
    parameters: [${id('id')}]
    get: { operationId: read_song, responses: { '200': { description: It., ${json(SONG)} }, '404': { description: None. } } }
    delete: { operationId: delete_song, description: ${says}, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /playlists:
    post:
      operationId: add_playlist
      requestBody: { required: true, ${json(NAME)} }
      responses: { '201': { description: Made., ${json(LIST)} }, '400': { description: Wrong. } }
  /playlists/{id}:
    parameters: [${id('id')}]
    get: { operationId: read_playlist, responses: { '200': { description: It., ${json(LIST)} }, '404': { description: None. } } }${LINKS[way]}
`);
  const judge = await createJudge(service);
  const songs: (string | undefined)[] = [];
  const lists: { readonly name: string; entries: number[] }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target: Handler = async (request) => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return status(400);
    const body = text === '' ? {} : JSON.parse(text);
    const [, kind, one, below, other] = new URL(request.url).pathname.split('/');
    const at = Number(one) - 1;
    if (kind === 'songs') {
      if (one === undefined) return Response.json({ id: songs.push(body.name), name: body.name }, { status: 201 });
      if (songs[at] === undefined) return status(404);
      if (request.method === 'GET') return Response.json({ id: at + 1, name: songs[at] });
      songs[at] = undefined;
      if (!isLeft) for (const list of lists) list.entries = list.entries.filter((song) => song !== at + 1);
      return status(204);
    }
    if (one === undefined) lists.push({ name: body.name, entries: [] });
    const number = one === undefined ? lists.length : at + 1;
    const list = lists[number - 1];
    if (list === undefined) return status(404);
    if (below !== undefined) {
      const song = Number(other ?? body.song_id);
      if (songs[song - 1] === undefined) return status(other === undefined ? 422 : 404);
      if (!list.entries.includes(song)) list.entries.push(song);
      return status(204);
    }
    const entries = list.entries.map((song) => ({ song_id: song }));
    return Response.json({ id: number, name: list.name, entries }, { status: one === undefined ? 201 : 200 });
  };
  const { findings } = await conformService(service, { target, random: 2, sequences: true, ...lookingFor('effects-elsewhere') });
  return findings.map(({ operation, message }) => `${operation.id}: ${message.replace(/\d+/g, '#')}`);
}

const FOUND = ['read_playlist: `entries` of playlists names # after delete_song, as before it.'];

describe.each<readonly [way: Way, says: string]>([
  ['path', 'The entries of a deleted song are taken out of all playlists.'],
  ['body', 'Removes the song from all playlists.'],
])('a song that is put into a list by its %s', (way, says) => {
  test('leaves it when it is deleted', async () => expect(await messagesOf(way, says, false)).toEqual([]));
  test('is found where it stays', async () => expect(await messagesOf(way, says, true)).toEqual(FOUND));
  test('may stay where no sentence says otherwise', async () => expect(await messagesOf(way, 'Deletes a song.', true)).toEqual([]));
});
