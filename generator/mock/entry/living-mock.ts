// Starts a living mock in this process: no server, no thread, and the settings that the configuration has for the document.
import { OctavoError, usageError } from '../../base/error.ts';
import { Problems } from '../../base/problem.ts';
import { loadProject, type ProjectDocument } from '../../config/config.ts';
import { bundle } from '../../load/bundle.ts';
import type { Description } from '../../load/description.ts';
import { placeText } from '../../load/frame.ts';
import { stages } from '../../run/pipeline.ts';
import { frontHandlersIn } from '../living/handlers-file.ts';
import { type AnyHandlers, checkFrontHandlers, type FrontHandlers, type InFront } from '../living/in-front.ts';
import { thingFaults } from '../living/index.ts';
import { DEFAULT_SEED, DEFAULT_THINGS } from '../living/mocks.ts';
import { createEngine, type Engine } from '../octavo/engine.ts';
import { taken } from '../octavo/sources.ts';
import { serverPaths } from '../servers.ts';
import { answerTo } from './answer.ts';

export interface LivingMockSettings<Handlers> {
  /** Handlers of your own, which answer in front of the mock; one that returns `undefined` leaves the request to it. */
  readonly handlers?: InFront<NoInfer<Handlers>>;
  /** The same number begins with the same things; default 1. */
  readonly seed?: number;
  /** How many things each collection begins with at least; default 5. With 0, it begins with those of the examples. */
  readonly things?: number;
  /** The time that things are dated with. Default: that of this machine. */
  readonly now?: () => Date;
  /** The folder in which the document and the configuration are looked for. Default: the working directory. */
  readonly cwd?: string;
}

export interface LivingMock {
  /** Answers a request as `fetch` does. The address matters by its path alone: the mock stands below the path of the first server of the document. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Begins anew, with the things that it began with. */
  reset(): void;
  /** The things as they are now, for `restore`. */
  snapshot(): string;
  /** @throws {OctavoError} where the text is no snapshot of a mock of this document */
  restore(snapshot: string): void;
}

/**
 * A mock of a document that keeps what requests create, change and delete. `Handlers` is the interface of the generated `server.ts`.
 *
 * @param document the path of a document, or the name of one of the configuration
 * @throws {OctavoError} where the document cannot be read, or a handler is for no operation
 */
export async function livingMock<Handlers = AnyHandlers>(
  document: string,
  settings: LivingMockSettings<Handlers> = {},
): Promise<LivingMock> {
  const { handlers = {}, seed = DEFAULT_SEED, things = DEFAULT_THINGS, now, cwd = process.cwd() } = settings;
  const { project, chosen } = await chosenOf(document, cwd);
  const problems = new Problems();
  const description = await stages.load(project, chosen, undefined, problems);
  const source = description && { description, code: chosen };
  const known = source && taken(source).known;
  const faults = [...problems.list.filter(({ severity }) => severity === 'error'), ...(source === undefined ? [] : thingFaults(source))];
  const [fault] = faults;
  if (description === undefined || known === undefined || !('service' in known) || fault !== undefined)
    throw usageError(
      'document-refused',
      `The document \`${document}\` cannot be mocked: ${fault === undefined ? 'it has errors' : `${placeText(fault.location)}: ${fault.message}`}`,
      {
        fix: fault?.fix ?? 'Run `octavo lint` on it.',
      },
    );
  // The functions have the types of the generated server; the engine knows them by name alone.
  const front = Object.fromEntries(Object.entries(handlers)) as FrontHandlers;
  checkFrontHandlers(known.service, front);
  const usual = chosen.mockHandlers === undefined ? {} : await frontHandlersIn(chosen.mockHandlers, known.service);
  const engine = await createEngine(known.service, known.code, { root: project.root, seed, things }, { ...usual, ...front });
  return mockOf(engine, description, now);
}

/** The document of the configuration with this name or path; else the file. */
async function chosenOf(document: string, cwd: string) {
  const whole = await loadProject({ cwd }).catch((error: unknown) => {
    if (error instanceof OctavoError) return undefined;
    throw error;
  });
  const named = whole?.documents.find(({ id }): boolean => id === document);
  const project = whole !== undefined && named !== undefined ? whole : await loadProject({ cwd }, { files: [document] });
  const chosen: ProjectDocument | undefined = named ?? project.documents[0];
  if (chosen === undefined) throw usageError('document-refused', `There is no document \`${document}\`.`);
  return { project, chosen };
}

function mockOf(engine: Engine, description: Description, now: (() => Date) | undefined): LivingMock {
  const basePaths = serverPaths(bundle(description)).toSorted((one, other) => other.length - one.length);
  return {
    fetch: async (input, init) =>
      answerTo(engine, { document: description.id, basePaths, ...(now === undefined ? {} : { now }) }, new Request(input, init)),
    reset: () => void engine.tell({ do: 'reset' }),
    snapshot() {
      const told = engine.tell({ do: 'image' });
      return told.kind === 'image' ? told.image : '[]';
    },
    restore(snapshot) {
      const told = engine.tell({ do: 'restore', image: snapshot });
      if (told.kind === 'refused') throw usageError('snapshot-refused', `The snapshot cannot be restored: ${told.detail}.`);
    },
  };
}
