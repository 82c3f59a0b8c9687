// A request that control refuses.
export class ControlRefusal extends Error {
  readonly status: number;
  /** Default: the title of the status. */
  readonly code: string | undefined;

  constructor(status: number, detail: string, code?: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}
