// Calls that Prism judges wrongly, each with the reason. An unneeded entry fails the test.

export interface Waiver {
  /** `h-email findEmail`, or a pattern for several operations. */
  readonly operation: string | RegExp;
  /** Matches the description of a call, such as `query limit: type`. */
  readonly call: RegExp;
  readonly reason: string;
}

const emptyIsAbsent = 'Prism treats an empty parameter as absent, so it never checks `minLength`.';
const nullIsNone = 'Prism treats the JSON body `null` as no body, and the body of this operation is optional.';

export const waivers: readonly Waiver[] = [
  { operation: /^b-microblog /, call: /^query (pagination|next)_token: minLength$/, reason: emptyIsAbsent },
  { operation: 'd-events terminateUserConnections', call: /^body: type \(null\)$/, reason: nullIsNone },
  { operation: 'e-scheduling cancelScheduledEvent', call: /^body: type \(null\)$/, reason: nullIsNone },
  { operation: /^f-instalments (capturePayment|sendPaymentSms)$/, call: /^body: type \(null\)$/, reason: nullIsNone },
  { operation: /^f-instalments /, call: /^header Idempotency-Key: minLength$/, reason: emptyIsAbsent },
  { operation: 'g-messaging-marketing removeContactsFromGroup', call: /^body: type \(null\)$/, reason: nullIsNone },
  { operation: 'h-email searchDomain', call: /^query (domain|company): minLength$/, reason: emptyIsAbsent },
  { operation: 'h-email findEmail', call: /^query [a-z_]+: minLength$/, reason: emptyIsAbsent },
];
