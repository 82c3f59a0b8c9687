// What a stream of events has said about connecting again, kept beside the stream: a converted stream says it of the one beneath.

export interface EventStreamState {
  /** `''`: none yet. */
  readonly lastEventId: string;
  readonly retryMilliseconds: number | undefined;
}

const states = /* @__PURE__ */ new WeakMap<object, EventStreamState>();

/** The state of a stream of events that a client call returned, as far as it was read; `undefined` for anything else. */
export function eventStreamState(stream: AsyncIterable<unknown>): EventStreamState | undefined {
  return states.get(stream);
}

export function keepState(stream: object, state: EventStreamState | undefined): void {
  if (state !== undefined) states.set(stream, state);
}
