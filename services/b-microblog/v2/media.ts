// Handlers of version 2's operations tagged 'Media'.
import type { RequiredMicroblogMediaHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, MicroblogPlatform } from '../deps.ts';
import { statusAnswer, uploadAnswer } from '../media/answers.ts';
import { addSubtitles, changeMetadata, removeSubtitles } from '../media/metadata.ts';

export const mediaHandlers = (platform: MicroblogPlatform): RequiredMicroblogMediaHandlers<Caller> => ({
  uploadMedia: (input, context) => uploadAnswer(platform, input, context),
  getMediaUploadStatus: ({ query }, context) => statusAnswer(platform, query.media_id, context),
  setMediaMetadata: ({ body }, context) => changeMetadata(platform, body, context),
  addMediaSubtitles: ({ body }, context) => addSubtitles(platform, body, context),
  deleteMediaSubtitles: ({ body }, context) => removeSubtitles(platform, body, context),
});
