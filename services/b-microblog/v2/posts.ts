// Handlers of version 2's operations tagged 'Posts'.
import type { MicroblogPostsHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, MicroblogPlatform } from '../deps.ts';
import { deletePost } from '../posts/remove.ts';

export const postHandlers = (platform: MicroblogPlatform): MicroblogPostsHandlers<Caller> => ({
  async deletePost({ path }, { principal }) {
    await deletePost(platform, principal.user ?? '', path.id);
    return { status: 200, body: { data: { deleted: true } } };
  },
});
