// The entry of the runtime: what generated code imports, and what its users import beside it.

export { inMemoryFetch } from './adapters/memory.ts';
export { bytes, json, text } from './body/body.ts';
export { type ByteChunks, byteStream, type StreamedFileOptions, streamedFile } from './body/byte-stream.ts';
export { encodeBody } from './body/encode-body.ts';
export { contentExactJson, exact, exactFields, strict } from './body/exact-json.ts';
export { multipart } from './body/multipart.ts';
export { optionalBody } from './body/optional-body.ts';
export { type PartEncoding, parts } from './body/parts.ts';
export { anyText, ranged, typeOfFile } from './body/ranged.ts';
export { scalar } from './body/scalar.ts';
export { call } from './client/call.ts';
export {
  type CallErrorEvent,
  type CallEvent,
  type CallResponseEvent,
  type CallRetryEvent,
  type HookFunctions,
  hooks,
} from './client/hooks.ts';
export { followLink, type LinkFacts, type LinkRest, type ResultWith } from './client/links.ts';
export { middleware } from './client/middleware.ts';
export type { Attempt, Call, CallOptions, ClientOptions, HeaderOptions, Hooks, Layers, Progress, Retry } from './client/options.ts';
export { PaginationError } from './client/page-steps.ts';
export { items, type PageOptions, paged, pages } from './client/pagination.ts';
export { type DownloadEvent, type ProgressOptions, progress, type TransferEvent, type UploadEvent } from './client/progress.ts';
export { type ReconnectCall, type ReconnectOptions, reconnect } from './client/reconnect.ts';
export { byRequest } from './client/request.ts';
export { type RetryOptions, retry } from './client/retry.ts';
export { type Timeout, timeout } from './client/timeout.ts';
export { createTransport, type Transport } from './client/transport.ts';
export type {
  BodyCodec,
  ByteSource,
  ByteStream,
  EncodedBody,
  ItemReading,
  ItemWriting,
  MatchContent,
  OpenMessage,
  StreamItems,
} from './contract/body.ts';
export type { Clock } from './contract/clock.ts';
export type * from './contract/codec.ts';
export type { Conversion } from './contract/conversion.ts';
export * from './contract/errors.ts';
export { type EventStreamState, eventStreamState } from './contract/event-state.ts';
export * from './contract/issue-errors.ts';
export type {
  EncodeBody,
  ErrorTemplate,
  FaultCondition,
  Operation,
  Parameter,
  ReadHeaders,
  RequestBody,
  Requirement,
  Response as OperationResponse,
  ResponseHeader,
  Server,
  ServiceInfo,
} from './contract/operation.ts';
export type { PagedOperation, Pagination } from './contract/pagination.ts';
export { overLimitText, periodText, type RateLimitFacts } from './contract/rate-limit.ts';
export type { EncodedRequest, Fetch, Guard, Renew, SecuredRequest, Send, SendInit } from './contract/request.ts';
export { type AnyResult, type HeaderFields, unwrap } from './contract/result.ts';
export type { SecurityScheme } from './contract/security.ts';
export type { ServerRequest } from './contract/server-request.ts';
export type { StatusOf } from './contract/status.ts';
export { BrokenStreamError, InvalidItemError } from './contract/stream-errors.ts';
export { constantTimeEqual } from './crypto/hmac.ts';
export { parseJson } from './json/parse.ts';
export { type ApiKeyCredential, type ApiKeyHandler, type ApiKeyScheme, apiKeyScheme } from './security/api-key.ts';
export { type BasicCredential, type BasicHandler, basicScheme } from './security/basic.ts';
export {
  type BearerCredential,
  type BearerHandler,
  bearerScheme,
  type OAuth2Flow,
  type OAuth2Flows,
  type OAuth2Scheme,
  type OpenIdConnectScheme,
  oauth2Scheme,
  openIdConnectScheme,
} from './security/bearer.ts';
export type { BasicLogin, Credential, CredentialContext } from './security/credential.ts';
export { ForbiddenError, forbidden, type SecurityContext } from './security/handler.ts';
export { type HttpScheme, httpScheme } from './security/http.ts';
export { type MutualTlsHandler, mutualTlsScheme } from './security/mutual-tls.ts';
export { withWords } from './security/scheme-words.ts';
export {
  type SignatureCredential,
  type SignatureFacts,
  type SignatureHandler,
  type SignatureScheme,
  type SigningKey,
  signatureScheme,
} from './security/signature.ts';
export { type UndeclaredHandler, undeclaredScheme } from './security/undeclared.ts';
export { preferredType } from './server/accept.ts';
export { combineHandlers } from './server/combine-handlers.ts';
export { type CorsOptions, cors } from './server/cors.ts';
export type { ParameterDefaults, WithDefaults } from './server/defaults.ts';
export type { FaultBody } from './server/faults/error-body.ts';
export type { Fault } from './server/faults/fault.ts';
export type { FaultKind, ServerFaultKind } from './server/faults/fault-kinds.ts';
export { RefusalError, type RefusalFacts, type RefusedValue, refuse } from './server/faults/refuse.ts';
export type { ServerContext } from './server/handler-context.ts';
export { type Interceptor, intercept, withBody, withTarget } from './server/intercept.ts';
export type { Around, ErrorInfo, OnAnswer, Route, ServerOptions } from './server/options.ts';
export type { TrustedProxies } from './server/origin.ts';
export { noContent, problem, reply } from './server/reply.ts';
export type { ServerAnswer } from './server/respond.ts';
export type { MovedValue, ParameterNames, RouteAlias, ValuePlace } from './server/routing/aliases.ts';
export { createServer, type FetchHandler } from './server/server.ts';
export type { ServerSentEvent } from './stream/event-parser.ts';
export { type EventStreamOptions, eventStream } from './stream/event-stream.ts';
export type { StreamOptions } from './stream/format.ts';
export { jsonSeq, ndjson } from './stream/json-stream.ts';
export { shareItem } from './stream/shared-items.ts';
export { type StreamWatch, watchStream } from './stream/watch-stream.ts';
export {
  type Checks,
  operationChecks,
  type ResponseValidators,
  serviceValidators,
  streamChecks,
  type Validation,
  type ValidationOptions,
  type Validators,
  validation,
} from './validate/checks.ts';
export { conversion, type ResponseTransforms } from './validate/conversion.ts';
export * from './validate/transform.ts';
export * from './validate/transform-format.ts';
export * from './validate/transform-names.ts';
export * from './validate/transform-stream.ts';
export * from './validate/transform-value.ts';
export * from './validate/validation.ts';
export { type AllowPrivate, BlockedAddressError, checkTarget } from './webhooks/address-guard.ts';
export { createCallbackReceiver, sendCallback } from './webhooks/callbacks.ts';
export {
  type AttemptOptions,
  attemptDelivery,
  type DeliveryOptions,
  type DeliveryStep,
  deliver,
  type Post,
  type ScheduleOptions,
  standardSchedule,
  stepAfter,
} from './webhooks/delivery.ts';
export { type ExplainedSignature, explainSignature } from './webhooks/explain.ts';
export { createWebhookReceiver } from './webhooks/receiver.ts';
export type { UnknownWebhook, WebhookContext, WebhookReceiverOptions, WebhookRoute } from './webhooks/receiver-options.ts';
export {
  createPoster,
  createWebhookSender,
  type Poster,
  type PosterOptions,
  type SendAnswer,
  type SendOptions,
  type SignedWebhook,
  sendWebhook,
  type WebhookSender,
  type WebhookSenderOptions,
} from './webhooks/sender.ts';
export {
  hmacHexSignature,
  timestampedSignature,
  type VerifiedWebhook,
  type WebhookSecrets,
  type WebhookSignature,
  type WebhookSignatureFacts,
  type WebhookSigning,
} from './webhooks/signature.ts';
export { newDeliveryId, standardSignature } from './webhooks/standard.ts';
export { deepLists } from './wire/deep-object.ts';
export { encodedCommas } from './wire/encoded-commas.ts';
export { before, reserved } from './wire/escape.ts';
export { type AnsweredExchange, type Exchange, ExpressionError, type Template } from './wire/expression.ts';
export { type FieldEncoding, type FormEncoding, type FormShape, querystringForm, urlencoded } from './wire/form.ts';
export * from './wire/header.ts';
export { mostSpecific } from './wire/match-media.ts';
export * from './wire/parameter.ts';
export { readHeaders } from './wire/read-headers.ts';
export { stringToSign } from './wire/signature.ts';
export { fillVariables } from './wire/url/server-variables.ts';
export { splitTarget } from './wire/url/target.ts';
