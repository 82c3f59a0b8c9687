// `version-member`: a change names the version that it is about by a member of its body, and is refused where the thing has another one.

import { memberPlace } from '../../../inference/bodies.ts';
import { valueAt } from '../../../inference/pointers.ts';
import type { Reader } from '../../../inference/resources.ts';
import { versionRuleOf } from '../../../inference/stated/versions.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import type { Setting } from '../script.ts';
import { shown } from '../shown.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import { changingInputs } from './tags.ts';

const CHECK = 'version-member';

export async function* versionMember({ things, resource, inputs }: Setting): AsyncGenerator<Operation> {
  const { read, changes } = resource;
  if (read === undefined) return;
  for (const operation of changes) {
    const rule = versionRuleOf(operation);
    if (rule?.isNeeded !== true) continue;
    const { name } = rule;
    const lab = things.lab();
    const attempt = new Attempt(lab, things, read, operation, await things.make(lab, resource, 2), name);
    const before = await attempt.read();
    // What succeeds with the present version has no other reason to be refused.
    if (before === undefined || !(await attempt.succeeds(before, changingInputs(operation, inputs)))) continue;
    const after = await attempt.read();
    yield operation;
    if (after === undefined) continue;
    if (after === before) {
      if (rule.isRising) attempt.stays(before);
      continue;
    }
    await attempt.refuses(before, 'the version before');
    if (typeof after === 'number') await attempt.refuses(after + 1000, 'a version that the thing never had');
  }
}

type Version = string | number | bigint;

class Attempt {
  readonly #lab: Lab;
  readonly #things: Things;
  readonly #reader: Reader;
  readonly #operation: Operation;
  readonly #thing: Thing;
  readonly #name: string;
  #input: Input = {};
  #last: Answered | undefined;

  constructor(lab: Lab, things: Things, reader: Reader, operation: Operation, thing: Thing, name: string) {
    this.#lab = lab;
    this.#things = things;
    this.#reader = reader;
    this.#operation = operation;
    this.#thing = thing;
    this.#name = name;
  }

  async read(): Promise<Version | undefined> {
    const { operation, id } = this.#reader;
    const exchange = await this.#things.call(this.#lab, operation, this.#thing, { says: 'read the version' });
    this.#last = exchange;
    const resource = id === undefined || !isSuccess(exchange) ? undefined : resourceIn(exchange, id);
    const version = resource?.[this.#name];
    return typeof version === 'number' || typeof version === 'bigint' || typeof version === 'string' ? version : undefined;
  }

  async succeeds(version: Version, inputs: readonly Input[]): Promise<boolean> {
    for (const input of inputs) {
      this.#input = input;
      const exchange = await this.#call(version, 'the present version');
      if (exchange !== undefined && isSuccess(exchange)) return true;
    }
    return false;
  }

  async refuses(version: Version, says: string): Promise<void> {
    const exchange = await this.#call(version, says, CHECK);
    if (exchange === undefined || !isSuccess(exchange)) return;
    this.#lab.fault(
      CHECK,
      `A change with ${says} (\`${this.#name}\` ${shown(version)}) is answered with ${exchange.response.status}.`,
      `a refusal of each \`${this.#name}\` that the thing does not have, as the document says`,
      exchange,
    );
  }

  stays(version: Version): never {
    this.#lab.fault(
      CHECK,
      `\`${this.#name}\` is still ${shown(version)} after a change.`,
      `another \`${this.#name}\` after each change, as the document says`,
      this.#last as Answered,
    );
  }

  async #call(version: Version, says: string, probe?: string): Promise<Answered | undefined> {
    const at = memberPlace(this.#operation, this.#name);
    const input = changedAt(this.#input, at, version) as Input;
    if (valueAt(input, at) !== version || this.#lab.equipment.judge.input(this.#operation, input).length > 0) return undefined;
    return this.#things.call(this.#lab, this.#operation, this.#thing, {
      says: `change with ${says}`,
      input,
      isVersioned: true,
      ...(probe === undefined ? {} : { probe }),
    });
  }
}
