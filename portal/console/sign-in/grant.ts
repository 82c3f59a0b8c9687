// What a sign-in begins with, and what it says while it waits.
import type { ConsoleFlow } from '../../../generator/docs/console/data.ts';
import { SendError } from '../request/send.ts';

export interface Grant {
  /** The name of the security scheme. */
  readonly name: string;
  readonly openIdConnectUrl?: string;
  /** With the addresses that are called. */
  readonly flow: ConsoleFlow;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  /** The window for an authorization code. */
  readonly opened?: Window | undefined;
  /** Origins outside this machine that the reader has confirmed. */
  readonly confirmed: readonly string[];
}

export interface Progress {
  /** Where the reader decides. */
  readonly address: string;
  /** What the reader types there, with a device code. */
  readonly userCode?: string;
}

/** An address outside this machine that the reader has not confirmed yet. */
export class UnconfirmedError extends SendError {
  readonly origin: string;

  constructor(origin: string) {
    super('not-confirmed', `${origin} is not confirmed.`);
    this.origin = origin;
  }
}
