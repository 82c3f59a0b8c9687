// All mutants, by the class of their fault.
import type { Mutant } from '../faults.ts';
import { accepting } from './accepting.ts';
import { accounts } from './accounts.ts';
import { answers } from './answers.ts';
import { failures } from './failures.ts';
import { protocol } from './protocol.ts';
import { refusing } from './refusing.ts';
import { state } from './state.ts';

export const mutants: Readonly<Record<string, readonly Mutant[]>> = { answers, failures, accepting, refusing, protocol, accounts, state };
