// Keeps what a stream of events says about reconnecting beside the stream. A converted stream has the state of the stream that it converts.

export interface EventStreamState {
  /** `''` before the first. */
  readonly lastEventId: string;
  readonly retryMilliseconds: number | undefined;
  /** Whether the stream's end marker has come, so that there is nothing to reconnect for. */
  readonly isComplete: boolean;
}

const states = /* @__PURE__ */ new WeakMap<object, EventStreamState>();

/** The state of a stream of events that a client call returned, as of the last event that was read; `undefined` for other values. */
export function eventStreamState(stream: AsyncIterable<unknown>): EventStreamState | undefined {
  return states.get(stream);
}

export function keepState(stream: object, state: EventStreamState | undefined): void {
  if (state !== undefined) states.set(stream, state);
}
