// `octavo mock --replay`: reads the recorded responses, and says what of them the mock answers with.
import path from 'node:path';
import { usageError } from '../../base/error.ts';
import { Problems } from '../../base/problem.ts';
import { count } from '../../base/words.ts';
import type { ProjectDocument } from '../../config/config.ts';
import type { Description } from '../../load/description.ts';
import { clean } from '../../load/frame.ts';
import type { ReplayNote } from '../../mock/answering.ts';
import type { Replay } from '../../mock/replay/index.ts';
import { readReplay } from '../../mock/replay/read.ts';
import { stages } from '../../run/pipeline.ts';
import { type Context, type Options, text, texts } from '../command.ts';
import { addressOf } from './recorded.ts';

interface Loaded {
  readonly document: ProjectDocument;
  readonly description: Description;
}

/** @throws {OctavoError} (exit code 2) for a file that is not a HAR, or has nothing for the documents. */
export async function replayOf(options: Options, loaded: readonly Loaded[], context: Context): Promise<Replay | undefined> {
  const baseUrls = texts(options.baseUrl).map(addressOf);
  const given = text(options.replay);
  if (given === undefined) {
    if (baseUrls.length === 0) return undefined;
    throw usageError('usage', '`--base-url` needs `--replay`.', { fix: 'Leave it out: a mock has an address of its own.' });
  }
  context.progress('Reading the recording');
  // The mock itself says what is wrong with a document.
  const models = await Promise.all(loaded.map(({ document, description }) => stages.model(document, description, new Problems())));
  const services = models.filter((service) => service !== undefined);
  const { replay, entries, kept, left, others, faults } = await readReplay(path.resolve(context.cwd, given), services, baseUrls);
  for (const fault of faults) context.message(`mock: Not read: ${clean(fault)}`);
  const more = [
    ...(left > 0 ? [`${left} without a whole response or an operation`] : []),
    ...others.slice(0, 5).map(({ origin, count: times }) => `${times} of ${clean(origin)}`),
  ];
  context.message(
    `mock: Answering by ${kept} of ${count(entries, 'entry')} of ${given}${more.length === 0 ? '' : `; left out: ${more.join(', ')}`}.`,
  );
  return replay;
}

export function replayMessage({ method, path: at, entry, reason }: ReplayNote): string {
  const where = `mock: ${method} ${clean(at)}`;
  if (entry === undefined) return `${where}: not recorded, so the mock answers.`;
  return `${where}: entries[${entry}] answers as recorded, but ${clean(reason ?? '').replace(/\.$/, '')}.`;
}
