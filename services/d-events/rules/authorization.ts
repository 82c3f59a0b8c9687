// Verifies what the back end of an app has signed for a connection, and says which secrets sign for the app.

import { createHmac } from 'node:crypto';
import { equalSecrets } from '../../platform/secrets.ts';

/** The secrets of an app. After a rotation the old one may stay valid for some time, on the sandbox clock. */
export interface Secrets {
  readonly key: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: number | null;
}

/** The secrets that sign for an app. @param now on the sandbox clock */
export function secretsOf({ secret, old_secret, old_secret_until }: Secrets, now: number): readonly string[] {
  return old_secret !== null && now < (old_secret_until ?? 0) ? [secret, old_secret] : [secret];
}

/** The text that is signed for a subscription. `channelData`: as the client sent it. */
export function channelText(socketId: string, channel: string, channelData: string | undefined): string {
  return `${socketId}:${channel}${channelData === undefined ? '' : `:${channelData}`}`;
}

/** The text that is signed to sign a user in. `userData`: as the client sent it. */
export function userText(socketId: string, userData: string): string {
  return `${socketId}::user::${userData}`;
}

/** Whether `auth` is the key of the app, a colon, and the hexadecimal HMAC-SHA256 of a text. @param now on the sandbox clock */
export function isAuthorized(app: Secrets, auth: string | undefined, text: string, now: number): boolean {
  if (auth === undefined) return false;
  return secretsOf(app, now).some((secret) => equalSecrets(auth, `${app.key}:${createHmac('sha256', secret).update(text).digest('hex')}`));
}
