// Refuses requests of which a sentence of the document does not hold, and changes after which a thing no longer keeps one.
import type { Operation } from '../../../model/service.ts';
import { declares, type Kind } from '../plan/kinds.ts';
import { sendableOf } from '../plan/sent.ts';
import { refusalsOfInput, refuse } from '../refusing.ts';
import type { Call, Living, Setting } from '../setting.ts';
import type { Wrong } from './rules.ts';

type Members = Readonly<Record<string, unknown>>;

/** A request of which a sentence of the document does not hold. */
export function untrue(setting: Setting, operation: Operation, { input }: Call): Living | undefined {
  return refused(setting, operation, setting.stated(operation, input, setting.tools.now()));
}

/** A change after which a thing breaks a sentence that it has kept: what the request leaves out, the thing has. */
export function broken(setting: Setting, operation: Operation, kind: Kind, before: Members, after: Members): Living | undefined {
  const sendable = sendableOf(operation, kind);
  const wrongWith = (value: Members): Wrong | undefined => {
    const body = Object.fromEntries(Object.entries(value).filter(([member]) => sendable.has(member)));
    return setting.stated(operation, { body }, setting.tools.now(), true);
  };
  return wrongWith(before) === undefined ? refused(setting, operation, wrongWith(after)) : undefined;
}

/** Statuses that say something else of a request than that a value in it is wrong. */
const OTHERS: ReadonlySet<number> = new Set([401, 403, 404, 429]);

function refused(setting: Setting, operation: Operation, wrong: Wrong | undefined): Living | undefined {
  if (wrong === undefined) return undefined;
  const { status, detail } = wrong;
  const isSaid = status !== undefined && !OTHERS.has(status) && declares(operation, status);
  const statuses = [...(isSaid ? [status] : []), ...refusalsOfInput(operation)];
  return statuses.length === 0 ? undefined : refuse(setting, operation, statuses, detail);
}
