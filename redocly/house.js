// A Redocly plugin with the rules of this repository for its own documents. redocly.yaml switches them on.
import { basis } from './rules/basis.js';
import { descriptions } from './rules/descriptions.js';
import { examples } from './rules/examples.js';
import { statements } from './rules/statements.js';
import { ties } from './rules/ties.js';
import { unused } from './rules/unused.js';

export default function house() {
  return { id: 'house', rules: { oas3: { basis, descriptions, examples, statements, ties, unused } } };
}
