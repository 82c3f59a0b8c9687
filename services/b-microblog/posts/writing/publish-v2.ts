// Publishes posts for version 2.

import type { NewPost } from '@octavo/interfaces/b-microblog';
import type { Context, Deps } from '../../deps.ts';
import { type Draft, PLAIN_DRAFT } from './draft.ts';
import { publish } from './publish.ts';

export async function publishAnswer(deps: Deps, { principal: { app, user = '' } }: Context, body: NewPost) {
  const { id, text } = await publish(deps, { user, app }, draftOf(body));
  return { status: 201 as const, body: { data: { id, text } } };
}

function draftOf(body: NewPost): Draft {
  const { reply, media, poll } = body;
  return {
    ...PLAIN_DRAFT,
    text: body.text ?? '',
    edits: body.edit_options?.previous_post_id,
    reply: reply && { to: reply.in_reply_to_tweet_id, names: 'added', excluded: reply.exclude_reply_user_ids ?? [] },
    quoted: body.quote_tweet_id,
    media: media?.media_ids ?? [],
    tagged: media?.tagged_user_ids ?? [],
    poll,
    reply_settings: poll?.reply_settings ?? body.reply_settings ?? 'everyone',
    place: body.geo?.place_id,
    card_uri: body.card_uri,
    community: body.community_id,
    message_link: body.direct_message_deep_link,
    is_nullcast: body.nullcast === true,
    is_for_subscribers: body.for_super_followers_only === true,
  };
}
