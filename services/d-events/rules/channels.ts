// Reads the name of a channel.

/** The prefix of channels that reach a user, and that only this user subscribes to. */
export const USER_CHANNEL = '#server-to-user-';

export interface ChannelKind {
  /** Whether the back end authorizes subscriptions by a signature. */
  readonly isPrivate: boolean;
  /** Whether only subscribers can read events: the service passes them on as they are. */
  readonly isEncrypted: boolean;
  readonly isPresence: boolean;
  readonly isCache: boolean;
  /** Whether it is the channel of a signed-in user. */
  readonly isUser: boolean;
}

export function kindOf(channel: string): ChannelKind {
  const [, access = ''] = /^(private-encrypted-|private-|presence-)/.exec(channel) ?? [];
  return {
    isPrivate: access !== '',
    isEncrypted: access === 'private-encrypted-',
    isPresence: access === 'presence-',
    isCache: channel.startsWith('cache-', access.length),
    isUser: channel.startsWith(USER_CHANNEL),
  };
}

/** Whether an event of a client may go to the channel. */
export function takesClientEvents(channel: string): boolean {
  const { isPrivate, isEncrypted } = kindOf(channel);
  return isPrivate && !isEncrypted;
}
