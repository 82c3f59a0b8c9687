// For each fault of the festival service: a few requests that go as the document says without the fault, and otherwise with it.
import { accounts, secrets } from './accounts.ts';
import { conditions, responses } from './answers.ts';
import { listed } from './lists.ts';
import type { Probes } from './requests.ts';
import { sequences } from './sequences.ts';
import { rich, values } from './values.ts';

export { callers } from './requests.ts';

export const probes: Probes = { ...values, ...sequences, ...rich, ...responses, ...conditions, ...listed, ...accounts, ...secrets };
