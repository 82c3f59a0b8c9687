// Puts work for a document off until somebody asks for the document.

export interface FirstUse {
  /** Keeps the work of a document in place of earlier work that has not begun. */
  set(id: string, work: () => Promise<void>): void;
  /** Whether the work of a document has not begun. */
  isPending(id: string): boolean;
  drop(id: string): void;
  /** Begins the work of a document, and resolves when it is done; at once where there is none. */
  use(id: string): Promise<void>;
}

export function createFirstUse(): FirstUse {
  const pending = new Map<string, () => Promise<void>>();
  const running = new Map<string, Promise<void>>();
  return {
    set: (id, work) => void pending.set(id, work),
    isPending: (id) => pending.has(id),
    drop: (id) => void pending.delete(id),
    use: async (id) => {
      const work = pending.get(id);
      if (work !== undefined) {
        pending.delete(id);
        const begun = work().finally(() => running.delete(id));
        running.set(id, begun);
      }
      await running.get(id);
    },
  };
}
