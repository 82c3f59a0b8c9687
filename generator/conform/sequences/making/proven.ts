// Keeps what creates have succeeded with, so that it can be tried again with other things that it names.
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import type { Equipment } from '../lab.ts';
import type { Attempt } from './attempts.ts';

export class Proven {
  readonly #equipment: Pick<Equipment, 'proven'>;
  readonly #known = new Map<Operation, Input>();

  constructor(equipment: Pick<Equipment, 'proven'>) {
    this.#equipment = equipment;
  }

  /** The first that is known stays until another one has succeeded here: what goes with the things of the document's example goes with no others. */
  of(create: Operation): Input | undefined {
    const input = this.#known.get(create) ?? this.#equipment.proven(create);
    if (input !== undefined) this.#known.set(create, input);
    return input;
  }

  note(create: Operation, { isGiven }: Attempt, input: Input | undefined): void {
    if (isGiven !== true && input !== undefined) this.#known.set(create, input);
  }
}
