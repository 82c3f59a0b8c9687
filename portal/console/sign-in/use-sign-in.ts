// A sign-in under way: it asks before anything goes outside this machine, waits, and can be cancelled.
import { useEffect, useRef, useState } from 'preact/hooks';
import { isLoopback } from '../request/send.ts';
import { openWindow } from './back.ts';
import { type Grant, type Progress, UnconfirmedError } from './grant.ts';

export type SignInState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'waiting'; readonly progress?: Progress }
  | { readonly phase: 'done'; readonly expiresAt?: number; readonly scopes: readonly string[] }
  | { readonly phase: 'failed'; readonly message: string };

type Wanted = Omit<Grant, 'opened' | 'confirmed'>;

export interface SignIn {
  readonly state: SignInState;
  /** The origin that the reader is asked about. */
  readonly asks: string | undefined;
  /** @param place the address that the client's id and secret go to */
  begin(wanted: Wanted, place: string | undefined): void;
  /** The reader confirms the origin, and the sign-in goes on. */
  confirm(origin: string): void;
  cancel(): void;
}

export function useSignIn(onToken: (token: string) => void): SignIn {
  const [state, set] = useState<SignInState>({ phase: 'idle' });
  const [asks, ask] = useState<string>();
  const [confirmed, addConfirmed] = useState<readonly string[]>([]);
  const last = useRef<Wanted | undefined>(undefined);
  const controller = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const run = async (wanted: Wanted, origins: readonly string[]): Promise<void> => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    const show = (next: SignInState): void => {
      if (controller.current === own) set(next);
    };
    show({ phase: 'waiting' });
    // Before anything is awaited: browsers open windows only within a click.
    const opened = wanted.flow.flow === 'authorizationCode' ? openWindow() : undefined;
    try {
      const { getToken } = await import('./grants.ts');
      const grant = { ...wanted, opened, confirmed: origins };
      const tokens = await getToken(grant, (progress) => show({ phase: 'waiting', progress }), own.signal);
      if (own.signal.aborted) return;
      onToken(tokens.accessToken);
      const { expiresAt, scopes = wanted.scopes } = tokens;
      show({ phase: 'done', scopes, ...(expiresAt === undefined ? {} : { expiresAt }) });
    } catch (error) {
      if (own.signal.aborted) return;
      if (error instanceof UnconfirmedError) {
        ask(error.origin);
        show({ phase: 'idle' });
      } else show({ phase: 'failed', message: error instanceof Error ? error.message : String(error) });
    } finally {
      opened?.close();
    }
  };

  return {
    state,
    asks,
    begin(wanted, place) {
      last.current = wanted;
      const origin = place === undefined ? undefined : URL.parse(place)?.origin;
      if (origin !== undefined && !isLoopback(origin) && !confirmed.includes(origin)) ask(origin);
      else void run(wanted, confirmed);
    },
    confirm(origin) {
      const origins = [...confirmed, origin];
      addConfirmed(origins);
      ask(undefined);
      if (last.current !== undefined) void run(last.current, origins);
    },
    cancel() {
      controller.current?.abort();
      controller.current = undefined;
      ask(undefined);
      set({ phase: 'idle' });
    },
  };
}
