// Publishes posts for version 1.1, which answers with the post.

import type { NewPost } from '@octavo/interfaces/b-microblog-v1';
import { refuse } from '@octavo/runtime';
import type { ContextV1, Deps, MicroblogPlatform } from '../../deps.ts';
import { withPicture } from '../../media/picture.ts';
import { postOfAddress } from '../embed.ts';
import { postAnswer } from '../read-v1.ts';
import { type Draft, PLAIN_DRAFT } from './draft.ts';
import { publish } from './publish.ts';

export async function publishAnswer(deps: Deps, context: ContextV1, body: NewPost) {
  const post = await publish(deps, context.principal, draftOf(body));
  return postAnswer(deps, context, post, { trim_user: body.trim_user });
}

/** Publishes a post with one picture, which is a file or a text in Base64. */
export async function publishWithPicture(deps: MicroblogPlatform, context: ContextV1, body: PictureBody) {
  const { 'media[]': picture, ...others } = body;
  const { user } = context.principal;
  const post = await withPicture(deps, user, picture, (id, add) =>
    publish(deps, context.principal, draftOf({ ...others, media_ids: [id] }), add),
  );
  return postAnswer(deps, context, post, {});
}

type PictureBody = Pick<
  NewPost,
  'status' | 'possibly_sensitive' | 'in_reply_to_status_id' | 'lat' | 'long' | 'place_id' | 'display_coordinates'
> & {
  readonly 'media[]': Blob | string;
};

function draftOf(body: NewPost): Draft {
  const { in_reply_to_status_id: to, exclude_reply_user_ids: excluded = [], attachment_url: url } = body;
  const names = body.auto_populate_reply_metadata === true ? 'added' : 'written';
  return {
    ...PLAIN_DRAFT,
    text: body.status,
    reply: to === undefined ? undefined : { to, names, excluded },
    quoted: url === undefined ? undefined : quotedBy(url),
    media: body.media_ids ?? [],
    place: body.place_id,
    coordinates: coordinatesOf(body),
    is_sensitive: body.possibly_sensitive === true,
  };
}

/** @throws the refusal 400 with code 44 of a URL that is not one of a post */
function quotedBy(url: string): string {
  const id = postOfAddress(url);
  if (id === undefined) throw refuse(400, { pointer: '/body/attachment_url', code: 44 });
  return id;
}

/** Both or none of them. The post has them only where they are to be shown. @throws the refusal 400 with code 3 */
function coordinatesOf({ lat, long, display_coordinates }: NewPost): Draft['coordinates'] {
  if ((lat === undefined) !== (long === undefined)) throw refuse(400, { code: 3 });
  return lat === undefined || long === undefined || display_coordinates !== true ? null : [long, lat];
}
