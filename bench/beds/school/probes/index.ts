// The probes of the bed `school`: each shows one fault, and succeeds on the service without it.
import { answerProbes } from './answers.ts';
import type { SchoolProbes } from './callers.ts';
import { listProbes } from './lists.ts';
import { sequenceProbes } from './sequences.ts';
import { valueProbes } from './values.ts';

export const probes: SchoolProbes = { ...valueProbes, ...sequenceProbes, ...answerProbes, ...listProbes };
