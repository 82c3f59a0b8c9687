// The entry `octavo/mock`: a mock that remembers, in the process of a test or a program.

export type { AnyHandlers, InFront, MockContext, MockResult } from '../living/in-front.ts';
export { type LivingMock, type LivingMockSettings, livingMock } from './living-mock.ts';
