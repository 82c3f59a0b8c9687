// Declares the dependencies of the handlers of the email service, and its callers.
import type { Platform } from '../platform/service.ts';
import type { EmailTables } from './tables.ts';

export type Deps = Pick<Platform<EmailTables>, 'store' | 'clock' | 'story' | 'bus'>;

/** Whose key a request has: an account's, or the test key. */
export type Caller = { readonly account: number } | { readonly account: 'test' };
