// Declares the rows of how the recipients of an account behave.

import type { MediaType } from '@octavo/interfaces/g-messaging';
import { integer, json, key, table } from '../../platform/store/table.ts';

/** What recipients do with messages of a channel. */
export interface ChannelBehaviour {
  /** Patterns of recipients that get no message, in which `*` stands for any characters. */
  readonly bounces: readonly string[];
  /** How many of a hundred messages to other recipients do not arrive either. */
  readonly bounced: number;
  /** How many of a hundred messages that arrive are read. */
  readonly read: number;
  /** How many of a hundred messages that are read, and have a link, have it followed. */
  readonly clicked: number;
  /** How many of a hundred emails that are read make their readers unsubscribe, or report them as spam. */
  readonly unsubscribed: number;
  readonly spam: number;
  /** Seconds from sending until a message arrives or bounces, and until it is read. */
  readonly deliveredAfter: number;
  readonly readAfter: number;
}

/** What an account has set; the default holds for the rest. */
export type GivenBehaviour = { readonly [Channel in MediaType]?: Partial<ChannelBehaviour> };

const behaviours = table('g_behaviours', { account: key(integer), rules: json<GivenBehaviour>() }, { since: '002-broadcasts' });

export const behaviourTables = [behaviours] as const;
