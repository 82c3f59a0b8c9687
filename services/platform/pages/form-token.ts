// Makes and checks the tokens of forms, so that a form can only be sent from the page that the service made for it.

import { createHmac, randomBytes } from 'node:crypto';
import { equalSecrets } from '../secrets.ts';

export interface FormTokens {
  /** @param subject what the form is for: its path, and the visitor's session if there is one */
  issue(subject: string): string;
  /** Whether the token was issued for the subject and is not too old. */
  check(subject: string, token: string): boolean;
}

/**
 * @param secret Shared by the processes that serve the page. Default: random, so that tokens end with the process.
 * @param milliseconds how long a token is valid, in wall time
 */
export function createFormTokens(secret: string | Uint8Array = randomBytes(32), milliseconds = 3_600_000, wall = Date.now): FormTokens {
  const signed = (subject: string, end: string) => createHmac('sha256', secret).update(`${end}:${subject}`).digest('base64url');
  return {
    issue(subject) {
      const end = String(wall() + milliseconds);
      return `${end}.${signed(subject, end)}`;
    },
    check(subject, token) {
      const [end = '', signature = ''] = token.split('.', 2);
      return equalSecrets(signature, signed(subject, end)) && Number(end) > wall();
    },
  };
}
