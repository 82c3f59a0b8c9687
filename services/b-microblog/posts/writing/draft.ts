// Declares what a user wants to publish, in the words of neither version.

import type { PostRow } from '../tables.ts';

export interface Draft {
  /** As the user wrote it. */
  readonly text: string;
  /** The version that the post replaces. */
  readonly edits: string | undefined;
  readonly reply: ReplyDraft | undefined;
  /** Identifier of the post to quote. */
  readonly quoted: string | undefined;
  /** Identifiers of uploads, in order. */
  readonly media: readonly string[];
  /** Identifiers of users who are tagged in the media. */
  readonly tagged: readonly string[];
  readonly poll: { readonly options: readonly string[]; readonly duration_minutes: number } | undefined;
  readonly reply_settings: PostRow['reply_settings'];
  readonly place: string | undefined;
  readonly coordinates: PostRow['coordinates'];
  readonly card_uri: string | undefined;
  readonly community: string | undefined;
  readonly message_link: string | undefined;
  readonly is_sensitive: boolean;
  readonly is_nullcast: boolean;
  readonly is_for_subscribers: boolean;
}

interface ReplyDraft {
  /** Identifier of the post to reply to. */
  readonly to: string;
  /**
   * `added`: the post begins with the names of those whom it addresses. `written`: the text has them, and a post that does not name
   * the author of the other post is no reply.
   */
  readonly names: 'added' | 'written';
  /** Identifiers of users whom the reply does not address. */
  readonly excluded: readonly string[];
}

/** A post of which nothing but its text is said. */
export const PLAIN_DRAFT: Omit<Draft, 'text'> = {
  edits: undefined,
  reply: undefined,
  quoted: undefined,
  media: [],
  tagged: [],
  poll: undefined,
  reply_settings: 'everyone',
  place: undefined,
  coordinates: null,
  card_uri: undefined,
  community: undefined,
  message_link: undefined,
  is_sensitive: false,
  is_nullcast: false,
  is_for_subscribers: false,
};
