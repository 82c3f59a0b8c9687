// The runtime's entry: what generated code imports, and what people use beside it.

export { preferredType } from './accept.ts';
export { type AllowPrivate, BlockedAddressError, checkTarget } from './address-guard.ts';
export type { CallState, Hooks, Retry } from './attempt.ts';
export { type BodyCodec, type ByteSource, bytes, type EncodedBody, json, text } from './body.ts';
export { type ByteChunks, byteStream, type StreamedFileOptions, streamedFile } from './byte-stream.ts';
export { createCallbackReceiver, sendCallback } from './callbacks.ts';
export {
  type Checks,
  operationChecks,
  type ResponseValidators,
  serviceValidators,
  type Validation,
  type ValidationOptions,
  type Validators,
  validation,
} from './checks.ts';
export {
  type CallOptions,
  type ClientOptions,
  call,
  createTransport,
  type HeaderOptions,
  type Transport,
} from './client.ts';
export type * from './codec.ts';
export { type Conversion, conversion, type ResponseTransforms } from './conversion.ts';
export { type CorsOptions, cors } from './cors.ts';
export { type EncodeBody, encodeBody } from './encode-body.ts';
export * from './errors.ts';
export { before, reserved } from './escape.ts';
export { type EventStreamOptions, eventStream, type ServerSentEvent } from './event-stream.ts';
export { contentExactJson, exact, exactFields, strict } from './exact-json.ts';
export { type AnsweredExchange, type Exchange, ExpressionError, type Template } from './expression.ts';
export type { Fault, FaultBody, FaultKind } from './fault.ts';
export { type FieldEncoding, type FormEncoding, type FormShape, querystringForm, urlencoded } from './form.ts';
export * from './header.ts';
export { constantTimeEqual } from './hmac.ts';
export {
  type CallErrorEvent,
  type CallEvent,
  type CallResponseEvent,
  type CallRetryEvent,
  type HookFunctions,
  hooks,
} from './hooks.ts';
export { jsonSeq, ndjson } from './json-stream.ts';
export { followLink, type LinkFacts, type LinkRest, type ResultWith } from './links.ts';
export { inMemoryFetch } from './memory.ts';
export { multipart } from './multipart.ts';
export type {
  ErrorTemplate,
  Operation,
  Parameter,
  RequestBody,
  Requirement,
  Response as OperationResponse,
  ResponseHeader,
  Server,
  ServiceInfo,
} from './operation.ts';
export { items, type PagedOperation, type PageOptions, type Pagination, PaginationError, paged, pages } from './pagination.ts';
export * from './parameter.ts';
export { createRawClient, type RawClient } from './raw-client.ts';
export { type ReadHeaders, readHeaders } from './read-headers.ts';
export { type ReconnectCall, type ReconnectOptions, reconnect } from './reconnect.ts';
export { noContent, problem, reply } from './reply.ts';
export type { ServerRequest } from './request.ts';
export type { ServerAnswer } from './respond.ts';
export { type AnyResult, type HeaderFields, unwrap } from './result.ts';
export { type RetryOptions, retry } from './retry.ts';
export {
  type ApiKeyCredential,
  type ApiKeyHandler,
  apiKeyScheme,
  type BasicCredential,
  type BasicHandler,
  type BasicLogin,
  type BearerCredential,
  type BearerHandler,
  basicScheme,
  bearerScheme,
  type Credential,
  type CredentialContext,
  ForbiddenError,
  forbidden,
  httpScheme,
  type MutualTlsHandler,
  mutualTlsScheme,
  type OAuth2Flow,
  type OAuth2Flows,
  type OAuth2Scheme,
  type OpenIdConnectScheme,
  oauth2Scheme,
  openIdConnectScheme,
  type SecurityContext,
  type SecurityScheme,
  type SignatureCredential,
  type SignatureHandler,
  type SigningKey,
} from './security.ts';
export { createServer, type FetchHandler } from './server.ts';
export type { ErrorInfo, Route, ServerContext, ServerOptions } from './server-core.ts';
export { fillVariables } from './server-variables.ts';
export { type SignatureFacts, signatureScheme, stringToSign } from './signature.ts';
export type { ByteStream, ItemReading, ItemWriting, StreamItems, StreamOptions } from './stream.ts';
export { BrokenStreamError, InvalidItemError } from './stream-errors.ts';
export { type EventStreamState, eventStreamState } from './stream-state.ts';
export { type Timeout, timeout } from './timeout.ts';
export * from './transform.ts';
export * from './validation.ts';
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
} from './webhook-delivery.ts';
export {
  createWebhookReceiver,
  type UnknownWebhook,
  type WebhookContext,
  type WebhookReceiverOptions,
  type WebhookRoute,
} from './webhook-receiver.ts';
export {
  createPoster,
  createWebhookSender,
  type Poster,
  type PosterOptions,
  type SendAnswer,
  type SendOptions,
  sendWebhook,
  type WebhookSender,
  type WebhookSenderOptions,
} from './webhook-sender.ts';
export {
  hmacHexSignature,
  timestampedSignature,
  type VerifiedWebhook,
  type WebhookSecrets,
  type WebhookSignature,
  type WebhookSigning,
} from './webhook-signature.ts';
export { newDeliveryId, standardSignature } from './webhook-standard.ts';
