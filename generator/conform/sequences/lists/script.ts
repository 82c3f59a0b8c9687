// A script about a list: one comparison of answers, which is made once more before a fault of it is believed.

import { type ListFacts, sizeLimits } from '../../../inference/lists/facts.ts';
import type { Judge } from '../../judge/index.ts';
import type { ListReader, Walk } from './reader.ts';

export interface ListSetting {
  readonly facts: ListFacts;
  readonly reader: ListReader;
  readonly judge: Judge;
  /** The list without filters, in pages as long as they may be. */
  readonly whole: Walk;
}

/**
 * Yields once something was compared.
 * @throws {SequenceFault} for a fault, {Stopped} where it cannot go on.
 */
export type ListScript = () => AsyncGenerator<void>;

export interface ListCheck {
  readonly id: string;
  readonly scripts: (setting: ListSetting) => readonly ListScript[];
}

/** A size with which the list has several pages, the last of them shorter, if there is one; `undefined` where the document has no such size. */
export function smallSize({ facts, whole }: Pick<ListSetting, 'facts' | 'whole'>, count: number = whole.ids.length): number | undefined {
  const limits = sizeLimits(facts);
  if (limits === undefined) return undefined;
  const { least, most } = limits;
  const wanted = Math.max(least, Math.ceil(count / 4));
  const sizes = [wanted, wanted + 1, wanted + 2, wanted - 1].filter((size) => size >= least && size <= most && size < count);
  return sizes.find((size) => size > 1 && count % size !== 0) ?? sizes[0];
}
