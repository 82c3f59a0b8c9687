// Calls a function of the user with an event, so that what it throws cannot break a call.

/** The function is not awaited, and what it throws goes to `console.error`. `kind` says what it is: "A hook". */
export function emit<Event>(kind: string, listener: ((event: Event) => unknown) | undefined, event: Event): void {
  if (listener === undefined) return;
  const log = (error: unknown): void => console.error(`${kind} threw:`, error);
  try {
    const given = listener(event);
    // An async function fails later.
    if (given instanceof Promise) given.catch(log);
  } catch (error) {
    log(error);
  }
}
