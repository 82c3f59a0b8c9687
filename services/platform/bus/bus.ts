// Declares the bus: messages to all processes of a sandbox, for what they hold in memory. A message that must not be lost goes into the outbox.

/** A channel and what its messages are. */
export interface Channel<Message> {
  readonly name: string;
  /** Checks a message of another process, which may be of another version. A message that fails is dropped, with a line for the operator. */
  readonly accepts: (value: unknown) => value is Message;
}

export interface Subscription {
  /**
   * Settles when no message of another process can be missed any more. While Redis does not answer, it stays pending; messages of this process come.
   */
  readonly ready: Promise<void>;
  end(): void;
}

export interface Bus {
  /**
   * Sends a message to all listeners: to those of this process at once, to those of others at most once, in the order in which this process
   * published to the channel. Publish a change after its commit.
   * @param message what JSON can hold, at most 1 MiB as JSON
   * @returns whether the other processes could be reached. It never rejects for an outage
   * @throws {TypeError} for a message that cannot be sent
   */
  publish<Message>(channel: Channel<Message>, message: Message): Promise<boolean>;
  /**
   * @param missed called when messages of other processes may have been missed: drop what you cached, read again what you follow
   */
  subscribe<Message>(channel: Channel<Message>, listener: (message: Message) => void, missed?: () => void): Subscription;
  close(): Promise<void>;
}

const MOST_BYTES = 1_048_576;

/**
 * A message as JSON.
 * @throws {TypeError} for a message that cannot be sent
 */
export function textOf(name: string, message: unknown): string {
  // `JSON.stringify` gives undefined for undefined and functions, whatever its type says.
  const json = JSON.stringify(message) as string | undefined;
  if (json === undefined || Buffer.byteLength(json) > MOST_BYTES)
    throw new TypeError(`A message of the channel ${name} must be what JSON can hold, and at most ${MOST_BYTES} bytes.`);
  return json;
}
