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

/** @param first the status that the page began with; the same object is returned until something in it changes */
export function useStatus(first: DevStatus | undefined): FollowedStatus {
  const [followed, set] = useState<FollowedStatus>({ status: first, answers: first !== undefined });
  useEffect(() => {
    if (!isDev) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      if (!document.hidden) {
        const status = await fetchStatus();
        if (!isOver) set((last) => next(last, status));
      }
      if (!isOver) timer = setTimeout(() => void look(), PAUSE);
    };
    timer = setTimeout(() => void look(), PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return followed;
}

function next(last: FollowedStatus, status: DevStatus | undefined): FollowedStatus {
  const answers = status !== undefined;
  const isSame = status === undefined || JSON.stringify(status) === JSON.stringify(last.status);
  return isSame && answers === last.answers ? last : { status: isSame ? last.status : status, answers };
}
