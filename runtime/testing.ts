// The entry `@octavo/runtime/testing`: what tests of users need and no client or server does.

export { inMemoryFetch } from './memory.ts';
export { ExampleError, Examples } from './testing/examples.ts';
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
