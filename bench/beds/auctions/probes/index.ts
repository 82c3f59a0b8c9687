// The probes of all faults of the auctions.
import { answers } from './answers.ts';
import type { AuctionProbes } from './callers.ts';
import { lists } from './lists.ts';
import { sequences } from './sequences.ts';
import { richValues, values } from './values.ts';

export const probes: AuctionProbes = { ...values, ...sequences, ...richValues, ...answers, ...lists };
