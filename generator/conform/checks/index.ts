// All checks, in the order of reports. To add one: its file here, a line below, its section in docs/conformance-checks.md.
import type { Check } from '../contract/check.ts';
import { acceptsValid } from './accepts-valid.ts';
import { noServerError } from './no-server-error.ts';
import { declaredMediaType, declaredRefusal, declaredStatus, responseBody, responseHeaders } from './reading-checks.ts';
import { refusesCredential } from './refuses-credential.ts';
import { refusesInvalid } from './refuses-invalid.ts';

export const checks: readonly Check[] = [
  noServerError,
  declaredStatus,
  declaredRefusal,
  declaredMediaType,
  responseHeaders,
  responseBody,
  acceptsValid,
  refusesInvalid,
  refusesCredential,
];
