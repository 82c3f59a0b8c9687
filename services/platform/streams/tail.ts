// Reads the rows that are added to the end of a list, in order: each process asks the store, so that none is lost with a message.

export interface TailOptions<Row> {
  /** The number of the last row, by the order of the commits; 0 where there is none. */
  last(): Promise<number>;
  /** The rows above a number, the lowest first. */
  read(above: number, most: number): Promise<readonly Row[]>;
  numberOf(row: Row): number;
  /** Gets rows in order. The next ones are read when it is done. */
  deliver(rows: readonly Row[]): Promise<void>;
  /** Called about once a second, when all rows are delivered. */
  tick(): void;
  /** Gets a line for the operator where rows cannot be read. They are read again a second later. */
  warn(message: string): void;
}

export interface Tail {
  /**
   * Begins to read, unless it does.
   * @param add called at a moment when no row is being delivered
   * @returns the number of the last row before that moment
   */
  begin(add: () => void): Promise<number>;
  /** Reads nothing until `begin` is called again. */
  end(): void;
  /** Says that there may be new rows. Without it, they are read within a second. */
  wake(): void;
}

const MOST_ROWS = 200;
const POLL_MILLISECONDS = 1_000;

export function createTail<Row>({ last, read, numberOf, deliver, tick, warn }: TailOptions<Row>): Tail {
  /** The number of the last row that was delivered; absent: nothing is read. */
  let position: Promise<number> | undefined;
  let reading: Promise<void> | undefined;
  let isStale = false;
  let timer: NodeJS.Timeout | undefined;

  async function catchUp(): Promise<void> {
    do {
      isStale = false;
      while (await step());
      tick();
    } while (isStale);
  }

  /** @returns whether there may be more */
  async function step(): Promise<boolean> {
    const begun = position;
    const above = await begun;
    const rows = above === undefined ? [] : await read(above, MOST_ROWS);
    const end = rows.at(-1);
    // Somebody may have ended it and begun again meanwhile.
    if (end === undefined || begun !== position) return false;
    await deliver(rows);
    if (begun === position) position = Promise.resolve(numberOf(end));
    return rows.length === MOST_ROWS;
  }

  function wake(): void {
    if (position === undefined) return;
    isStale = true;
    reading ??= catchUp()
      .catch((error: unknown) => warn(`New rows could not be read: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => {
        reading = undefined;
      });
  }

  function end(): void {
    clearInterval(timer);
    timer = undefined;
    position = undefined;
  }

  return {
    wake,
    end,
    async begin(add) {
      while (reading !== undefined) await reading;
      position ??= last();
      timer ??= setInterval(wake, POLL_MILLISECONDS).unref();
      add();
      return position;
    },
  };
}
