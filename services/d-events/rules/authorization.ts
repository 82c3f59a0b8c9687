// Verifies what the back end of an app has signed for a connection.

import { createHmac } from 'node:crypto';
import { equalSecrets } from '../../platform/secrets.ts';

export interface AppKey {
  readonly key: string;
  readonly secret: string;
}

/** The text that is signed for a subscription. `channelData`: as the client sent it. */
export function channelText(socketId: string, channel: string, channelData: string | undefined): string {
  return `${socketId}:${channel}${channelData === undefined ? '' : `:${channelData}`}`;
}

/** The text that is signed to sign a user in. `userData`: as the client sent it. */
export function userText(socketId: string, userData: string): string {
  return `${socketId}::user::${userData}`;
}

/** The key of the app, a colon, and the hexadecimal HMAC-SHA256 of a text. */
export function authorization({ key, secret }: AppKey, text: string): string {
  return `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`;
}

export function isAuthorized(app: AppKey, auth: string | undefined, text: string): boolean {
  return auth !== undefined && equalSecrets(auth, authorization(app, text));
}
