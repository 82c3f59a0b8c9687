// Holds the faults that a developer has ordered: answers that an operation gives in place of its own, delays, dropped connections.

/** A fault, for requests to some operations. */
export interface FaultRule {
  readonly id: string;
  /** Absent: all documents. */
  readonly document?: string;
  /** Absent: all operations. */
  readonly operation?: string;
  /** The operation is refused with this status, in the service's own shape. Absent: it is carried out, after the delay. */
  readonly status?: number;
  /** Headers of that refusal, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Waiting time before the operation is carried out, refused or dropped. */
  readonly delayMilliseconds?: number;
  /** The connection is closed without an answer. */
  readonly drop?: boolean;
  /** How many more requests it applies to. Absent: any number. */
  readonly count?: number;
}

export interface Faults {
  list(): readonly FaultRule[];
  add(rule: Omit<FaultRule, 'id'>): FaultRule;
  /** Whether there was such a fault. */
  remove(id: string): boolean;
  clear(): void;
  /** The first fault that applies to a request; it counts this request. */
  take(document: string, operation: string): FaultRule | undefined;
}

export function createFaults(): Faults {
  const rules = new Map<string, FaultRule>();
  let last = 0;
  return {
    list: () => [...rules.values()],
    add(rule) {
      last += 1;
      const added = { ...rule, id: `fault-${last}` };
      rules.set(added.id, added);
      return added;
    },
    remove: (id) => rules.delete(id),
    clear: () => rules.clear(),
    take(document, operation) {
      if (rules.size === 0) return undefined;
      for (const rule of rules.values()) {
        if ((rule.document ?? document) !== document || (rule.operation ?? operation) !== operation) continue;
        if (rule.count === 1) rules.delete(rule.id);
        else if (rule.count !== undefined) rules.set(rule.id, { ...rule, count: rule.count - 1 });
        return rule;
      }
      return undefined;
    },
  };
}
