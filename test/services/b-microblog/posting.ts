// Writes users, their relations and their posts as the service's own functions do, for tests of what is read.

import type { MicroblogPlatform, Tables } from '../../../services/b-microblog/deps.ts';
import { newUser } from '../../../services/b-microblog/people/new-user.ts';
import { addPost } from '../../../services/b-microblog/posts/counts.ts';
import { insertPosts, nextPost, writeInOrder } from '../../../services/b-microblog/posts/store.ts';
import { PLAIN_POST, type PostRow } from '../../../services/b-microblog/posts/tables.ts';
import { addEdge, changeEdge, findEdge } from '../../../services/b-microblog/relations.ts';
import type { RelationKind } from '../../../services/b-microblog/rules/relation-kinds.ts';
import type { ControlledSandbox } from '../../../services/index.ts';

export function platformOf(sandbox: ControlledSandbox): MicroblogPlatform {
  return sandbox.platformOf('b-microblog') as unknown as MicroblogPlatform;
}

type Given = Partial<PostRow> & Pick<PostRow, 'author'>;

export function posting(platform: MicroblogPlatform) {
  const { store, clock } = platform;

  async function rowsOf(tables: Tables, all: readonly Given[]): Promise<readonly PostRow[]> {
    const rows: PostRow[] = [];
    for (const given of all) {
      const at = given.created_at ?? clock.now();
      const { seq, id } = await nextPost(tables, at);
      const own = { id, seq, created_at: at, text: `Post ${id}`, source: 'Test', source_url: 'https://test.example' };
      rows.push({ ...PLAIN_POST, ...own, conversation: id, first: id, first_at: at, ...given });
    }
    return rows;
  }

  return {
    user: (username: string, is_protected = false) => newUser(platform, { username, name: username, is_protected }),

    /** Adds posts of one moment, in one unit of work. Nothing counts them. */
    posts(...given: readonly Given[]): Promise<readonly PostRow[]> {
      return writeInOrder(platform, async (tables) => {
        const rows = await rowsOf(tables, given);
        // A statement has at most 32,766 values.
        for (let start = 0; start < rows.length; start += 500) await insertPosts(tables, rows.slice(start, start + 500));
        return rows;
      });
    },

    /** Adds a post, and counts it where posts count. */
    counted(given: Given): Promise<PostRow> {
      return writeInOrder(platform, async (tables) => {
        const [row] = (await rowsOf(tables, [given])) as readonly [PostRow];
        await addPost(tables, row);
        return row;
      });
    },

    relate: (kind: RelationKind, source: string, target: string) =>
      store.write((tables) => addEdge(tables, kind, source, target, clock.now())),

    /** Follows somebody without the reposts. */
    async followWithoutReposts(source: string, target: string): Promise<void> {
      await store.write(async (tables) => {
        await addEdge(tables, 'follow', source, target, clock.now());
        const edge = await findEdge(tables, 'follow', source, target);
        if (edge !== undefined) await changeEdge(tables, edge, { shows_reposts: false });
      });
    },
  };
}
