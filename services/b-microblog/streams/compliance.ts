// Delivers what apps that store posts, users and likes have to know: deletions, edits, protection, labels.

import type { LikeComplianceEvent, PostComplianceEvent, PostLabelEvent, UserComplianceEvent } from '@octavo/interfaces/b-microblog';
import type { Context, MicroblogPlatform } from '../deps.ts';
import { partitionOf } from '../rules/partitions.ts';
import { createEventHub } from './event-hub.ts';
import type { Opened, StreamOpener, Window } from './open.ts';

/** How events of each family are written. */
interface Events {
  readonly post: PostComplianceEvent;
  readonly user: UserComplianceEvent;
  readonly unlike: LikeComplianceEvent;
  readonly label: PostLabelEvent;
}

/** Events of posts and of users come in so many parts. */
const PARTS = 4;

type OpenEvents<Event> = (context: Context, query: Window | undefined) => Promise<Opened<Event>>;

export type ComplianceStreams = { readonly [Name in keyof Events]: OpenEvents<Events[Name]> };

export function createComplianceStreams(platform: MicroblogPlatform, opener: StreamOpener): ComplianceStreams {
  function openerOf<Name extends keyof Events>(family: Name): OpenEvents<Events[Name]> {
    const hub = createEventHub<Name, Events[Name]>(platform, family);
    return (context, window = {}) => {
      const { partition } = window;
      return opener.open(context, {
        hub,
        window,
        delivery: {
          name: '',
          choice: String(partition),
          wants: ({ subject }) => partition === undefined || partitionOf(subject, PARTS) === partition,
          show: async (rows) => rows.map(({ data }) => ({ data }) as Events[Name]),
        },
        timeOf: ({ at }) => at,
      });
    };
  }
  return { post: openerOf('post'), user: openerOf('user'), unlike: openerOf('unlike'), label: openerOf('label') };
}
