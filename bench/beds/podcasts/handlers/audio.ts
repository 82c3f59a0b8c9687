// The audio of episodes.
import type { Store } from '../store.ts';
import type { Audio, Episode } from '../things.ts';
import { audioView } from '../views.ts';
import { allow, check, notFound } from '../wire.ts';
import { type Call, changed, type Faults, type Handlers, hashOf, known, requireTag, tagged, tagOf } from './call.ts';

export function audio(store: Store, faults: Faults): Handlers {
  const found = (call: Call): Episode => known(call.account.episodes, call.id('episode_id'));
  const tagOfAudio = (one: Audio): string => tagOf(audioView(one));

  return {
    downloadAudio: (call) => {
      const { audio } = found(call);
      if (audio === null) throw notFound();
      const { content, media_type, file_name } = audio;
      const type = faults.has('download-always-mpeg') ? 'audio/mpeg' : media_type;
      const headers = { 'content-disposition': `attachment; filename="${file_name}"` };
      return tagged(call, { status: 200, content, type, headers }, tagOfAudio(audio));
    },
    uploadAudio: (call) => {
      const episode = found(call);
      if (call.header('if-match') !== undefined && episode.audio === null) throw changed();
      if (episode.audio !== null) requireTag(call, tagOfAudio(episode.audio));
      const { content, type } = call.file();
      check(content.length > 0, '', 'The file is empty.');
      const checksum = hashOf('sha256', content);
      const given = call.header('x-checksum');
      check(given === undefined || given === checksum || faults.has('checksum-not-compared'), '', 'The checksum is another one.');
      allow(episode.status === 'draft' || faults.has('published-audio-replaced'), 'The episode is published.');
      const made: Audio = { media_type: type, checksum, file_name: call.header('x-file-name') ?? 'audio', content };
      call.account.episodes.set(episode.id, { ...episode, audio: made, updated_at: store.now() });
      const headers = { etag: tagOfAudio(made) };
      if (episode.audio !== null) return { status: 200, body: audioView(made), headers };
      return { status: 201, body: audioView(made), headers: { ...headers, location: `/episodes/${episode.id}/audio` } };
    },
  };
}
