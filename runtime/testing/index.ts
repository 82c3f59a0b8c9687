// The entry `@octavo/runtime/testing`: for the tests of users.

export { inMemoryFetch } from '../adapters/memory.ts';
export { ExampleError, Examples } from './examples.ts';
export { answering, anyone, anySignature, type MockOptions } from './mock.ts';
export { createRandom, type Random } from './random.ts';
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
} from './recording.ts';
