// What the handlers of the email service need, and who calls them.
import type { Platform } from '../platform/service.ts';
import type { EmailTables } from './tables.ts';

export type Deps = Pick<Platform<EmailTables>, 'store' | 'clock' | 'story' | 'bus'>;

/** Whose key a request has: an account's, or the test key. */
export type Caller = { readonly account: number } | { readonly account: 'test' };
