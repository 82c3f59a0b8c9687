// What the process that is killed prints: a line for each change that a service has acknowledged.

/** `id` is that of the invitee, of the payment, or of the refund. */
export interface Note {
  readonly kind: 'booking' | 'cancellation' | 'payment' | 'capture' | 'refund';
  readonly id: string;
}

export function lineOf({ kind, id }: Note): string {
  return `${kind} ${id}\n`;
}

export function noteOf(line: string): Note {
  const [kind, id = ''] = line.split(' ');
  switch (kind) {
    case 'booking':
    case 'cancellation':
    case 'payment':
    case 'capture':
    case 'refund':
      return { kind, id };
    default:
      throw new Error(`The process printed a line that is not a note: ${line}`);
  }
}
