// `octavo mock --living`: serves mocks that remember, or prints what they take each operation for.
import { exitCodes } from '../../base/error.ts';
import { count, displayPath } from '../../base/words.ts';
import { mockPath } from '../../mock/addresses.ts';
import type { Behaviour } from '../../mock/behaviour.ts';
import { explainSource, startLivingMock, thingFaults } from '../../mock/living/index.ts';
import type { Explained } from '../../mock/living/plan/explain.ts';
import type { MockSource } from '../../mock/octavo/sources.ts';
import type { Context } from '../command.ts';
import { reportProblems } from '../report.ts';
import { interrupted, unansweredMessage } from '../serving.ts';
import { refusedMessage, type World } from './options.ts';

interface LivingWish {
  readonly address: { readonly port?: number; readonly host?: string };
  readonly behaviour: Behaviour;
  readonly root: string;
  readonly world: World;
  readonly isExplained: boolean;
}

type Source = Extract<MockSource, { readonly code: unknown }>;

export async function serveLiving(
  sources: readonly Source[],
  { address, behaviour, root, world, isExplained }: LivingWish,
  context: Context,
): Promise<number> {
  const wrong = sources.flatMap(thingFaults);
  if (wrong.length > 0) {
    context.result({ problems: await reportProblems(wrong, context) });
    return exitCodes.findings;
  }
  if (isExplained) {
    const all = new Map(sources.map((source) => [source.description.id, explainSource(source)]));
    context.result({ operations: Object.fromEntries(all) });
    for (const [id, operations] of all) for (const line of explanation(id, operations)) context.data(line);
    return exitCodes.ok;
  }
  const mock = await startLivingMock(sources, {
    ...address,
    root,
    ...world,
    behaviour,
    onRefusedRequest: (refused) => context.message(refusedMessage(refused)),
    onUnsaved: (detail) => context.message(`mock: the last changes are not kept: ${detail}`),
    onUnjudged: (id, detail) => context.message(unansweredMessage(id, detail)),
  });
  const ids = [...mock.documents.keys()];
  const { control } = mock;
  context.result({
    url: mock.url,
    mocks: Object.fromEntries(ids.map((id) => [id, mock.urlOf(id)])),
    ...(control === undefined ? {} : { control }),
  });
  for (const document of mock.documents.values()) {
    context.data(`${document.id.padEnd(20)} ${mock.url}${mockPath(document)}`);
    context.message(`mock: ${document.id}: ${summary(mock.explained.get(document.id) ?? [])}`);
  }
  if (control !== undefined) context.data(`${'control'.padEnd(20)} ${control.url}  (Authorization: Bearer ${control.token})`);
  context.message(`mock: the things are those of seed ${world.seed}: \`--seed ${world.seed}\` makes them again.`);
  context.ready();
  context.message(
    `The mock is ready, and ${world.data === undefined ? 'remembers until it ends' : `keeps its things in ${displayPath(world.data)}`}. Press Ctrl-C to stop.`,
  );
  await interrupted(context);
  await mock.stop();
  return exitCodes.interrupted;
}

function summary(operations: readonly Explained[]): string {
  const living = operations.filter(({ does }) => does !== undefined).length;
  if (living === 0)
    return 'no operation is known to create, read or list things, so everything is answered from the document, without state.';
  const rest = operations.length - living;
  const others =
    rest === 0 ? '' : `; ${count(rest, 'other')} ${rest === 1 ? 'is' : 'are'} answered from the document (\`--explain\` says which)`;
  return `${count(living, 'operation')} ${living === 1 ? 'has' : 'have'} state${others}.`;
}

/** Two columns: the operation, and what it does with the reason. */
function explanation(id: string, operations: readonly Explained[]): readonly string[] {
  const width = Math.min(WIDEST, Math.max(...operations.map(({ method, path }) => method.length + path.length + 1)));
  return [
    `${id}: ${summary(operations)}`,
    ...operations.flatMap(({ method, path, does, why, sure, unenforced = [] }) => {
      const what = does === undefined ? 'is answered from the document, without state' : `${does} (${sure}: ${why})`;
      const refused = unenforced.map((quote) => `    does not enforce “${quote}”: the operation declares no refusal that could say so`);
      return [`  ${`${method} ${path}`.padEnd(width)}  ${what}`, ...refused];
    }),
  ];
}

const WIDEST = 60;
