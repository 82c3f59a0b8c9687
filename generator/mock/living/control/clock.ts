// The clock of living mocks: it shows the time, until control stops or moves it.

export interface ClockState {
  /** The moment at which it stands; null while it runs. Milliseconds since 1970. */
  readonly frozenAt: number | null;
  /** Milliseconds by which it is ahead of the time while it runs. */
  readonly ahead: number;
}

const RUNNING: ClockState = { frozenAt: null, ahead: 0 };

export class Clock {
  state: ClockState = RUNNING;

  now(): number {
    return this.state.frozenAt ?? Date.now() + this.state.ahead;
  }

  freeze(at: number = this.now()): void {
    this.state = { ...this.state, frozenAt: at };
  }

  /** A frozen clock stays frozen, a running one goes on from there. */
  move(to: number): void {
    this.state = this.state.frozenAt === null ? { frozenAt: null, ahead: to - Date.now() } : { ...this.state, frozenAt: to };
  }

  /** Goes on from what it shows. */
  run(): void {
    this.state = { frozenAt: null, ahead: this.now() - Date.now() };
  }

  reset(): void {
    this.state = RUNNING;
  }

  /** Shows what it showed in a snapshot. */
  restore({ frozenAt }: ClockState, shown: number): void {
    this.state = frozenAt === null ? { frozenAt: null, ahead: shown - Date.now() } : { frozenAt, ahead: 0 };
  }
}
