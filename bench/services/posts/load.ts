// Writes a made-up world into the microblogging service, by the functions by which the service itself writes, some hundred rows at once.

import { sql } from 'kysely';
import type { MicroblogPlatform, Tables } from '../../../services/b-microblog/deps.ts';
import { addWords, rows } from '../../../services/b-microblog/people/store.ts';
import { insertPosts, writeInOrder } from '../../../services/b-microblog/posts/store.ts';
import { insertEdges } from '../../../services/b-microblog/relations.ts';
import type { Sandbox } from '../../../services/index.ts';
import { perEngine } from '../../../services/platform/store/per-engine.ts';
import { rowsOfWorld, type WorldRows } from './rows.ts';
import { makeWorld, type World, type WorldOptions } from './world.ts';

export interface Loaded {
  readonly world: World;
  readonly rows: WorldRows;
  /** Whether the rows were there already. */
  readonly wasThere: boolean;
}

/** Goes up when another version of the program writes other rows. */
const VERSION = 1;
/** The option of the service under which the rows tell what they are: it is written last. */
const MARK = 'bench-world';
/** One statement of SQLite has at most 32,766 values, and a post 45. */
const ROWS = 600;
/** Statements of one unit of work. */
const STATEMENTS = 4;

/**
 * Loads a world, unless the store has it already, and sets the clock to the moment after its last post.
 * @throws {Error} where the store has another world
 */
export async function loadWorld(sandbox: Sandbox, options: WorldOptions): Promise<Loaded> {
  const platform = sandbox.platformOf('b-microblog') as unknown as MicroblogPlatform;
  const world = makeWorld(options);
  const known = await markOf(platform.store.read);
  if (known !== undefined) {
    if (!isSame(known, options)) throw new Error(`The store has another world: ${JSON.stringify(known)}.`);
    return { world, rows: rowsOfWorld(world, known.start), wasThere: true };
  }
  const start = platform.clock.now() + 1_000;
  const rowsOf = rowsOfWorld(world, start);
  await writeWorld(platform, rowsOf);
  await sandbox.freezeClock(rowsOf.end);
  await platform.store.write(async (tables) => {
    await perEngine(tables, { sqlite: async () => {}, postgres: async () => void (await sql`analyze`.execute(tables)) });
    await rows.insert(tables, 'b_options', { name: MARK, value: JSON.stringify({ ...options, start, version: VERSION }) });
  });
  return { world, rows: rowsOf, wasThere: false };
}

interface Mark extends WorldOptions {
  readonly start: number;
  readonly version: number;
}

async function markOf(tables: Tables): Promise<Mark | undefined> {
  const [row] = await rows.all(tables, 'b_options', { name: MARK });
  return row && (JSON.parse(row.value) as Mark);
}

function isSame(mark: Mark, { posts, authors, seed }: WorldOptions): boolean {
  return mark.version === VERSION && mark.posts === posts && mark.authors === authors && mark.seed === seed;
}

export async function writeWorld({ store, bus }: MicroblogPlatform, made: WorldRows): Promise<void> {
  const units = <Row>(all: Iterable<Row>, insert: (tables: Tables, some: readonly Row[]) => Promise<void>) =>
    inParts(all, ROWS * STATEMENTS, (part) => store.write((tables) => inParts(part, ROWS, (some) => insert(tables, some))));
  await units(made.users(), (tables, some) => rows.insert(tables, 'b_users', some));
  await units(made.settings(), (tables, some) => rows.insert(tables, 'b_user_settings', some));
  await units(made.users(), (tables, some) => addWords(tables, ...some));
  await inParts(made.posts(), ROWS * STATEMENTS, (part) =>
    writeInOrder({ store, bus }, (tables) => inParts(part, ROWS, (some) => insertPosts(tables, some))),
  );
  await units(made.edges(), (tables, some) => insertEdges(tables, some));
}

async function inParts<Row>(all: Iterable<Row>, most: number, take: (part: readonly Row[]) => Promise<unknown>): Promise<void> {
  let part: Row[] = [];
  for (const row of all) {
    part.push(row);
    if (part.length < most) continue;
    await take(part);
    part = [];
  }
  if (part.length > 0) await take(part);
}
