// The entry `@octavo/runtime/testing`: what tests of users need and no client or server does.

export { inMemoryFetch } from './memory.ts';
export type { ExampleKeywords, ExampleSchema, ExampleSchemas } from './testing/example-schema.ts';
export { ExampleError, type ExampleFacts, type ExampleResponse, exampleInput, exampleOf, exampleResult } from './testing/examples.ts';
export { anyone, anySignature, type MockOptions } from './testing/mock.ts';
export { createRandom, type Random } from './testing/random.ts';
export {
  isCredentialName,
  type RecordedBody,
  type RecordedCall,
  type RecordedRequest,
  type RecordedResponse,
  type Recording,
  type RecordingOptions,
  type Replay,
  recordingFetch,
  replayFetch,
  UnrecordedRequestError,
} from './testing/recording.ts';
