// Names the scopes that a user may grant, with what they allow, as the page of the grant says it.

export const SCOPES: Readonly<Record<string, string>> = {
  'block.read': 'Read whom the user blocks.',
  'bookmark.read': "Read the user's bookmarks.",
  'bookmark.write': "Add and remove the user's bookmarks.",
  'dm.read': "Read the user's direct messages.",
  'dm.write': 'Send and delete direct messages as the user.',
  'follows.read': 'Read whom the user follows and who follows the user.',
  'follows.write': 'Follow and unfollow others as the user.',
  'like.read': "Read what the user likes and who likes the user's posts.",
  'like.write': 'Like and unlike posts as the user.',
  'list.read': "Read the user's lists, including private ones.",
  'list.write': "Create, change and delete the user's lists.",
  'media.write': 'Upload media as the user.',
  'mute.read': 'Read whom the user mutes.',
  'mute.write': 'Mute and unmute others as the user.',
  'offline.access': 'Stay connected with a refresh token while the user is away.',
  'space.read': 'Read the Spaces that the user can see.',
  'timeline.read': "Read the user's home timeline.",
  'tweet.moderate.write': "Hide replies to the user's posts, and show them again.",
  'tweet.read': 'Read the posts that the user can see, including protected ones.',
  'tweet.write': 'Publish, delete and repost posts as the user.',
  'users.read': 'Read the accounts that the user can see, including protected ones.',
};

/** The scopes of a parameter, each once; `undefined` where there are none, or one is not known (RFC 6749 section 3.3). */
export function scopesOf(text: string): readonly string[] | undefined {
  const scopes = [...new Set(text.split(' ').filter((scope) => scope !== ''))];
  return scopes.length > 0 && scopes.every((scope) => Object.hasOwn(SCOPES, scope)) ? scopes : undefined;
}
