// The way back from the window of a sign-in to the page that opened it.

/** Only pages of this origin hear it, and the code in it is of no use without the verifier, which the page that began keeps to itself. */
export const CHANNEL = 'octavo-sign-in';

/** The window with the sign-in: it is opened before anything is awaited, since browsers allow windows only within a click. */
export function openWindow(): Window | undefined {
  return window.open('about:blank', '_blank', 'popup,width=520,height=720') ?? undefined;
}

/** Resolves with the address that the window came back with, whose `state` is the one that was sent. */
export function waitForReturn(state: string, opened: Window, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (): void => {
      channel.close();
      opened.close();
    };
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string' || URL.parse(data)?.searchParams.get('state') !== state) return;
      end();
      resolve(data);
    });
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
  });
}
