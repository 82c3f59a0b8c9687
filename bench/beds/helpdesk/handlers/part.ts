// A part of the service: what it is made with.
import type { Store } from '../store.ts';
import type { Handlers } from './call.ts';
import type { Desk } from './desk.ts';

/** Handlers of one part of the service. A fault that is planted is in the set. */
export type Part = (store: Store, faults: ReadonlySet<string>, desk: Desk) => Handlers;
