// The entry `@octavo/runtime/conformance`: the parts of which `octavo conform` writes requests, samples values and reads responses, the mock refuses
// requests, and the services and the mock that remembers log requests and send webhooks.

export { withCredentials } from '../client/credentials.ts';
export { type AnyInput, encodeRequest } from '../client/encode-request.ts';
export { PaginationError, pageSteps } from '../client/page-steps.ts';
export { formatIssue } from '../contract/format-issue.ts';
export type { Issue, Validator } from '../contract/issue.ts';
export { getOwn, setOwn } from '../contract/own.ts';
export { pointerToken, tokenName } from '../contract/pointer.ts';
export { bodiless, declaredFor, forStatus } from '../contract/responses.ts';
export {
  ATTEMPT_MILLISECONDS,
  type Attempted,
  type AttemptPlan,
  type AttemptRecord,
  attempt,
  attemptRecord,
  type Sendable,
} from '../control/attempt.ts';
export {
  type AttemptReport,
  attemptView,
  type DeliveryReport,
  type DeliveryState,
  deliveryView,
  type ReceivedAnswer,
  type Unsendable,
} from '../control/delivery-report.ts';
export {
  clip,
  KEPT_BYTES,
  type LoggedAnswer,
  type LoggedRequest,
  requestView,
  SHOWN_HEADERS,
  shownAnswer,
} from '../control/logged-request.ts';
export { type RecentRequests, recentRequests } from '../control/recent-requests.ts';
export { decoded, isSecretName, REDACTED, redactedBody, redactedTarget } from '../control/redact.ts';
export { type Network, withSecretHeaders } from '../control/secret-headers.ts';
export {
  checkSignature,
  type Signable,
  type SignatureReport,
  type SignedRequest,
  secretsOf,
  signatureView,
} from '../control/signature-check.ts';
export { inOwnWords, ownBody } from '../server/faults/error-body.ts';
export type { Fault } from '../server/faults/fault.ts';
export { kindOf, reasonOf } from '../server/faults/fault-kinds.ts';
export { BodyTooLarge } from '../server/request.ts';
export { withoutEmpty } from '../testing/empty.ts';
export type { ExampleSchema, ExampleSchemas } from '../testing/example-schema.ts';
export { integerFormats } from '../testing/formats.ts';
export { matches } from '../testing/matches.ts';
export { createFaults, type FaultRule, type Faults } from '../testing/ordered-faults.ts';
export { type SampleOptions, Unsatisfied } from '../testing/position.ts';
export { sampleValue } from '../testing/sampler.ts';
export { recurse } from '../validate/report.ts';
export { fillTemplate } from '../wire/expression.ts';
export { nextLink } from '../wire/link-header.ts';
export { essenceOf, isJson, isRange, matchContent } from '../wire/media-type.ts';
