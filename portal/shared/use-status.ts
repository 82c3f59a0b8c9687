// The status of the dev server, followed while the page is open: services start later, move, and come back.
import { useEffect, useState } from 'preact/hooks';
import { type DevStatus, fetchStatus, isDev } from './site.ts';

/** Milliseconds between two looks. */
const PAUSE = 3000;

export interface FollowedStatus {
  /** The last one that was read: it stays while the dev server does not answer. `undefined` on a static host. */
  readonly status: DevStatus | undefined;
  /** Whether the dev server has answered the last look. */
  readonly answers: boolean;
}

const listeners = new Set<(status: DevStatus | undefined) => void>();
let isLooking = false;

/** Looks now, and tells every part of the page what the dev server answered. */
export async function lookAtStatus(): Promise<void> {
  const status = await fetchStatus();
  for (const tell of listeners) tell(status);
}

/** One look at a time serves all parts of a page. */
function follow(tell: (status: DevStatus | undefined) => void): () => void {
  const look = async (): Promise<void> => {
    if (!document.hidden) await lookAtStatus();
    isLooking = listeners.size > 0;
    if (isLooking) setTimeout(() => void look(), PAUSE);
  };
  listeners.add(tell);
  if (!isLooking) setTimeout(() => void look(), PAUSE);
  isLooking = true;
  return () => {
    listeners.delete(tell);
  };
}

/** @param first the status that the page began with; the same object is returned until something in it changes */
export function useStatus(first: DevStatus | undefined): FollowedStatus {
  const [followed, set] = useState<FollowedStatus>({ status: first, answers: first !== undefined });
  useEffect(() => (isDev ? follow((status) => set((last) => next(last, status))) : undefined), []);
  return followed;
}

function next(last: FollowedStatus, status: DevStatus | undefined): FollowedStatus {
  const answers = status !== undefined;
  const isSame = status === undefined || JSON.stringify(status) === JSON.stringify(last.status);
  return isSame && answers === last.answers ? last : { status: isSame ? last.status : status, answers };
}
