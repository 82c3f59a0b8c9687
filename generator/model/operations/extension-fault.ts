// The fault that ends the reading of an extension of ours: only the first is reported, since the others usually follow from it.
import type { Problems } from '../../base/problem.ts';
import type { CodedExtension } from '../../load/check/own-extensions.ts';
import { type DocumentNode, refuseExtension } from '../document-node.ts';

export class ExtensionFault extends Error {
  readonly node: DocumentNode;
  readonly fix: string;

  constructor(node: DocumentNode, message: string, fix: string) {
    super(message);
    this.node = node;
    this.fix = fix;
  }
}

/** The result of `read`, or `undefined` where it finds a fault, which is reported. */
export function orFault<T>(key: CodedExtension, problems: Problems, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExtensionFault)) throw error;
    return refuseExtension(key, problems)(error.node, error.message, error.fix);
  }
}
