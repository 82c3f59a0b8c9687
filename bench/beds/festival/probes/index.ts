// For each fault of the festival service: a few requests that go as the document says without the fault, and otherwise with it.
import type { Probes } from './requests.ts';

export { callers } from './requests.ts';

export const probes: Probes = {};
