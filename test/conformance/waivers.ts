// Verdicts of Prism that are wrong, each with its reason. One that is not needed any more fails the test.

export interface Waiver {
  /** `h-email findEmail`, or a pattern for several operations that fail in the same way. */
  readonly operation: string | RegExp;
  /** Matches what the call is named: `query limit: type`. */
  readonly call: RegExp;
  readonly reason: string;
}

const emptyIsAbsent = 'Prism takes a parameter without text for one that is not there, so `minLength` is never asked of it.';
const nullIsNone = 'Prism takes the JSON body `null` for no body, and this operation does not require one.';

export const waivers: readonly Waiver[] = [
  { operation: /^b-microblog /, call: /^query (pagination|next)_token: minLength$/, reason: emptyIsAbsent },
  { operation: 'd-events terminateUserConnections', call: /^body: type \(null\)$/, reason: nullIsNone },
  { operation: 'e-scheduling cancelScheduledEvent', call: /^body: type \(null\)$/, reason: nullIsNone },
  { operation: 'f-instalments capturePayment', call: /^body: type \(null\)$/, reason: nullIsNone },
  { operation: 'g-messaging-marketing removeContactsFromGroup', call: /^body: type \(null\)$/, reason: nullIsNone },
  { operation: 'h-email searchDomain', call: /^query (domain|company): minLength$/, reason: emptyIsAbsent },
  { operation: 'h-email findEmail', call: /^query [a-z_]+: minLength$/, reason: emptyIsAbsent },
];
