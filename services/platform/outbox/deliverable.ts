// Says which addresses of callers a service keeps for deliveries.

import { checkTarget } from '@octavo/runtime';

/** What an address for deliveries has to be, as a refusal says it. */
export const DELIVERABLE = 'must be an http or https URL without a user name or password';

/** Whether deliveries can be sent to an address. Whether private addresses are allowed is decided when one is sent. */
export function isDeliverable(text: string): boolean {
  try {
    checkTarget(text, true);
    return true;
  } catch {
    return false;
  }
}
