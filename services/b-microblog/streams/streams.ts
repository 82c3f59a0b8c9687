// The streams of the service: posts, likes, and events for apps that store them.

import type { MicroblogPlatform } from '../deps.ts';
import type { Usage } from '../usage/usage.ts';
import { type ComplianceStreams, createComplianceStreams } from './compliance.ts';
import { createLikeStreams, type LikeStreams } from './likes.ts';
import { createOpener, type StreamOpener } from './open.ts';
import { createPostStreams, type PostStreams } from './posts.ts';

export interface Streams extends Pick<StreamOpener, 'closeAll'> {
  readonly posts: PostStreams;
  readonly likes: LikeStreams;
  readonly events: ComplianceStreams;
}

/** @param usage counts the posts that streams deliver */
export function createMicroblogStreams(platform: MicroblogPlatform, usage: Usage): Streams {
  const opener = createOpener(platform);
  return {
    posts: createPostStreams(platform, opener, usage),
    likes: createLikeStreams(platform, opener),
    events: createComplianceStreams(platform, opener),
    closeAll: opener.closeAll,
  };
}
