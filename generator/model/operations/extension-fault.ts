// The fault that ends the reading of an extension of ours: only the first is reported, since the others usually follow from it.
import type { DocumentNode } from '../document-node.ts';

export class ExtensionFault extends Error {
  readonly node: DocumentNode;
  readonly fix: string;

  constructor(node: DocumentNode, message: string, fix: string) {
    super(message);
    this.node = node;
    this.fix = fix;
  }
}
