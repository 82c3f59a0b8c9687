// Makes the last line of a stream, which says why the service ends it.

import type { OperationalDisconnectProblem, StreamEnd } from '@octavo/interfaces/b-microblog';
import type { Ending } from '../../platform/streams/streams.ts';

const REASONS: Readonly<Record<Ending, readonly [type: NonNullable<OperationalDisconnectProblem['disconnect_type']>, detail: string]>> = {
  asked: ['ForceDisconnect', 'The stream ends because the app has closed its connections.'],
  revoked: ['ForceDisconnect', 'The stream ends because its token is not valid any more.'],
  slow: ['SlowReader', 'The stream ends because the reader is too slow.'],
  stopping: ['OperationalDisconnect', 'The stream ends because a server is taken out of service.'],
};

export function lastLine(ending: Ending): StreamEnd {
  const [disconnect_type, detail] = REASONS[ending];
  const type = 'https://microblog.example.com/problems/operational-disconnect';
  return { errors: [{ title: 'operational-disconnect', type, detail, disconnect_type }] };
}
