// The entry `@octavo/runtime/facts`: what the generator and the runtime must know alike. Only Octavo's generator imports it.

export type { Comma, DeepObjectLists, PrimitiveName } from './contract/codec.ts';
export { limitText, PHRASES, phraseOf } from './contract/format-issue.ts';
export { hasType } from './contract/json-type.ts';
export type { ErrorTemplate, FaultCondition, Mark } from './contract/operation.ts';
export type { Pagination, ValuePath } from './contract/pagination.ts';
export { numberText, periodText, type RateLimitFacts, requestsText } from './contract/rate-limit.ts';
export type { SignatureFacts } from './security/signature.ts';
export { BODY_BYTES } from './server/body-limit.ts';
export { FAULT_KINDS } from './server/faults/fault-kinds.ts';
export type { ExampleSchema, ExampleSchemas, PlainKeywords } from './testing/example-schema.ts';
export { FORMAT_CHECKS, FORMATS, type FormatCheck, isInFormat } from './testing/formats.ts';
export { matches } from './testing/matches.ts';
export { type PatternNode, parsePattern } from './testing/pattern-parser.ts';
export { Unsatisfied } from './testing/position.ts';
export { createRandom } from './testing/random.ts';
export { sampleValue } from './testing/sampler.ts';
export { INTEGER_RANGES } from './validate/integer-formats.ts';
export type { WebhookSignatureFacts } from './webhooks/signature.ts';
export type { Expression, Template } from './wire/expression.ts';
export { essenceOf, isJson, isRange, isTextual } from './wire/media-type.ts';
export { DEEP_OBJECT_LEVELS } from './wire/primitive.ts';
export { secretForms } from './wire/secret-forms.ts';
